"""The idioms of all categories."""

from __future__ import annotations

from idiom_tables import (
    arguments,
    arrays,
    functions,
    gradients,
    images,
    keywords,
    loops,
    losses,
    masks,
    operators,
    random_numbers,
    sequences,
    shapes,
    sizes,
    subscripts,
    updates,
)

CATEGORIES = (
    operators,
    subscripts,
    shapes,
    sizes,
    arguments,
    keywords,
    masks,
    loops,
    functions,
    updates,
    random_numbers,
    gradients,
    arrays,
    losses,
    sequences,
    images,
)
IDIOMS = [idiom for category in CATEGORIES for idiom in category.IDIOMS]

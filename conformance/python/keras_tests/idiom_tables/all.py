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
    sequences,
    shapes,
    subscripts,
)

CATEGORIES = (
    operators,
    subscripts,
    shapes,
    arguments,
    keywords,
    masks,
    loops,
    functions,
    gradients,
    arrays,
    losses,
    sequences,
    images,
)
IDIOMS = [idiom for category in CATEGORIES for idiom in category.IDIOMS]

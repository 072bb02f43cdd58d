"""The idioms of all categories."""

from __future__ import annotations

from idiom_tables import (
    arguments,
    arrays,
    functions,
    images,
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
    masks,
    loops,
    functions,
    arrays,
    losses,
    sequences,
    images,
)
IDIOMS = [idiom for category in CATEGORIES for idiom in category.IDIOMS]

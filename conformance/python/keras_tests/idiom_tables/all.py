"""The idioms of all categories."""

from __future__ import annotations

from idiom_tables import (
    arguments,
    arrays,
    functions,
    loops,
    losses,
    masks,
    operators,
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
)
IDIOMS = [idiom for category in CATEGORIES for idiom in category.IDIOMS]

"""The idioms of all categories."""

from __future__ import annotations

from idiom_tables import operators, shapes, subscripts

IDIOMS = [*operators.IDIOMS, *subscripts.IDIOMS, *shapes.IDIOMS]

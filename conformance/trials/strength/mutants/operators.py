"""The operators: what each makes of an expression or a statement of C++.

All are classic ones (Offutt's and PIT's). A mutant is one small change; it compiles or is left out.
"""

from __future__ import annotations

import re

# What takes the place of an operator between two operands, and the name of the operator of mutation.
BETWEEN: dict[str, tuple[str, tuple[str, ...]]] = {
    "+": ("arithmetic", ("-",)),
    "-": ("arithmetic", ("+",)),
    "*": ("arithmetic", ("/",)),
    "/": ("arithmetic", ("*",)),
    "%": ("arithmetic", ("*",)),
    "+=": ("arithmetic", ("-=",)),
    "-=": ("arithmetic", ("+=",)),
    "*=": ("arithmetic", ("/=",)),
    "/=": ("arithmetic", ("*=",)),
    "%=": ("arithmetic", ("*=",)),
    "&": ("bitwise", ("|",)),
    "|": ("bitwise", ("&",)),
    "^": ("bitwise", ("&",)),
    "<<": ("bitwise", (">>",)),
    ">>": ("bitwise", ("<<",)),
    "<": ("relational", ("<=", ">=")),
    "<=": ("relational", ("<", ">")),
    ">": ("relational", (">=", "<=")),
    ">=": ("relational", (">", "<")),
    "==": ("relational", ("!=",)),
    "!=": ("relational", ("==",)),
    "&&": ("logical", ("||",)),
    "||": ("logical", ("&&",)),
}

# Functions of the standard library that are easily taken for each other.
NAMES = {
    "min": "max",
    "max": "min",
    "min_element": "max_element",
    "max_element": "min_element",
    "floor": "ceil",
    "ceil": "floor",
    "any_of": "all_of",
    "all_of": "any_of",
    "lower_bound": "upper_bound",
    "upper_bound": "lower_bound",
}


def constants(literal: str) -> list[str]:
    """What takes the place of a number or a bool; none for what is read in another way (hexadecimal, text)."""
    if literal in ("true", "false"):
        return ["false" if literal == "true" else "true"]
    number = re.fullmatch(r"(\d+(?:\.\d*)?|\.\d+)([uUlLfF]*)", literal)
    if number is None:
        return []
    value, suffix = number.groups()
    if "." in value:
        changed = ["1.0"] if float(value) == 0 else ["0.0", f"{float(value) + 1!r}"]
    else:
        changed = ["1"] if int(value) == 0 else ["0", str(int(value) + 1)]
    return [text + suffix for text in changed]

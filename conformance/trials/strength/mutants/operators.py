"""The mutation operators: what each makes of a C++ expression or statement.

All are classic ones (Offutt's and PIT's). A mutant is one small change. If it does not compile, it is left out.
"""

from __future__ import annotations

import re

# The replacements of a binary operator, each with the name of the mutation operator.
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

# Functions of the standard library that are easily confused.
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
    """The replacements of a number or a bool; none for other literals (hexadecimal, text)."""
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

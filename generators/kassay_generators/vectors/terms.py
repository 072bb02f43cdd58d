"""The `terms` of an accuracy: a number, or a small expression over the arguments and the result.

Allowed: numbers, names of arguments and `result`, `.shape`, `.size`, `.ndim`, indexing, `+ - * //`, `max`, `min`,
`isqrt` (the integer square root), and `a if name is None else b`.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable
from typing import Any

_OPERATORS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {"max": max, "min": min, "isqrt": math.isqrt}
_ATTRIBUTES = ("shape", "size", "ndim")


def evaluate(expression: str | float, names: dict[str, Any]) -> float:
    """Raises ValueError for anything that is not allowed or cannot be computed."""
    if not isinstance(expression, str):
        return float(expression)
    try:
        return float(_value(ast.parse(expression, mode="eval").body, names))
    except (
        SyntaxError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
        ZeroDivisionError,
    ) as error:
        raise ValueError(f"terms: {expression!r}: {error}") from error


def _value(node: ast.expr, names: dict[str, Any]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.Name(id=name):
            return names[name]
        case ast.Attribute(value=inner, attr=attribute) if attribute in _ATTRIBUTES:
            return getattr(_value(inner, names), attribute)
        case ast.Subscript(value=inner, slice=index):
            return _value(inner, names)[_value(index, names)]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _OPERATORS[type(op)](_value(left, names), _value(right, names))
        case ast.IfExp(
            test=ast.Compare(left=tested, ops=[ast.Is()], comparators=[ast.Constant(value=None)]),
            body=body,
            orelse=other,
        ):
            return _value(body if _value(tested, names) is None else other, names)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_value(a, names) for a in arguments))
    raise ValueError(f"terms: {ast.unparse(node)!r} is not allowed")

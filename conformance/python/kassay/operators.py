"""The operators of tensors that programs use: + - * / and negation."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, NamedTuple

from kassay.errors import Unsupported


class _Operator(NamedTuple):
    sign: str
    function: Callable[..., Any]
    method: str
    reflected: str  # the method of the right operand


_OPERATORS = (
    _Operator("+", operator.add, "__add__", "__radd__"),
    _Operator("-", operator.sub, "__sub__", "__rsub__"),
    _Operator("*", operator.mul, "__mul__", "__rmul__"),
    _Operator("/", operator.truediv, "__truediv__", "__rtruediv__"),
)


def _has(operand: Any, method: str) -> bool:
    """Python looks up operators in the type, where None means that the operator is missing."""
    return getattr(type(operand), method, None) is not None


def _is_number(operand: Any) -> bool:
    """Whether the operand is a number, whose operators do not support tensors."""
    return isinstance(operand, (int, float))


def _names(operands: tuple[Any, ...]) -> str:
    return " and ".join(type(each).__name__ for each in operands)


def _binary(op: _Operator) -> Callable[[Any, Any], Any]:
    def apply(left: Any, right: Any) -> Any:
        tensors = not (_is_number(left) and _is_number(right))
        by_left = not _is_number(left) and _has(left, op.method)
        by_right = not _is_number(right) and _has(right, op.reflected)
        if tensors and not by_left and not by_right:
            raise Unsupported(
                f"tensors of the backend lack the operator {op.sign}: {_names((left, right))} have neither "
                f"{op.method} (of the left operand) nor {op.reflected} (of the right one)"
            )
        return op.function(left, right)

    return apply


def _negation(operand: Any) -> Any:
    if not _has(operand, "__neg__"):
        raise Unsupported(
            f"tensors of the backend lack negation: {type(operand).__name__} has no __neg__"
        )
    return -operand


OPERATORS: dict[str, Callable[..., Any]] = {
    **{f"operator.{op.function.__name__}": _binary(op) for op in _OPERATORS},
    "operator.neg": _negation,
}

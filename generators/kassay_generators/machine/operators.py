"""The operators of tensors: + - * / and unary -, with broadcasting. A Python number takes the dtype of the tensor."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from kassay_generators.machine.arithmetic import Arithmetic, Exact, rounded
from kassay_generators.machine.values import ProgramError, Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.oracles.arrays import elementwise
from kassay_generators.oracles.operands import common_shape

PREFIX = "operator."
_EXACT: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "neg": operator.neg,
}
_FLOAT64: dict[str, Callable[..., Any]] = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "truediv": np.true_divide,
    "neg": np.negative,
}


def apply(arithmetic: Arithmetic, name: str, operands: list[Any]) -> Tensor:
    """Operands are tensors and Python numbers. Raises ApiError if the shapes do not broadcast."""
    found = {o.dtype for o in operands if isinstance(o, Tensor)}
    if len(found) != 1:
        raise ProgramError(f"{name} of the dtypes {', '.join(sorted(found)) or 'of no tensor'}")
    dtype = found.pop()
    if dtype == "bool" or (name == "truediv" and not dtypes.is_floating(dtype)):
        raise ProgramError(f"{name} of {dtype}, which the documents leave undefined")
    elements = [_elements(arithmetic, o, dtype) for o in operands]
    for other in elements[1:]:
        common_shape(elements[0].shape, other.shape)
    if isinstance(arithmetic, Exact):
        return Tensor(arithmetic.result(elementwise(_EXACT[name], *elements), dtype), dtype)
    with np.errstate(all="ignore"):
        return Tensor(arithmetic.result(_FLOAT64[name](*elements), dtype), dtype)


def _elements(arithmetic: Arithmetic, operand: Any, dtype: str) -> np.ndarray:
    if isinstance(operand, Tensor):
        return arithmetic.adopt(operand.values, dtype)
    if isinstance(operand, bool) or not isinstance(operand, int | float):
        raise ProgramError(f"an operator of {type(operand).__name__}; use constant(...)")
    if isinstance(operand, float) and not dtypes.is_floating(dtype):
        raise ProgramError(f"an operator of {dtype} and a number with a fraction")
    return arithmetic.lift(rounded(operand, dtype))

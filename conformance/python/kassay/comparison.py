"""Compares one answer with the specification: `kassay.compare`.

The expected answer does not come from an interpreter. The oracle, which also writes the golden vectors, computes it in exact arithmetic
for the arguments of the call. So the verdict is the same as that of a test case with these arguments. The oracle is slow: about a
thousand elements a second. It needs python-flint, PyYAML, jsonschema, jsonschema-rs and safetensors: `pip install 'kassay-....whl[compare]'`.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise ImportError("kassay.compare needs NumPy: python -m pip install numpy") from error

_ORACLE = Path(__file__).absolute().parent / "installed" / "share" / "kassay" / "oracle"
_MISSING = (
    "kassay.compare needs {}: "
    "python -m pip install python-flint PyYAML jsonschema jsonschema-rs safetensors"
)
_NEEDED = {
    "cases.case": ("Case", "TensorValue"),
    "oracles.library": ("load_module",),
    "specification.specification": ("own",),
    "vectors.answer": ("Accuracy", "Answer", "TensorOutput", "ValueOutput"),
    "vectors.distance": ("distance",),
    "vectors.evaluate": ("evaluate",),
    "vectors.run_oracle": ("answer_of", "context_of"),
}
_NUMBERS = ("tensor", "number-or-tensor")
_FUNCTIONS = ("function", "tensor-or-function", "updates", "keywords")


@dataclass(frozen=True)
class Comparison:
    """The result of `compare`. It is true if the answer is right by the normative reading or by an accepted one."""

    function: str
    verdict: str
    """`pass`, `pass-accepted` (right by an accepted reading) or `fail`."""
    margin: float
    """The largest error divided by its limit, under the normative reading: at most 1 for `pass`."""
    reading: str | None
    """The reading that gives this answer, if it is not the normative one: an accepted reading or a known misreading."""
    text: str | None
    """The text of this reading."""
    difference: str | None
    """A difference in dtype, in shape, or in the number of results."""
    index: tuple[int, ...] | None
    """The element with the largest margin; None where no elements could be compared."""
    expected: Any
    """The answer of the specification: an array (float64 for floats), a plain value, or a list of them."""

    def __bool__(self) -> bool:
        return self.verdict != "fail"

    def __str__(self) -> str:
        words = f"{self.function}: {self.verdict}, margin {self.margin:.3g}"
        if self.difference is not None:
            words += f"; {self.difference}"
        elif self.index is not None and not self:
            words += f", worst at {list(self.index)}"
        return (
            words if self.reading is None else f"{words}; the reading {self.reading}: {self.text}"
        )


def compare(
    actual: Any, function: Callable[..., Any] | str, *args: Any, **kwargs: Any
) -> Comparison:
    """Checks that `actual` is what `function(*args, **kwargs)` must return, within the tolerance of the suite.

    Args:
        actual: your answer: an array, a plain value, or a list or tuple for a function that returns several.
        function: a function of kassay.reference or kassay.optimized, which also determines the edition; or a name, for the edition ko.
        args, kwargs: the arguments of the call; tensors as NumPy arrays. The dtype of the first tensor of floats decides the tolerance.

    Raises:
        ValueError: the specification makes the call an error, or the function cannot be compared: it is random, takes functions
            or has state.
        TypeError: the arguments do not fit the signature.
        ImportError: python-flint, PyYAML, jsonschema, jsonschema-rs or safetensors is not installed.
    """
    oracle = _oracle()
    name, edition = _named(function)
    case = _case(oracle, name, edition, args, kwargs)
    module = oracle.load_module(case.function)
    try:
        expectation = oracle.evaluate(case, module)
    except Exception as error:
        raise ValueError(_why_not(oracle, case, module, error)) from error
    outputs = expectation.answer.outputs
    if any(type(output).__name__ == "SampleOutput" for output in outputs):
        raise ValueError(f"{name} is random: `kassay run` tests its distribution")
    answer = _answer(oracle, actual, outputs)
    accuracy = expectation.accuracy

    def distance(expected: Any) -> float:
        return float(oracle.distance(expected, answer, accuracy))

    margin = distance(expectation.answer)
    matching = [r for r in expectation.readings if margin > 1 and distance(r.answer) <= 1]
    matching.sort(key=lambda reading: (reading.verdict != "accepted", distance(reading.answer)))
    found = matching[0] if matching else None
    verdict = "pass" if margin <= 1 else "fail"
    if found is not None and found.verdict == "accepted":
        verdict = "pass-accepted"
    return Comparison(
        name,
        verdict,
        margin,
        None if found is None else found.id,
        None if found is None else _text(case.function, found.id),
        _difference(outputs, answer.outputs),
        _worst(oracle, outputs, answer.outputs, accuracy),
        [_plain(output) for output in outputs] if len(outputs) != 1 else _plain(outputs[0]),
    )


def _why_not(oracle: SimpleNamespace, case: Any, module: Any, error: Exception) -> str:
    """Explains why the call cannot be compared: the specification makes it an error, or the oracle cannot compute it."""
    name = case.function.name
    nothing = oracle.Accuracy(0, 0, 0)
    try:
        answer = oracle.answer_of(case, module, {}, case.bound, oracle.context_of(case), nothing)
    except Exception:
        return f"{name} cannot be compared for these arguments: {error}"
    if answer.error is None:
        return f"{name} cannot be compared for these arguments: {error}"
    return f"{name} must raise an error of the kind {answer.error} for these arguments"


@functools.cache
def _oracle() -> SimpleNamespace:
    """The parts of the generators that `compare` uses. The wheel contains the generators and the specification."""
    folder = str(_ORACLE / "generators")
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        return SimpleNamespace(
            **{
                name: getattr(importlib.import_module(f"kassay_generators.{module}"), name)
                for module, names in _NEEDED.items()
                for name in names
            },
            tolerance=importlib.import_module("kassay_generators.vectors.tolerance"),
        )
    except ModuleNotFoundError as error:
        raise ImportError(_MISSING.format(error.name)) from error


def _named(function: Callable[..., Any] | str) -> tuple[str, str]:
    if isinstance(function, str):
        return function, "ko"
    module = getattr(function, "__module__", "").split(".")
    if module[:1] != ["kassay"]:
        raise TypeError("give a function of kassay.reference or kassay.optimized, or its name")
    return function.__name__, module[2] if len(module) > 2 else "ko"


def _case(oracle: SimpleNamespace, name: str, edition: str, args: Any, kwargs: Any) -> Any:
    """A test case for this call."""
    function = oracle.own().functions.get(name)
    if function is None or edition not in function.editions:
        raise ValueError(f"there is no function {name} in the edition {edition}")
    order = function.order(edition)
    if any(p.kind in _FUNCTIONS for p in order if p.name not in ("constraint",)):
        raise ValueError(f"{name} takes functions: `kassay run` tests it")
    signature = inspect.Signature(
        [
            inspect.Parameter(
                p.name,
                inspect.Parameter.POSITIONAL_OR_KEYWORD,
                default=p.defaults.get(edition, inspect.Parameter.empty),
            )
            for p in order
        ]
    )
    given = signature.bind(*args, **kwargs).arguments
    arguments = {p.name: _argument(oracle, p, given[p.name]) for p in order if p.name in given}
    defaults = {p.name: p.defaults[edition] for p in function.parameters if edition in p.defaults}
    tensors = [
        t for value in arguments.values() for t in (value if isinstance(value, list) else [value])
    ]
    tensors = [t for t in tensors if isinstance(t, oracle.TensorValue)]
    dtype = next((t.dtype for t in tensors if t.dtype.startswith("float")), None)
    return oracle.Case(
        id=f"{function.category}/{name}",
        function=function,
        group={"name": "compared"},
        dtype=dtype or (tensors[0].dtype if tensors else "float32"),
        editions=(edition,),
        clauses=(),
        arguments=arguments,
        bound={**defaults, **arguments},
        positional=(),
        keyword=tuple(arguments),
        tier="core",
    )


def _argument(oracle: SimpleNamespace, parameter: Any, value: Any) -> Any:
    if parameter.kind == "tensors" and isinstance(value, (list, tuple)):
        return [oracle.TensorValue(np.ascontiguousarray(_elements(v))) for v in value]
    if parameter.kind == "array" and not np.isscalar(value):
        return oracle.TensorValue(np.asarray(value), raw=True)
    is_array = hasattr(value, "__array__") and not isinstance(value, np.generic)
    if is_array or (parameter.kind in _NUMBERS and isinstance(value, (list, tuple))):
        return oracle.TensorValue(np.asarray(_elements(value)))
    if isinstance(value, np.generic):
        return value.item()
    return _lists(value)


def _elements(value: Any) -> Any:
    """The elements of a tensor of an interpreter."""
    interpreter = getattr(value, "interpreter", None)
    return value if interpreter is None else interpreter.call("eval", value)


def _lists(value: Any) -> Any:
    return [_lists(v) for v in value] if isinstance(value, (list, tuple)) else value


def _answer(oracle: SimpleNamespace, actual: Any, expected: tuple[Any, ...]) -> Any:
    several = len(expected) > 1 and isinstance(actual, (list, tuple))
    parts = list(actual) if several else [actual]
    if len(parts) != len(expected):
        return oracle.Answer(tuple(map(oracle.ValueOutput, parts)))
    return oracle.Answer(
        tuple(_output(oracle, part, like) for part, like in zip(parts, expected, strict=True))
    )


def _output(oracle: SimpleNamespace, part: Any, like: Any) -> Any:
    if not isinstance(like, oracle.TensorOutput):
        return oracle.ValueOutput(_lists(part))
    array = np.asarray(_elements(part))
    floating = array.dtype.kind == "f"
    values = array.astype("float64") if floating else array
    return oracle.TensorOutput(
        array.dtype.name, values, np.zeros(array.shape) if floating else None
    )


def _difference(expected: tuple[Any, ...], actual: tuple[Any, ...]) -> str | None:
    if len(expected) != len(actual):
        return f"the number of results is {len(actual)} and must be {len(expected)}"
    for mine, theirs in zip(expected, actual, strict=True):
        if not hasattr(mine, "dtype"):
            continue
        if mine.dtype != theirs.dtype:
            return f"the dtype is {theirs.dtype} and must be {mine.dtype}"
        if mine.values.shape != theirs.values.shape:
            return f"the shape is {theirs.values.shape} and must be {mine.values.shape}"
    return None


def _worst(
    oracle: SimpleNamespace, expected: tuple[Any, ...], actual: tuple[Any, ...], accuracy: Any
) -> tuple[int, ...] | None:
    if len(expected) != 1 or len(actual) != 1 or getattr(expected[0], "magnitude", None) is None:
        return None
    mine, theirs = expected[0], actual[0]
    if mine.values.size == 0 or mine.values.shape != getattr(theirs, "values", np.empty(0)).shape:
        return None
    limits = oracle.tolerance.limits(mine, accuracy)
    errors = oracle.tolerance.errors(mine, theirs.values, limits, False)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(errors == 0, 0.0, errors / limits)
    return tuple(int(i) for i in np.unravel_index(int(ratios.argmax()), ratios.shape))


def _text(function: Any, reading: str) -> str:
    texts = {r["id"]: r["text"] for r in function.raw["readings"]}
    return " ".join(texts.get(part, part) for part in reading.split("+"))


def _plain(output: Any) -> Any:
    return output.values if hasattr(output, "values") else output.value

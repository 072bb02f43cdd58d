"""A machine in which each call widens its results by its own limit, and what depends on an open decision stays undecided."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from flint import arb

from kassay_generators.fuzzing.accuracies import EXACT, OPERATORS, accuracy_of
from kassay_generators.fuzzing.certain_derivatives import OPEN, gradients_for
from kassay_generators.fuzzing.certificate import (
    Certified,
    checked_integers,
    is_ball,
    is_held,
    of_either_sign,
)
from kassay_generators.fuzzing.open_graphs import (
    GRAPHS,
    Answers,
    openly_called,
    require_one_type,
    soundly_called,
)
from kassay_generators.fuzzing.open_readings import Nearby, accepted_in, opened, openness, refuses
from kassay_generators.fuzzing.ranges import (
    elements_of,
    floating_dtype,
    largest_factor,
    may_leave_range,
)
from kassay_generators.machine import static_type
from kassay_generators.machine.lazy import Lazy, Update
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.operators import apply as apply_operator
from kassay_generators.machine.values import ProgramError, Sample, Tensor
from kassay_generators.numbers import dtypes
from kassay_generators.numbers.number import Number
from kassay_generators.numbers.precision import Uncertain, second_order
from kassay_generators.numbers.recording import Recorded
from kassay_generators.numbers.undecided import (
    guess_of,
    may_have_another_type,
    of_any_type,
    undecided,
)
from kassay_generators.oracles.arrays import as_array, elementwise
from kassay_generators.oracles.interface import (
    ApiError,
    Context,
    Typed,
    call,
    declared_dtype,
    takes_machine,
)
from kassay_generators.oracles.kinks import NORMATIVE
from kassay_generators.oracles.open_points import is_unspecified
from kassay_generators.specification.function import Function

# The argument that changes the variable, by the name of the function.
_NEW_VALUES = {
    "update": "new_x",
    "update_add": "increment",
    "update_sub": "decrement",
    "moving_average_update": "value",
}


class CertifiedMachine(Machine):
    """A machine in which each call widens its results. `refusals`: whether an accepted reading refuses one of the calls.
    `normative`: only the normative readings count, though the documents allow others."""

    def __init__(self, *arguments: Any, normative: bool) -> None:
        super().__init__(*arguments)
        self.normative = normative
        self.refusals = False
        self.called: list[str] = []
        self.replacements["gradients"] = gradients_for(NORMATIVE if normative else OPEN)

    @property
    def certified(self) -> Certified:
        """The current arithmetic. Precondition: it is the certified one."""
        assert isinstance(self.arithmetic, Certified)
        return self.arithmetic

    def implementation(self, name: str) -> Callable[..., Any]:
        inner = super().implementation(name)
        self.called.append(name)
        if takes_machine(self.library.module(name)) or type(self.arithmetic) is not Certified:
            return inner
        return lambda context, **arguments: self._certified(name, inner, arguments, context)

    def call_bound(self, function: Function, bound: dict[str, Any]) -> Any:
        sees_machine = takes_machine(self.library.module(function.name))
        if sees_machine and is_unspecified(function.name, bound, ""):
            raise ProgramError(f"an unspecified call of {function.name}")
        if function.name in _NEW_VALUES:
            bound = self._of_one_shape(bound, _NEW_VALUES[function.name])
        result = super().call_bound(function, bound)
        if function.name == "function":
            result = soundly_called(bound["inputs"], bound["updates"], result)
        if not self.normative and sees_machine and accepted_in(function):
            result = self._openly(function, bound, result)
        computes = sees_machine and not any("function" in p.kind for p in function.parameters)
        if (
            not computes
            or accuracy_of(function, {}, ()).own == EXACT
            or function.name == "gradients"
        ):
            return result
        if isinstance(result, Update):
            return Update(result.variable, self._widening(function, result.new_value))
        return self._widening(function, result)

    def _openly(self, function: Function, bound: dict[str, Any], result: Any) -> Any:
        """The result of a function that sees the machine; elements in which its accepted readings differ are undecided. Raises
        ProgramError for a function whose readings are not tried."""
        is_sparse = any(getattr(v, "is_sparse", False) for v in bound.values())
        if is_sparse or function.name not in GRAPHS:
            raise ProgramError("an unspecified function")
        answers = Answers(self, function, bound)
        self._may_refuse(answers.refused)
        if function.name == "function" and bound["updates"]:
            return openly_called(bound["updates"], result, answers.others, self._may_refuse)
        if function.name in ("variable", "placeholder"):
            require_one_type(result, answers.others)
        return result

    def _may_refuse(self, refused: bool = True) -> None:
        self.refusals = self.refusals or refused

    def ask_unevaluated(self, values: Iterable[Any]) -> None:
        """Looks for readings that refuse calls that are never evaluated: a backend that builds graphs may see shapes and dtypes
        earlier."""
        if self.normative:
            return
        for value in values:
            graph = value.new_value if isinstance(value, Update) else value
            if isinstance(graph, Lazy):
                with contextlib.suppress(Exception):  # the failing call is not part of the program
                    static_type.probe(self, graph)

    def _of_one_shape(self, bound: dict[str, Any], name: str) -> dict[str, Any]:
        """The arguments of an update. In an evaluation, raises ProgramError if the argument that changes the variable has
        another shape."""

        def checked(new: Any) -> Any:
            self._may_refuse(isinstance(new, Tensor) and _holds(new.values, may_have_another_type))
            if isinstance(new, Tensor) and new.shape != bound["x"].value.shape:
                raise ProgramError("an update of another shape, which is unspecified")
            return new

        return {**bound, name: self.lazily(checked, bound[name])}

    def _widening(self, function: Function, value: Any) -> Any:
        """A result that the function computes on the machine itself."""
        if isinstance(value, list | tuple):
            return type(value)(self._widening(function, v) for v in value)
        if type(self.arithmetic) is not Certified or not isinstance(value, Tensor | Lazy):
            return value
        accuracy = accuracy_of(function, {}, ()).largest

        def widened(tensor: Any) -> Any:
            if type(self.arithmetic) is not Certified or not isinstance(tensor, Tensor):
                return tensor
            return Tensor(
                self.certified.widened(tensor.values, accuracy, tensor.dtype), tensor.dtype
            )

        return self.lazily(widened, value)

    def operator(self, name: str, *operands: Any) -> Any:
        def apply(*evaluated: Any) -> Tensor:
            if type(self.arithmetic) is not Certified:
                return apply_operator(self.arithmetic, name, list(evaluated))
            found = apply_operator(self.arithmetic, name, _with_balls(evaluated))
            return Tensor(
                self.certified.widened(found.values, OPERATORS[name], found.dtype), found.dtype
            )

        return self.lazily(apply, *operands)

    def _certified(
        self,
        name: str,
        implementation: Callable[..., Any],
        arguments: Mapping[str, Any],
        context: Context,
    ) -> Any:
        function = self.library.functions[name]
        if is_unspecified(name, arguments, context.dtype):
            raise ProgramError(f"an unspecified call of {name}")
        if not self.normative:
            self._may_refuse(_holds(arguments, may_have_another_type))
        try:
            result = self._computed(name, implementation, arguments, context)
        except (ApiError, ProgramError):
            raise
        except Exception:  # an oracle that reads the digits of a ball may fail in any way
            if not _holds(arguments, is_ball) or _holds(arguments, _is_recorded):
                raise Uncertain from None
            guessed = self._asked_on_guesses(function, arguments, context)
            result = self._computed(name, implementation, guessed, context)
            return self._each(name, result, lambda values, dtype: elementwise(undecided, values))
        several = len(function.raw["returns"]) > 1
        results = result if several else (result,)
        if may_leave_range(
            function, arguments, accuracy_of(function, arguments, results).largest, context
        ):
            self._asked_on_guesses(function, arguments, context)
            return self._each(name, result, lambda values, dtype: elementwise(undecided, values))
        apart = self._open_elements(name, arguments, results, context)
        given = {id(n) for n in elements_of(arguments)}

        def widen(values: np.ndarray, dtype: str) -> np.ndarray:
            accuracy = accuracy_of(function, arguments, results)
            if accuracy.own == EXACT:
                # If some cases of the function compute, a number that the dtype holds may be a computed one.
                computes = accuracy.largest != EXACT
                moved = [
                    id(n) in given or (not computes and is_held(n, dtype)) for n in values.flat
                ]
                if all(moved):
                    return elementwise(of_either_sign, values)
                if not computes and not dtypes.is_floating(dtype):
                    return checked_integers(values, dtype)
            flushed = largest_factor(arguments) if accuracy.largest.terms else 1.0
            return self.certified.widened(values, accuracy.largest, dtype, flushed=flushed)

        widened = self._each(name, result, widen, context, arguments)
        return widened if apart is None else _opened(widened, apart, several)

    def _open_elements(
        self, name: str, arguments: Mapping[str, Any], results: tuple[Any, ...], context: Context
    ) -> list[np.ndarray | None] | None:
        """Where accepted readings differ, if they count. Raises Uncertain if their derivatives may."""
        function = self.library.functions[name]
        if self.normative or not accepted_in(function):
            return None
        if _holds(arguments, _is_recorded):
            self._require_one_derivative(name, arguments, context)
            return None
        if any(isinstance(r, Sample) for r in results):
            raise ProgramError("samples that are partly unspecified")
        found = openness(function, self.library.module(name), arguments, results, context)
        self._may_refuse(found.refused)
        return found.elements

    def _asked_on_guesses(
        self, function: Function, arguments: Mapping[str, Any], context: Context
    ) -> dict[str, Any]:
        """The arguments with some of their possible elements, to find out whether readings refuse them."""
        guessed = {n: _map(v, guess_of) for n, v in arguments.items()}
        if not self.normative and not _holds(arguments, _is_recorded):
            module = self.library.module(function.name)
            self._may_refuse(refuses(function, module, guessed, context))
        return guessed

    def _require_one_derivative(
        self, name: str, arguments: Mapping[str, Any], context: Context
    ) -> None:
        """Raises Uncertain if accepted readings differ near these arguments: for equal elements, such as zeros, two readings
        may agree by chance."""
        function, module = self.library.functions[name], self.library.module(name)
        near = {n: _map(v, Nearby()) for n, v in arguments.items()}
        result = self._computed(name, super().implementation(name), near, context)
        results = result if len(function.raw["returns"]) > 1 else (result,)
        found = openness(function, module, near, results, context)
        self._may_refuse(found.refused)
        if any(marks is None or marks.any() for marks in found.elements):
            raise Uncertain

    def _computed(
        self,
        name: str,
        implementation: Callable[..., Any],
        arguments: Mapping[str, Any],
        context: Context,
    ) -> Any:
        function = self.library.functions[name]
        terms = accuracy_of(function, arguments, ()).largest.terms
        unit = dtypes.FORMATS[floating_dtype(context) or context.floatx].roundoff
        with second_order(2 * (1 + terms**0.5) * unit):
            return call(implementation, dict(arguments), context, self)

    def _each(
        self,
        name: str,
        result: Any,
        change: Callable[[np.ndarray, str], np.ndarray],
        context: Context | None = None,
        arguments: Mapping[str, Any] | None = None,
    ) -> Any:
        """The result with its arrays changed."""
        function = self.library.functions[name]
        declared = function.raw["returns"]
        several = isinstance(result, tuple) and len(declared) > 1
        changed = []
        for entry, value in zip(declared, result if several else (result,), strict=True):
            if isinstance(value, Sample) or (
                entry["kind"] == "value" and not isinstance(value, Typed | np.ndarray)
            ):
                if context is None:
                    raise Uncertain
                changed.append(value)
                continue
            values = value.values if isinstance(value, Typed) else value
            if isinstance(value, Typed):
                dtype = value.dtype
            elif context is None:
                dtype = ""
            else:
                dtype = declared_dtype(function, entry, arguments or {}, context)
            array = as_array(values)
            if dtype:
                array = self.arithmetic.result(array, dtype)
            array = change(array, dtype)
            changed.append(Typed(array, value.dtype) if isinstance(value, Typed) else array)
        return tuple(changed) if several else changed[0]


def _opened(result: Any, apart: list[np.ndarray | None], several: bool) -> Any:
    """The results with the marked elements undecided, or with all of them."""
    changed = []
    for value, marks in zip(result if several else (result,), apart, strict=True):
        array = as_array(value.values if isinstance(value, Typed) else value)
        array = elementwise(of_any_type, array) if marks is None else opened(array, marks)
        changed.append(Typed(array, value.dtype) if isinstance(value, Typed) else array)
    return tuple(changed) if several else changed[0]


def _with_balls(operands: Sequence[Any]) -> list[Any]:
    """A number next to a tensor may or may not be rounded to the tensor's dtype first."""
    dtype = next((o.dtype for o in operands if isinstance(o, Tensor)), "")
    return [
        o if isinstance(o, Tensor) or not dtypes.is_floating(dtype) else _either(o, dtype)
        for o in operands
    ]


def _either(number: Any, dtype: str) -> Any:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return number
    held = float(dtypes.round_to(dtype, np.array(float(number))))
    if held == number or not math.isfinite(held) or not math.isfinite(number):
        return number
    ball = arb(float(number)).union(arb(held))
    return Tensor(as_array(Number(ball, float(ball.abs_upper()), exact=True)), dtype)


def _is_recorded(n: Any) -> bool:
    return isinstance(n, Recorded)


def _holds(value: Any, test: Callable[[Any], bool]) -> bool:
    return any(map(test, elements_of(value)))


def _map(value: Any, function: Callable[[Any], Any]) -> Any:
    if isinstance(value, list):
        return [_map(v, function) for v in value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return elementwise(function, value)
    return value

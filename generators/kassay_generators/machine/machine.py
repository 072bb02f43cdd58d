"""The abstract machine: what graphs, variables, functions and state of the API mean, for any program.

A call with a lazy argument (a placeholder, a variable, a random or computed value) returns a lazy value; any other call is
evaluated at once. An oracle with a parameter `machine` gets the machine's values (`values.py`), lazy ones too, and the
state; any other oracle runs on elements. The machine runs in one of two arithmetics: with the oracles, or with their
confirmations.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from kassay_generators.machine import static_type
from kassay_generators.machine.agreement import Agreement
from kassay_generators.machine.arithmetic import Arithmetic, rounded
from kassay_generators.machine.host import Adaptation, Signature
from kassay_generators.machine.lazy import Evaluation, Lazy, Node, Part, Placeholder, Variable
from kassay_generators.machine.operators import PREFIX
from kassay_generators.machine.operators import apply as apply_operator
from kassay_generators.machine.pure_call import apply_pure, check_kinds
from kassay_generators.machine.values import Array, ProgramError, Settings, StaticShape, Tensor
from kassay_generators.oracles.interface import ApiError, Context, call, takes_machine
from kassay_generators.oracles.library import Library
from kassay_generators.specification.function import Function


class Machine:
    """`replacements`: readings by the name of the function whose oracle they replace. `agreement`: readings to check in each call of an oracle."""

    def __init__(
        self,
        library: Library,
        context: Context,
        arithmetic: Arithmetic,
        replacements: Mapping[str, Callable[..., Any]] | None = None,
        agreement: Agreement | None = None,
    ) -> None:
        self.library = library
        self.arithmetic = arithmetic
        self.result_dtypes: dict[Signature, tuple[str, ...]] = {}
        self.replacements = dict(replacements or {})
        self.agreement = agreement
        self.settings = Settings()
        self.edition = context.edition
        self.tested_dtype = context.dtype
        self._static: dict[Lazy, tuple[str, StaticShape]] = {}
        self._adapt: Adaptation = lambda name, implementation: implementation

    # -- values -------------------------------------------------------------------------------------------------------

    def array(self, raw: np.ndarray) -> Array:
        """An input array of the program."""
        return Array(self.arithmetic.lift(raw), raw.dtype.name, raw)

    def tensor(self, value: Any, dtype: str) -> Tensor:
        """An array, a number or a nested list as a tensor of a dtype, rounded to it."""
        if isinstance(value, Tensor | Array):
            raw = value.raw if isinstance(value, Array) else None
            if raw is not None:
                values = self.arithmetic.lift(rounded(raw, dtype))
            else:
                values = self.arithmetic.adopt(value.values, value.dtype)
                values = self.arithmetic.convert(values, value.dtype, dtype)
            return Tensor(values, dtype, value.is_sparse)
        try:
            raw = rounded(np.array(value), dtype)
        except (TypeError, ValueError) as error:
            raise ProgramError(f"{type(value).__name__} as a tensor: {error}") from error
        return Tensor(self.arithmetic.lift(raw), dtype)

    def variable(self, value: Tensor) -> Variable:
        return Variable(self, value)

    def assign(self, variable: Variable, value: Any) -> None:
        """Gives a variable new elements, in its dtype. Raises ApiError for anything else."""
        if not isinstance(variable, Variable):
            raise ApiError("any")
        variable.value = self.tensor(value, variable.dtype)

    def placeholder(
        self,
        dtype: str,
        shape: StaticShape,
        *,
        default: Tensor | None = None,
        is_sparse: bool = False,
    ) -> Placeholder:
        return Placeholder(self, dtype, shape, default=default, is_sparse=is_sparse)

    def static(self, value: Lazy) -> tuple[str, StaticShape]:
        """The dtype and the static shape of a lazy value, found by evaluations with placeholders of several sizes."""
        if value not in self._static:
            self._static[value] = static_type.probe(self, value)
        return self._static[value]

    # -- evaluation ---------------------------------------------------------------------------------------------------

    def evaluation(self, replaced: Mapping[Lazy, Any] | None = None) -> Evaluation:
        return Evaluation(self, replaced)

    def lazily(self, function: Callable[..., Any], *arguments: Any, always: bool = False) -> Any:
        """Calls the function with evaluated arguments: at once if none is lazy, otherwise (or if `always`, for random values)
        at every evaluation. It may itself return lazy values."""
        if not always and not is_lazy(arguments):
            return function(*arguments)
        return Node(self, lambda e: function(*e.value(arguments)), arguments)

    def parts(self, value: Any, count: int) -> tuple[Any, ...]:
        """The values of a result of `lazily` whose function returns several."""
        if isinstance(value, Node):
            return tuple(Part(value, i) for i in range(count))
        return tuple(value)

    @contextlib.contextmanager
    def computing_in(self, arithmetic: Arithmetic) -> Iterator[None]:
        """Evaluations inside the context run in another arithmetic."""
        previous, self.arithmetic = self.arithmetic, arithmetic
        try:
            yield
        finally:
            self.arithmetic = previous

    @contextlib.contextmanager
    def adapting(self, adapt: Adaptation) -> Iterator[None]:
        """Evaluations inside the context run what `adapt` makes of each function's name and implementation."""
        previous, self._adapt = self._adapt, adapt
        try:
            yield
        finally:
            self._adapt = previous

    # -- calls --------------------------------------------------------------------------------------------------------

    def call(self, name: str, /, *arguments: Any, **keywords: Any) -> Any:
        """Calls a function of the API, or an operator. Several values come as a tuple. Raises ApiError."""
        if name.startswith(PREFIX):
            return self.operator(name.removeprefix(PREFIX), *arguments)
        function = self.library.functions[name]
        return self.call_bound(function, self._bind(function, arguments, keywords))

    def call_bound(self, function: Function, bound: dict[str, Any]) -> Any:
        """The same with every argument by name, including the defaults."""
        name, module = function.name, self.library.module(function.name)
        if takes_machine(module):
            return call(self.implementation(name), bound, self.context(bound), self)
        check_kinds(function, bound)
        return self._pure(function, bound, getattr(module, "RANDOM", False))

    def operator(self, name: str, *operands: Any) -> Any:
        return self.lazily(lambda *o: apply_operator(self.arithmetic, name, list(o)), *operands)

    def implementation(self, name: str) -> Callable[..., Any]:
        """The oracle of a function, or its confirmation, or the reading that replaces it."""
        module = self.library.module(name)
        chosen = self.replacements.get(name) or getattr(module, self.arithmetic.implementation)
        if self.agreement is not None:
            chosen = self.agreement.checked(name, chosen)
        return self._adapt(name, chosen)

    def context(self, bound: Mapping[str, Any]) -> Context:
        """The current settings, and the dtypes of the tensors among the arguments."""
        found = {}
        for name, value in bound.items():
            first = value[0] if isinstance(value, list) and value else value
            if isinstance(first, Tensor | Array):
                found[name] = first.dtype
        return Context(
            self.edition,
            next(iter(found.values()), self.tested_dtype),
            found,
            self.settings.floatx,
            self.settings.epsilon,
            self.settings.image_data_format,
            tuple(name for name, value in bound.items() if _is_sparse(value)),
        )

    def _bind(
        self, function: Function, arguments: tuple[Any, ...], keywords: dict[str, Any]
    ) -> dict[str, Any]:
        given = function.binding(self.edition, len(arguments), list(keywords))
        if given is None:
            raise ProgramError(f"{function.name} with arguments that {self.edition} lacks")
        bound = {p.name: p.defaults.get(self.edition) for p in function.parameters}
        bound |= dict(zip(given, arguments, strict=False))
        rest = {k: v for k, v in keywords.items() if function.parameter(k) is None}
        for keyword, value in keywords.items():
            if keyword not in rest:
                bound[keyword] = value
        if rest:
            name = next(p.name for p in function.parameters if p.kind == "keywords")
            bound[name] = rest
        return bound

    def _pure(self, function: Function, bound: dict[str, Any], is_random: bool) -> Any:
        kinds = {entry["kind"] for entry in function.raw["returns"]}
        module = self.library.module(function.name)
        context = self.context(bound)

        def apply(evaluated: Mapping[str, Any]) -> Any:
            if evaluated is bound:
                return apply_pure(self, function, evaluated, context)
            there = self.context(evaluated)
            now = replace(context, dtypes=there.dtypes, dtype=there.dtype, sparse=there.sparse)
            return apply_pure(self, function, evaluated, now)

        if not is_random and not is_lazy(list(bound.values())):
            result = apply(bound)
            makes = getattr(module, "MAKES_VARIABLE", False) and not hasattr(
                self.implementation(function.name), "makes_constant"
            )
            computed = any(isinstance(value, Tensor) for value in bound.values())
            return self.variable(result) if makes and not computed else result
        if kinds <= {"value"}:
            return apply({n: static_type.stand_in(self, v) for n, v in bound.items()})
        if kinds <= {"array", "value"}:
            return apply(_evaluated(self.evaluation(), bound))
        if hasattr(module, "check_static"):
            module.check_static(**bound, machine=self)
        node = Node(
            self,
            lambda e: apply(_evaluated(e, bound)),
            tuple(bound.values()),
            draws_flags=is_random,
        )
        count = len(function.raw["returns"])
        return node if count == 1 else self.parts(node, count)


def _is_sparse(value: Any) -> bool:
    entries = value if isinstance(value, list) else [value]
    return any(isinstance(e, Tensor) and e.is_sparse for e in entries)


def _evaluated(evaluation: Evaluation, bound: Mapping[str, Any]) -> dict[str, Any]:
    return {name: evaluation.value(value) for name, value in bound.items()}


def is_lazy(value: Any) -> bool:
    """Whether it is or holds a lazy value."""
    if isinstance(value, list | tuple):
        return any(is_lazy(v) for v in value)
    return isinstance(value, Lazy)

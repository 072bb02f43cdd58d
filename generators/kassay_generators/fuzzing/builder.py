"""A program under construction, with the machine that has run its calls so far."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import ctx

from kassay_generators.fuzzing.certificate import Certified
from kassay_generators.fuzzing.certified_machine import CertifiedMachine
from kassay_generators.fuzzing.json_names import names_in
from kassay_generators.machine.lazy import Lazy
from kassay_generators.machine.run_program import Runner
from kassay_generators.machine.values import Array, Tensor
from kassay_generators.oracles.interface import Context
from kassay_generators.oracles.library import own_library

# More bits than a limit needs, and too few to be slow.
_PRECISION = 128


class Builder:
    """Each call runs when it is added. A call that raises is not added, but may leave half of its effect in the machine: go on
    only after calls without effects."""

    def __init__(self, edition: str, dtype: str, *, normative: bool) -> None:
        ctx.prec = _PRECISION
        self.edition = edition
        self.machine = CertifiedMachine(
            own_library(), Context(edition, dtype), Certified(), normative=normative
        )
        self.json: dict[str, Any] = {"calls": [], "return": []}
        self.inputs: dict[str, np.ndarray] = {}
        self.arrays: dict[str, Array] = {}
        self.names: dict[str, Any] = {}
        self.count = 0

    def fresh(self, stem: str = "x") -> str:
        self.count += 1
        return f"{stem}{self.count}"

    def add_inputs(self, inputs: dict[str, np.ndarray], *, as_tensors: bool = False) -> None:
        for name, values in inputs.items():
            self.inputs[name] = values
            self.arrays[name] = self.machine.array(values)
            if as_tensors:
                self.names[name] = Tensor(self.arrays[name].values, values.dtype.name)

    def add_function(self, name: str, function: dict[str, Any]) -> None:
        self.json.setdefault("functions", {})[name] = function

    def add(self, *calls: dict[str, Any]) -> None:
        """Raises what the machine raises; then adds none of the calls."""
        names = dict(self.names)
        Runner(self.machine, self.json, self.arrays).calls(list(calls), names)
        self.names = names
        self.json["calls"] += calls

    def evaluated(self, value: Any) -> Any:
        return self.machine.evaluation().value(value) if isinstance(value, Lazy) else value

    def drop_unused_inputs(self) -> None:
        used = set(names_in(self.json))
        self.inputs = {name: v for name, v in self.inputs.items() if name in used}

"""A valid call of each function of the API, taken from a case of the suite."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from safetensors.numpy import load_file

from kassay.program import run_program

VECTORS = Path(os.environ["KASSAY_VECTORS"])
SPECIFICATION = json.loads((VECTORS / "specification.json").read_text(encoding="utf-8"))


class _Reached(Exception):
    pass


def editions_of(function: str) -> list[str]:
    """The editions that have the function."""
    [found] = [f for f in SPECIFICATION["functions"] if f["function"] == function]
    return list(found["signatures"])


def at_a_call(
    K: ModuleType, function: str, edition: str, act: Callable[[dict[str, Any], bool], None]
) -> None:
    """Runs a case until it calls the function. Then calls `act` instead, with the arguments by name, and whether the case defines
    functions."""
    called = getattr(K, function)
    cases = json.loads((VECTORS / f"{function}.json").read_text(encoding="utf-8"))["cases"]
    tensors = load_file(VECTORS / f"{function}.safetensors")
    for case in cases:
        if edition not in case["editions"] or "error" in case["expect"]:
            continue
        program = case["program"]

        def reached(*positional: Any, program: dict[str, Any] = program, **keyword: Any) -> None:
            bound = inspect.signature(called).bind(*positional, **keyword)
            act(dict(bound.arguments), "functions" in program)
            raise _Reached

        inputs = {name: tensors[key] for name, key in case["inputs"].items()}
        made = [] if "program" in case["modes"] else [_constant(n, a) for n, a in inputs.items()]
        K.kassay_reset()
        try:
            run_program(
                {**program, "calls": [*made, *program["calls"]]},
                inputs,
                lambda name: reached if name == function else getattr(K, name, None),
            )
        except _Reached:
            return
    raise LookupError(f"no case calls {function} in the edition {edition}")


def _constant(name: str, array: Any) -> dict[str, Any]:
    dtype = {"dtype": array.dtype.name}
    return {"let": [name], "call": "constant", "args": [{"input": name}], "kwargs": dtype}

"""A backend that is a Python module: its functions, and its answers to programs."""

from __future__ import annotations

import gc
import os
from functools import partial
from types import ModuleType
from typing import Any, Callable

import numpy as np

from kassay import loader, protocol
from kassay.errors import CannotLoad, is_unsupported, kind_of, read_kind_table, text_of
from kassay.layouts import laid_out
from kassay.program import Progress, run_program
from kassay.protocol import ProtocolError, Tensors
from kassay.settings import Settings
from kassay.threads import in_threads

RESET_HOOK = "kassay_reset"
_OWN_PREFIXES = ("_", "kassay_")


class Host:
    """A backend and the requests it answers."""

    def __init__(self, module: ModuleType, name: str, settings: Settings) -> None:
        self._module = module
        self._name = name
        self._settings = settings
        self._kinds = read_kind_table(module)
        self._folder = os.getcwd()
        self._learning_phase = self._fixed_learning_phase()

    def start(self) -> dict[str, Any]:
        """The answer to "start"; raises CannotLoad if the backend cannot be reset, or declares dtypes that do not exist."""
        dtypes = loader.dtypes_of(self._module)
        try:
            self._reset()
        except Exception as error:
            raise CannotLoad(
                f"{self._module.__name__} cannot be reset, but every program must begin with a fresh state: "
                f"{text_of(error)}"
            ) from error
        return {
            "type": "started",
            "protocol": protocol.VERSION,
            "name": loader.name_of(self._module),
            "version": loader.version_of(self._module),
            "device": loader.device_of(self._module),
            "functions": sorted(
                name for name in {*dir(self._module), "backend"} if self._offers(name)
            ),
            **({} if dtypes is None else {"dtypes": dtypes}),
            **({"threads": True} if loader.has_threads(self._module) else {}),
        }

    def run(
        self, number: int, program: dict[str, Any], inputs: Tensors
    ) -> tuple[dict[str, Any], Tensors]:
        """The answer to "run" and its tensors. Only ordinary exceptions are caught."""
        self._reset()
        if any(call.get("times", 1) > 1 for call in program["calls"]):
            gc.collect()  # the runner looks for leaks with such programs, and garbage is not a leak
        return self._run_once(number, program, inputs)

    def run_together(
        self, number: int, runs: list[tuple[dict[str, Any], Tensors]], times: int
    ) -> tuple[dict[str, Any], Tensors]:
        """The answer to "together" and its tensors."""
        self._reset()
        functions = [partial(self._run_once, number, program, inputs) for program, inputs in runs]
        of_runs = in_threads(functions, times)
        tensors: Tensors = {}
        answers = [[_moved(answer, tensors) for answer in different] for different in of_runs]
        return {"type": "answers", "id": number, "answers": answers}, tensors

    def _run_once(
        self, number: int, program: dict[str, Any], inputs: Tensors
    ) -> tuple[dict[str, Any], Tensors]:
        inputs = laid_out(inputs, program.get("layouts", {}))
        before = {name: _content(array) for name, array in inputs.items()}
        tensors: Tensors = {}
        progress = Progress()
        try:
            answer, tensors = run_program(program, inputs, self._find, progress)
            reply: dict[str, Any] = {"type": "outputs", "id": number, **answer}
        except ProtocolError:
            raise
        except Exception as error:
            reply = self._failure(number, error)
            if reply["type"] == "error" and progress.call > 0:
                reply["call"] = progress.call
        altered = [name for name, array in inputs.items() if _content(array) != before[name]]
        if altered:
            text = f"the backend altered the input {altered[0]}, which belongs to the caller"
            return _error(number, "altered-input", text), {}
        return reply, tensors

    def _failure(self, number: int, error: Exception) -> dict[str, Any]:
        if is_unsupported(error):
            return {"type": "unsupported", "id": number, "reason": text_of(error)}
        return _error(number, kind_of(error, self._kinds), text_of(error))

    def _offers(self, name: str) -> bool:
        return not name.startswith(_OWN_PREFIXES) and self._find(name) is not None

    def _find(self, name: str) -> Callable[..., Any] | None:
        function = getattr(self._module, name, None)
        if callable(function):
            return function
        # Only the loader knows the name of the backend (D-1510).
        return (lambda: self._name) if name == "backend" else None

    def _reset(self) -> None:
        """Resets the backend as far as it allows, so that each program finds a fresh state."""
        os.chdir(self._folder)
        self._reset_with("clear_session")
        self._reset_with("reset_uids")
        self._reset_with("set_floatx", self._settings.floatx)
        self._reset_with("set_epsilon", self._settings.epsilon)
        self._reset_with("set_image_data_format", self._settings.image_data_format)
        # Not every clear_session resets it.
        if (
            self._learning_phase is not None
            and self._fixed_learning_phase() != self._learning_phase
        ):
            self._reset_with("set_learning_phase", self._learning_phase)
        self._reset_with(RESET_HOOK)

    def _reset_with(self, name: str, *arguments: Any) -> None:
        """Calls a function of the backend, if it has one."""
        function = self._find(name)
        if function is None:
            return
        try:
            function(*arguments)
        except NotImplementedError:
            return  # the same as missing
        except Exception as error:
            if not is_unsupported(error):
                raise RuntimeError(f"{name} raised {text_of(error)}") from error

    def _fixed_learning_phase(self) -> int | None:
        """None if the backend has none, or a tensor in its place."""
        function = self._find("learning_phase")
        try:
            phase = function() if function else None
        except Exception:
            return None
        return int(phase) if isinstance(phase, (int, np.integer)) else None


def _moved(answer: tuple[dict[str, Any], Tensors], tensors: Tensors) -> dict[str, Any]:
    """Adds the tensors of an answer to `tensors` under new names; returns the answer with these names."""
    reply, own = answer
    prefix = f"{len(tensors)}/"
    tensors.update((prefix + name, tensor) for name, tensor in own.items())
    return {**reply, "outputs": _renamed(reply["outputs"], prefix)} if "outputs" in reply else reply


def _renamed(output: Any, prefix: str) -> Any:
    if isinstance(output, list):
        return [_renamed(each, prefix) for each in output]
    if isinstance(output, dict) and "tensor" in output:
        return {"tensor": prefix + output["tensor"]}
    return output


def _content(array: np.ndarray) -> tuple[str, tuple[int, ...], bytes]:
    return array.dtype.str, array.shape, array.tobytes()


def _error(number: int, kind: str, message: str) -> dict[str, Any]:
    return {"type": "error", "id": number, "kind": kind, "message": message}

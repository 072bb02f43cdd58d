from typing import Any

import numpy as np

class Interpreter:
    """One interpreter with the signatures of one edition."""

    @property
    def name(self) -> str: ...
    @property
    def device(self) -> str: ...
    def call(self, function: str, *args: Any, **kwargs: Any) -> Any:
        """Call a function of the API in the session of this thread."""

    def reset(self) -> None:
        """Begin a new session in this thread."""

class Symbol:
    """A tensor of an interpreter."""

    @property
    def shape(self) -> tuple[int | None, ...] | None:
        """A tuple with None for each unknown size; None if the rank is unknown."""

    @property
    def dtype(self) -> str:
        """The name of the element type, such as 'float32'."""

    @property
    def known(self) -> np.ndarray[Any, Any] | None:
        """The elements, if they depend on no placeholder and no variable; else None."""

    def depends_on(self, other: Symbol) -> bool:
        """Whether it is computed from the other tensor, or is the other tensor."""

    @property
    def number(self) -> int: ...
    @property
    def interpreter(self) -> Interpreter: ...
    def describe(self) -> str: ...

class Update:
    """An assignment, for the argument `updates` of `function`."""

    @property
    def variable(self) -> Symbol:
        """The variable that is assigned."""

    @property
    def value(self) -> Any:
        """The new value: a tensor, an array or a number."""

class CompiledFunction:
    """The result of `function`."""

    def __call__(self, inputs: list[Any] | tuple[Any, ...]) -> list[np.ndarray[Any, Any]]:
        """Compute the outputs for a list of arrays, one for each input; then perform the updates."""

def interpreter(name: str, edition: str) -> Interpreter:
    """The interpreter of this name, `reference` or `optimized`, for `ko`, `zh` or `ja`."""

def set_tensor_class(type: type[Symbol]) -> None: ...

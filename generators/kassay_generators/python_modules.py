"""The Python modules kassay.reference and kassay.optimized: the functions of each edition, with names, defaults, documentation
and types.

The functions only call the interpreter (conformance/python). A module has only the functions of its edition.
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any

from kassay_generators.specification.function import (
    EDITIONS,
    KEYWORDS,
    Function,
    Parameter,
)
from kassay_generators.specification.specification import Specification

INTERPRETERS = {"reference": "plain loops", "optimized": "SIMD, all cores"}
_WIDTH = 100
_STEP = "    "
_KINDS = {  # for readers, and for type checkers
    "tensor": ("a tensor", "TensorLike"),
    "tensors": ("a list of tensors", "Sequence[TensorLike]"),
    "array": ("a NumPy array, a number or nested lists of numbers", "ArrayLike"),
    "int": ("an int", "int"),
    "float": ("a float", "float"),
    "bool": ("a bool", "bool"),
    "string": ("a str", "str"),
    "dtype": ("the name of a dtype", "str"),
    "ints": ("a tuple of ints", "Sequence[Any] | Tensor"),
    "axes": ("an int, a tuple of ints, or None for all", "int | Sequence[int] | None"),
    "number-or-tensor": ("a number or a tensor", "TensorLike"),
    "function": ("a function", "Callable[..., Any]"),
    "tensor-or-function": (
        "a tensor, or a function that returns one",
        "TensorLike | Callable[[], TensorLike]",
    ),
    "tensor-or-tensors": ("a tensor or a list of tensors", "TensorLike | Sequence[TensorLike]"),
    "updates": (
        "a list of updates, or of pairs of a variable and its new value",
        "Sequence[Update | tuple[Tensor, TensorLike]]",
    ),
    "any": ("anything", "Any"),
    KEYWORDS: ("other keyword arguments", "Any"),
}
_RESULTS = {
    "tensor": ("a tensor", "Tensor"),
    "tensors": ("a list of tensors", "list[Tensor]"),
    "array": ("a NumPy array", "np.ndarray[Any, Any]"),
    "arrays": ("a list of NumPy arrays", "list[np.ndarray[Any, Any]]"),
    "value": ("a plain value", "Any"),
    "callable": (
        "a function that takes a list of arrays and returns a list of arrays",
        "CompiledFunction",
    ),
    "update": ("an update, for the argument updates of function", "Update"),
    "any": ("a tensor, or a plain value", "Any"),
}
# Of the plain values these are shapes: tuples, also empty ones.
_SHAPES = ("int_shape", "get_variable_shape")
_EXCEPTIONS = {
    "value": "ValueError",
    "type": "TypeError",
    "index": "IndexError",
    "assertion": "AssertionError",
    "not-implemented": "NotImplementedError",
    "any": "Exception",
    "other": "Exception",
}
_GROUPS = {
    "floating": " of a floating dtype",
    "numeric": " of a numeric dtype",
    "integer": " of an integer dtype",
}
# Arguments that the result keeps as attributes.
_KEPT = ("name", "constraint")


def write_python_modules(specification: Specification, out: Path) -> None:
    """Writes a package for each interpreter into the folder `out`. A file whose content stays the same is not touched."""
    documents = {e["id"]: e for e in specification.editions}
    for interpreter in INTERPRETERS:
        for edition in EDITIONS:
            functions = [f for f in specification.functions.values() if edition in f.editions]
            name = "__init__" if edition == EDITIONS[0] else edition
            file = out / interpreter / name
            about = _about(interpreter, documents[edition], len(functions))
            _write(file.with_suffix(".py"), _module(interpreter, edition, about, functions))
            _write(file.with_suffix(".pyi"), _stub(edition, functions))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def _about(interpreter: str, edition: dict[str, Any], count: int) -> str:
    other = " and ".join(f"kassay.{interpreter}.{e}" for e in EDITIONS[1:])
    return (
        f"The {interpreter} interpreter of kassay ({INTERPRETERS[interpreter]}): {count} functions of the Keras backend API.\n\n"
        + _wrapped(
            f"Names, arguments and defaults are those of the {edition['language']} edition of the documents "
            f"({edition['period']}, {edition['version']}). kassay.{interpreter} has the Korean edition; {other} have the others."
        )
        + "\n\n"
        + _wrapped(
            "Each thread has its own session: settings, counters and the learning phase of one thread are not those of "
            "another. kassay_reset() begins a new one."
        )
        + "\n"
    )


def _module(interpreter: str, edition: str, about: str, functions: list[Function]) -> str:
    names = sorted(f.name for f in functions)
    listed = textwrap.indent(
        textwrap.fill(", ".join(json.dumps(n) for n in names), _WIDTH - 4), _STEP
    )
    return (
        f'"""{about}"""\n\n# Generated from spec/ops. Do not edit.\n\n'
        "from kassay import __version__ as __version__\n"
        "from kassay.tensor import attached as _attached, interpreter as _interpreter_of, shape_of as _shape_of\n\n"
        f"__all__ = [\n{listed},\n]\n\n"
        f'_interpreter = _interpreter_of("{interpreter}", "{edition}")\n'
        "_call = _interpreter.call\n"
        f'kassay_name = "kassay {interpreter}"\n'
        "kassay_device = _interpreter.device\n"
        + _parameters(functions, edition)
        + 'def kassay_reset():\n    """Begin a new session in this thread: no settings, no counters."""\n    _interpreter.reset()\n\n\n'
        + "\n\n".join(_function(f, edition) for f in functions)
    )


def _parameters(functions: list[Function], edition: str) -> str:
    """A table of the kind and the dtypes of each parameter of each function."""
    lines = []
    for function in functions:
        raw = {p["name"]: p for p in function.raw["signature"]}
        kinds = {p.name: (p.kind, _dtypes(raw[p.name])) for p in function.order(edition)}
        lines.append(f"{_STEP}{json.dumps(function.name)}: {kinds!r},\n")
    return "kassay_parameters = {\n" + "".join(lines) + "}\n\n\n"


def _dtypes(parameter: dict[str, Any]) -> str:
    dtypes = parameter.get("dtype", "any")
    return " ".join(dtypes) if isinstance(dtypes, list) else str(dtypes)


def _function(function: Function, edition: str) -> str:
    order = function.order(edition)
    given = [json.dumps(function.name)]
    given += [f"**{p.name}" if p.kind == KEYWORDS else p.name for p in order]
    call = f"_call({', '.join(given)})"
    kept = [p.name for p in order if p.name in _KEPT]
    if function.name in _SHAPES:
        call = f"_shape_of({call})"
    if kept:
        call = f"_attached({call}, {', '.join(f'{name}={name}' for name in kept)})"
    text = textwrap.indent(_documentation(function, edition), _STEP)
    return f'def {function.name}{function.signature(edition)}:\n{_STEP}r"""{text.lstrip()}{_STEP}"""\n{_STEP}return {call}\n'


def _documentation(function: Function, edition: str) -> str:
    parts = [_wrapped(function.raw["summary"])]
    order = function.order(edition)
    if order:
        parts.append(
            "Args:\n" + "\n".join(_item(p.name, _argument(function, p, edition)) for p in order)
        )
    if returns := function.raw["returns"]:
        parts.append(
            "Returns:\n"
            + "\n".join(
                _wrapped(_sentence(_result(function, r)), _STEP, _STEP * 2) for r in returns
            )
        )
    raising: list[dict[str, Any]] = []
    stating: list[dict[str, Any]] = []
    for clause in function.raw["clauses"]:
        if edition in function.clause_editions(clause):
            (raising if "raises" in clause else stating).append(clause)
    if raising:
        parts.append(
            "Raises:\n"
            + "\n".join(
                _item(_exceptions(c["raises"]), f"{c['text']} [{_id(c, function)}]")
                for c in raising
            )
        )
    if stating:
        parts.append("Clauses:\n" + "\n".join(_item(_id(c, function), c["text"]) for c in stating))
    if function.raw["differentiable"]:
        parts.append(f"Differentiable in {', '.join(function.raw['differentiable'])}.")
    category = function.category
    parts.append(f"Edition {edition}. Specification: spec/ops/{category}/{function.name}.yaml.")
    return "\n\n".join(parts) + "\n"


def _id(clause: dict[str, Any], function: Function) -> str:
    return str(clause["id"]).removeprefix(f"{function.name}.")


def _argument(function: Function, parameter: Parameter, edition: str) -> str:
    raw = next(p for p in function.raw["signature"] if p["name"] == parameter.name)
    words = _KINDS[parameter.kind][0]
    dtype = raw.get("dtype", "any")
    if isinstance(dtype, list):
        words += f" of dtype {' or '.join(dtype)}"
    elif dtype != "any":
        words += _GROUPS.get(dtype, f" of dtype {dtype}")
    if "rank" in raw:
        words += f", of rank {str(raw['rank']).replace('>=', 'at least ')}"
    if parameter.optional and parameter.kind != "axes":
        words += ", or None"
    return _sentence(words)


def _result(function: Function, result: dict[str, Any]) -> str:
    words = _RESULTS[result["kind"]][0]
    if dtype := result.get("dtype"):
        first = dtype.replace(",", " ").split()[0]
        rest = dtype.removeprefix(first).removeprefix(",").strip()
        parameter = function.parameter(first)
        if parameter is None:
            words += f" of dtype {dtype}"
        else:
            given = "given dtype" if parameter.kind == "dtype" else f"dtype of {first}"
            words += f" of the {given}{f', {rest}' if rest else ''}"
    if result.get("shape"):
        words += f"; shape: {result['shape']}"
    return words


def _exceptions(kinds: str | list[str]) -> str:
    return ", ".join(_EXCEPTIONS[k] for k in ([kinds] if isinstance(kinds, str) else kinds))


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."


def _item(name: str, text: str) -> str:
    return _wrapped(f"{name}: {text}", _STEP, _STEP * 2)


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        text,
        _WIDTH - len(_STEP),
        initial_indent=first,
        subsequent_indent=rest,
        break_on_hyphens=False,
        break_long_words=False,
    )


def _stub(edition: str, functions: list[Function]) -> str:
    return (
        "# Generated from spec/ops. Do not edit.\n"
        "from collections.abc import Callable, Sequence\nfrom typing import Any\n\n"
        "import numpy as np\nfrom numpy.typing import ArrayLike\n\n"
        "from kassay._native import CompiledFunction, Update\nfrom kassay.tensor import Tensor, TensorLike\n\n"
        "__all__: list[str]\n__version__: str\nkassay_name: str\nkassay_device: str\n"
        "kassay_parameters: dict[str, dict[str, tuple[str, str]]]\n\n"
        "def kassay_reset() -> None: ...\n" + "".join(_stub_function(f, edition) for f in functions)
    )


def _stub_function(function: Function, edition: str) -> str:
    words = []
    for parameter in function.order(edition):
        type_ = _KINDS[parameter.kind][1]
        if parameter.optional and not type_.endswith("None") and type_ != "Any":
            type_ += " | None"
        word = f"{parameter.name}: {type_}"
        if parameter.kind == KEYWORDS:
            word = f"**{word}"
        elif edition in parameter.defaults:
            word += " = ..."
        words.append(word)
    results = [_RESULTS[r["kind"]][1] for r in function.raw["returns"]]
    returned = results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"
    return f"def {function.name}({', '.join(words)}) -> {returned if results else 'None'}: ...\n"

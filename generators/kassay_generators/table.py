"""The C++ tables that follow from the specification: signatures, and which file implements which function.

A function that the specification has and an interpreter lacks is a link error; one that is there twice, too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kassay_generators.specification.error import ROOT
from kassay_generators.specification.function import EDITIONS, Function, Parameter
from kassay_generators.specification.specification import Specification

_KIND_ENUM = {
    "tensor": "kTensor",
    "tensors": "kTensors",
    "array": "kArray",
    "int": "kInt",
    "float": "kFloat",
    "bool": "kBool",
    "string": "kString",
    "dtype": "kDtype",
    "ints": "kInts",
    "axes": "kAxes",
    "number-or-tensor": "kNumberOrTensor",
    "function": "kFunction",
    "tensor-or-function": "kTensorOrFunction",
    "tensor-or-tensors": "kTensorOrTensors",
    "updates": "kUpdates",
    "any": "kAny",
    "keywords": "kKeywords",
}
_OPTIMIZED = ROOT / "optimized" / "cpu" / "ops"


def write(specification: Specification, out: Path) -> None:
    """Writes three .cpp files into the folder `out`; a file whose content stays the same is not touched."""
    out.mkdir(parents=True, exist_ok=True)
    functions = list(specification.functions.values())
    native = [f for f in functions if (_OPTIMIZED / f.category / f"{f.name}.cpp").exists()]
    files = {
        "signatures.cpp": _signatures(functions),
        "reference_kernels.cpp": _kernels(functions, "reference", "reference/runtime/kernel.h"),
        "optimized_kernels.cpp": _kernels(native, "optimized", "optimized/cpu/kernel.h"),
    }
    for name, text in files.items():
        file = out / name
        if not file.exists() or file.read_text() != text:
            file.write_text(text)


def _signatures(functions: list[Function]) -> str:
    entries = "\n".join(_signature(f) for f in functions)
    return (
        "// Generated from spec/ops. Do not edit.\n"
        '#include "reference/runtime/signature.h"\n\n'
        "namespace kassay::reference {\n\n"
        "const std::vector<Signature>& signatures() {\n"
        f"  static const std::vector<Signature> all = {{\n{entries}\n  }};\n"
        "  return all;\n}\n\n}  // namespace kassay::reference\n"
    )


def _signature(function: Function) -> str:
    parameters = ",\n".join(_parameter(p) for p in function.parameters)
    orders = []
    for edition in EDITIONS:
        present = function.order(edition) if edition in function.editions else []
        orders.append("{" + ", ".join(str(function.parameters.index(p)) for p in present) + "}")
    returns_tensor = _bool(any(r["kind"] in ("tensor", "tensors") for r in function.raw["returns"]))
    exists = ", ".join(_bool(e in function.editions) for e in EDITIONS)
    return f"    {{{json.dumps(function.name)}, {{{exists}}}, {{\n{parameters}}},\n     {{{{{', '.join(orders)}}}}}, {returns_tensor}}},"


def _parameter(parameter: Parameter) -> str:
    defaults = ", ".join(
        f"Value({_value(parameter.defaults[e], parameter.kind)})"
        if e in parameter.defaults
        else "std::nullopt"
        for e in EDITIONS
    )
    kind = f"Kind::{_KIND_ENUM[parameter.kind]}"
    return f"      {{{json.dumps(parameter.name)}, {kind}, {_bool(parameter.optional)}, {{{{{defaults}}}}}}}"


def _value(value: Any, kind: str) -> str:
    if value is None:
        return "None{}"
    if isinstance(value, bool):
        return _bool(value)
    if isinstance(value, int) and kind == "float":
        return f"{float(value)!r}"
    if isinstance(value, int):
        return f"std::int64_t{{{value}}}"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return f"std::string({json.dumps(value)})"
    return "List{" + ", ".join(f"Value({_value(v, kind)})" for v in value) + "}"


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _kernels(functions: list[Function], namespace: str, header: str) -> str:
    declarations = "\n".join(f"Kernel {f.name}_kernel();" for f in functions)
    entries = "\n".join(
        f"      {{{json.dumps(f.name)}, kernels::{f.name}_kernel()}}," for f in functions
    )
    return (
        "// Generated from spec/ops. Do not edit.\n"
        f'#include "{header}"\n\n'
        f"namespace kassay::{namespace} {{\n"
        f"namespace kernels {{\n{declarations}\n}}  // namespace kernels\n\n"
        "const std::map<std::string, Kernel, std::less<>>& kernel_table() {\n"
        "  static const std::map<std::string, Kernel, std::less<>> table = {\n"
        f"{entries}\n  }};\n  return table;\n}}\n\n}}  // namespace kassay::{namespace}\n"
    )

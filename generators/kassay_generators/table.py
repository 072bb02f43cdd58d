"""The C++ tables that follow from the specification: signatures, and which file implements which function.

A function of the specification that an interpreter lacks, or defines twice, is a link error.
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
_NATIVE = ROOT / "optimized" / "cpu" / "ops"


def write_reference(specification: Specification, out: Path) -> None:
    """Writes signatures.cpp and reference_kernels.cpp into the folder `out`. A file whose content stays the same is not touched."""
    functions = list(specification.functions.values())
    _write(out / "signatures.cpp", _signatures(functions))
    _write(
        out / "reference_kernels.cpp",
        _kernels(functions, "reference", "reference/graph/kernel.h"),
    )


def write_optimized(specification: Specification, out: Path) -> None:
    """Writes optimized_kernels.cpp, the table of the functions with a native kernel, into the folder `out`."""
    functions = specification.functions.values()
    native = [f for f in functions if (_NATIVE / f.category / f"{f.name}.cpp").exists()]
    _write(out / "optimized_kernels.cpp", _kernels(native, "optimized", "optimized/cpu/kernel.h"))


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def _signatures(functions: list[Function]) -> str:
    """Rows of plain constants: code that builds the values takes a hundred times as long to compile."""
    parameters = "\n".join(_parameters(f) for f in functions if f.parameters)
    rows = "\n".join(_signature(f) for f in functions)
    return (
        "// Generated from spec/ops. Do not edit.\n"
        '#include "reference/graph/signature_rows.h"\n\n'
        "namespace kassay::reference {\nnamespace {\n\n"
        f"{parameters}\n\nconstexpr SignatureRow kRows[] = {{\n{rows}\n}};\n\n"
        "}  // namespace\n\n"
        "std::span<const SignatureRow> signature_rows() { return kRows; }\n\n"
        "}  // namespace kassay::reference\n"
    )


def _signature(function: Function) -> str:
    orders = []
    for edition in EDITIONS:
        present = function.order(edition) if edition in function.editions else []
        orders.append(json.dumps(" ".join(p.name for p in present)))
    returns_tensor = _bool(any(r["kind"] in ("tensor", "tensors") for r in function.raw["returns"]))
    exists = ", ".join(_bool(e in function.editions) for e in EDITIONS)
    parameters = f"k_{function.name}" if function.parameters else "{}"
    return (
        f"    {{{json.dumps(function.name)}, {{{exists}}}, {parameters}, "
        f"{{{', '.join(orders)}}}, {returns_tensor}}},"
    )


def _parameters(function: Function) -> str:
    rows = "\n".join(f"    {_parameter(p)}," for p in function.parameters)
    return f"constexpr ParameterRow k_{function.name}[] = {{\n{rows}\n}};"


def _parameter(parameter: Parameter) -> str:
    defaults = ", ".join(
        json.dumps(_default(parameter.defaults[e], parameter.kind))
        if e in parameter.defaults
        else "nullptr"
        for e in EDITIONS
    )
    kind = f"Kind::{_KIND_ENUM[parameter.kind]}"
    return f"{{{json.dumps(parameter.name)}, {kind}, {{{defaults}}}}}"


def _default(value: Any, kind: str) -> str:
    """JSON, with a decimal point in every float."""
    return json.dumps(float(value) if kind == "float" and type(value) is int else value)


def _bool(value: bool) -> str:
    return "true" if value else "false"


def _kernels(functions: list[Function], namespace: str, header: str) -> str:
    declarations = "\n".join(f"namespace {f.name}_op {{\nKernel kernel();\n}}" for f in functions)
    entries = "\n".join(
        f"      {{{json.dumps(f.name)}, {f.name}_op::kernel()}}," for f in functions
    )
    return (
        "// Generated from spec/ops. Do not edit.\n"
        f'#include "{header}"\n\n'
        f"namespace kassay::{namespace} {{\n"
        f"{declarations}\n\n"
        "const std::map<std::string, Kernel, std::less<>>& kernel_table() {\n"
        "  static const std::map<std::string, Kernel, std::less<>> table = {\n"
        f"{entries}\n  }};\n  return table;\n}}\n\n}}  // namespace kassay::{namespace}\n"
    )

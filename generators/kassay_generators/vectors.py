"""Writes the vectors: per function a JSON file and a safetensors file, and a manifest with the hash of each.

A function whose specification, oracle and generator have not changed since the last time is not evaluated again.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import math
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from safetensors.numpy import save

from kassay_generators.cases import Case, TensorValue, expand
from kassay_generators.evaluate import (
    Answer,
    Evaluation,
    OracleError,
    TensorOutput,
    evaluate,
)
from kassay_generators.gradients import Gradient, NoGradient, gradient_of
from kassay_generators.modes import modes_of
from kassay_generators.oracle import load_module, module_file
from kassay_generators.program_cases import called_functions
from kassay_generators.samples import SampleOutput
from kassay_generators.specification import ROOT, Function, Specification, SpecificationError

FORMAT = 1
_CACHE = ".sources.json"
_MISTAKES_SHOWN = 5
# A reading's answer with more elements is not stored: smaller cases show the same mistake, and the files stay small.
_READING_ELEMENTS = 512
# Samples must be larger to show it; their values are stored once for all readings that share them.
_SAMPLE_ELEMENTS = 2**15
# Every differentiable argument has a gradient case in these, as every backend has them.
_DIFFERENTIATED = ("float32", "float64")
# The parts of a function's vectors by the highest tier that they hold.
PARTS = {"core": ("smoke", "core"), "full": ("full",)}


@dataclass(frozen=True)
class Written:
    """What generating one part of one function gave."""

    hashes: dict[str, str]
    cases: dict[str, int]  # of the whole function, by tier


def counts(cases: Iterable[Case]) -> dict[str, int]:
    """Cases by tier; each tier has the lower ones too."""
    tiers = [case.tier for case in cases]
    smoke, core = tiers.count("smoke"), tiers.count("core")
    return {"smoke": smoke, "core": smoke + core, "full": len(tiers)}


def generate(
    spec: Specification, out: Path, tier: str = "core", only: list[str] | None = None, jobs: int = 0
) -> bool:
    """Writes everything that is not up to date. Returns whether all functions could be generated; says on standard error
    which could not, and leaves their old files alone."""
    out.mkdir(parents=True, exist_ok=True)
    cache = _read_cache(out)
    shared = _hash_files(sorted((ROOT / "generators/kassay_generators").glob("*.py")))
    parts = list(PARTS) if tier == "full" else ["core"]
    chosen = [f for f in spec.functions.values() if not only or f.name in only]
    stale = []
    for function in chosen:
        key = _source_hash(function, shared, spec)
        for part in parts:
            recorded = cache.get(f"{function.name}.{part}", {})
            if recorded.get("source") != key or not _intact(out, recorded.get("files", {})):
                stale.append((function, part, key))
    failures = []
    with ProcessPoolExecutor(max_workers=jobs or os.cpu_count()) as pool:
        pending = {
            pool.submit(_generate_part, function, part, str(out)): (function, part, key)
            for function, part, key in stale
        }
        for done, future in enumerate(as_completed(pending), 1):
            function, part, key = pending[future]
            written = future.result()
            if not isinstance(written, Written):
                failures += written
                continue
            cache[f"{function.name}.{part}"] = {
                "source": key,
                "files": written.hashes,
                "cases": written.cases,
            }
            _progress(done, len(pending), function.name)
    if not only:
        known = {f"{f.name}.{part}" for f in spec.functions.values() for part in PARTS}
        cache = {name: entry for name, entry in cache.items() if name in known}
    _write(out / _CACHE, json.dumps(cache, indent=1, sort_keys=True).encode())
    for failure in sorted(failures):
        print(f"error: {failure}", file=sys.stderr)
    if failures:
        return False
    _write_manifest(spec, out, cache)
    return True


def _write_manifest(spec: Specification, out: Path, cache: dict[str, Any]) -> None:
    bundle = json.dumps(spec.bundle(), ensure_ascii=False, indent=1).encode()
    _write(out / "specification.json", bundle)
    functions = {}
    for function in spec.functions.values():
        core = cache.get(f"{function.name}.core")
        if core is None:
            continue
        files: dict[str, str] = {}
        for part in PARTS:
            files |= cache.get(f"{function.name}.{part}", {}).get("files", {})
        functions[function.name] = {
            "category": function.category,
            "cases": core["cases"],
            "files": files,
        }
    manifest = {
        "format": FORMAT,
        "specification": hashlib.sha256(bundle).hexdigest(),
        "functions": functions,
    }
    _write(out / "manifest.json", json.dumps(manifest, indent=1, sort_keys=True).encode())


def lock_lines(out: Path) -> list[str]:
    """`spec/vectors.lock`: the hash of every file of the core tier."""
    manifest = json.loads((out / "manifest.json").read_text())
    lines = [f"{manifest['specification']}  specification.json"]
    for name in sorted(manifest["functions"]):
        files = manifest["functions"][name]["files"]
        lines += [
            f"{digest}  {file}" for file, digest in sorted(files.items()) if ".full." not in file
        ]
    return lines


def _generate_part(function: Function, part: str, out: str) -> Written | list[str]:
    """Runs in a process of its own, so that mistakes come back as words: at most a few for a function."""
    try:
        return _evaluate_part(function, part, Path(out))
    except SpecificationError as error:
        return [str(error)]


def _evaluate_part(function: Function, part: str, out: Path) -> Written | list[str]:
    module = load_module(function)
    mistakes: list[str] = []
    tensors: dict[str, np.ndarray] = {}
    records = []
    distinguished: dict[str, int] = {r["id"]: 0 for r in function.raw["readings"]}
    differentiated: set[tuple[str, str]] = set()  # names of inputs with the tested dtype
    cases = expand(function, by_edition=getattr(module, "BY_EDITION", False))
    for case in cases:
        if case.tier not in PARTS[part]:
            continue
        try:
            evaluation = evaluate(case, module)
            gradient = _gradient(case, module, evaluation)
        except (OracleError, SpecificationError) as error:
            mistakes.append(str(error))
        except Exception as error:  # an oracle's own mistake: say in which case and where
            place = traceback.extract_tb(error.__traceback__)[-1]
            mistakes.append(
                f"{case.id}: {type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
            )
        if mistakes:
            if len(mistakes) >= _MISTAKES_SHOWN:
                break
            continue
        stored = tuple(r for r in evaluation.readings if _is_small(r.answer))
        for reading in stored:
            if reading.id in distinguished:
                distinguished[reading.id] += 1
        if gradient is not None:
            differentiated |= {(name, case.dtype) for name in gradient.wrt}
        records.append(_record(case, replace(evaluation, readings=stored), gradient, tensors))
    if mistakes:
        return mistakes
    if part == "core":
        _require_distinguished(function, distinguished)
        _require_differentiated(function, differentiated)
    document = {"format": FORMAT, "function": function.name, "cases": records}
    suffix = "" if part == "core" else f".{part}"
    names = {
        f"{function.name}{suffix}.json": json.dumps(
            document, separators=(",", ":"), allow_nan=False
        ).encode(),
        f"{function.name}{suffix}.safetensors": save(dict(sorted(tensors.items()))),
    }
    for name, content in names.items():
        _write(out / name, content)
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in names.items()}
    return Written(hashes, counts(cases))


def _is_small(answer: Answer) -> bool:
    tensors = sum(o.values.size for o in answer.outputs if isinstance(o, TensorOutput))
    samples = [o.distribution.values for o in answer.outputs if isinstance(o, SampleOutput)]
    values = sum(v.size for v in samples if v is not None)
    return tensors <= _READING_ELEMENTS and values <= _SAMPLE_ELEMENTS


def _require_distinguished(function: Function, distinguished: dict[str, int]) -> None:
    for reading in function.raw["readings"]:
        if distinguished[reading["id"]] == 0:
            raise SpecificationError(
                function.file,
                f"reading {reading['id']}",
                "no case of the core tier tells it from the normative one",
                "Add a case that does, or remove the reading.",
            )


def _gradient(case: Case, module: ModuleType, evaluation: Evaluation) -> Gradient | None:
    if case.tier not in PARTS["core"]:
        return None
    try:
        return gradient_of(case, module, evaluation)
    except NoGradient:
        return None


def _require_differentiated(function: Function, differentiated: set[tuple[str, str]]) -> None:
    """By every differentiable argument, in the dtypes that every backend has."""
    for argument, dtype in itertools.product(function.raw["differentiable"], _DIFFERENTIATED):
        if not any(
            name.rstrip("0123456789") == argument for name, d in differentiated if d == dtype
        ):
            raise SpecificationError(
                function.file,
                f"differentiable {argument}",
                f"no case of the core tier has a gradient by it in {dtype}",
                "Add a case of moderate tensors that has one; see gradients.py.",
            )


def _record(
    case: Case,
    evaluation: Evaluation,
    gradient: Gradient | None,
    tensors: dict[str, np.ndarray],
) -> dict[str, Any]:
    inputs: dict[str, str] = {}

    def argument(name: str, value: Any) -> Any:
        if isinstance(value, TensorValue):
            inputs[name] = _store(value.values, tensors)
            return {"input" if value.raw else "ref": name}
        if isinstance(value, list):
            return [argument(f"{name}{number}", entry) for number, entry in enumerate(value)]
        return _plain_json(value)

    program = _program(case, argument)
    accuracy = evaluation.accuracy
    kinds = [entry["kind"] for entry in case.function.raw["returns"]]
    if case.program is not None:
        kinds = ["array"]
    expect = _answer_json(evaluation.answer, case.raises, accuracy.terms > 0, kinds, tensors)
    if not case.raises or any(reading.accepts_values for reading in evaluation.readings):
        expect["accuracy"] = asdict(accuracy)
        expect["sign_of_zero"] = case.sign_of_zero
    record = {
        "id": case.id,
        "tier": case.tier,
        "dtype": case.dtype,
        "editions": list(case.editions),
        "clauses": list(case.clauses),
        "modes": modes_of(case, has_gradient=gradient is not None),
        "inputs": inputs,
        "program": program,
        "expect": expect,
        "readings": [
            {"id": r.id, "verdict": r.verdict}
            | _answer_json(
                r.answer,
                (r.answer.error,) if r.answer.error else (),
                accuracy.terms > 0,
                kinds,
                tensors,
            )
            for r in evaluation.readings
        ],
    }
    if gradient is not None:
        record["gradient"] = _gradient_json(gradient, tensors)
    return record


def _gradient_json(gradient: Gradient, tensors: dict[str, np.ndarray]) -> dict[str, Any]:
    with_magnitude = gradient.accuracy.terms > 0
    return {
        "wrt": list(gradient.wrt),
        "weights": [_store(weights, tensors) for weights in gradient.weights],
        "outputs": [_tensor_json(o, "tensor", with_magnitude, tensors) for o in gradient.outputs],
        "accuracy": asdict(gradient.accuracy),
    }


def _program(case: Case, argument: Callable[[str, Any], Any]) -> dict[str, Any]:
    """The program of a case; `argument` makes JSON of an argument and notes the inputs."""
    if case.program is not None:
        for name, value in case.arguments.items():
            argument(name, value)
        return case.program
    function = case.function
    count = len(function.raw["returns"])
    stem = (
        "result" if function.parameter("y") else "y"
    )  # a result may not have the name of an input
    names = [stem] if count == 1 else [f"{stem}{i}" for i in range(count)]
    call = {
        "let": names,
        "call": function.name,
        "args": [argument(name, case.arguments[name]) for name in case.positional],
        "kwargs": {name: argument(name, case.arguments[name]) for name in case.keyword},
    }
    return {"calls": [call], "return": [*names, *case.unchanged]}


def _answer_json(
    answer: Answer,
    error_kinds: tuple[str, ...],
    with_magnitude: bool,
    output_kinds: list[str],
    tensors: dict[str, np.ndarray],
) -> dict[str, Any]:
    if answer.error is not None:
        return {"error": list(error_kinds)}
    outputs = []
    for number, output in enumerate(answer.outputs):
        kind = output_kinds[min(number, len(output_kinds) - 1)]
        if isinstance(output, TensorOutput):
            kind = "array" if kind == "array" else "tensor"
            outputs.append(_tensor_json(output, kind, with_magnitude, tensors))
        elif isinstance(output, SampleOutput):
            outputs.append(_sample_json(output, tensors))
        else:
            outputs.append({"kind": "value", "value": _plain_json(output.value)})
    return {"outputs": outputs}


def _tensor_json(
    output: TensorOutput, kind: str, with_magnitude: bool, tensors: dict[str, np.ndarray]
) -> dict[str, Any]:
    entry = {
        "kind": kind,
        "dtype": output.dtype,
        "shape": list(output.values.shape),
        "value": _store(output.values, tensors),
    }
    if with_magnitude and output.magnitude is not None:
        entry["magnitude"] = _store(output.magnitude, tensors)
    return entry


def _sample_json(output: SampleOutput, tensors: dict[str, np.ndarray]) -> dict[str, Any]:
    law = output.distribution
    distribution: dict[str, Any] = {"name": law.name, **law.parameters}
    if law.values is not None:
        distribution["value"] = _store(law.values, tensors)
    entry: dict[str, Any] = {
        "kind": "sample",
        "dtype": output.dtype,
        "shape": list(output.shape),
        "distribution": distribution,
    }
    if output.constant_axes:
        entry["constant_axes"] = list(output.constant_axes)
    if output.same_draw_as is not None:
        entry["same_draw_as"] = output.same_draw_as
    if output.independent_of:
        entry["independent_of"] = list(output.independent_of)
    return entry


def _plain_json(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain_json(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"}
    return value


def _store(values: np.ndarray, tensors: dict[str, np.ndarray]) -> str:
    """Named by content, so that equal tensors are stored once."""
    values = np.ascontiguousarray(values).reshape(values.shape)
    digest = hashlib.sha256(f"{values.dtype.name}{values.shape}".encode())
    digest.update(values.astype(values.dtype.newbyteorder("<")).tobytes())
    name = digest.hexdigest()[:16]
    tensors[name] = values
    return name


def _source_hash(function: Function, shared: str, spec: Specification) -> str:
    """Of everything that the vectors follow from: the functions that its programs call too."""
    called = called_functions(function, spec.functions) - {function.name}
    needed = [function, *(spec.functions[name] for name in sorted(called))]
    return _hash_files([f for n in needed for f in (*n.files, module_file(n))], shared)


def _hash_files(files: list[Path], start: str = "") -> str:
    digest = hashlib.sha256(start.encode())
    for file in files:
        digest.update(file.name.encode())
        digest.update(file.read_bytes() if file.exists() else b"")
    return digest.hexdigest()


def _intact(out: Path, files: dict[str, str]) -> bool:
    if not files:
        return False
    for name, digest in files.items():
        file = out / name
        if not file.exists() or hashlib.sha256(file.read_bytes()).hexdigest() != digest:
            return False
    return True


def _read_cache(out: Path) -> dict[str, Any]:
    try:
        cache = json.loads((out / _CACHE).read_text())
    except (OSError, ValueError):
        return {}
    return cache if isinstance(cache, dict) else {}


def _write(file: Path, content: bytes) -> None:
    """Under a temporary name first, so that the final name never holds a part. An OSError names the file."""
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from error
    finally:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)


def _progress(done: int, of: int, name: str) -> None:
    if sys.stderr.isatty():
        print(
            f"\r\x1b[K[{done}/{of}] {name}",
            end="\n" if done == of else "",
            file=sys.stderr,
            flush=True,
        )

"""The peers answer the workloads of spec/workloads as kassay does, and as each other.

Run this where PyTorch, JAX and OpenVINO are installed (requirements.txt); elsewhere only NumPy is tested. kassay itself is that of $KASSAY or
build/bin; the generators run here, or else in build/venv.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE), str(ROOT / "conformance" / "python")]

from kassay import protocol  # noqa: E402
from native import Peer  # noqa: E402
from peer import PEERS, open_peer  # noqa: E402
from workload import (  # noqa: E402
    DROPPED,
    LEARNING_RATE,
    PROGRAMS,
    Setting,
    Unsupported,
    Workload,
    by_own_names,
    outputs_of,
    same_padding,
)

KASSAY = Path(os.environ.get("KASSAY", ROOT / "build" / "bin" / "kassay"))
OWN_ENVIRONMENT = ROOT / "build" / "venv" / "bin" / "python"
GENERATORS_PYTHON = sys.executable if find_spec("flint") else str(OWN_ENVIRONMENT)
INSTALLED = [name for name in PEERS if find_spec(name.partition("-")[0])]
# Of the largest element: sums and products in float32 of some thousand terms, in any order; float16 rounds each result.
TOLERANCE = {"float16": 2e-3}
USUAL_TOLERANCE = 1e-4
LARGEST_IN_TEXT = 300_000  # elements: kassay exec reads and writes JSON
THREADS = 2
# At the rate of the workloads the weights stay, at this one they change, and their gradients show.
LARGER_RATE = 0.02
STEPS = 3
# torch.compile takes half a minute for the smallest program, and longer for the others.
COMPILED = {"programs/predict-eight/float32", "programs/train-eight/float32"}

needs_openvino = pytest.mark.skipif("openvino" not in INSTALLED, reason="OpenVINO is not here")

Entry = dict[str, Any]


@cache
def smallest() -> dict[str, Entry]:
    """Each workload in each of its dtypes, in the smallest of its sizes, by category/name/dtype."""
    command = [
        str(GENERATORS_PYTHON),
        "-m",
        "kassay_generators",
        "workloads",
        "--out",
        "/dev/stdout",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "generators")}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Entry] = {}
    for entry in json.loads(run.stdout)["workloads"]:  # from small to large
        found.setdefault(entry["id"].rpartition("/")[0], entry)
    return found


DETERMINED = [key for key, entry in smallest().items() if not entry["random"]]
RANDOM = [key for key, entry in smallest().items() if entry["random"]]
TRAINED = [key for key in DETERMINED if key.startswith(f"{PROGRAMS}/") and "predict" not in key]


@cache
def peer(name: str) -> Peer:
    return open_peer(name, Setting(THREADS))


def values(entry: Entry, generator: np.random.Generator) -> np.ndarray:
    """Numbers of the kinds that spec/schema/workloads.json describes."""
    kind, shape = entry["values"], entry["shape"]
    array: Any
    if isinstance(kind, dict):
        array = generator.integers(kind.get("from", 0), kind["below"], shape)
    elif kind == "one-hot":
        array = np.eye(shape[-1])[generator.integers(0, shape[-1], shape[:-1])]
    elif kind == "uniform":
        array = generator.uniform(0.05, 0.95, shape)
    elif kind == "positive":
        array = generator.uniform(0.5, 2, shape)
    elif kind == "near-one":
        array = generator.uniform(0.99, 1.01, shape)
    elif kind == "shares":
        positive = np.asarray(generator.uniform(0.5, 2, shape))
        array = positive / positive.sum(-1, keepdims=True)
    else:
        array = generator.standard_normal(shape) * {"normal": 1, "small": 1 / 16}[kind]
    return array.astype(entry["dtype"])


@cache
def inputs(key: str) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(1)
    return {name: values(each, generator) for name, each in smallest()[key]["inputs"].items()}


def own_inputs(key: str) -> dict[str, np.ndarray]:
    return {name: array.copy() for name, array in by_own_names(inputs(key)).items()}


def results(
    name: str, key: str, own: dict[str, np.ndarray], calls: int = 1
) -> Iterator[list[np.ndarray]]:
    """The outputs of each of several calls."""
    workload = Workload.parse(smallest()[key]["id"])
    with peer(name).mode(workload):
        call = peer(name).prepared(workload, own)
        for _ in range(calls):
            yield peer(name).arrays(call())


def answers(name: str, key: str, calls: int = 1) -> list[np.ndarray]:
    """The outputs of the last call."""
    *_, last = results(name, key, own_inputs(key), calls)
    return last


def runs(name: str, key: str) -> bool:
    if name == "torch-compile" and key not in COMPILED:
        return False
    return peer(name).runs(Workload.parse(smallest()[key]["id"]))


def runners(keys: list[str]) -> list[tuple[str, str]]:
    """The peers that run each of the workloads, in order."""
    return [(name, key) for key in keys for name in INSTALLED if runs(name, key)]


def first(key: str) -> str | None:
    """The peer that others are compared with: NumPy if it runs the workload."""
    names = [name for name, _ in runners([key])]
    return "numpy" if "numpy" in names else next(iter(names), None)


@cache
def of_first(key: str) -> list[np.ndarray]:
    return answers(str(first(key)), key)


def of_kassay(key: str, program: Entry, folder: Path) -> list[np.ndarray]:
    data = {
        name: {"dtype": str(array.dtype), "shape": array.shape, "data": array.tolist()}
        for name, array in inputs(key).items()
    }
    file = folder / "program.json"
    file.write_text(json.dumps({**program, "inputs": data}))
    command = [str(KASSAY), "exec", str(file), "--backend", "optimized", "--json"]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return [array_of(output) for output in json.loads(run.stdout)["outputs"]]


def array_of(output: Entry) -> np.ndarray:
    return np.array(output["data"], output["dtype"]).reshape(output["shape"])


def assert_alike(actual: list[np.ndarray], expected: list[np.ndarray]) -> None:
    assert [each.dtype for each in actual] == [each.dtype for each in expected]
    assert [each.shape for each in actual] == [each.shape for each in expected]
    for mine, theirs in zip(actual, expected, strict=True):
        tolerance = TOLERANCE.get(str(theirs.dtype), USUAL_TOLERANCE) * np.abs(theirs).max()
        exact = theirs.dtype.kind in "biu"
        np.testing.assert_allclose(mine, theirs, rtol=0, atol=0 if exact else tolerance)


def fits_in_text(key: str) -> bool:
    return sum(array.size for array in (*inputs(key).values(), *of_first(key))) <= LARGEST_IN_TEXT


@pytest.mark.parametrize(
    ("name", "key"), [each for each in runners(DETERMINED) if each[0] != first(each[1])]
)
def test_agrees_with_the_first(name: str, key: str) -> None:
    assert_alike(answers(name, key), of_first(key))


@pytest.mark.skipif(not KASSAY.exists(), reason=f"{KASSAY} is missing: run ./run build")
@pytest.mark.parametrize("key", [key for key in DETERMINED if first(key)])
def test_the_first_agrees_with_kassay(key: str, tmp_path: Path) -> None:
    if not fits_in_text(key):
        pytest.skip("its arrays are too large for kassay exec")
    assert_alike(of_first(key), of_kassay(key, smallest()[key]["program"], tmp_path))


@pytest.mark.parametrize("name", [name for name in ("torch", "jax") if name in INSTALLED])
def test_training_goes_on(name: str) -> None:
    key, calls = "networks/train-dense/float32", 20
    assert_alike(answers(name, key, calls), answers("numpy", key, calls))
    assert answers(name, key, calls)[0] < of_first(key)[0]


@pytest.mark.skipif(not KASSAY.exists(), reason=f"{KASSAY} is missing: run ./run build")
@pytest.mark.parametrize(("name", "key"), runners(TRAINED))
def test_trains_as_kassay_does(
    name: str, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not fits_in_text(key):
        pytest.skip("its arrays are too large for kassay exec")
    module = importlib.import_module(f"{name.partition('-')[0]}_programs")
    monkeypatch.setattr(module, "LEARNING_RATE", LARGER_RATE)
    text = json.dumps(smallest()[key]["program"])
    assert repr(LEARNING_RATE) in text
    program = json.loads(text.replace(repr(LEARNING_RATE), repr(LARGER_RATE)))
    program["calls"][-1]["times"] = STEPS
    trained = answers(name, key, STEPS)
    assert_alike(trained, of_kassay(key, program, tmp_path))
    assert not np.allclose(trained[0], of_first(key)[0], rtol=USUAL_TOLERANCE)


@pytest.mark.parametrize(("name", "key"), runners(RANDOM))
def test_draws_of_the_distribution(name: str, key: str) -> None:
    mean, deviation = {
        "uniform": (0.5, np.sqrt(1 / 12)),
        "normal": (0, 1),
        "truncated-normal": (0, 0.8796),
        "binomial": (0.3, np.sqrt(0.21)),
        "dropout": (0, np.sqrt(1 / (1 - DROPPED))),
    }[key.split("/")[1]]
    (drawn,) = answers(name, key)
    assert drawn.dtype == np.float32
    assert drawn.mean(dtype=float) == pytest.approx(mean, abs=0.005)
    assert drawn.std(dtype=float) == pytest.approx(deviation, rel=0.005)


@pytest.mark.parametrize(("name", "key"), runners(RANDOM))
def test_draws_anew_in_each_call(name: str, key: str) -> None:
    (first,), (second,) = results(name, key, own_inputs(key), calls=2)
    assert first.shape == second.shape
    assert not np.array_equal(first, second)


@pytest.mark.parametrize(("name", "key"), runners(DETERMINED))
def test_inputs_stay(name: str, key: str) -> None:
    own = own_inputs(key)
    list(results(name, key, own))
    for each, array in by_own_names(inputs(key)).items():
        np.testing.assert_array_equal(own[each], array, err_msg=each)


@pytest.mark.parametrize("name", INSTALLED)
def test_every_workload_is_served(name: str) -> None:
    served = {*peer(name).functions, *peer(name).preparations}
    workloads = [Workload.parse(entry["id"]) for entry in smallest().values()]
    assert served == {each.name for each in workloads if peer(name).runs(each)}


def test_an_unknown_workload_is_unsupported() -> None:
    workload = Workload("activation", "swish", "float32", "large")
    with pytest.raises(Unsupported, match="numpy has nothing for swish"):
        peer("numpy").prepared(workload, {})


@pytest.mark.parametrize("key", [f"{PROGRAMS}/train-dense", "ctc/beam-decoding"])
def test_numpy_does_not_run(key: str) -> None:
    workload = Workload.parse(f"{key}/float32/large")
    with pytest.raises(Unsupported, match=f"numpy has no {key}"):
        peer("numpy").prepared(workload, {})


def large_integers(key: str) -> dict[str, np.ndarray]:
    """Integers that float32 does not have."""
    return {
        name: np.full_like(array, 2**24 + 1) if array.dtype == np.int32 else array
        for name, array in own_inputs(key).items()
    }


@needs_openvino
@pytest.mark.parametrize("key", ["elementwise/abs/int32", "elementwise/add/int32"])
def test_openvino_computes_integers_exactly(key: str) -> None:
    (expected,) = results("numpy", key, large_integers(key))
    (actual,) = results("openvino", key, large_integers(key))
    assert_alike(actual, expected)


@needs_openvino
@pytest.mark.parametrize("key", [key for name, key in runners(DETERMINED) if name == "openvino"])
def test_openvino_computes_in_the_dtypes_of_inputs_and_outputs(key: str) -> None:
    arrays = own_inputs(key)
    call: Any = peer("openvino").prepared(Workload.parse(smallest()[key]["id"]), arrays)
    arrays_seen = (*arrays.values(), *peer("openvino").arrays(call()))
    model = call.func.__self__.get_compiled_model().get_runtime_model()
    computed = {
        precision
        for node in model.get_ops()
        for entry in ("runtimePrecision", "outputPrecisions")
        for precision in node.get_rt_info()[entry].astype(str).split(",")
    }
    floats = {precision for precision in computed if "f" in precision}
    own = {f"f{8 * array.itemsize}" for array in arrays_seen if array.dtype.kind == "f"}
    assert floats <= own


@needs_openvino
@pytest.mark.parametrize(
    ("workload", "why"),
    [
        ("random/uniform/float32/large", "neither trains nor draws"),
        ("programs/train-dense/float32/large", "neither trains nor draws"),
        ("elementwise/exp/float64/large", "computes exp of float64 in float32"),
        ("reduction/sum/float16/large", "computes sum of float16 in float32"),
        ("reduction/cumprod/float32/large", "no cumulative product"),
        ("ctc/beam-decoding/float32/large", "openvino has no ctc/beam-decoding"),
    ],
)
def test_openvino_does_not_run(workload: str, why: str) -> None:
    with pytest.raises(Unsupported, match=why):
        peer("openvino").prepared(Workload.parse(workload), {})


@needs_openvino
def test_openvino_reports_no_use() -> None:
    peer("openvino")
    with pytest.raises(ImportError):
        importlib.import_module("openvino_telemetry")


def test_an_id_has_four_parts() -> None:
    with pytest.raises(ValueError, match="category/name/dtype/size"):
        Workload.parse("activation/relu/float32")


@pytest.mark.parametrize(
    ("size", "kernel", "stride", "places"),
    [(56, 3, 1, (1, 1)), (224, 7, 2, (2, 3)), (56, 3, 2, (0, 1)), (4, 1, 2, (0, 0))],
)
def test_same_padding(size: int, kernel: int, stride: int, places: tuple[int, int]) -> None:
    assert same_padding(size, kernel, stride) == places


def test_several_outputs_are_a_tuple() -> None:
    assert outputs_of(([1], [2])) == ([1], [2])
    assert outputs_of([1]) == ([1],)


class Worker:
    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, str(HERE / "peer.py"), *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, message: Entry, tensors: protocol.Tensors | None = None) -> tuple[Entry, Any]:
        assert self.process.stdin and self.process.stdout
        protocol.send(self.process.stdin, protocol.encode(message, tensors))
        received = protocol.receive(self.process.stdout)
        assert received is not None
        return received

    def run(self, workload: str, measure: Entry, **tensors: np.ndarray) -> tuple[Entry, Any]:
        program = {
            "calls": [{"call": {"ref": "compiled"}, "measure": {**measure, "workload": workload}}],
            "return": ["result"],
        }
        message = {"type": "run", "id": 7, "program": program}
        return self.ask(message, tensors)

    def stop(self) -> int:
        assert self.process.stdin
        protocol.send(self.process.stdin, protocol.encode({"type": "stop"}))
        return self.process.wait(10)


@pytest.fixture(params=[name for name in INSTALLED if name != "torch-compile"])
def worker(request: pytest.FixtureRequest) -> Any:
    started = Worker(request.param)
    assert (
        started.ask({"type": "start", "protocol": 1, "edition": "ko"})[0]["name"] == request.param
    )
    yield started
    started.process.kill()
    started.process.wait()


def test_a_worker_measures_a_workload(worker: Worker) -> None:
    x, y = np.array([[1.0, 2.0]], np.float32), np.array([[3.0], [4.0]], np.float32)
    measure = {"warm_up": 0.0, "seconds": 0.0, "least": 3}
    reply, tensors = worker.run(
        "linear-algebra/dot-row/float32/large", measure, x_array=x, y_array=y
    )
    assert (reply["type"], reply["id"]) == ("outputs", 7)
    assert tensors[reply["outputs"][0]["tensor"]].tolist() == [[11.0]]
    assert len(reply["seconds"]) == 3
    assert all(seconds > 0 for seconds in reply["seconds"])


def test_a_worker_goes_on_after_what_it_cannot_do(worker: Worker) -> None:
    assert worker.run("activation/swish/float32/large", {})[0]["type"] == "unsupported"
    assert (
        worker.ask({"type": "run", "id": 8, "program": {"calls": []}})[0]["type"] == "unsupported"
    )
    misfit = {name: np.zeros((2, 3), np.float32) for name in ("x_array", "y_array")}
    reply, _ = worker.run("linear-algebra/dot-row/float32/large", {}, **misfit)
    assert (reply["type"], reply["id"]) == ("error", 7)
    assert worker.stop() == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            ("numpy", "--device", "cuda"),
            "numpy runs only on cpu: on cuda run torch or torch-compile",
        ),
        (("jax", "--device", "cuda"), "jax runs only on cpu: on cuda run torch or torch-compile"),
        (
            ("openvino", "--device", "cuda"),
            "openvino runs only on cpu: on cuda run torch or torch-compile",
        ),
        (("torch", "--device", "tpu"), "invalid choice: 'tpu'"),
        (("torch", "--tf32"), "--tf32 is for --device cuda"),
    ],
)
def test_a_peer_refuses_a_device_that_is_not_its_own(arguments: tuple[str, ...], why: str) -> None:
    command = [sys.executable, str(HERE / "peer.py"), *arguments]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert why in run.stderr


def has_cuda() -> bool:
    return "torch" in INSTALLED and importlib.import_module("torch").cuda.is_available()


@pytest.mark.skipif(
    "torch" not in INSTALLED or has_cuda(), reason="PyTorch is not here, or a device is"
)
def test_without_a_device_a_peer_is_unsupported() -> None:
    started = Worker("torch", "--device", "cuda")
    reply, _ = started.ask({"type": "start", "protocol": 1, "edition": "ko"})
    assert reply["type"] == "unsupported"
    assert "finds no device of CUDA" in reply["reason"]
    assert started.stop() == 0

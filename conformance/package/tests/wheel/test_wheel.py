"""The contents of the wheel, and what works after its installation."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from conftest import ROOT, Run

LARGEST = 70e6  # bytes, of which OpenBLAS has 8e6; PyPI takes 100e6
SOURCE = re.compile(r"/tests/|__pycache__|\.cpp$|\.h$|/\.")


def test_the_wheel_is_for_many_linuxes_and_pythons(wheel: Path) -> None:
    assert re.search(r"-py3-none-manylinux_2_\d+_x86_64\.whl$", wheel.name)


def test_each_native_module_says_for_which_pythons_it_is(names: list[str]) -> None:
    suffixes = {n.partition("_native")[2] for n in names if n.startswith("kassay/_native.")}
    assert suffixes == {".cpython-311-x86_64-linux-gnu.so", ".abi3.so", ".pyi"}


def test_the_wheel_is_not_large(wheel: Path) -> None:
    assert wheel.stat().st_size < LARGEST


def test_the_wheel_has_no_tests_caches_or_sources(names: list[str]) -> None:
    header = "kassay/installed/share/doc/kassay/conformance/abi/kassay_backend.h"  # for plug-ins
    assert [n for n in names if SOURCE.search(n)] == [header]


def test_libraries_that_a_machine_may_lack_are_inside(environment: Path) -> None:
    for program in environment.glob("lib/python*/site-packages/kassay/installed/bin/*"):
        needed = subprocess.run(
            ["ldd", program], capture_output=True, text=True, check=False
        ).stdout
        for library in ("libcrypto", "libyaml-cpp"):
            for line in re.findall(rf"{library}\S* => (\S+)", needed):
                assert "/kassay.libs/" in line, program.name
        assert "not found" not in needed


def test_openblas_is_inside_with_its_licence(run: Run, names: list[str]) -> None:
    assert "kassay/installed/share/doc/kassay/copyright-openblas" in names
    done = run("kassay", "run", "--backend", "optimized", "--tier", "smoke", "dot")
    assert "OpenBLAS 0.3" in done.stderr, done.stderr


def test_the_command_has_the_version_of_the_package(run: Run) -> None:
    installed = "from importlib import metadata; print(metadata.version('kassay'))"
    assert run("kassay", "--version").stdout == f"kassay {run('python', '-c', installed).stdout}"
    inside = "import kassay; print(kassay.__version__)"
    assert run("python", "-c", inside).stdout == run("python", "-c", installed).stdout


@pytest.mark.parametrize("backend", ["reference", "optimized", "python:kassay.optimized"])
def test_an_interpreter_conforms(run: Run, backend: str) -> None:
    done = run("kassay", "run", "--backend", backend, "--tier", "smoke", "--out", "r.jsonl")
    assert done.returncode == 0, done.stderr
    assert "No failure in the part that was run" in done.stderr


def test_a_module_of_the_working_folder_is_run_and_reported(
    run: Run, module: str, tmp_path: Path
) -> None:
    words = ("softmax", "relu", "--out", "r.jsonl")
    done = run("kassay", "run", "--backend", f"python:{module}", *words)
    assert done.returncode == 1
    assert "softmax: the wrong reading axis-ignored" in done.stderr
    assert run("kassay", "report", "r.jsonl", "--out", "r.html").returncode == 0
    assert "axis-ignored" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_python_m_kassay_does_the_same(run: Run, module: str) -> None:
    done = run("python", "-m", "kassay", "--backend", module, "relu", "--tier", "smoke")
    assert done.returncode == 0, done.stderr


def test_pytest_has_a_test_of_each_function(run: Run, module: str) -> None:
    # The plug-in is found by its entry point; the environment of the tests lacks the command.
    words = ("--kassay-backend", module, "-k", "softmax or relu")
    done = run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)
    assert re.search(r"1 failed, 1 passed", done.stdout), done.stdout + done.stderr
    assert "axis-ignored" in done.stdout


def test_another_python_runs_the_backend(run: Run, tmp_path: Path, other_python: str) -> None:
    (tmp_path / "other.py").write_text(
        "def placeholder(): ...\ndef variable(): ...\ndef function(): ...\ndef floatx(): return 'float32'\n"
    )
    done = run(
        "kassay",
        "run",
        "--backend",
        "python:other",
        "floatx",
        "--tier",
        "smoke",
        KASSAY_PYTHON=other_python,
    )
    assert done.returncode == 0, done.stderr


def test_keras_finds_its_backend(run: Run) -> None:
    code = "import kassay.keras as K; print(K.eval(K.relu(K.constant([-1.0, 2.0]))))"
    assert run("python", "-c", code).stdout == "[0. 2.]\n"


def test_comparing_finds_its_oracle(run: Run) -> None:
    done = run("python", "-c", "import kassay; print(bool(kassay.compare([2.0], 'square', [2.0])))")
    assert (
        done.stdout == "False\n"
    ), done.stderr  # a list of floats is float64, and so is the answer


def test_workloads_and_examples_are_there(run: Run, environment: Path) -> None:
    assert "activation" in run("kassay", "bench", "--list").stdout
    [example] = environment.glob("lib/python*/site-packages/kassay/**/linear_model.json")
    assert run("kassay", "exec", str(example), "--backend", "optimized").returncode == 0


def test_nothing_is_written_into_the_installation(run: Run, module: str, environment: Path) -> None:
    """So it may be read-only."""

    def files() -> dict[str, float]:
        return {
            str(f): f.stat().st_mtime
            for f in environment.rglob("*")
            if "__pycache__" not in f.parts
        }

    before = files()
    run(
        "kassay",
        "run",
        "--backend",
        f"python:{module}",
        "relu",
        "--tier",
        "smoke",
        "--out",
        "r.jsonl",
    )
    run("kassay", "report", "r.jsonl", "--site", "public")
    assert files() == before


def test_the_source_distribution_has_every_source(tmp_path: Path) -> None:
    code = f"from scikit_build_core.build import build_sdist; print(build_sdist({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    [file] = tmp_path.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    missing = {n for n in tracked.stdout.splitlines() if (ROOT / n).exists()} - packed
    assert {n for n in missing if not n.startswith(".ci/")} == set()


def test_the_results_of_both_interpreters_are_alike(run: Run, tmp_path: Path) -> None:
    """The modules and the worker have the same interpreters."""
    for number, backend in enumerate(("optimized", "python:kassay.optimized")):
        out = ("--tier", "smoke", "--mode", "eager", "--out", f"{number}.jsonl")
        assert run("kassay", "run", "--backend", backend, "conv2d", "softmax", *out).returncode == 0

    def margins(name: str) -> list[float]:
        lines = (tmp_path / name).read_text().splitlines()[1:-1]
        return [json.loads(line)["margin"] for line in lines]

    assert sorted(margins("0.jsonl")) == sorted(margins("1.jsonl"))

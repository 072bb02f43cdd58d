"""`python -m kassay`: the program that it runs, and the arguments."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kassay
from kassay.command import NoProgram, backend_argument, find_program, name_of

PACKAGES = Path(__file__).parents[2]
# Replaces the program: prints its arguments and the Python of the backend.
PROGRAM = """#!/bin/sh
echo "$@"
echo "$KASSAY_PYTHON"
exit 42
"""


def make_program(file: Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(PROGRAM)
    file.chmod(0o755)
    return str(file)


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kassay", *words],
        env={**os.environ, "PYTHONPATH": str(PACKAGES), "KASSAY": "", **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("words", "arguments"),
    [
        (["--backend", "a.b"], "run --backend python:a.b"),
        (
            ["-b", "a.b", "--tier", "smoke", "softmax"],
            "run --backend python:a.b --tier smoke softmax",
        ),
        (["--tier", "smoke"], "run --backend python: --tier smoke"),
        (["run", "--backend=a.b"], "run --backend python:a.b"),
        (["explain", "CASE", "--backend", "a.b"], "explain --backend python:a.b CASE"),
        (["exec", "p.json"], "exec --backend python: p.json"),
        (["report", "r.jsonl", "--out", "r.html"], "report r.jsonl --out r.html"),
        (["diff", "--help"], "diff --help"),
        (
            ["list", "functions", "-b", "python:a.b", "--", "-x"],
            "list functions -b python:a.b -- -x",
        ),
    ],
)
def test_arguments_python_and_exit_code(tmp_path: Path, words: list[str], arguments: str) -> None:
    done = run(*words, KASSAY=make_program(tmp_path / "program"))
    assert done.stdout == f"{arguments}\n{sys.executable}\n"
    assert done.returncode == 42


def test_without_arguments_it_prints_help(tmp_path: Path) -> None:
    done = run(KASSAY=make_program(tmp_path / "program"))
    assert done.returncode == 2 and "Examples:" in done.stderr


def test_help_includes_the_help_of_the_program(tmp_path: Path) -> None:
    done = run("explain", "--help", KASSAY=make_program(tmp_path / "program"))
    assert "my_package.my_module" in done.stdout and "explain --help" in done.stdout


def test_version_of_package_and_program(tmp_path: Path) -> None:
    done = run("--version", KASSAY=make_program(tmp_path / "program"))
    package, program, _ = done.stdout.splitlines()
    assert package.startswith(f"Python package kassay {kassay.__version__}, Python 3.")
    assert program == "--version" and done.returncode == 42


def test_version_without_a_program() -> None:
    done = run("--version", PATH="/nowhere")
    assert done.returncode == 3 and kassay.__version__ in done.stdout
    assert "was not found" in done.stderr


def test_help_without_a_program() -> None:
    done = run("--help", PATH="/nowhere")
    assert done.returncode == 0 and "my_package.my_module" in done.stdout


def test_without_a_program() -> None:
    done = run("--backend", "a.b", PATH="/nowhere")
    assert done.returncode == 3 and "build/bin/kassay" in done.stderr


def test_module_may_have_the_prefix_of_the_program() -> None:
    assert backend_argument("python:a.b") == backend_argument("a.b") == "python:a.b"
    assert backend_argument("keras3:openvino") == "keras3:openvino"


def test_order_of_the_places(tmp_path: Path) -> None:
    named = make_program(tmp_path / "named" / "kassay")
    beside = make_program(tmp_path / "bin" / "kassay")
    on_path = make_program(tmp_path / "path" / "kassay")
    packages = tmp_path / "lib" / "kassay" / "python"
    path = {"PATH": str(tmp_path / "path")}
    wheel = make_program(packages / "kassay" / "installed" / "bin" / "kassay")
    assert find_program({"KASSAY": named, **path}, packages) == named
    assert find_program(path, packages) == wheel
    os.remove(wheel)
    assert find_program(path, packages) == beside
    os.remove(beside)
    assert find_program(path, packages) == on_path


@pytest.mark.parametrize("python", [None, "/other/python"], ids=["this", "named"])
@pytest.mark.parametrize("variable", ["KASSAY_PYTHON", "KASSAY_ORACLE_PYTHON"])
def test_the_command_of_the_wheel_is_the_program(
    tmp_path: Path, python: str | None, variable: str
) -> None:
    """The arguments are unchanged. The Python with the wheel runs modules and the oracle, unless the environment names another."""
    named = {} if python is None else {variable: python}
    program = Path(make_program(tmp_path / "program"))
    program.write_text(f'#!/bin/sh\necho "$@"\necho "${variable}"\n')
    code = "import sys; from kassay.__main__ import program; sys.exit(program())"
    done = subprocess.run(
        [sys.executable, "-c", code, "run", "-x"],
        env={"PYTHONPATH": str(PACKAGES), "KASSAY": str(program), **named},
        capture_output=True,
        text=True,
    )
    assert done.stdout == f"run -x\n{python or sys.executable}\n"


def test_the_command_of_the_wheel_is_named_as_it_was_typed(tmp_path: Path) -> None:
    script = make_program(tmp_path / "bin" / "kassay")
    assert name_of(script, {"PATH": f"/nowhere:{tmp_path}/bin"}) == "kassay"
    assert name_of(script, {"PATH": "/nowhere"}) == script
    other = make_program(tmp_path / "other" / "kassay")
    assert name_of(script, {"PATH": f"{tmp_path}/other:{tmp_path}/bin"}) == script != other


def test_variable_that_names_no_program(tmp_path: Path) -> None:
    with pytest.raises(NoProgram, match="which is not a program"):
        find_program({"KASSAY": str(tmp_path)})

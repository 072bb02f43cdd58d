"""Follows the pages for users as a user does, in an empty folder next to a clone.

A block of Python whose first line is `# name.py` becomes that file. The others of a page form one program, and each `print(...)  # text`
in it must print this text. Blocks without a language are commands; `# exit code N` gives the exit code. Their output must contain the
lines of a block `text` that follows. Nothing is installed: the environment of the tests has what a page installs.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("KASSAY_BUILD", ROOT / "build")).resolve()
# Versions of Keras, and pages that are followed with them.
FOLLOWED = [
    ("2.2.4", "docs/write_a_backend.md"),
    ("2.2.4", "conformance/python/README.md"),
    ("2.2.4", "conformance/python/interpreters.md"),
    ("2.3.1", "docs/keras.md"),
]
needs_keras = pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="the NumPy that Keras 2 needs ends before"
)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (\w+\.py)\n")
PRINTED = re.compile(r"^ *print\(.*\)  # (.*)$", re.MULTILINE)
EXIT_CODE = re.compile(r"# exit code (\d+)")
INSTALLS = re.compile(
    r"^((\.|\.\./kassay)/run wheel|python3 -m venv|\. env/bin/activate|pip install)\b.*\n",
    re.MULTILINE,
)
Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="module", params=["2.2.4"])
def environment(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """What the pages install: kassay as it is built, Keras with its NumPy, what kassay.compare needs."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run(["/usr/bin/python3", "-m", "venv", "--without-pip", folder], check=True)
    [packages] = folder.glob("lib/python*/site-packages")
    keras = BUILD / "keras" / request.param / packages.relative_to(folder)
    beside = [BUILD / "python", keras, sysconfig.get_path("purelib")]
    (packages / "beside.pth").write_text("".join(f"{each}\n" for each in beside))
    for command, entry in {
        "kassay": "kassay.__main__:program",
        "pytest": "pytest:console_main",
    }.items():
        module, function = entry.split(":")
        script = folder / "bin" / command
        script.write_text(
            f"#!{folder}/bin/python\nimport sys, {module}\nsys.exit({module}.{function}())\n"
        )
        script.chmod(0o755)
    return folder


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of the user."""
    (tmp_path / "kassay").symlink_to(ROOT)
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


@pytest.fixture
def run(environment: Path, project: Path) -> Run:
    """Runs words in that folder, with the environment activated."""
    variables = {
        "PATH": f"{environment}/bin:/usr/bin:/bin",
        "HOME": str(project),
        "PYTEST_PLUGINS": "kassay.pytest_plugin",
        "KASSAY_VECTORS": os.environ.get("KASSAY_VECTORS", str(BUILD / "vectors")),
    }

    def act(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=project, env=variables, capture_output=True, text=True, check=False
        )

    return act


def follow(page: str, folder: Path, run: Run) -> list[str]:
    """Does what a page says, and returns the differences."""
    wrong, program, output = [], "", ""
    for language, block in BLOCK.findall(page):
        file = FILE.match(block)
        if language == "text":
            wrong += [
                f"not printed: {line}\n{output}"
                for line in block.splitlines()
                if line not in output
            ]
        elif language == "python" and file:
            (folder / file[1]).write_text(block)
        elif language == "python":
            program += block
        elif not language:
            output = ""
            for command in INSTALLS.sub("", block).splitlines():
                done = run("bash", "-c", command)
                output += done.stdout + done.stderr
                code = EXIT_CODE.search(command)
                if done.returncode != (int(code[1]) if code else 0):
                    wrong.append(f"exit code {done.returncode}: {command}\n{output}")
    done = run("python", "-c", program)
    if done.stdout.splitlines() != PRINTED.findall(program) or done.returncode != 0:
        wrong.append(f"{done.stdout}{done.stderr}")
    return wrong


@needs_keras
@pytest.mark.parametrize(("environment", "page"), FOLLOWED, indirect=["environment"])
def test_a_page_is_followed(page: str, project: Path, run: Run) -> None:
    wrong = follow((ROOT / page).read_text("utf-8"), project, run)
    assert not wrong, "\n\n".join(wrong)


@pytest.mark.parametrize(
    ("page", "wrong"),
    [
        ("```\nfalse\n```\n", "exit code 1: false"),
        ("```\ntrue  # exit code 1\n```\n", "exit code 0: true"),
        ("```\necho two\n```\n\n```text\none\n```\n", "not printed: one"),
        ("```python\nprint(1)  # 2\n```\n", "1"),
        ("```python\n1 / 0\n```\n", "ZeroDivisionError"),
        ("```python\n# a.py\n1 / 0\n```\n\n```\npython a.py\n```\n", "exit code 1: python a.py"),
    ],
)
def test_a_page_that_is_wrong_is_found(page: str, wrong: str, project: Path, run: Run) -> None:
    [found] = follow(page, project, run)
    assert wrong in found


def test_a_page_that_is_right_is_followed(project: Path, run: Run) -> None:
    page = (
        "```\npip install nothing\n```\n```python\n# a.py\nprint('a', 'b')\n```\n"
        "```\npython a.py\n```\n```text\na b\n```\n```python\nx = 1\n```\n```python\nprint(x)  # 1\n```\n"
    )
    assert follow(page, project, run) == []

"""`./run`: help and wrong words, failures of the tools that install, and a checkout that was moved or copied.

A checkout here is the script with a project of CMake that compiles nothing. apt-get, dpkg-query and sudo are small scripts on the path,
and pip is a package on $PYTHONPATH; cmake, Ninja and Python are real.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = (ROOT / "run").read_text("utf-8")
NAMES = re.findall(r"^  \./run ([a-z0-9-]+)", SCRIPT.partition("\nTABLE\n")[0], re.MULTILINE)
REQUIREMENTS = (
    "generators/requirements.txt",
    "optimized/requirements.txt",
    "conformance/python/requirements-wheel.txt",
    "optimized/cuda/requirements.txt",  # where nvcc is
)
# Writes the place of the sources into the build folder, unless a file `broken` is there.
PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(checkout LANGUAGES NONE)
if(EXISTS ${CMAKE_SOURCE_DIR}/broken)
  message(FATAL_ERROR "broken")
endif()
add_custom_command(OUTPUT place COMMAND ${CMAKE_COMMAND} -E echo ${CMAKE_SOURCE_DIR} > place)
add_custom_target(programs DEPENDS place)
add_custom_target(kassay_wheel DEPENDS place)
"""
PRESETS = """\
{"version": 6, "configurePresets": [
  {"name": "release", "generator": "Ninja", "binaryDir": "${sourceDir}/build"},
  {"name": "package", "inherits": "release", "binaryDir": "${sourceDir}/build"}]}
"""
INSTALLED = "#!/bin/sh\necho install ok installed\n"
MISSING = "#!/bin/sh\nexit 1\n"
PIP = """\
import os, sys
if "--target" in sys.argv:
    os.makedirs(sys.argv[sys.argv.index("--target") + 1])
"""

# pip and auditwheel.
WHEEL = """\
import pathlib, sys
if "--wheel-dir" in sys.argv:
    folder = pathlib.Path(sys.argv[sys.argv.index("--wheel-dir") + 1])
    if {fails}:
        sys.exit("no wheel today")
    folder.mkdir(exist_ok=True)
    (folder / "kassay-0.2.0.whl").touch()
"""


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tools = folder / "tools"
        self.tools.mkdir(parents=True)
        for file in REQUIREMENTS:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).touch()
        shutil.copy(ROOT / "run", folder)
        shutil.copytree(ROOT / "commands", folder / "commands")
        (folder / "CMakeLists.txt").write_text(PROJECT)
        (folder / "CMakePresets.json").write_text(PRESETS)
        self.pip(PIP)
        self.tool("dpkg-query", INSTALLED)
        self.tool("sudo", '#!/bin/sh\nexec "$@"\n')

    def tool(self, name: str, script: str) -> None:
        (self.tools / name).write_text(script)
        (self.tools / name).chmod(0o755)

    def module(self, package: str, code: str) -> None:
        (self.folder / package).mkdir(parents=True, exist_ok=True)
        (self.folder / package / "__init__.py").touch()
        (self.folder / package / "__main__.py").write_text(code)

    def pip(self, code: str) -> None:
        self.module("tools/pip", code)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PATH": f"{self.folder}/tools:/usr/bin:/bin"}
        environment["PYTHONPATH"] = str(self.tools)
        return subprocess.run(
            [self.folder / "run", *words],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def made(self) -> list[str]:
        return sorted(str(file) for file in self.folder.rglob("build*"))


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout")


def test_help_of_each_command_does_nothing_else(checkout: Checkout) -> None:
    checkout.tool("dpkg-query", "#!/bin/sh\necho installing >&2\n")
    assert len(NAMES) > 10
    for name in NAMES:
        done = checkout.run(name, "--help")
        assert (done.returncode, done.stderr) == (0, ""), name
        assert done.stdout.startswith(f"  ./run {name}"), name
        assert done.stdout.count("./run ") == 1 or "\n\nOPTIONS are those of" in done.stdout, name
    assert checkout.made() == []


def test_help_of_a_command_is_that_of_its_options(checkout: Checkout) -> None:
    text = checkout.run("setup", "--help").stdout
    assert checkout.run("help", "setup").stdout == checkout.run("setup", "-h").stdout == text


def test_help_has_the_options_of_the_program_that_a_command_starts(checkout: Checkout) -> None:
    python = checkout.folder / "build" / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "options of $*"\n')
    python.chmod(0o755)
    done = checkout.run("bench", "--only", "x", "--help")
    assert done.stdout.endswith("\n\noptions of optimized/bench/shares.py --help\n")


def test_every_command_of_the_list_exists() -> None:
    _, _, cases = SCRIPT.rpartition("\ncase $command in\n")
    assert sorted(re.findall(r"^  ([a-z0-9-]+)\)", cases, re.MULTILINE)) == sorted(NAMES)


def test_without_words_the_list_is_printed(checkout: Checkout) -> None:
    done = checkout.run()
    assert done.returncode == 0 and all(f"  ./run {name}" in done.stdout for name in NAMES)
    assert "\n@" not in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["bogus"], './run has no command "bogus". The commands are report test '),
        (["weel"], './run has no command "weel"; the closest is wheel. The commands are '),
        (["help", "weel"], './run has no command "weel"; the closest is wheel. '),
        (["wheel keras-tests"], './run has no command "wheel keras-tests"'),
        (["--tier"], './run has no command "--tier"'),
        (["wheel", "--clean"], './run wheel takes nothing, not "--clean"'),
        (["report", "twice"], './run report takes nothing, not "twice"'),
        (["setup", "--distribted"], './run setup takes [--distributed], not "--distribted"'),
    ],
)
def test_wrong_words(checkout: Checkout, words: list[str], message: str) -> None:
    done = checkout.run(*words)
    assert done.returncode == 2 and done.stderr.startswith(f"error: {message}")
    assert done.stdout == "" and checkout.made() == []


def test_an_option_that_a_command_takes(checkout: Checkout) -> None:
    (checkout.folder / "generators" / "requirements-distributed.txt").touch()
    assert checkout.run("setup", "--distributed").returncode == 0


@pytest.mark.parametrize(
    ("printed", "remedy"),
    [
        ("Temporary failure in name resolution\nERROR: No matching distribution found", "network"),
        ("Could not find a version\nERROR: No matching distribution found", "no version for Pyth"),
        ("OSError: [Errno 28] No space left on device", "disk is full"),
        ("OSError: [Errno 13] Permission denied: '/x'", "another user"),
        ("SSLCertVerificationError: certificate verify failed", "certificate"),
        ("a failure that is not in the list", "last lines are above"),
    ],
)
def test_pip_that_fails(checkout: Checkout, printed: str, remedy: str) -> None:
    checkout.pip(f"import sys\nprint('first\\n' * 100, flush=True)\nsys.exit({printed!r})\n")
    done = checkout.run("build")
    assert done.returncode == 3 and done.stdout == ""
    assert printed in done.stderr and done.stderr.count("first") < 20
    [error] = re.findall("^error: (.*)$", done.stderr, re.MULTILINE)
    assert error.startswith(f"pip could not install {REQUIREMENTS[0]}: ") and remedy in error
    assert "Configuring" not in done.stderr


@pytest.mark.parametrize(
    ("fails", "printed", "what", "remedy"),
    [
        ("update", "Temporary failure resolving 'x'", "update failed", "network"),
        ("update", "Could not resolve 'mirror'", "update failed", "network"),
        ("install", "E: Unable to locate package g++", "not install g++ ", "Debian 12 or 13"),
        ("install", "E: Could not get lock /var/lib", "not install g++ ", "let it finish"),
        ("install", "E: dpkg was interrupted, you", "not install g++ ", "dpkg --configure -a"),
        ("install", "E: no space: No space left on device", "not install g++ ", "disk is full"),
    ],
)
def test_apt_get_that_fails(
    checkout: Checkout, fails: str, printed: str, what: str, remedy: str
) -> None:
    checkout.tool("dpkg-query", MISSING)
    checkout.tool(
        "apt-get",
        f'#!/bin/sh\ncase $* in *{fails}*) echo "{printed}"; exit 100 ;; esac\n',
    )
    done = checkout.run("build")
    assert done.returncode == 3 and printed in done.stderr
    [error] = re.findall("^error: (.*)$", done.stderr, re.MULTILINE)
    assert what in error and remedy in error


def test_a_failed_configuration_ends_the_command(checkout: Checkout) -> None:
    (checkout.folder / "broken").touch()
    done = checkout.run("build")
    assert done.returncode == 1 and "CMake Error" in done.stderr and "Building" not in done.stderr


def test_a_part_that_fails_fails_with_its_own_steps() -> None:
    """shellcheck finds functions that are called in a condition, where `set -e` is off."""
    done = subprocess.run(
        ["shellcheck", "-x", "--enable=check-set-e-suppressed", "run"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_a_build_is_kept(checkout: Checkout) -> None:
    assert checkout.run("build").returncode == 0
    done = checkout.run("build")
    assert (
        done.returncode == 0 and "up again" not in done.stderr and "Configuring" not in done.stderr
    )
    assert "Setting up" not in done.stderr


@pytest.mark.parametrize("is_copy", [False, True], ids=["moved", "copied"])
def test_a_checkout_elsewhere_is_made_anew(checkout: Checkout, is_copy: bool) -> None:
    assert checkout.run("build").returncode == 0
    kept = checkout.folder / "build" / "results" / "history.jsonl"
    kept.parent.mkdir()
    kept.touch()
    before = checkout.folder
    after = Checkout(before.parent / "made later")
    shutil.rmtree(after.folder)
    shutil.copytree(before, after.folder, symlinks=True)
    if not is_copy:
        shutil.rmtree(before)
    done = after.run("build")
    assert done.returncode == 0, done.stderr
    assert f"build was made in {before}/build: setting it up again" in done.stderr
    assert f"build/venv was made in {before}/build/venv: setting it up again" in done.stderr
    assert (after.folder / "build" / "place").read_text().strip() == str(after.folder)
    assert (after.folder / "build" / "results" / "history.jsonl").exists()
    assert "up again" not in after.run("build").stderr


@pytest.mark.parametrize("fails", ["pip", "auditwheel", ""])
def test_a_wheel_stays_until_the_next_one_is_made(checkout: Checkout, fails: str) -> None:
    old = checkout.folder / "dist" / "kassay-0.1.0.whl"
    old.parent.mkdir()
    old.touch()
    checkout.pip(PIP + WHEEL.format(fails=fails == "pip"))
    checkout.module("tools/abi3audit", "")
    checkout.module("tools/auditwheel", WHEEL.format(fails=fails == "auditwheel"))
    checkout.module("generators/kassay_generators", "")
    done = checkout.run("wheel")
    wheels = [file.name for file in old.parent.iterdir()]
    assert (done.returncode != 0, wheels) == (
        (True, ["kassay-0.1.0.whl"]) if fails else (False, ["kassay-0.2.0.whl"])
    )


# A plug-in that says where its library would be.
PLUGIN = """\
cmake_minimum_required(VERSION 3.25)
project(plugin LANGUAGES NONE)
add_custom_target(plugin ALL COMMAND ${CMAKE_COMMAND} -E echo ${CMAKE_PREFIX_PATH} > libkassay_native.so)
"""


@pytest.mark.parametrize("is_broken", [False, True])
def test_a_backend_with_a_project_is_built_and_run_as_a_plugin(
    checkout: Checkout, is_broken: bool
) -> None:
    folder, build = checkout.folder / "conformance/backends/native", checkout.folder / "build"
    folder.mkdir(parents=True)
    (folder / "requirements.txt").touch()
    (folder / "CMakeLists.txt").write_text('message(FATAL_ERROR "")' if is_broken else PLUGIN)
    checkout.module("generators/kassay_generators", "")
    (build / "bin").mkdir(parents=True)
    (build / "bin/kassay").write_text('#!/bin/sh\necho "$@"\n')
    (build / "bin/kassay").chmod(0o755)
    done = checkout.run("backend", "native", "relu")
    assert (done.returncode == 0) is not is_broken
    called = "run --backend plugin:build/plugins/native/libkassay_native.so "
    assert (called in done.stdout) is not is_broken
    if not is_broken:
        library = build / "plugins/native/libkassay_native.so"
        assert library.read_text() == f"{build}/backends/native\n"

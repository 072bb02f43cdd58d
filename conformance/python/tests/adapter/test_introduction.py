"""The clauses of the introduction (spec/introduction.yaml) that a loader can satisfy: test_no_file tests introduction.no-file."""

from __future__ import annotations

import itertools
import json
import ntpath
import os
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from kassay import loader
from kassay.errors import CannotLoad
from kassay.host import Host
from kassay.settings import (
    BackendName,
    Configuration,
    Settings,
    choose_backend,
    configuration_file,
    read_configuration,
)
from kassay.startup import open_backend

CLAUSES = yaml.safe_load(
    (Path(__file__).resolve().parents[4] / "spec" / "introduction.yaml").read_text(encoding="utf-8")
)["clauses"]
REQUIRED = ("placeholder", "variable", "function")
DEFAULTS = Settings("channels_last", 1e-07, "float32")


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder that is also the working folder. No variable names a backend; imported modules are removed afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    for variable in ("KERAS_BACKEND", "KERAS_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return tmp_path


def write_module(home: Path, name: str, text: str = "", entries: tuple[str, ...] = REQUIRED) -> str:
    """Writes a module with these entries under a dotted name; returns the name."""
    file = home.joinpath(*name.split(".")).with_suffix(".py")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(f"def {entry}(): ...\n" for entry in entries) + text)
    return name


def write_file(home: Path, **fields: Any) -> None:
    (home / ".keras").mkdir(exist_ok=True)
    (home / ".keras" / "keras.json").write_text(json.dumps(fields))


def configuration() -> Configuration:
    return read_configuration(configuration_file(os.environ))


def answer(host: Host, call: str) -> Any:
    """The result of a function of the backend, called without arguments."""
    program = {"calls": [{"let": ["y"], "call": call}], "return": ["y"]}
    return host.run(1, program, {})[0]["outputs"][0]


def refused(home: Path, **fields: Any) -> str:
    write_file(home, **fields)
    with pytest.raises(CannotLoad) as raised:
        configuration()
    return str(raised.value)


def modules_of_keras(home: Path, *names: str) -> None:
    """Writes backends as Keras has them, and modules with the names of the libraries, which must not be loaded."""
    for name in names:
        write_module(home, f"keras.backend.{name}_backend")
        (home / f"{name}.py").write_text("raise ImportError('a library, not a backend')\n")
        assert loader.load(BackendName(name, "")).__name__ == f"keras.backend.{name}_backend"


def test_every_checked_clause_has_its_test() -> None:
    checked = {c["id"].split(".")[1].replace("-", "_") for c in CLAUSES if "checked" in c}
    tests = {name[len("test_") :] for name in globals() if name.startswith("test_")}
    assert tests - {"every_checked_clause_has_its_test"} == checked


def test_exchangeable(home: Path) -> None:
    for name in (write_module(home, "one"), write_module(home, "two")):
        assert open_backend(name, False).start()["name"] == name


def test_three_backends(home: Path) -> None:
    modules_of_keras(home, "tensorflow", "theano", "cntk")


def test_two_backends(home: Path) -> None:
    modules_of_keras(home, "tensorflow", "theano")


def test_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(home, floatx="float64")
    assert configuration().settings.floatx == "float64"
    monkeypatch.setenv("KERAS_HOME", str(home / "elsewhere"))
    assert configuration().settings.floatx == "float32"


def test_windows(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    profile = home / "profile"
    profile.mkdir()
    write_file(profile, floatx="float16")
    monkeypatch.setattr(os.path, "expanduser", ntpath.expanduser)
    monkeypatch.setenv("USERPROFILE", str(profile))
    assert configuration().settings.floatx == "float16"


def test_no_file(home: Path) -> None:
    assert configuration().settings == DEFAULTS
    open_backend(write_module(home, "mine"), False)
    assert not (home / ".keras").exists()


def test_default_file(home: Path) -> None:
    write_file(home)
    assert configuration().settings == DEFAULTS
    assert choose_backend("", os.environ, configuration()).name == "tensorflow"


def test_field(home: Path) -> None:
    for name in (write_module(home, "one"), write_module(home, "two")):
        write_file(home, backend=name)
        assert open_backend("", False).start()["name"] == name


def test_variable(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(home, backend=write_module(home, "of_the_file"))
    monkeypatch.setenv("KERAS_BACKEND", write_module(home, "of_the_variable"))
    assert open_backend("", False).start()["name"] == "of_the_variable"


def test_printed_line(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    modules_of_keras(home, "tensorflow")
    for name, printed in (("tensorflow", "TensorFlow"), (write_module(home, "pack.mine"),) * 2):
        open_backend(name, False)
        out, err = capfd.readouterr()
        assert (out, err) == ("", f"Using {printed} backend.\n")


def test_own_module(home: Path) -> None:
    write_file(home, backend=write_module(home, "my_package.my_module"))
    host = open_backend("", False)
    assert host.start()["name"] == "my_package.my_module"
    assert answer(host, "backend") == "my_package.my_module"


def test_required_entries(home: Path) -> None:
    host = open_backend(write_module(home, "mine"), False)
    assert host.start()["functions"] == ["backend", *sorted(REQUIRED)]


def test_missing_entries(home: Path) -> None:
    missing = [m for count in (1, 2, 3) for m in itertools.combinations(REQUIRED, count)]
    for number, names in enumerate(missing):
        left = tuple(entry for entry in REQUIRED if entry not in names)
        with pytest.raises(CannotLoad) as raised:
            open_backend(write_module(home, f"mine{number}", entries=left), False)
        listed = str(raised.value).split("missing ")[1].split(";")[0]
        assert listed.replace(" and ", ", ").split(", ") == list(names)


def test_fields(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write_file(
        home,
        image_data_format="channels_first",
        epsilon=1e-05,
        floatx="float16",
        backend=write_module(home, "mine"),
        floatX="float64",
    )
    read = configuration()
    assert read.settings == Settings("channels_first", 1e-05, "float16")
    assert (read.backend, read.unknown) == ("mine", ("floatX",))
    open_backend("", False)
    assert "unknown and ignored: floatX" in capfd.readouterr().err


def test_edited(home: Path, capfd: pytest.CaptureFixture[str]) -> None:
    floatx = "_x = None\ndef floatx(): return _x\ndef set_floatx(x):\n    global _x\n    _x = x\n"
    write_module(home, "mine", floatx)
    for edited in ("float16", "float64"):
        write_file(home, floatx=edited)
        assert answer(open_backend("mine", True), "floatx") == edited
        capfd.readouterr()
        assert answer(open_backend("mine", False), "floatx") == "float32"
        assert f"floatx = '{edited}'; the cases presuppose" in capfd.readouterr().err


def test_image_data_format(home: Path) -> None:
    for name in ("channels_last", "channels_first"):
        write_file(home, image_data_format=name)
        assert configuration().settings.image_data_format == name
    for wrong in ("tf", "CHANNELS_LAST", "", None, 1):
        assert '"image_data_format" is' in refused(home, image_data_format=wrong)


def test_epsilon(home: Path) -> None:
    for number in (1e-08, 0.5, 1, 0):
        write_file(home, epsilon=number)
        epsilon = configuration().settings.epsilon
        assert epsilon == number and isinstance(epsilon, float)
    for wrong in ("1e-07", True, None, [1e-07]):
        assert '"epsilon" is' in refused(home, epsilon=wrong)


def test_floatx(home: Path) -> None:
    for name in ("float16", "float32", "float64"):
        write_file(home, floatx=name)
        assert configuration().settings.floatx == name
    for wrong in ("bfloat16", "float", "", None, 32):
        assert '"floatx" is' in refused(home, floatx=wrong)


def test_backend(home: Path) -> None:
    for wrong in ("", None, 3, ["theano"], True):
        assert '"backend" is' in refused(home, backend=wrong)


def test_module(home: Path) -> None:
    host = open_backend(write_module(home, "mine", "def epsilon(): return 0.25\n"), False)
    assert answer(host, "epsilon") == 0.25

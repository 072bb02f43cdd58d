"""Which modules are backends, and the messages for other modules."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kassay import loader
from kassay.errors import CannotLoad, Unsupported
from kassay.settings import BackendName

GOOD = "def placeholder(): ...\ndef variable(): ...\ndef function(): ...\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder. Modules imported from it are removed afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    return tmp_path


def load(name: str) -> ModuleType:
    return loader.load(BackendName(name, "a test"))


def refused(name: str) -> str:
    with pytest.raises(CannotLoad) as raised:
        load(name)
    return str(raised.value)


def test_module_in_the_working_folder(folder: Path) -> None:
    (folder / "mine.py").write_text(GOOD)
    assert load("mine").__name__ == "mine"


def test_module_of_a_package(folder: Path) -> None:
    (folder / "pack").mkdir()
    (folder / "pack" / "mine.py").write_text(GOOD)
    assert load("pack.mine").__name__ == "pack.mine"


def test_all_missing_entries_in_one_message(folder: Path) -> None:
    (folder / "mine.py").write_text("variable = 3\ndef function(): ...\n")
    assert "missing placeholder and variable;" in refused("mine")


def test_one_missing_entry(folder: Path) -> None:
    (folder / "mine.py").write_text(GOOD + "del variable\n")
    assert "missing variable;" in refused("mine")


def test_backend_that_is_not_available_on_this_machine(folder: Path) -> None:
    (folder / "mine.py").write_text(
        "class Unsupported(Exception): ...\nraise Unsupported('no device')"
    )
    with pytest.raises(Unsupported, match=r"^no device$"):
        load("mine")


def test_no_such_module(folder: Path) -> None:
    message = refused("absent.backend")
    assert "there is no module absent.backend, named by a test" in message
    assert str(folder) in message and sys.executable in message


def test_missing_module_inside_the_backend_is_named(folder: Path) -> None:
    (folder / "mine.py").write_text("import absent\n")
    message = refused("mine")
    assert "mine, named by a test, cannot be imported" in message
    assert "No module named 'absent'" in message and "mine.py:1" in message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1\n1 / 0\n", "ZeroDivisionError: division by zero (raised at"),
        ("x = = 1\n", "SyntaxError"),
        ("import sys\nsys.exit(4)\n", "SystemExit: 4"),
    ],
)
def test_module_that_cannot_be_imported(folder: Path, text: str, told: str) -> None:
    (folder / "mine.py").write_text(text)
    message = refused("mine")
    assert told in message and "mine.py" in message


@pytest.mark.parametrize("name", ["my/module", "mine.py", "a..b", "my-module", "3d"])
def test_invalid_name_of_a_module(name: str) -> None:
    assert "my_package.my_module" in refused(name)


@pytest.mark.parametrize(("name", "printed"), [("theano", "Theano"), ("cntk", "CNTK")])
def test_documented_name_without_its_backend(name: str, printed: str) -> None:
    message = refused(name)
    assert f"is the {printed} backend" in message and f"keras.backend.{name}_backend" in message


def test_documented_name_is_the_module_of_keras(folder: Path) -> None:
    (folder / "keras" / "backend").mkdir(parents=True)
    (folder / "keras" / "backend" / "theano_backend.py").write_text(GOOD)
    assert load("theano").__name__ == "keras.backend.theano_backend"


@pytest.mark.parametrize(
    ("name", "printed"),
    [("tensorflow", "TensorFlow"), ("theano", "Theano"), ("cntk", "CNTK"), ("a.b", "a.b")],
)
def test_printed_name(name: str, printed: str) -> None:
    assert loader.printed_name(BackendName(name, "")) == printed


def test_version_of_the_module_comes_first(folder: Path) -> None:
    (folder / "pack").mkdir()
    (folder / "pack" / "__init__.py").write_text("__version__ = '1'\n")
    (folder / "pack" / "own.py").write_text(GOOD + "__version__ = '2'\n")
    (folder / "pack" / "none.py").write_text(GOOD)
    assert loader.version_of(load("pack.own")) == "2"
    assert loader.version_of(load("pack.none")) == "1"


@pytest.mark.skipif(sys.version_info < (3, 10), reason="packages do not know their distribution")
def test_version_of_the_distribution() -> None:
    numbers = loader.version_of(ModuleType("iniconfig.backend")).split(".")
    assert numbers[0].isdigit()


def test_unknown_version() -> None:
    assert loader.version_of(ModuleType("nobody_knows")) == "unknown"


def test_device() -> None:
    module = ModuleType("mine")
    assert loader.device_of(module) == "cpu"
    module.__dict__["kassay_device"] = "gpu:0"
    assert loader.device_of(module) == "gpu:0"


def test_name() -> None:
    module = ModuleType("mine")
    assert loader.name_of(module) == "mine"
    module.__dict__["kassay_name"] = "My backend"
    assert loader.name_of(module) == "My backend"


def test_dtypes() -> None:
    module = ModuleType("mine")
    assert loader.dtypes_of(module) is None
    module.__dict__["kassay_dtypes"] = ("int8", "bool", "float32")
    assert loader.dtypes_of(module) == ["bool", "int8", "float32"]


@pytest.mark.parametrize("declared", [["float31"], "float32", [], [["float32"]], 3])
def test_dtypes_that_do_not_exist(declared: Any) -> None:
    module = ModuleType("mine")
    module.__dict__["kassay_dtypes"] = declared
    with pytest.raises(CannotLoad) as raised:
        loader.dtypes_of(module)
    assert repr(declared) in str(raised.value)
    assert "bool, uint8, int8, int16, int32, int64, float16, float32, float64" in str(raised.value)


def keras(folder: Path, version: str, code: str, distribution: str = "keras") -> None:
    (folder / "keras.py").write_text(code)
    metadata = folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n"
    )
    sys.path.insert(0, str(folder))
    for name in [*sys.modules]:
        if name.partition(".")[0] == "keras" or name.startswith("kassay.keras3"):
            del sys.modules[name]


def test_backend_of_keras_3_needs_keras_3(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KERAS_BACKEND", raising=False)
    keras(folder, "2.3.1", "")
    assert "keras3:numpy needs Keras 3, and" in refused("keras3:numpy")
    assert "has 2.3.1: install it there" in refused("keras3:numpy")


def test_nightly_build_of_keras_is_keras(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KERAS_BACKEND", raising=False)
    keras(folder, "3.16.0.dev1", "raise ValueError('no backend')\n", "keras-nightly")
    assert refused("keras3:numpy").startswith("Keras 3.16.0.dev1 cannot import its backend numpy")


def test_backend_that_keras_3_cannot_import(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KERAS_BACKEND", raising=False)
    keras(folder, "3.15.1", "import os\nraise ValueError('no ' + os.environ['KERAS_BACKEND'])\n")
    said = refused("keras3:nosuch")
    assert said.startswith("Keras 3.15.1 cannot import its backend nosuch: ValueError: no nosuch.")

"""keras.json and KERAS_BACKEND."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kassay.errors import CannotLoad
from kassay.settings import (
    Configuration,
    Settings,
    choose_backend,
    configuration_file,
    read_configuration,
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "keras.json"


def test_without_a_file_the_defaults_of_the_documents(file: Path) -> None:
    configuration = read_configuration(file)
    assert configuration.settings == Settings("channels_last", 1e-07, "float32")
    assert configuration.backend is None
    assert not file.exists()


def test_every_field(file: Path) -> None:
    file.write_text(
        '{"image_data_format": "channels_first", "epsilon": 1e-05, "floatx": "float16", "backend": "a.b"}'
    )
    assert read_configuration(file) == Configuration(
        file, Settings("channels_first", 1e-05, "float16"), "a.b"
    )


def test_missing_fields_have_their_defaults(file: Path) -> None:
    file.write_text('{"floatx": "float64"}')
    assert read_configuration(file).settings == Settings(floatx="float64")


def test_byte_order_mark_of_an_editor(file: Path) -> None:
    file.write_text('\ufeff{"floatx": "float64"}', encoding="utf-8")
    assert read_configuration(file).settings.floatx == "float64"


def test_epsilon_written_as_an_integer_is_a_float(file: Path) -> None:
    file.write_text('{"epsilon": 1}')
    epsilon = read_configuration(file).settings.epsilon
    assert epsilon == 1.0 and isinstance(epsilon, float)


def test_unknown_fields_are_kept_for_a_note(file: Path) -> None:
    file.write_text('{"image_dim_ordering": "tf", "floatX": "float64"}')
    configuration = read_configuration(file)
    assert configuration.unknown == ("image_dim_ordering", "floatX")
    assert configuration.settings == Settings()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", r"keras\.json:1:2: this is not JSON"),
        ('{\n "floatx": }', r"keras\.json:2:12: this is not JSON"),
        ("", "this is not JSON"),
        ("[]", r"holds \[\]; it must hold an object"),
        ('{"epsilon": NaN}', "NaN is not a JSON number"),
        ('{"epsilon": "1e-7"}', '"epsilon" is "1e-7"; allowed is a finite number'),
        ('{"epsilon": true}', '"epsilon" is true'),
        ('{"epsilon": 1e999}', '"epsilon" is Infinity'),
        ('{"epsilon": null}', '"epsilon" is null'),
        ('{"floatx": "bfloat16"}', '"floatx" is "bfloat16"; allowed is float16, float32, float64'),
        ('{"floatx": ["float32"]}', '"floatx" is'),
        ('{"image_data_format": "tf"}', "allowed is channels_last or channels_first"),
        ('{"backend": ""}', '"backend" is ""; allowed is tensorflow, theano, cntk or the dotted'),
        ('{"backend": null}', '"backend" is null'),
        ('{"backend": 3}', '"backend" is 3'),
        ("[" * 100_000, "this is not JSON"),
    ],
)
def test_invalid_setting(file: Path, text: str, told: str) -> None:
    file.write_text(text)
    with pytest.raises(CannotLoad, match=told):
        read_configuration(file)


def test_value_that_is_nested_as_deeply_as_can_be_read(file: Path) -> None:
    for depth in range(sys.getrecursionlimit() - 200, sys.getrecursionlimit() + 10):
        file.write_text('{"epsilon": ' + "[" * depth + "]" * depth + "}")
        with pytest.raises(CannotLoad, match=r"keras\.json"):
            read_configuration(file)


def test_file_that_is_not_text(file: Path) -> None:
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(CannotLoad, match=r"keras\.json cannot be read"):
        read_configuration(file)


def test_folder_instead_of_the_file(file: Path) -> None:
    file.mkdir()
    with pytest.raises(CannotLoad, match=r"keras\.json cannot be read"):
        read_configuration(file)


def test_file_in_the_home_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert configuration_file({}) == tmp_path / ".keras" / "keras.json"


def test_file_in_the_folder_of_the_variable() -> None:
    assert configuration_file({"KERAS_HOME": "/etc/keras"}) == Path("/etc/keras/keras.json")


def test_empty_variable_of_the_folder_is_ignored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert configuration_file({"KERAS_HOME": ""}) == tmp_path / ".keras" / "keras.json"


@pytest.mark.parametrize(
    ("argument", "variable", "field", "name", "origin"),
    [
        ("a", "b", "c", "a", "the command line"),
        ("", "b", "c", "b", "$KERAS_BACKEND"),
        ("", "", "c", "c", '"backend" in keras.json'),
        ("", "", None, "tensorflow", "the documents"),
    ],
)
def test_order_of_the_sources_of_the_name(
    argument: str, variable: str, field: str | None, name: str, origin: str
) -> None:
    configuration = Configuration(Path("keras.json"), backend=field)
    chosen = choose_backend(argument, {"KERAS_BACKEND": variable}, configuration)
    assert chosen.name == name and chosen.origin.startswith(origin)


def test_differences_name_the_fields() -> None:
    assert Settings(floatx="float16").differences(Settings()) == ["floatx = 'float16'"]
    assert Settings().differences(Settings()) == []

"""YAML files that are valid in their schema, and checks for duplicate entries."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import yaml

from kassay_generators.specification.error import SpecificationError


def number(entry: dict[str, Any]) -> int:
    """12 for D-012 or E-012: as text, 1000 would sort before 200."""
    return int(entry["id"].split("-")[1])


def unique(file: Path, what: str, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise SpecificationError(
                file, f"{what} {name}", "it appears twice", "Rename or remove one."
            )
        seen.add(name)


@functools.cache
def _validator(schema: Path) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for(json.loads(schema.read_text()))


def _mistake(data: Any, schema: Path) -> jsonschema.ValidationError | None:
    """The most relevant mistake, or None. jsonschema is slow, so it only explains invalid data."""
    validator = _validator(schema)
    try:
        if validator.is_valid(data):
            return None
    except (TypeError, ValueError):  # what JSON lacks, such as dates and keys that are numbers
        pass
    slow = jsonschema.Draft202012Validator(json.loads(schema.read_text()))
    return jsonschema.exceptions.best_match(slow.iter_errors(data))


def read(file: Path, schema: Path | None) -> Any:
    """A YAML file that is valid in its schema. Raises SpecificationError."""
    try:
        text = file.read_text(encoding="utf-8")
        data = yaml.load(text, Loader=_UniqueKeyLoader)
    except OSError as error:
        raise SpecificationError(file, "file", str(error.strerror), "Check the file.") from error
    except yaml.MarkedYAMLError as error:
        place = f"line {error.problem_mark.line + 1}" if error.problem_mark else "file"
        raise SpecificationError(
            file, place, f"not YAML: {error.problem}", "Correct the syntax."
        ) from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise SpecificationError(
            file, "file", f"not YAML: {error}", "Correct the syntax."
        ) from error
    if schema is not None:
        mistake = _mistake(data, schema)
        if mistake is not None:
            path = list(mistake.absolute_path)
            place = "/".join(map(str, path)) or "top level"
            raise SpecificationError(
                file,
                f"line {source_line(file, path)}, {place}",
                mistake.message,
                f"See {schema.relative_to(schema.parents[2])} and spec/specification_files.md.",
            )
    return data


class _UniqueKeyLoader(yaml.CSafeLoader):
    """YAML silently lets a later key replace an earlier one; here that is an error."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: set[Any] = set()
        for key_node, _ in node.value:
            key = self.construct_object(key_node, deep=True)
            if key in seen:
                raise yaml.constructor.ConstructorError(
                    None, None, f"the key {key!r} appears twice", key_node.start_mark
                )
            seen.add(key)
        return super().construct_mapping(node, deep=deep)


def source_line(file: Path, path: list[Any]) -> int:
    """The line of the node at a path of keys and positions in a YAML file."""
    node = yaml.compose(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    for step in path:
        if isinstance(node, yaml.MappingNode):
            node = next((value for key, value in node.value if key.value == str(step)), node)
        elif isinstance(node, yaml.SequenceNode):
            node = node.value[step]
    return int(node.start_mark.line) + 1

"""The names and the functions in the JSON of a program."""

from __future__ import annotations

from typing import Any


def names_in(json: Any) -> list[str]:
    if isinstance(json, dict):
        own = [json[k] for k in ("ref", "input", "sparse") if isinstance(json.get(k), str)]
        return own + [n for v in json.values() for n in names_in(v)]
    if isinstance(json, list):
        return [n for v in json for n in names_in(v)] + [v for v in json if isinstance(v, str)]
    return []


def calls_in(json: Any) -> list[str]:
    """The API functions and operators that a program calls, in order."""
    if isinstance(json, dict):
        own = [json["call"]] if isinstance(json.get("call"), str) else []
        return own + [n for v in json.values() for n in calls_in(v)]
    return [n for v in json for n in calls_in(v)] if isinstance(json, list) else []


def refs_in(json: Any) -> list[str]:
    if isinstance(json, dict):
        own = [json["ref"]] if isinstance(json.get("ref"), str) else []
        return own + [n for v in json.values() for n in refs_in(v)]
    return [n for v in json for n in refs_in(v)] if isinstance(json, list) else []


def flat(pattern: Any) -> list[str]:
    """The names of a pattern: a name, or a list of patterns."""
    if isinstance(pattern, list):
        return [name for part in pattern for name in flat(part)]
    return [pattern]

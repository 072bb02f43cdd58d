"""Removes the parts of a program that do not affect what it returns."""

from __future__ import annotations

from typing import Any

from kassay_generators.fuzzing.json_names import flat, refs_in

Json = dict[str, Any]


def without_dead_code(json: Json) -> Json:
    """The program without calls whose results nothing reads and that have no effects, and without unused functions."""
    calls = list(json["calls"])
    while True:
        kept = [
            call
            for i, call in enumerate(calls)
            if not call.get("let")
            or isinstance(call["call"], dict)
            or _is_read(call, [*calls[:i], *calls[i + 1 :]], json)
        ]
        if len(kept) == len(calls):
            break
        calls = kept
    changed = {**json, "calls": calls}
    functions = {
        n: f for n, f in json.get("functions", {}).items() if n in _functions_in(calls, json)
    }
    changed.pop("functions", None)
    return {**changed, "functions": functions} if functions else changed


def _is_read(call: Json, others: list[Json], json: Json) -> bool:
    """Includes reads by functions, which may read outer names."""
    lets = set(flat(call["let"]))
    read = {*refs_in(others), *refs_in(json.get("functions", {})), *json["return"]}
    return bool(lets & read)


def _functions_in(calls: Any, json: Json) -> set[str]:
    found: set[str] = set()

    def look(value: Any) -> None:
        if isinstance(value, dict):
            name = value.get("function")
            if isinstance(name, str) and name not in found:
                found.add(name)
                look(json.get("functions", {}).get(name))
            for v in value.values():
                look(v)
        elif isinstance(value, list):
            for v in value:
                look(v)

    look(calls)
    return found

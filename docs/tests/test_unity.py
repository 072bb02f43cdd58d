"""Sources that are compiled together (KASSAY_UNITY) do not see each other's private functions.

A call in a later file of a batch finds a function in the anonymous namespace of an earlier one before a function that only a
using-directive or an outer namespace names, and the compiler says nothing.
"""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("KASSAY_BUILD", ROOT / "build"))
ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
NOISE = re.compile(r'//.*|"(?:\\.|[^"\\])*"')
NAMESPACE = re.compile(r"^namespace ([\w:]+) \{$", re.MULTILINE)
# Formatted sources: a function of a namespace begins in the first column, one of a class is indented.
_HEAD = r"(?!\s|using|return|struct|class|enum)[^\n(=]*[ &*]"
_ARGUMENTS = r"\([^;{}]*\)[\w ]*\{"
DEFINED = re.compile(rf"^{_HEAD}(\w+){_ARGUMENTS}", re.MULTILINE)
OF_CLASS = re.compile(rf"^(?: +{_HEAD}|{_HEAD}\w+::)(\w+){_ARGUMENTS}", re.MULTILINE)
LOCAL = re.compile(r"\bauto&? (\w+) = \[")
CALLED = re.compile(r"(?<![\w.:>])(\w+)\(")


class Source:
    def __init__(self, text: str) -> None:
        anonymous = NOISE.sub("", "\n".join(ANONYMOUS.findall(text)))
        public = NOISE.sub("", ANONYMOUS.sub("", text))
        self.namespaces = NAMESPACE.findall(text)
        # An overload of a function that is declared for others is theirs in any case.
        self.private = set(DEFINED.findall(anonymous)) - set(DEFINED.findall(public))
        whole = anonymous + public
        own = {name for pattern in (DEFINED, OF_CLASS, LOCAL) for name in pattern.findall(whole)}
        self.calls_of_others = set(CALLED.findall(whole)) - own

    def sees(self, other: Source) -> bool:
        return any(f"{n}::".startswith(f"{o}::") for n in self.namespaces for o in other.namespaces)


def _captures(batch: dict[str, str]) -> list[str]:
    """The calls that a private function of an earlier file may capture."""
    sources = {file: Source(text) for file, text in batch.items()}
    return [
        f"{later} calls {name}, which is private to {earlier}"
        for (earlier, first), (later, second) in itertools.combinations(sources.items(), 2)
        if second.sees(first)
        for name in sorted(first.private & second.calls_of_others)
    ]


def test_no_private_function_captures_a_call_of_a_later_file() -> None:
    units = sorted(BUILD.rglob("Unity/unity_*_cxx.cxx"))
    if not units:
        pytest.skip(f"{BUILD} compiles each source alone")
    found = []
    for unit in units:
        files = [
            Path(name) for name in re.findall(r'^#include "(.*)"', unit.read_text(), re.MULTILINE)
        ]
        found += _captures(
            {
                str(f): f.read_text()
                for f in files
                if f.is_relative_to(ROOT) and not f.is_relative_to(BUILD)
            }
        )
    assert found == []


def _source(namespace: str, private: str, public: str) -> str:
    return f"namespace {namespace} {{\nnamespace {{\n\n{private}\n\n}}  // namespace\n\n{public}\n\n}}\n"


ROW = "std::string row(int cells) { return {}; }"
USE = "std::string page() { return row(1); }"


@pytest.mark.parametrize(
    ("first", "second", "captured"),
    [
        pytest.param(_source("a", ROW, ""), _source("a", "", USE), True, id="same namespace"),
        pytest.param(_source("a", ROW, ""), _source("a::b", "", USE), True, id="inner namespace"),
        pytest.param(_source("a::b", ROW, ""), _source("a", "", USE), False, id="outer namespace"),
        pytest.param(_source("a", "", USE), _source("a", ROW, ""), False, id="earlier file"),
        pytest.param(_source("a", ROW, ""), _source("a", ROW, USE), False, id="its own"),
        pytest.param(
            _source("a", ROW, ""), _source("a", "", "int n = t.row(1);"), False, id="method"
        ),
    ],
)
def test_captures(first: str, second: str, captured: bool) -> None:
    assert bool(_captures({"first.cpp": first, "second.cpp": second})) == captured

"""Each header declares what the source of the same name defines: name.h for name.cpp."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Sources are formatted: a declaration in the first column belongs to a namespace, not to a class.
_HEAD = r"^(?!\s|using|typedef|return|static|inline|constexpr|template|extern|#|//)[\w:<>,&*\[\] ]+[ &*]"
_ARGUMENTS = r"\([^;{}]*\)(?: noexcept)?"
DECLARED = re.compile(_HEAD + r"(\w+)" + _ARGUMENTS + ";", re.MULTILINE)
DEFINED = re.compile(_HEAD + r"(\w+)" + _ARGUMENTS + r" \{", re.MULTILINE)
ANONYMOUS = re.compile(r"^namespace \{$.*?^\}  // namespace$", re.MULTILINE | re.DOTALL)
COMMENT = re.compile(r"//.*")


def _functions(pattern: re.Pattern[str], text: str) -> set[str]:
    return set(pattern.findall(ANONYMOUS.sub("", COMMENT.sub("", text))))


def _strays(sources: dict[str, str]) -> list[str]:
    """The functions that the header of another source declares."""
    homes: dict[tuple[str, str], set[str]] = defaultdict(set)
    for file, text in sources.items():
        if file.endswith(".cpp"):
            for function in _functions(DEFINED, text):
                homes[str(Path(file).parent), function].add(Path(file).stem)
    return [
        f"{file} declares {function}, which {home}.cpp defines"
        for file, text in sources.items()
        if file.endswith(".h")
        for function in sorted(_functions(DECLARED, text))
        if Path(file).stem not in (stems := homes[str(Path(file).parent), function])
        for home in sorted(stems)
    ]


def test_headers_declare_what_the_source_beside_them_defines() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "*.h", "*.cpp"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = [file for file in listed.stdout.split() if (ROOT / file).exists()]
    assert _strays({file: (ROOT / file).read_text() for file in files}) == []


def test_a_header_that_declares_the_function_of_another_source_is_found() -> None:
    sources = {
        "a/door.h": "namespace kassay {\n\nstd::vector<int> list(int x,\n                      int y);\n\n}\n",
        "a/room.cpp": "namespace kassay {\n\nstd::vector<int> list(int x, int y) {\n  return {};\n}\n\n}\n",
    }
    assert _strays(sources) == ["a/door.h declares list, which room.cpp defines"]


def test_a_function_of_an_anonymous_namespace_is_no_definition() -> None:
    sources = {
        "a/door.h": "int list(int x);\n",
        "a/door.cpp": "int list(int x) { return x; }\n",
        "a/room.cpp": "namespace {\n\nint list() { return 1; }\n\n}  // namespace\n",
    }
    assert _strays(sources) == []

"""The manual pages of the programs, from what they print with --help.

manual.py PROGRAM... --version VERSION --out FOLDER writes <program>.1.gz, and for a program with subcommands a page of each:
kassay-list.1.gz, kassay-list-cases.1.gz. A help without a line "Usage: ..." is an error.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

# Titles of the help under which each indented line begins with a term that the rest explains.
_LISTS = ("Positionals", "Options", "Subcommands")
_TITLES = {"Positionals": "ARGUMENTS", "Exit code": "EXIT STATUS"}
_NO_TITLE = ""


@dataclass
class Help:
    """What one command prints: its sections are titles and lines."""

    summary: str
    usage: str
    sections: list[tuple[str, list[str]]] = field(default_factory=list)

    def subcommands(self) -> list[str]:
        return [
            line.split()[0]
            for title, lines in self.sections
            if title == "Subcommands"
            for line in lines
            if re.match(r"  \S", line)
        ]


def read_help(command: list[str]) -> Help:
    # The default of --vectors is a folder of the machine that builds: it is left out.
    environment = {**os.environ, "KASSAY_VECTORS": "/"}
    # Commands in a help begin as the program was started: here by its name, as when it is installed.
    text = subprocess.run(
        [Path(command[0]).name, *command[1:], "--help"],
        executable=command[0],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return parse_help(re.sub(r"DIR=/(?=\s)", "DIR", text), " ".join(command))


def parse_help(text: str, command: str) -> Help:
    summary, found, rest = text.partition("\nUsage: ")
    if not found:
        raise SystemExit(f"{command} --help has no line that begins with 'Usage: '")
    usage, _, body = rest.partition("\n")
    result = Help(" ".join(summary.split()), usage)
    title = _NO_TITLE
    for line in body.splitlines():
        heading = re.fullmatch(r"(\w[\w ]*):( .*)?", line)
        if heading and (heading[2] is None or heading[1] == "Exit code"):
            title = heading[1]
            result.sections.append((title, [heading[2].strip()] if heading[2] else []))
        elif line or title:
            # A text after a list, or after a title's own paragraph, belongs to the description.
            if line and not line.startswith(" ") and _ended(result.sections, title):
                title = _NO_TITLE
            if title == _NO_TITLE and (not result.sections or result.sections[-1][0]):
                result.sections.append((_NO_TITLE, []))
            result.sections[-1][1].append(line)
    return result


def _ended(sections: list[tuple[str, list[str]]], title: str) -> bool:
    lines = sections[-1][1] if sections else []
    return title != _NO_TITLE and bool(lines) and lines[-1] == ""


def page(name: str, help_: Help, version: str, others: list[str]) -> str:
    """The source of a manual page, for man(7)."""
    summary = help_.summary.rstrip(".")
    lines = [
        f'.TH {_escaped(name.upper())} 1 "" "kassay {version}" "kassay"',
        ".SH NAME",
        f"{_escaped(name)} \\- {_escaped(summary[0].lower() + summary[1:])}",
        ".SH SYNOPSIS",
        _escaped(help_.usage),
    ]
    described = [content for title, content in help_.sections if title == _NO_TITLE]
    titled = [(title, content) for title, content in help_.sections if title != _NO_TITLE]
    for content in described:
        is_list = any(re.match(r"  -", line) for line in content)
        heading = "OPTIONS" if is_list else "DESCRIPTION"
        lines.append(".PP" if f".SH {heading}" in lines else f".SH {heading}")
        lines += _items(content) if is_list else _text(content)
    for title, content in titled:
        lines.append(f".SH {_escaped(_TITLES.get(title, title.upper()))}")
        is_list = title in _LISTS or any(re.match(r"  -", line) for line in content)
        lines += _items(content) if is_list else _text(content)
    if others:
        lines += [".SH SEE ALSO", ",\n".join(f".BR {_escaped(o)} (1)" for o in others)]
    return "\n".join(lines) + "\n"


def _items(content: list[str]) -> list[str]:
    lines = []
    for line in content:
        item = re.fullmatch(r"  (\S.*?)(?:\s{2,}(\S.*))?", line)
        if item:
            lines += [".TP", f".B {_escaped(item[1])}"]
            lines += [_escaped(item[2])] if item[2] else []
        elif line.strip():
            lines.append(_escaped(line.strip()))
    return lines


def _text(content: list[str]) -> list[str]:
    """Paragraphs; lines that are indented stay as they are."""
    lines: list[str] = []
    verbatim = False
    for line in content:
        indented = line.startswith("  ")
        if indented != verbatim and line:
            lines.append(".PP\n.nf" if indented else ".fi")
            verbatim = indented
        if not line:
            lines.append(".PP")
        else:
            lines.append(_escaped(line.strip()))
    if verbatim:
        lines.append(".fi")
    while lines and lines[-1] == ".PP":
        lines.pop()
    return lines


def _escaped(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return f"\\&{text}" if text.startswith(".") else text


def pages(command: list[str], version: str) -> dict[str, str]:
    """The pages of a command and of its subcommands, by name."""
    help_ = read_help(command)
    name = "-".join([Path(command[0]).name, *command[1:]])
    inner = help_.subcommands()
    above = [name.rpartition("-")[0]] if command[1:] else []
    result = {name: page(name, help_, version, [*above, *(f"{name}-{word}" for word in inner)])}
    for word in inner:
        result |= pages([*command, word], version)
    return result


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("programs", nargs="+")
    arguments.add_argument("--version", required=True)
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    for old in options.out.glob("*.1.gz"):
        old.unlink()
    for program in options.programs:
        for name, text in pages([program], options.version).items():
            # No time and no name in it: the same page is the same file.
            packed = gzip.compress(text.encode(), compresslevel=9, mtime=0)
            (options.out / f"{name}.1.gz").write_bytes(packed)


if __name__ == "__main__":
    main()

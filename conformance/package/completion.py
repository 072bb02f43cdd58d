"""Completion of the program kassay in bash and zsh, from what it prints with --help.

completion.py PROGRAM --out FOLDER writes FOLDER/kassay for bash and FOLDER/_kassay for zsh. An option whose kind of value is not in
the table below is an error.
"""

from __future__ import annotations

import argparse
import re
from dataclasses import dataclass, field
from pathlib import Path

from manual import read_help

ROOT = Path(__file__).resolve().parents[2]
_FILES, _FOLDERS, _NOTHING = "FILES", "FOLDERS", "NOTHING"  # what to offer instead of words


def _functions() -> str:
    return " ".join(sorted(file.stem for file in (ROOT / "spec" / "ops").glob("*/*.yaml")))


def _profiles() -> str:
    text = (ROOT / "spec" / "profiles.yaml").read_text("utf-8")
    return " ".join(re.findall(r"^ *-? *id: ([\w-]+)", text, re.MULTILINE))


# What --help calls the value of an option, or an argument: what it may be.
VALUES = {
    "BACKEND": "reference optimized optimized:cuda plugin: exec: python: keras3:",
    "EDITION": "ko zh ja",
    "MODE": "eager function dynamic gradient second-gradient program",
    "OUTCOMES": "pass pass-accepted fail error crash timeout out-of-memory unsupported not-run waived unexpected-pass",
    "PROFILE": _profiles(),
    "SANDBOX": "off default strict",
    "TIER": "smoke core full",
    "WHEN": "failures always never",
    "CASES": _functions(),
    "FUNCTIONS": _functions(),
    "GLOB": _functions(),
    **dict.fromkeys(("FILE", "FILE...", "PATH", "PROGRAM", "RESULTS", "SHARDS"), _FILES),
    "DIR": _FOLDERS,
    **dict.fromkeys(
        (
            "ADDRESS",
            "CASE",
            "COUNT",
            "DATE",
            "FACTOR",
            "I/N",
            "ID",
            "INDEX",
            "INT",
            "SECONDS",
            "SIZE",
        ),
        _NOTHING,
    ),
}


@dataclass
class Command:
    """What may follow the words of a command."""

    subcommands: list[str]
    options: dict[str, str | None] = field(default_factory=dict)  # each spelling: what its value is
    arguments: str = _NOTHING


def _value(kind: str, command: list[str]) -> str:
    if kind not in VALUES:
        raise SystemExit(f"{' '.join(command)} --help has a value {kind}: add it to {__file__}")
    return VALUES[kind]


def read_command(command: list[str]) -> Command:
    help_ = read_help(command)
    result = Command(help_.subcommands())
    for title, lines in help_.sections:
        for line in lines:
            option = re.match(r"  (-[\w,-]+)(?: ([A-Z][A-Z./]*))?(?=[ =:]|$)", line)
            argument = re.match(r"  ([A-Z]+)\b", line)
            if option:
                value = _value(option[2], command) if option[2] else None
                result.options.update(dict.fromkeys(option[1].split(","), value))
            elif title == "Positionals" and argument and argument[1] != "COMMAND":
                result.arguments = _value(argument[1], command)
    return result


def read_commands(program: str) -> dict[str, Command]:
    """By their words: "kassay", "kassay list", "kassay list cases". `kassay help` takes the same words."""
    commands: dict[str, Command] = {}

    def add(words: list[str]) -> None:
        command = read_command([program, *words])
        commands[" ".join(["kassay", *words])] = command
        for word in command.subcommands:
            add([*words, word])

    add([])
    for words in list(commands):
        command = commands[words]
        if command.subcommands and not words.startswith("kassay help"):
            about = " ".join(["kassay help", *words.split()[1:]])
            known = commands.get(about, Command([]))
            commands[about] = Command(command.subcommands, known.options)
    return commands


def _tables(commands: dict[str, Command], entry: str) -> str:
    """The assignments of the three tables, each entry written as `entry` has it."""
    tables: dict[str, dict[str, str]] = {"subcommands": {}, "flags": {}, "offers": {}}
    for words, command in commands.items():
        tables["subcommands"][words] = " ".join(command.subcommands)
        tables["flags"][words] = " ".join(command.options)
        tables["offers"][words] = command.arguments
        for option, value in command.options.items():
            if value is not None:
                tables["offers"][f"{words}|{option}"] = value
    return "".join(
        f"  {name}=(\n"
        + "".join(f"    {entry.format(key=key, value=value)}\n" for key, value in table.items())
        + "  )\n"
        for name, table in tables.items()
    )


BASH = """\
# Completion of kassay for bash, made of its --help.
_kassay() {
  local -A subcommands flags offers
%s  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=kassay word key
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ " ${subcommands[$words]} " == *" $word "* ]] && words+=" $word"
  done
  # bash takes --option=value for three words.
  [[ $previous == "=" ]] && previous=${COMP_WORDS[COMP_CWORD-2]}
  [[ $current == "=" ]] && current=
  COMPREPLY=()
  key="$words|$previous"
  if [[ -z ${offers[$key]} ]]; then
    if [[ $current == -* ]]; then
      COMPREPLY=($(compgen -W "${flags[$words]}" -- "$current"))
      return
    fi
    if [[ -n ${subcommands[$words]} ]]; then
      COMPREPLY=($(compgen -W "${subcommands[$words]}" -- "$current"))
      return
    fi
    key=$words
  fi
  case ${offers[$key]} in
    FILES) compopt -o default ;;
    FOLDERS) compopt -o default -o dirnames ;;
    NOTHING) ;;
    *)
      COMPREPLY=($(compgen -W "${offers[$key]}" -- "$current"))
      [[ ${COMPREPLY[0]} == *: ]] && compopt -o nospace
      ;;
  esac
}
complete -F _kassay kassay
"""

ZSH = """\
#compdef kassay
# Completion of kassay for zsh, made of its --help.
_kassay() {
  local -A subcommands flags offers
%s  local previous=${words[CURRENT-1]} command=kassay word key
  for word in ${words[2,CURRENT-1]}; do
    [[ " ${subcommands[$command]} " == *" $word "* ]] && command+=" $word"
  done
  if [[ $PREFIX == --*=* ]]; then
    previous=${PREFIX%%%%=*}
    compset -P '*='
  fi
  key="$command|$previous"
  if [[ -z ${offers[$key]} ]]; then
    if [[ $PREFIX == -* ]]; then
      compadd -- ${=flags[$command]}
      return
    fi
    if [[ -n ${subcommands[$command]} ]]; then
      compadd -- ${=subcommands[$command]}
      return
    fi
    key=$command
  fi
  case ${offers[$key]} in
    FILES) _files ;;
    FOLDERS) _files -/ ;;
    NOTHING) _message 'no suggestions' ;;
    *) compadd -- ${=offers[$key]} ;;
  esac
}
_kassay "$@"
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("program")
    arguments.add_argument("--out", type=Path, required=True)
    options = arguments.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    commands = read_commands(options.program)
    (options.out / "kassay").write_text(BASH % _tables(commands, '["{key}"]="{value}"'))
    (options.out / "_kassay").write_text(ZSH % _tables(commands, '"{key}" "{value}"'))


if __name__ == "__main__":
    main()

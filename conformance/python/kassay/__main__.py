"""`python -m kassay`: runs the kassay program on a backend that this Python can import."""

from __future__ import annotations

import argparse
import os
import platform
import sys

from kassay import __version__
from kassay.command import (
    ORACLE_VARIABLE,
    NoProgram,
    backend_argument,
    environment_of,
    find_program,
    name_of,
)

_USAGE = 2
_NOT_STARTED = 3
# These commands test a module. All others go to the program unchanged.
_COMMANDS = ("run", "explain", "exec")
_OTHER_COMMANDS = ("list", "report", "diff", "waive", "coverage", "help")
_HELP = """usage: python -m kassay [run | explain | exec] [-b MODULE] [options of that command]
       python -m kassay (list | report | diff | waive | coverage | help) [options of that command]

Tests a Keras backend: a module that this Python can import.

  -b, --backend MODULE  its dotted name, such as my_package.my_module; it may be in the working folder
                        (default: the backend that $KERAS_BACKEND or $HOME/.keras/keras.json names)
  -h, --help            print this text and the options of the command
  --version             print the versions of this package and of the program

This command runs the kassay program: the one that $KASSAY names, the one installed with this
package, or the one on the path. Its exit code is the program's: 0 nothing is wrong, 1 something
is wrong, 2 wrong usage, 3 the backend did not start, 4 no case was selected.

Examples:
  python -m kassay --backend my_package.my_module --tier smoke
  python -m kassay --backend my_package.my_module --profile inference --out results.jsonl
  python -m kassay --backend my_package.my_module softmax 'convolution/*float32*'
  python -m kassay explain --backend my_package.my_module 'activation/softmax/float32/value,x=3x7,axis=0'
  python -m kassay exec --backend my_package.my_module program.json
  python -m kassay report results.jsonl --out report.html
"""


def main(words: list[str]) -> int:
    if words and words[0] in _OTHER_COMMANDS:
        return _become(words)
    if words == ["--version"]:
        print(
            f"Python package kassay {__version__}, Python {platform.python_version()}", flush=True
        )
        return _become(words)
    command = words[0] if words and words[0] in _COMMANDS else "run"
    rest = words[1:] if words and words[0] in _COMMANDS else words
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("-b", "--backend", default="")
    parser.add_argument("-h", "--help", action="store_true")
    options, others = parser.parse_known_args(rest)
    if not words:
        print(_HELP, end="", file=sys.stderr)
        return _USAGE
    if options.help:
        print(_HELP, flush=True)
        _become([command, "--help"])
        return 0
    return _become([command, "--backend", backend_argument(options.backend), *others])


def program() -> int:
    """The command `kassay` of the wheel: runs the program. This Python runs modules and the oracle unless the environment names another."""
    own = {**environment_of({}), ORACLE_VARIABLE: sys.executable}
    return _become(sys.argv[1:], {**own, **os.environ}, name_of(sys.argv[0], os.environ))


def _become(arguments: list[str], environment: dict[str, str] | None = None, name: str = "") -> int:
    """Replaces this process with the program, under this name; returns only if the program is not found."""
    try:
        program = find_program(os.environ)
    except NoProgram as error:
        print(f"kassay: {error}", file=sys.stderr)
        return _NOT_STARTED
    os.execve(program, [name or program, *arguments], environment or environment_of(os.environ))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What the GitHub Action (action.yml) does: installs the wheel, runs the suite on a backend, writes reports, summary and outputs.

The inputs of the action are variables, INPUT_<NAME>. The exit code is that of `kassay run`; 2 for inputs that cannot be used.
"""

from __future__ import annotations

import glob
import json
import os
import subprocess
import sys
from collections import deque
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
# The command `kassay` of the wheel, from the folder of pip's commands. Files in the working folder ("") must not hide it.
KASSAY = [
    *(sys.executable, "-c"),
    "import sys; sys.path[:] = filter(None, sys.path); from kassay.__main__ import program; sys.exit(program())",
]
USAGE = 2
LAST_LINES = 20


class Unusable(Exception):
    """An input. The message says which, and what to do."""


def words(name: str) -> list[str]:
    """The entries of an input, one a line."""
    lines = os.environ.get("INPUT_" + name.upper().replace("-", "_"), "").splitlines()
    return [line.strip() for line in lines if line.strip()]


def word(name: str) -> str:
    found = words(name)
    if len(found) > 1:
        raise Unusable(f"the input {name} takes one line, and has {len(found)}")
    return found[0] if found else ""


def needed(name: str) -> str:
    found = word(name)
    if not found:
        raise Unusable(f"the input {name} is missing")
    return found


def wheel() -> str:
    """A file or a URL: the one that is named, or else what this checkout builds."""
    named = word("wheel")
    if "://" in named:
        return named
    if not named:
        subprocess.run(["bash", ROOT / "run", "wheel"], check=True)
        named = f"{ROOT}/dist/kassay-*.whl"
    found = glob.glob(named)
    if len(found) != 1:
        raise Unusable(f"the input wheel must name one file: {named} names {len(found)}")
    return found[0]


def run(report: Path) -> tuple[int, list[str]]:
    """The exit code of `kassay run`, and the last lines that it printed on standard error."""
    command = [*KASSAY, "run", *words("arguments"), f"--backend={needed('backend')}"]
    command += [f"--{name}={word(name)}" for name in ("edition", "tier", "fail-on") if word(name)]
    command += [f"--{name}={each}" for name in ("profile", "waivers") for each in words(name)]
    command += [f"--out={report / 'results.jsonl'}", "--overwrite"]
    command += [f"--history={report / 'history.jsonl'}"]
    last: deque[str] = deque(maxlen=LAST_LINES)
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, errors="replace") as process:
        assert process.stderr is not None
        for line in process.stderr:
            sys.stderr.write(line)
            last.append(line)
    return process.returncode, list(last)


def write_reports(report: Path) -> None:
    files = {"out": "index.html", "junit": "junit.xml", "ctrf": "ctrf.json", "badges": "badges"}
    files |= {"markdown": "summary.md", "history": "history.jsonl"}
    options = [f"--{option}={report / name}" for option, name in files.items()]
    subprocess.run([*KASSAY, "report", report / "results.jsonl", *options], check=True)


def entries(history: Path) -> list[str]:
    return history.read_text("utf-8").splitlines() if history.exists() else []


def append(variable: str, text: str) -> None:
    """To the file that GitHub reads."""
    with open(os.environ[variable], "a", encoding="utf-8") as file:
        file.write(text)


def outputs(entry: dict[str, Any]) -> str:
    verdict = entry.get("verdict", "not-run")
    values = {"verdict": verdict, "conformant": str(verdict == "conformant").lower()}
    values |= {name: entry.get(name, "") for name in ("right", "supported", "wrong")}
    values["total"] = entry.get("of-edition", "")
    return "".join(f"{name}={value}\n" for name, value in values.items())


def act() -> int:
    report = Path(needed("report"))
    report.mkdir(parents=True, exist_ok=True)
    install = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--", wheel()]
    subprocess.run(install, check=True)
    # A run that ends has added a line to the history.
    before = len(entries(report / "history.jsonl"))
    status, last = run(report)
    added = entries(report / "history.jsonl")[before:]
    if added:
        write_reports(report)
        append("GITHUB_STEP_SUMMARY", (report / "summary.md").read_text("utf-8"))
    else:
        said = "".join(f"    {line}" for line in last)
        text = f"### kassay did not run: exit code {status}\n\n{said}\n"
        append("GITHUB_STEP_SUMMARY", text)
    append("GITHUB_OUTPUT", outputs(json.loads(added[-1]) if added else {}))
    return status


def main() -> int:
    try:
        return act()
    except Unusable as error:
        print(f"kassay: {error}", file=sys.stderr)
        return USAGE
    except subprocess.CalledProcessError as error:
        return error.returncode


if __name__ == "__main__":
    sys.exit(main())

"""Runs the tests of a version of Keras on kassay.keras, and compares the failing tests with the expected ones.

`expected-VERSION.yaml` lists, with reasons, the paths that are left out (`left-out`), the tests that fail (`fails`), and the tests whose
outcome depends on random numbers or on the network (`varies`). Exits with 1 if another test fails, or if a test passes that should fail.
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
_SECONDS_OF_A_TEST = 120


def run_tests(
    source: Path, python: Path, package: Path, left_out: list[str], report: Path, choice: list[str]
) -> None:
    """Runs the tests of a source distribution of Keras; writes their outcomes as JUnit XML."""
    environment = {
        **os.environ,
        "KERAS_BACKEND": "kassay.keras",
        "PYTHONPATH": os.pathsep.join([str(package), str(HERE)]),
    }
    command = [
        python,
        "-m",
        "pytest",
        "-p",
        "fresh_session",
        "-p",
        "no:cacheprovider",
        "-q",
        "--tb=short",
    ]
    command += [
        "-W",
        "ignore",
        "-n",
        "2",
        f"--timeout={_SECONDS_OF_A_TEST}",
        f"--junit-xml={report}",
    ]
    command += [f"--ignore-glob={path}" for path in left_out]
    subprocess.run(
        [str(part) for part in [*command, *(choice or ["tests"])]],
        cwd=source,
        env=environment,
        check=False,
    )


def outcomes(report: Path) -> dict[str, str]:
    """ "passed", "failed" or "skipped" for each test, by its name in pytest."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        kinds = {child.tag for child in case}
        outcome = (
            "failed"
            if kinds & {"failure", "error"}
            else "skipped"
            if "skipped" in kinds
            else "passed"
        )
        found[f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"] = outcome
    return found


def patterns(entries: list[dict[str, Any]] | None) -> list[str]:
    return [pattern for entry in entries or [] for pattern in entry["tests"]]


def matches(test: str, among: list[str]) -> bool:
    """Patterns are those of file names, except that brackets name the parameters of a test."""
    return any(fnmatch.fnmatchcase(test, pattern.replace("[", "[[]")) for pattern in among)


def compare(found: dict[str, str], expected: dict[str, Any]) -> bool:
    """Prints the outcomes. Returns whether all are as expected."""
    fails, varies = patterns(expected.get("fails")), patterns(expected.get("varies"))
    failed = [test for test, outcome in found.items() if outcome == "failed"]
    passed = [test for test, outcome in found.items() if outcome == "passed"]
    unexpected = [test for test in failed if not matches(test, fails + varies)]
    mended = [test for test in passed if matches(test, fails)]
    for test in unexpected:
        print(f"failed unexpectedly: {test}")
    for test in mended:
        print(f"passed, but was expected to fail: {test}")
    ran = len(passed) + len(failed)
    print(
        f"{len(passed)} of {ran} tests passed ({100 * len(passed) / max(ran, 1):.1f} %), {len(failed)} failed,",
        end=" ",
    )
    print(f"{len(unexpected)} of them unexpectedly; {len(found) - ran} were skipped by Keras")
    return not unexpected and not mended


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run keras-tests", description=__doc__)
    parser.add_argument("version", choices=["2.2.4", "2.3.1"])
    parser.add_argument(
        "--source", type=Path, required=True, help="the unpacked source distribution"
    )
    parser.add_argument(
        "--python", type=Path, required=True, help="a Python with this version of Keras"
    )
    parser.add_argument(
        "--package", type=Path, required=True, help="the folder with the package kassay"
    )
    parser.add_argument("tests", nargs="*", help="only these, as pytest names them")
    options = parser.parse_args()
    expected = yaml.safe_load((HERE / f"expected-{options.version}.yaml").read_text())
    report = options.source.parent / f"tests-{options.version}.xml"
    report.unlink(missing_ok=True)
    run_tests(
        options.source,
        options.python,
        options.package,
        patterns(expected.get("left-out")),
        report,
        options.tests,
    )
    if not report.exists():
        sys.exit("pytest wrote no report")
    sys.exit(0 if compare(outcomes(report), expected) else 1)


if __name__ == "__main__":
    main()

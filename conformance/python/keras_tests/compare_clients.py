"""Trains small models of packages written for Keras 2, with Keras 2.3.1 on kassay.keras and on TensorFlow, and writes a page about it.

Trains each for ten steps from the same initial weights, without random numbers. Exits with 1 if losses are further apart than float32
explains, or if kassay.keras fails.
"""

from __future__ import annotations

import argparse
import html
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from compare import MOST_APART, Libraries, distance
from comparison_page import frame

Outcomes = dict[str, dict[str, Any]]
TITLE = "Packages written for Keras 2, on kassay and on TensorFlow"
WORDS = (
    "Each model is made with the layers, the optimizer or the losses of a package, and trained for ten steps with Keras 2.3.1, once on "
    "kassay.keras (optimized) and once on TensorFlow 2.15, from the same weights and without random numbers."
)


def outcomes(libraries: Libraries, models: list[str]) -> tuple[Outcomes, Outcomes]:
    """The outcomes of TensorFlow, which makes the weights, and of kassay.keras."""
    found = []
    with tempfile.TemporaryDirectory() as weights:
        for library in ("tensorflow", "keras"):
            print(f"ten steps of each model: {library}", file=sys.stderr)
            printed = libraries.run(library, "optimized", "clients/train.py", weights, *models)
            found.append(json.loads(printed))
    theirs, ours = found
    return theirs, ours


def verdict(theirs: dict[str, Any], ours: dict[str, Any]) -> tuple[bool, str]:
    """Whether the losses agree, and the distance or the failure."""
    if "error" in ours:
        return False, f"fails: {ours['error']}"
    if "error" in theirs:
        return True, f"not compared, since TensorFlow fails: {theirs['error']}"
    apart = distance(ours["losses"], theirs["losses"])
    return apart <= MOST_APART, f"{apart:.1e}"


def page(rows: list[tuple[str, ...]], styles: str) -> str:
    cells = "".join(
        "<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row) + "\n" for row in rows
    )
    return frame(
        TITLE,
        f"<p>{WORDS}</p>\n<table>\n<thead><tr><th>Package<th>Version<th>Model<th>Largest relative difference of losses</thead>\n"
        f"{cells}</table>",
        styles,
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="./run keras-clients", description=__doc__)
    parser.add_argument("models", nargs="*", help="names of models (default: all)")
    parser.add_argument("--keras", required=True, help="a Python with Keras 2.3.1 and the packages")
    parser.add_argument(
        "--tensorflow", required=True, help="a Python that also has TensorFlow 2.15"
    )
    parser.add_argument("--package", required=True, help="the folder with the package kassay")
    parser.add_argument("--styles", type=Path, required=True, help="the style sheet of the page")
    parser.add_argument("--out", type=Path, required=True, help="the page")
    options = parser.parse_args()
    libraries = Libraries(
        {"keras": options.keras, "tensorflow": options.tensorflow}, options.package
    )
    theirs, ours = outcomes(libraries, options.models)
    rows: list[tuple[str, ...]] = []
    wrong = []
    for name, of in sorted(ours.items(), key=lambda each: each[1]["package"]):
        is_right, words = verdict(theirs[name], of)
        rows.append((of["package"], of["version"], name, words.partition("\n")[0]))
        print(f"{of['package']:34}{of['version']:10}{name:34}{rows[-1][-1]}")
        if not is_right:
            wrong.append(name)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(page(rows, options.styles.read_text("utf-8")), encoding="utf-8")
    print(options.out.resolve())
    if wrong:
        sys.exit(f"failed, or further apart than float32 explains: {', '.join(wrong)}")


if __name__ == "__main__":
    main()

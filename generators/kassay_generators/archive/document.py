"""The cases of a function in the format of the archive: `spec/schema/archive.json`."""

from __future__ import annotations

from typing import Any

from kassay_generators.archive.limits import Tensors, judged
from kassay_generators.vectors.answer import Accuracy

FORMAT = 1
_GRADIENTS = ("gradient", "second-gradient")
_KEPT = ("id", "tier", "dtype", "editions", "clauses", "inputs", "program")


def archived(document: dict[str, Any], tensors: Tensors) -> tuple[dict[str, Any], Tensors]:
    """The archive's document of a function, and its tensors, made from the vectors."""
    kept: Tensors = {}
    cases = [_case(case, tensors, kept) for case in document["cases"]]
    return {"format": FORMAT, "function": document["function"], "cases": cases}, kept


def _case(case: dict[str, Any], tensors: Tensors, kept: Tensors) -> dict[str, Any]:
    kept.update((name, tensors[name]) for name in case["inputs"].values())
    expect = case["expect"]
    accuracy = Accuracy(**expect.get("accuracy", {"ulps": 0, "terms": 0, "atol": 0}))
    accepted = [reading for reading in case["readings"] if reading["verdict"] == "accepted"]

    def answer(stated: dict[str, Any]) -> dict[str, Any]:
        reading = {"reading": stated["id"]} if "id" in stated else {}
        if "error" in stated:
            return reading | {"error": stated["error"]}
        sign = expect.get("sign_of_zero", False)
        outputs = [judged(o, accuracy, sign, tensors, kept) for o in stated["outputs"]]
        return reading | {"outputs": outputs}

    run: dict[str, Any] = {
        "modes": [mode for mode in case["modes"] if mode not in _GRADIENTS],
        "kinds": _kinds(case),
        "right": [answer(stated) for stated in (expect, *accepted)],
    }
    if any(o["kind"] == "sample" for right in run["right"] for o in right.get("outputs", ())):
        run["random"] = True
    # A reading that refuses a call refuses its gradient too; gradients have no other readings.
    refusals = [answer(reading) for reading in accepted if "error" in reading]
    gradients = [
        _gradient_run(mode, case[mode], refusals, tensors, kept)
        for mode in _GRADIENTS
        if mode in case
    ]
    return {key: case[key] for key in _KEPT} | {"runs": [run, *gradients]}


def _kinds(case: dict[str, Any]) -> list[str]:
    """The kind of each value that the program returns. If the answer is an error, a reading with outputs decides; without one,
    all are tensors, as in kassay's runner."""
    stated = (
        answer["outputs"] for answer in (case["expect"], *case["readings"]) if "outputs" in answer
    )
    kinds = [output["kind"] for output in next(stated, ())]
    return kinds + ["tensor"] * (len(case["program"]["return"]) - len(kinds))


def _gradient_run(
    mode: str,
    gradient: dict[str, Any],
    refusals: list[dict[str, Any]],
    tensors: Tensors,
    kept: Tensors,
) -> dict[str, Any]:
    accuracy = Accuracy(**gradient["accuracy"])
    factors = {key: gradient[key] for key in ("weights", "directions") if key in gradient}
    kept.update((name, tensors[name]) for names in factors.values() for name in names)
    outputs = [judged(o, accuracy, False, tensors, kept) for o in gradient["outputs"]]
    right = [{"outputs": outputs}, *refusals]
    return {"modes": [mode], "wrt": gradient["wrt"], **factors, "right": right}

"""Each known failure has a decision that says why."""

from __future__ import annotations

import re

import pytest
import yaml
from documents import ROOT

WAIVERS = yaml.safe_load((ROOT / "conformance/backends/printed/waivers.yaml").read_text())
DECISIONS = {
    decision["id"]
    for file in (ROOT / "spec/decisions").glob("*.yaml")
    for decision in yaml.safe_load(file.read_text())
}


@pytest.mark.parametrize("waiver", WAIVERS["waivers"], ids=lambda waiver: waiver["reason"])
def test_waiver_begins_with_a_decision(waiver: dict[str, str]) -> None:
    named = re.match(r"(D-\d+): ", waiver["reason"])
    assert named and named[1] in DECISIONS

"""Campaigns: when the failures of a backend are reduced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kassay_generators.fuzzing import campaign as module
from kassay_generators.fuzzing.campaign import (
    Batch,
    Campaign,
    Counts,
    Settings,
    State,
    read_state,
    save_state,
)
from kassay_generators.fuzzing.coverage import Coverage
from kassay_generators.fuzzing.running import Target

FAILURE = {"case": "elementwise/round/float32/fuzz-1-3", "outcome": "fail"}


def _campaign(out: Path, state: State, monkeypatch: pytest.MonkeyPatch, seconds: float) -> Any:
    """A campaign in which a reduction takes that long, and the list of what it reduced together."""
    now = [0.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: now[0])
    settings = Settings(1, 0, None, ["*"], True, ["ko"], 1, out)
    campaign = Campaign(settings, [Target(Path("kassay"), "none")], state, lambda _: None)
    reduced: list[Any] = []

    def add(_: Any, failures: Any, __: Any) -> None:
        reduced.append(list(failures))
        now[0] += seconds

    monkeypatch.setattr(campaign.findings, "add", add)
    return campaign, reduced, now


def _state() -> State:
    return State(1, ["*"], True, ["ko"], ["none"], "0")


def test_failures_wait_for_as_long_as_the_last_reduction_took(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    campaign, reduced, now = _campaign(tmp_path, _state(), monkeypatch, seconds=60)
    for number, running in enumerate((1, 30, 30)):
        now[0] += running
        batch = Batch(number, 1, [], 1, Coverage(), [])
        campaign.record(batch, [Counts(1, [FAILURE])])
        campaign.reduce_when_due()
    assert reduced == [[FAILURE], [FAILURE, FAILURE]]
    assert campaign.state.failures == 3


def test_failures_that_wait_are_reduced_when_the_campaign_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = _state()
    before.waiting = [(0, FAILURE)]
    save_state(tmp_path, before)
    state = read_state(tmp_path)
    assert state is not None
    campaign, reduced, _ = _campaign(tmp_path, state, monkeypatch, seconds=1)
    campaign.run()
    assert reduced == [[FAILURE]]
    after = read_state(tmp_path)
    assert after is not None and after.waiting == []


@pytest.mark.parametrize("text", ["", "[]", '{"seed": 1}', '{"other": 1}'])
def test_a_damaged_state_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "campaign.json").write_text(text)
    with pytest.raises(ValueError, match=r"campaign\.json is not the state of a campaign"):
        read_state(tmp_path)

"""Replies to programs, and the fresh state at the start of each."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from modules import backend_module

from kassay.errors import CannotLoad
from kassay.host import Host
from kassay.settings import Settings

PROGRAM: dict[str, Any] = {
    "calls": [{"let": ["y"], "call": "f", "args": [{"input": "x"}]}],
    "return": ["y"],
}


def host_of(settings: Settings | None = None, **functions: Any) -> Host:
    return Host(backend_module(**functions), "my.toy", settings or Settings())


def reply_of(host: Host, x: np.ndarray | None = None) -> dict[str, Any]:
    return host.run(7, PROGRAM, {"x": np.zeros(3) if x is None else x})[0]


def raising(error: Exception) -> Host:
    def f(x: Any) -> None:
        raise error

    return host_of(f=f)


def test_started_lists_the_public_functions() -> None:
    started = host_of(softmax=len, _own=len, kassay_reset=lambda: None, pi=3).start()
    assert started["functions"] == ["backend", "function", "placeholder", "softmax", "variable"]
    assert (started["name"], started["version"], started["device"]) == ("toy", "unknown", "cpu")


def test_started_lists_the_dtypes_that_the_module_declares() -> None:
    assert "dtypes" not in host_of().start()
    assert host_of(kassay_dtypes=["float32", "bool"]).start()["dtypes"] == ["bool", "float32"]


def test_name_that_the_module_lists_but_lacks_is_not_offered() -> None:
    host = host_of(__dir__=lambda: ["exp", "placeholder"])
    assert host.start()["functions"] == ["backend", "placeholder"]


def test_backend_is_the_name_by_which_the_module_was_loaded() -> None:
    program = {"calls": [{"let": ["y"], "call": "backend"}], "return": ["y"]}
    assert host_of().run(1, program, {})[0]["outputs"] == ["my.toy"]
    assert host_of(backend=lambda: "own").run(1, program, {})[0]["outputs"] == ["own"]


def test_outputs() -> None:
    reply, tensors = host_of(f=lambda x: x + 1).run(7, PROGRAM, {"x": np.zeros(3)})
    assert reply == {"type": "outputs", "id": 7, "outputs": [{"tensor": "t0"}]}
    assert np.array_equal(tensors["t0"], np.ones(3))


def test_error() -> None:
    reply = reply_of(raising(ValueError("axis 3")))
    text = "ValueError: axis 3"
    assert reply == {"type": "error", "id": 7, "kind": "value", "message": text, "call": 1}


def test_error_names_the_call_that_raised() -> None:
    def f(x: Any) -> None:
        raise ValueError

    one = {"let": ["y"], "call": "g", "args": [{"function": "inner"}]}
    inner = {"parameters": ["x"], "calls": [PROGRAM["calls"][0]], "return": [{"ref": "y"}]}
    program = {"functions": {"inner": inner}, "calls": [{"call": "h"}, one], "return": ["y"]}
    host = host_of(f=f, g=lambda function: function(1), h=lambda: None)
    assert host.run(7, program, {"x": np.zeros(3)})[0]["call"] == 2


def test_error_after_the_calls_names_no_call() -> None:
    class Broken:
        def __array__(self, *_: Any, **__: Any) -> np.ndarray:
            raise ValueError

        def __float__(self) -> float:
            raise ValueError

    reply = reply_of(host_of(f=lambda x: Broken()))
    assert "call" not in reply


def test_unsupported() -> None:
    error = type("Unsupported", (Exception,), {})("no sparse tensors")
    assert reply_of(raising(error)) == {
        "type": "unsupported",
        "id": 7,
        "reason": "Unsupported: no sparse tensors",
    }


def test_started_has_threads_if_the_module_declares_them() -> None:
    assert "threads" not in host_of().start()
    assert host_of(kassay_threads=True).start()["threads"] is True
    with pytest.raises(CannotLoad, match="kassay_threads"):
        host_of(kassay_threads="yes").start()


def test_programs_run_together_and_reply_with_their_different_answers_in_order() -> None:
    calls = []

    def f(x: Any) -> Any:
        calls.append(threading.current_thread())
        if x.dtype == "int8" and len([c for c in calls if c is calls[-1]]) > 1:
            raise ValueError("twice")
        return x + 1

    runs = [(PROGRAM, {"x": np.zeros(2)}), (PROGRAM, {"x": np.zeros(3, "int8")})]
    reply, tensors = host_of(f=f).run_together(7, runs, 3)
    assert len(set(calls)) == 2 and len(calls) == 6
    (first,), (second, third) = reply["answers"]
    assert (reply["type"], reply["id"], first["id"]) == ("answers", 7, 7)
    assert np.array_equal(tensors[first["outputs"][0]["tensor"]], np.ones(2))
    assert tensors[second["outputs"][0]["tensor"]].dtype == "int8"
    assert third["message"] == "ValueError: twice"


def test_state_is_fresh_once_before_programs_that_run_together() -> None:
    resets = []
    host = host_of(f=lambda x: x, kassay_reset=lambda: resets.append(threading.current_thread()))
    host.run_together(1, [(PROGRAM, {"x": np.zeros(2)})] * 3, 5)
    assert resets == [threading.main_thread()]


def test_missing_function() -> None:
    assert reply_of(host_of())["type"] == "unsupported"


def test_attribute_that_is_not_a_function_is_missing() -> None:
    assert reply_of(host_of(f=3))["type"] == "unsupported"


def test_endless_recursion_is_an_error() -> None:
    def f(x: Any) -> Any:
        return f(x)

    assert reply_of(host_of(f=f))["kind"] == "other"


@pytest.mark.parametrize("error", [SystemExit(0), KeyboardInterrupt(), GeneratorExit()])
def test_exit_is_not_caught(error: BaseException) -> None:
    def f(x: Any) -> None:
        raise error

    with pytest.raises(type(error)):
        reply_of(host_of(f=f))


def fill(x: np.ndarray) -> None:
    x[0] = 5


def reshape(x: np.ndarray) -> None:
    x.shape = (3, 1)


def fill_and_raise(x: np.ndarray) -> None:
    x[0] = 5
    raise ValueError


@pytest.mark.parametrize("function", [fill, reshape, fill_and_raise])
def test_altered_input(function: Any) -> None:
    reply = reply_of(host_of(f=function))
    assert (reply["type"], reply["kind"]) == ("error", "altered-input")
    assert "input x" in reply["message"]


def test_unchanged_nan_is_not_an_alteration() -> None:
    assert reply_of(host_of(f=lambda x: 1), np.array([np.nan]))["type"] == "outputs"


def test_each_program_finds_a_fresh_state() -> None:
    made: list[Any] = []
    host = host_of(
        f=lambda x: None,
        clear_session=lambda: made.append("session"),
        reset_uids=lambda: made.append("uids"),
        set_floatx=made.append,
        set_epsilon=made.append,
        set_image_data_format=made.append,
        kassay_reset=lambda: made.append("own"),
    )
    reply_of(host)
    assert made == ["session", "uids", "float32", 1e-07, "channels_last", "own"]


def test_fresh_state_has_the_settings_of_the_host() -> None:
    made: list[Any] = []
    reply_of(host_of(Settings(floatx="float16"), f=lambda x: None, set_floatx=made.append))
    assert made == ["float16"]


def test_fresh_state_has_the_learning_phase_of_the_start() -> None:
    phases = [1]
    host = host_of(
        f=lambda x: phases.append(0),
        learning_phase=lambda: phases[-1],
        set_learning_phase=phases.append,
    )
    reply_of(host)
    reply_of(host)
    assert phases == [1, 0, 1, 0]


def test_learning_phase_that_is_a_tensor_is_left_to_clear_session() -> None:
    made: list[Any] = []
    reply_of(host_of(f=lambda x: 1, learning_phase=object, set_learning_phase=made.append))
    assert made == []


def test_fresh_state_has_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    host = host_of(f=lambda x: os.chdir("/"))
    reply_of(host)
    host.start()
    assert os.getcwd() == str(tmp_path)


def not_implemented() -> None:
    raise NotImplementedError


def broken() -> None:
    raise OSError("no device")


def test_reset_that_is_not_implemented_counts_as_missing() -> None:
    host = host_of(f=lambda x: 1, clear_session=not_implemented)
    assert host.start()["type"] == "started"
    assert reply_of(host)["type"] == "outputs"


def test_reset_that_fails_at_the_start() -> None:
    with pytest.raises(CannotLoad, match="clear_session raised OSError: no device"):
        host_of(clear_session=broken).start()


def test_reset_that_fails_later_is_not_an_answer_to_the_program() -> None:
    with pytest.raises(RuntimeError, match="clear_session raised OSError"):
        reply_of(host_of(f=lambda x: 1, clear_session=broken))

"""rnn, switch, the learning phase, map_fn and the folds, against results computed by hand."""

from __future__ import annotations

import pytest

from kassay_generators.machine.arithmetic import Exact, Float64
from kassay_generators.machine.machine import Machine
from kassay_generators.oracles.interface import ApiError, Context
from kassay_generators.oracles.library import own_library

# One sample with times 1, 2, 4; the step halves the state and adds the input.
TIMES = [[[1.0], [2.0], [4.0]]]
START = [[8.0]]


def _machine(arithmetic: type[Exact | Float64]) -> Machine:
    return Machine(own_library(), Context("ko", "float32"), arithmetic())


@pytest.fixture(params=[Exact, Float64])
def machine(request: pytest.FixtureRequest) -> Machine:
    return _machine(request.param)


def _floats(machine: Machine, value: object) -> list[object]:
    return machine.call("eval", value).values.astype(float).tolist()  # type: ignore[no-any-return]


def _rnn(machine: Machine, *, mask: object = None, **keywords: object) -> tuple[object, object]:
    """The outputs of the one sample, and its state."""

    def step(now: object, states: list[object]) -> tuple[object, list[object]]:
        halved = machine.operator("mul", states[0], 0.5)
        output = machine.operator("add", now, halved)
        return output, [output]

    present = None if mask is None else machine.call("constant", mask, dtype="bool")
    _, outputs, states = machine.call(
        "rnn",
        step,
        machine.call("constant", TIMES),
        [machine.call("constant", START)],
        mask=present,
        **keywords,
    )
    return _floats(machine, outputs)[0], _floats(machine, states[0])[0]  # type: ignore[index]


def test_rnn_carries_the_state_along(machine: Machine) -> None:
    assert _rnn(machine) == ([[5.0], [4.5], [6.25]], [6.25])


def test_rnn_backwards_begins_with_the_last_time(machine: Machine) -> None:
    assert _rnn(machine, go_backwards=True) == ([[8.0], [6.0], [4.0]], [4.0])


def test_a_masked_step_repeats_the_output_and_keeps_the_state(machine: Machine) -> None:
    assert _rnn(machine, mask=[[True, False, True]]) == ([[5.0], [5.0], [6.5]], [6.5])


def test_outputs_before_the_first_step_are_zero_and_the_state_is_the_initial_one(
    machine: Machine,
) -> None:
    assert _rnn(machine, mask=[[False, False, True]]) == ([[0.0], [0.0], [8.0]], [8.0])


def test_a_sample_that_is_masked_throughout_keeps_its_initial_state(machine: Machine) -> None:
    assert _rnn(machine, mask=[[False, False, False]]) == ([[0.0], [0.0], [0.0]], [8.0])


def test_the_mask_belongs_to_times_in_either_direction(machine: Machine) -> None:
    result = _rnn(machine, mask=[[True, True, False]], go_backwards=True)
    assert result == ([[0.0], [6.0], [4.0]], [4.0])


def test_a_mask_with_a_third_dimension_is_an_error_in_ko() -> None:
    with pytest.raises(ApiError):
        _rnn(_machine(Exact), mask=[[[True], [True], [True]]])


def _chosen(machine: Machine, condition: object, dtype: str) -> list[object]:
    x = machine.call("constant", [[1.0, 2.0], [3.0, 4.0]])
    y = machine.call("constant", [[5.0, 6.0], [7.0, float("nan")]])
    return _floats(
        machine, machine.call("switch", machine.call("constant", condition, dtype=dtype), x, y)
    )


def test_a_condition_decides_for_what_lies_behind_its_elements(machine: Machine) -> None:
    assert _chosen(machine, [False, True], "bool") == [[5.0, 6.0], [3.0, 4.0]]


def test_a_condition_of_two_is_true(machine: Machine) -> None:
    assert _chosen(machine, 2, "int32") == [[1.0, 2.0], [3.0, 4.0]]


def test_a_condition_with_too_many_dimensions_is_an_error(machine: Machine) -> None:
    with pytest.raises(ApiError):
        _chosen(machine, [[[True]]], "bool")


def _phase(machine: Machine, fed: list[object]) -> object:
    x, y = machine.call("constant", 1.0), machine.call("constant", 2.0)
    inputs = [machine.call("learning_phase")] if fed else []
    function = machine.call("function", inputs, [machine.call("in_train_phase", x, y)])
    return float(function(fed)[0].values)


def test_a_phase_that_nobody_feeds_is_that_of_testing(machine: Machine) -> None:
    assert _phase(machine, []) == 2.0


def test_a_phase_that_is_fed_decides(machine: Machine) -> None:
    assert _phase(machine, [1]) == 1.0


def test_a_phase_that_was_fixed_decides(machine: Machine) -> None:
    machine.call("set_learning_phase", 1)
    assert _phase(machine, []) == 1.0


def test_a_phase_of_two_is_an_error(machine: Machine) -> None:
    with pytest.raises(ApiError):
        machine.call("set_learning_phase", 2)


def test_clear_session_opens_the_phase_again(machine: Machine) -> None:
    machine.call("set_learning_phase", 1)
    machine.call("clear_session")
    assert _phase(machine, [0]) == 2.0


def test_foldr_begins_at_the_right(machine: Machine) -> None:
    elements = machine.call("constant", [1.0, 2.0, 4.0])
    folded = machine.call("foldr", lambda a, x: machine.operator("sub", a, x), elements)
    assert _floats(machine, folded) == 1.0


def test_foldl_begins_at_the_left(machine: Machine) -> None:
    elements = machine.call("constant", [1.0, 2.0, 4.0])
    folded = machine.call("foldl", lambda a, x: machine.operator("sub", a, x), elements)
    assert _floats(machine, folded) == -5.0


def test_map_fn_stacks_the_results(machine: Machine) -> None:
    elements = machine.call("constant", [[1.0, 2.0], [3.0, 4.0]])
    mapped = machine.call("map_fn", lambda row: machine.call("sum", row), elements)
    assert _floats(machine, mapped) == [3.0, 7.0]


def test_a_new_prefix_begins_at_one(machine: Machine) -> None:
    machine.call("get_uid", "dense")
    assert machine.call("get_uid", "dropout") == 1

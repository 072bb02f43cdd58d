"""The abstract machine: when it computes values, its state, and the known static shapes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from kassay_generators.machine import distributions
from kassay_generators.machine.arithmetic import Arithmetic, Exact, Float64
from kassay_generators.machine.lazy import Lazy, Node, Variable
from kassay_generators.machine.machine import Machine
from kassay_generators.machine.run_program import run
from kassay_generators.machine.values import Array, ProgramError, Sample, Tensor
from kassay_generators.oracles.interface import ApiError, Context
from kassay_generators.oracles.library import own_library
from kassay_generators.specification.program_text import Source, parse

X = np.array([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]], dtype=np.float32)
D = np.array([[0.5, 0.5, 1.0], [2.0, -1.0, 0.25]], dtype=np.float32)


def _machine(arithmetic: Arithmetic, **replacements: Callable[..., Any]) -> Machine:
    return Machine(own_library(), Context("ko", "float32"), arithmetic, replacements)


@pytest.fixture(params=[Exact, Float64])
def machine(request: pytest.FixtureRequest) -> Machine:
    return _machine(request.param())


def _run(machine: Machine, text: str, **inputs: np.ndarray) -> list[Any]:
    source = Source(
        Path("odd.yaml"),
        "case",
        dedent(text),
        frozenset(inputs),
        own_library().functions,
        "float32",
    )
    arrays = {name: machine.array(values) for name, values in inputs.items()}
    return run(machine, parse(source), arrays)


def _floats(value: Any) -> np.ndarray:
    assert isinstance(value, Array | Tensor)
    return value.values.astype(float)


# -- laziness ---------------------------------------------------------------------------------------------------------


def test_a_call_of_known_tensors_is_evaluated_at_once(machine: Machine) -> None:
    result = machine.call("square", machine.call("constant", 3.0))
    assert isinstance(result, Tensor)
    assert _floats(result) == 9.0


def test_a_call_of_a_variable_waits(machine: Machine) -> None:
    assert isinstance(machine.call("square", machine.call("variable", 3.0)), Lazy)


def test_a_list_that_holds_a_lazy_value_waits(machine: Machine) -> None:
    known = machine.call("constant", [1.0])
    joined = machine.call("concatenate", [known, machine.call("variable", [2.0])])
    assert isinstance(joined, Lazy)
    assert _floats(machine.call("eval", joined)).tolist() == [1.0, 2.0]


def test_several_values_wait_together(machine: Machine) -> None:
    parts = machine.call(
        "normalize_batch_in_training", machine.call("variable", X), None, None, [0]
    )
    assert len(parts) == 3 and all(isinstance(p, Lazy) for p in parts)
    assert np.allclose(_floats(machine.call("eval", parts[1])), X.mean(axis=0))


def test_eval_sees_the_value_of_now(machine: Machine) -> None:
    v = machine.call("variable", 3.0)
    y = machine.call("square", v)
    machine.assign(v, 2.0)
    assert _floats(machine.call("eval", y)) == 4.0


def test_each_node_is_computed_once_in_an_evaluation() -> None:
    machine = _machine(Exact())
    runs: list[int] = []
    v = machine.variable(machine.tensor(3.0, "float32"))

    def count(x: Tensor) -> Tensor:
        runs.append(1)
        return x

    y = machine.lazily(count, v)
    machine.evaluation().value(machine.operator("add", y, machine.operator("mul", y, y)))
    assert len(runs) == 1


def test_each_evaluation_computes_anew() -> None:
    machine = _machine(Exact())
    runs: list[int] = []
    y = machine.lazily(lambda: runs.append(1), always=True)
    machine.evaluation().value(y)
    machine.evaluation().value(y)
    assert len(runs) == 2


def test_a_placeholder_that_is_not_fed_is_an_error(machine: Machine) -> None:
    with pytest.raises(ApiError):
        machine.call("eval", machine.call("placeholder", shape=[2]))


def test_a_placeholder_with_a_default_need_not_be_fed(machine: Machine) -> None:
    phase = machine.placeholder("int32", (), default=machine.tensor(0, "int32"))
    assert _floats(machine.call("eval", phase)) == 0


def test_a_replaced_lazy_value_counts_instead(machine: Machine) -> None:
    v = machine.call("variable", 3.0)
    y = machine.call("square", v)
    evaluation = machine.evaluation().replacing({v: machine.tensor(5.0, "float32")})
    assert _floats(evaluation.value(y)) == 25.0
    assert v in evaluation.visited
    assert _floats(machine.call("get_value", v)) == 3.0


# -- functions --------------------------------------------------------------------------------------------------------


def test_two_feeds_of_different_shapes(machine: Machine) -> None:
    first, second = _run(
        machine,
        """
        p = placeholder(shape=(None, None))
        f = function([p], [sum(p, axis=1)])
        [a] = f([x])
        [b] = f([d])
        return a, b
        """,
        x=X,
        d=np.ones((1, 4), np.float32),
    )
    assert _floats(first).tolist() == [2.0, 3.5]
    assert _floats(second).tolist() == [4.0]


def test_updates_come_after_the_outputs(machine: Machine) -> None:
    before, after = _run(
        machine,
        """
        v = variable(x)
        f = function([], [v * 2.0], updates=[update_add(v, constant(d))])
        [before] = f([])
        return before, get_value(v)
        """,
        x=X,
        d=D,
    )
    assert (_floats(before) == 2 * X).all()
    assert (_floats(after) == X + D).all()


def test_all_updates_follow_from_the_values_before(machine: Machine) -> None:
    v, w = _run(
        machine,
        """
        v = variable(x)
        w = variable(d)
        f = function([], [], updates=[update_add(v, w), update_add(w, v)])
        f([])
        return get_value(v), get_value(w)
        """,
        x=X,
        d=D,
    )
    assert (_floats(v) == X + D).all()
    assert (_floats(w) == X + D).all()


def test_a_loop_repeats_the_call(machine: Machine) -> None:
    (count,) = _run(
        machine,
        """
        v = variable(0.0)
        f = function([], [], updates=[update_add(v, constant(1.0))])
        for _ in range(20): f([])
        return get_value(v)
        """,
    )
    assert _floats(count) == 20.0


def test_a_def_sees_the_variable_as_it_is_at_the_evaluation(machine: Machine) -> None:
    before, after = _run(
        machine,
        """
        v = variable(2.0)
        def step(acc, e):
            r = acc + e * v
            return r
        y = foldl(step, constant([1.0, 1.0, 1.0]), constant(0.0))
        before = eval(y)
        f = function([], [], updates=[update_add(v, constant(1.0))])
        f([])
        return before, eval(y)
        """,
    )
    assert (_floats(before), _floats(after)) == (6.0, 9.0)


def test_a_def_sees_what_is_fed(machine: Machine) -> None:
    (result,) = _run(
        machine,
        """
        p = placeholder(shape=(None, 3))
        q = placeholder(shape=(3,))
        def step(acc, e):
            r = acc + e * q
            return r
        f = function([p, q], [foldl(step, p)])
        [r] = f([x, w])
        return r
        """,
        x=X,
        w=np.array([1.0, 2.0, 3.0], np.float32),
    )
    assert _floats(result).tolist() == [1.5, 6.0, 0.0]


# -- state ------------------------------------------------------------------------------------------------------------


def test_the_default_float_type_counts_when_a_function_is_called(machine: Machine) -> None:
    before = machine.call("variable", 1.0)
    machine.settings.floatx = "float16"
    after = machine.call("variable", 1.0)
    assert (before.dtype, after.dtype) == ("float32", "float16")


def test_the_settings_of_a_lazy_value_are_those_of_its_call(machine: Machine) -> None:
    target, output = machine.call("constant", [1.0]), machine.call("variable", [0.0])
    before = machine.call("binary_crossentropy", target, output)
    machine.settings.epsilon = 1e-2
    after = machine.call("binary_crossentropy", target, output)
    found = [float(_floats(machine.call("eval", y))[0]) for y in (before, after)]
    assert np.allclose(found, [-np.log(1e-7), -np.log(1e-2)], rtol=1e-6)


def test_the_edition_decides_the_order_of_arguments() -> None:
    machine = _machine(Exact())
    machine.edition = "ja"
    first, second = machine.call("constant", [0.25]), machine.call("constant", [1.0])
    loss = machine.call("binary_crossentropy", first, second)  # output, target
    assert np.isclose(float(_floats(loss)[0]), -np.log(0.25))


def test_a_variable_keeps_its_dtype_when_it_is_assigned_to(machine: Machine) -> None:
    v = machine.call("variable", 1.0, dtype="float16")
    machine.assign(v, machine.array(np.array(0.1)))
    assert v.dtype == "float16"
    assert _floats(v.value) == np.float16(0.1)


def test_an_array_is_rounded_to_the_dtype_of_its_placeholder(machine: Machine) -> None:
    (result,) = _run(
        machine,
        """
        p = placeholder(shape=(1,), dtype='float16')
        f = function([p], [identity(p)])
        [y] = f([x])
        return y
        """,
        x=np.array([0.1]),
    )
    assert result.dtype == "float16"
    assert _floats(result).tolist() == [float(np.float16(0.1))]


def test_a_large_integer_is_rounded_once(machine: Machine) -> None:
    tensor = machine.tensor(machine.array(np.array([2**60 + 2**36 + 1])), "float32")
    assert _floats(tensor).tolist() == [float(2**60 + 2**37)]


# -- operators --------------------------------------------------------------------------------------------------------


def test_a_number_takes_the_dtype_of_the_tensor(machine: Machine) -> None:
    product = machine.operator("mul", machine.tensor([1.0], "float16"), 0.1)
    assert product.dtype == "float16"
    assert _floats(product).tolist() == [float(np.float16(0.1))]


def test_operators_broadcast(machine: Machine) -> None:
    total = machine.operator(
        "add", machine.tensor(X, "float32"), machine.tensor([1, 2, 3], "float32")
    )
    assert (_floats(total) == np.add(X, [1, 2, 3])).all()


def test_shapes_that_do_not_broadcast_are_an_error(machine: Machine) -> None:
    with pytest.raises(ApiError):
        machine.operator(
            "add", machine.tensor([1, 2], "float32"), machine.tensor([1, 2, 3], "float32")
        )


def test_mixed_dtypes_are_a_mistake_of_the_program(machine: Machine) -> None:
    with pytest.raises(ProgramError, match="float16, float32"):
        machine.operator("add", machine.tensor(1, "float16"), machine.tensor(1, "float32"))


def test_a_fraction_and_an_integer_tensor_are_a_mistake_of_the_program(machine: Machine) -> None:
    with pytest.raises(ProgramError, match="fraction"):
        machine.operator("mul", machine.tensor(1, "int32"), 0.5)


def test_an_array_where_a_tensor_is_expected_is_a_mistake_of_the_program(machine: Machine) -> None:
    with pytest.raises(ProgramError, match="square takes a tensor as x"):
        machine.call("square", machine.array(X))


def test_what_is_too_small_for_the_dtype_is_zero_for_the_next_call(machine: Machine) -> None:
    small = machine.operator("mul", machine.tensor(1e-30, "float32"), 1e-20)
    assert _floats(machine.operator("mul", small, 1e30)) == 0.0


def test_what_is_too_large_for_the_dtype_is_infinite_for_the_next_call(machine: Machine) -> None:
    large = machine.operator("mul", machine.tensor(-1e30, "float32"), 1e20)
    assert _floats(machine.operator("mul", large, 1e-30)) == -np.inf


def test_a_range_is_that_of_the_dtype(machine: Machine) -> None:
    small = machine.operator("mul", machine.tensor(1e-30, "float64"), 1e-20)
    assert np.isclose(_floats(machine.operator("mul", small, 1e30)), 1e-20, rtol=1e-12)


# -- static shapes ----------------------------------------------------------------------------------------------------


def test_a_known_shape(machine: Machine) -> None:
    y = machine.call("transpose", machine.call("placeholder", shape=[2, 3], dtype="float16"))
    assert (y.dtype, y.shape) == ("float16", (3, 2))


def test_an_unknown_dimension_stays_unknown(machine: Machine) -> None:
    p = machine.call("placeholder", shape=[None, 3])
    assert machine.call("transpose", p).shape == (3, None)
    assert machine.call("sum", p, axis=0).shape == (3,)


def test_an_unknown_rank_stays_unknown(machine: Machine) -> None:
    p = machine.placeholder("float32", None)
    assert machine.call("square", p).shape is None
    assert machine.call("flatten", p).shape == (None,)


def test_only_sizes_that_fit_are_tried(machine: Machine) -> None:
    p = machine.call("placeholder", shape=[None])
    assert machine.call("reshape", p, [-1, 4]).shape == (None, 4)


def test_a_graph_in_which_no_size_fits_is_an_error(machine: Machine) -> None:
    p = machine.call("placeholder", shape=[None, 2])
    with pytest.raises(ApiError):
        _ = machine.operator("add", p, machine.tensor(np.ones((1, 3)), "float32")).shape


def test_a_function_that_asks_for_the_shape_alone_answers_at_once(machine: Machine) -> None:
    v = machine.call("variable", X)
    assert machine.call("int_shape", machine.call("transpose", v)) == [3, 2]
    assert machine.call("dtype", v) == "float32"


# -- what has no value ------------------------------------------------------------------------------------------------


def test_a_sample_can_only_be_returned() -> None:
    machine = _machine(Exact())
    sample = Sample("float32", (2,), distributions.uniform(0.0, 1.0), "draw")
    draw = machine.lazily(lambda: sample, always=True)
    assert isinstance(machine.evaluation().array(draw), Sample)
    with pytest.raises(ProgramError, match="only be returned"):
        machine.call("eval", machine.call("square", draw))


def test_a_reading_replaces_one_function_alone() -> None:
    machine = _machine(Exact(), square=lambda x: x)
    v = machine.call("constant", 3.0)
    assert _floats(machine.call("square", v)) == 3.0
    assert _floats(machine.call("pow", v, 2)) == 9.0


def test_variables_and_nodes_are_told_apart(machine: Machine) -> None:
    v = machine.call("variable", 1.0)
    assert isinstance(v, Variable)
    assert isinstance(machine.call("identity", v), Node)


def test_a_difference_that_is_zero_but_not_provably_so_is_zero() -> None:
    machine = _machine(Exact())
    root = machine.call("exp", machine.tensor(0.5, "float32"))
    assert _floats(machine.operator("sub", root, root)) == 0.0

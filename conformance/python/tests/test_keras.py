"""kassay.keras, and Keras itself on it, in the environments that `./run keras-tests` also uses."""

from __future__ import annotations

import functools
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import kassay.keras as K

PROGRAMS = Path(__file__).parent.parent / "keras_tests"


@pytest.fixture(autouse=True)
def fresh_session() -> None:
    K.engine.kassay_reset()
    K.clear_session()


def test_variables_have_the_attributes_that_layers_expect() -> None:
    def constraint(x: Any) -> Any:
        return x

    with K.name_scope("dense"), K.name_scope("forward"):
        made = K.variable(np.zeros((2, 3)), name="kernel", constraint=constraint)
    assert (made.name, made._keras_shape, made._uses_learning_phase) == (
        "dense/forward/kernel",
        (2, 3),
        False,
    )
    assert made.constraint is constraint


def test_a_variable_of_a_tensor_has_its_value() -> None:
    assert K.get_value(K.variable(K.constant(2.0) * 3.0)) == 6.0


def test_int_shape_is_the_one_that_keras_has_set() -> None:
    x = K.placeholder((None, 3))
    x._keras_shape = (5, 3)
    assert K.int_shape(x) == (5, 3)


def test_only_a_layer_makes_keras_tensors() -> None:
    x = K.placeholder((2,))
    assert not K.is_keras_tensor(x)
    x._keras_history = ()
    assert K.is_keras_tensor(x)
    with pytest.raises(ValueError, match="takes a symbolic tensor"):
        K.is_keras_tensor(np.zeros(2))


def test_tensors_that_depend_on_the_learning_phase_are_marked() -> None:
    x = K.placeholder((2,))
    assert K.in_train_phase(x * 2.0, x)._uses_learning_phase
    assert not getattr(K.in_train_phase(x * 3.0, x, training=True), "_uses_learning_phase", False)


def test_the_result_of_rnn_depends_on_the_learning_phase_if_a_step_does() -> None:
    def step(x: Any, states: Any) -> Any:
        output = K.in_train_phase(x + states[0], x)
        return output, [output]

    last, outputs, _ = K.rnn(step, K.placeholder((2, None, 3)), [K.zeros((2, 3))])
    assert last._uses_learning_phase and outputs._uses_learning_phase


def test_a_mask_that_the_first_step_makes_serves_all_steps() -> None:
    kept: list[Any] = []

    def step(x: Any, states: Any) -> Any:
        if not kept:
            kept.append(K.dropout(K.ones_like(x), 0.5))
        return x * kept[0], [x]

    x = K.placeholder((None, None, 8))
    _, outputs, _ = K.rnn(step, x, [K.zeros((4, 8))])
    [found] = K.function([x], [outputs])([np.ones((4, 5, 8))])
    assert np.all(found == found[:, :1])
    assert set(np.unique(found)) == {0.0, 2.0}


@pytest.mark.parametrize("shape", [(2, 6), (-1, 6), [None, 6]])
def test_reshape_takes_numbers(shape: Any) -> None:
    x = K.placeholder((None, 2, 3))
    sizes = [K.shape(x)[0] if size is None else size for size in shape]
    assert K.function([x], [K.reshape(x, sizes)])([np.zeros((2, 2, 3))])[0].shape == (2, 6)


def test_reshape_takes_several_tensors() -> None:
    x, rows = K.placeholder((None, None, 3)), K.placeholder((None, 3))
    back = K.reshape(rows * 2.0, (-1, K.shape(x)[1], 3))
    found = K.function([x, rows], [back])([np.zeros((2, 4, 3)), np.ones((8, 3))])[0]
    assert np.array_equal(found, np.full((2, 4, 3), 2.0))


def test_reshape_of_several_tensors_has_a_gradient() -> None:
    x = K.placeholder((None, None, 3))
    [gradient] = K.gradients(K.sum(K.square(K.reshape(x, (K.shape(x)[0], -1, 1)))), [x])
    found = K.function([x], [gradient])([np.ones((2, 4, 3))])[0]
    assert np.array_equal(found, np.full((2, 4, 3), 2.0))


def test_tile_takes_a_tensor() -> None:
    x = K.placeholder((None, 3))
    tiled = K.tile(K.constant([[1.0], [2.0]]), K.cast(K.stack([1, K.size(x)]), "int32"))
    found = K.function([x], [tiled])([np.zeros((2, 3))])[0]
    assert np.array_equal(found, [[1.0] * 6, [2.0] * 6])


def test_the_gradient_of_tile_is_a_sum() -> None:
    x, n = K.placeholder((2, 1)), K.placeholder((2,), dtype="int32")
    [gradient] = K.gradients(K.sum(K.square(K.tile(x, n))), [x])
    found = K.function([x, n], [gradient])([np.array([[1.0], [2.0]]), np.array([1, 3])])[0]
    assert np.array_equal(found, [[6.0], [12.0]])


def test_random_numbers_may_take_the_shape_of_a_tensor() -> None:
    x = K.placeholder((None, 3))
    drawn = K.function([x], [K.random_uniform(K.shape(x))])([np.zeros((5, 3))])[0]
    assert drawn.shape == (5, 3)


def test_numpy_draws_the_seeds() -> None:
    def drawn() -> Any:
        np.random.seed(7)
        return K.eval(K.random_normal((4,)))

    first = drawn()
    K.clear_session()
    assert np.array_equal(drawn(), first)
    assert not np.array_equal(K.eval(K.random_normal((4,))), first)


def test_functions_take_numbers_first() -> None:
    x = K.constant([1.0, -1.0])
    assert np.array_equal(K.eval(K.maximum(0.0, x)), [1.0, 0.0])
    assert K.eval(K.log(1.0)) == 0.0
    assert np.array_equal(K.eval(K.zeros_like([1.0, 2.0])), [0.0, 0.0])


def test_numbers_may_be_arrays_without_dimensions() -> None:
    assert np.allclose(K.eval(K.relu(K.constant([-1.0]), alpha=np.array(0.5))), [-0.5])


def test_results_without_dimensions_are_numbers() -> None:
    x = K.placeholder((2,))
    [found] = K.function([x], [K.sum(x)], name="sum")([np.ones(2)])
    assert isinstance(found, np.float32)


def test_settings_are_those_of_keras(monkeypatch: pytest.MonkeyPatch) -> None:
    common: Any = ModuleType("keras.backend.common")
    common.floatx, common.epsilon = lambda: "float64", lambda: 1e-3
    common.image_data_format = lambda: "channels_first"
    monkeypatch.setitem(sys.modules, "keras.backend.common", common)
    assert K.zeros((1,)).dtype == "float64"
    monkeypatch.undo()


def test_eye_of_rows_and_columns() -> None:
    assert np.array_equal(K.get_value(K.eye((2, 3))), np.eye(2, 3))


def test_size_is_the_number_of_elements() -> None:
    assert K.eval(K.size(K.constant(np.zeros((2, 3))))) == 6


def test_inside_dependencies_variables_have_their_updated_values() -> None:
    total, count = K.variable(1.0), K.variable(2.0)
    updates = [K.update_add(total, 4.0), K.update(count, total * 3.0)]
    with K.control_dependencies(updates):
        mean, alone = total / count, K.identity(total)
        both = K.sum(K.stack([total, count]))
    before = total / count
    f = K.function([], [mean, alone, both, before], updates)
    assert f([]) == pytest.approx([5 / 3, 5, 8, 1 / 2])
    assert f([]) == pytest.approx([9 / 15, 9, 24, 5 / 3])


def test_an_update_starts_from_the_value_of_the_previous_update() -> None:
    x = K.variable(1.0)
    first = K.update(x, x * 10.0)
    with K.control_dependencies(first):
        added, less = K.update_add(x, increment=1.0), K.update_sub(x, 1.0)
        average = K.moving_average_update(x, value=20.0, momentum=0.5)
    assert [K.eval(each.value) for each in (added, less, average)] == [11, 9, 15]


def printed(program: Path | str, version: str, engine: str, *arguments: str | Path) -> Any:
    """The JSON that a program prints with a version of Keras."""
    python = Path(os.environ["KASSAY_KERAS"]) / version / "bin" / "python"
    environment = {**os.environ, "KASSAY_ENGINE": engine}
    done = subprocess.run(
        [python, program, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def test_one_tensor_instead_of_a_list() -> None:
    x = K.placeholder((None, 2))
    f = K.function(x, x * 2)
    assert f(np.ones((1, 2))).tolist() == f([np.ones((1, 2))]).tolist() == [[2, 2]]
    [gradient] = K.gradients(K.sum(x * x), x)
    assert K.function([x], [gradient])([np.ones((1, 2))])[0].tolist() == [[2, 2]]


def test_losses_in_a_list_are_added() -> None:
    v = K.variable([1.0, 2.0])
    [gradient] = K.gradients([K.sum(v), v * v], [v])
    assert K.eval(gradient).tolist() == [3, 5]


def test_a_computed_tensor_is_an_input() -> None:
    x = K.placeholder((None, 2))
    hidden = x * 2
    f = K.function([hidden, x], [hidden + 1, hidden + x])
    first, second = f([np.full((3, 2), 5.0), np.ones((3, 2))])
    assert (first == 6).all() and (second == 6).all()
    assert K.function([hidden], [K.exp(hidden * 0)])([np.ones((1, 2))])[0].tolist() == [[1, 1]]
    with pytest.raises(
        TypeError, match="a placeholder or a computed tensor, not a float32 variable"
    ):
        K.function([K.variable(1.0)], [x])


def test_masks_are_bools() -> None:
    x = K.constant([[1.0, 0.0], [0.0, 0.0]])
    marked = [K.not_equal(x, 0), K.any(x, axis=1, keepdims=True), K.all(x, -1, True)]
    assert K.eval(K.concatenate(marked, axis=1)).tolist() == [[1, 0, 1, 0], [0, 0, 0, 0]]


@pytest.mark.parametrize(
    ("arguments", "dtype"), [((3,), "int32"), ((3.0,), "float32"), ((0, 3, 1, "int64"), "int64")]
)
def test_a_range_of_floats_has_floats(arguments: tuple[Any, ...], dtype: str) -> None:
    made = K.arange(*arguments)
    assert (made.dtype, K.eval(made).tolist()) == (dtype, [0, 1, 2])


def test_variables_can_be_trained() -> None:
    assert K.variable(1.0).trainable and K.zeros((2,)).trainable
    assert not hasattr(K.placeholder((2,)), "trainable")


@functools.cache
def losses(version: str, engine: str) -> dict[str, list[float]]:
    result = printed(PROGRAMS / "networks.py", version, engine)
    assert result["keras"] == version
    found: dict[str, list[float]] = result["losses"]
    return found


with_keras = pytest.mark.skipif(
    sys.version_info >= (3, 13), reason="the NumPy that Keras 2 needs ends before"
)


@with_keras
@pytest.mark.parametrize("version", ["2.2.4", "2.3.1"])
def test_networks_of_keras_have_the_same_losses_on_both_interpreters(version: str) -> None:
    expected, actual = losses(version, "reference"), losses(version, "optimized")
    assert actual.keys() == expected.keys()
    for name, curve in expected.items():
        assert np.all(np.isfinite(curve)), name
        np.testing.assert_allclose(actual[name], curve, rtol=2e-5, err_msg=name)


@with_keras
@pytest.mark.parametrize("version", ["2.2.4", "2.3.1"])
def test_metrics_cover_all_batches(version: str) -> None:
    for name, (reported, expected) in printed(
        PROGRAMS / "metrics.py", version, "optimized"
    ).items():
        np.testing.assert_allclose(reported, expected, rtol=1e-5, err_msg=name)


LAYER_THAT_KEEPS_VARIABLES = """
import contextlib, json, sys, kassay.keras, keras, numpy
class Line(keras.layers.Layer):
    def build(self, shape):
        self.slope = keras.backend.variable(2.0)
        calls = keras.backend.variable(0.0)
        calls.trainable = False
        self.calls = calls
        self.offset = keras.backend.variable(1.0)
        self.built = True
    def call(self, x):
        return x * self.slope + self.offset
layer = Line(input_shape=(1,))
with contextlib.redirect_stdout(sys.stderr):  # Keras prints messages
    model = keras.models.Sequential([layer])
model.compile(keras.optimizers.SGD(0.25), "mse")
model.train_on_batch(numpy.ones((1, 1)), numpy.ones((1, 1)))
print(json.dumps([layer.count_params(), len(layer.trainable_weights), [float(each) for each in model.get_weights()]]))
"""


@with_keras
def test_variables_that_a_layer_keeps_are_its_weights() -> None:
    """The loss is (slope + offset - 1)^2. Its derivative with respect to each is 4."""
    found = printed("-c", "2.3.1", "optimized", LAYER_THAT_KEEPS_VARIABLES)
    assert found == [3, 2, [1.0, 0.0, 0.0]]  # slope, offset, calls


def test_blanks_after_the_last_label_do_not_count() -> None:
    shares = np.random.RandomState(0).dirichlet(np.ones(4), (2, 5)).astype("float32")
    cost = K.ctc_batch_cost([[1, 3, 3], [0, 2, 3]], shares, [[5], [5]], [[3], [2]])
    alone = K.ctc_batch_cost([[1, 0, 0], [0, 2, 1]], shares, [[5], [5]], [[1], [2]])
    assert np.array_equal(K.eval(cost), K.eval(alone))
    with pytest.raises(ValueError, match="label"):
        K.eval(K.ctc_batch_cost([[3, 1]], shares[:1], [[5]], [[2]]))


def test_variables_have_their_value_with_manual_initialization() -> None:
    K.manual_variable_initialization(True)
    assert K.get_value(K.variable([1.0, 2.0])).tolist() == [1, 2]


# Functions that Keras itself has, and functions that it calls only on backends with certain names.
OF_KERAS = "backend floatx epsilon cast_to_floatx image_data_format normalize_data_format symbolic eager set_floatx set_epsilon"
OF_OTHERS = "tensorflow_backend get_session set_session set_image_dim_ordering pattern_broadcast"
# These occur only in comments of Keras, or in code that cannot work with any backend.
OF_NOBODY = "in_training_phase compute_output_shape"


@with_keras
@pytest.mark.parametrize("version", ["2.2.4", "2.3.1"])
def test_keras_finds_every_name_that_it_calls(version: str) -> None:
    [package] = (Path(os.environ["KASSAY_KERAS"]) / version).glob("lib/python*/site-packages/keras")
    files = [file for file in package.rglob("*.py") if package / "backend" not in file.parents]
    used = {name for file in files for name in re.findall(r"\bK\.([a-z]\w*)", file.read_text())}
    known = {*K.__all__, *OF_KERAS.split(), *OF_OTHERS.split(), *OF_NOBODY.split()}
    assert len(used) > 100 and used <= known


@with_keras
def test_models_of_packages_have_the_same_losses_on_both_interpreters(tmp_path: Path) -> None:
    """The first run makes the weights. The ninth and tenth batches are the first and second again."""
    models = ("self-attention, multiplicative", "layer normalization", "graph")
    program = PROGRAMS / "clients" / "train.py"
    curves = {}
    for engine in ("reference", "optimized"):
        outcomes = printed(program, "2.3.1", engine, tmp_path, *models)
        assert all("losses" in outcome for outcome in outcomes.values()), outcomes
        curves[engine] = {name: outcome["losses"] for name, outcome in outcomes.items()}
    for name, curve in curves["optimized"].items():
        np.testing.assert_allclose(curve, curves["reference"][name], rtol=1e-5, err_msg=name)
        assert np.all(np.isfinite(curve)), name
        assert sum(curve[8:]) < sum(curve[:2]), name


def test_labels_may_be_floats() -> None:
    shares = K.constant([[0.25, 0.75], [0.5, 0.5]])
    found = K.sparse_categorical_crossentropy(K.constant([1.0, 0.75]), shares)
    assert np.allclose(K.eval(found), -np.log([0.75, 0.5]))


def test_several_updates_of_a_variable_follow_each_other() -> None:
    v = K.variable(10.0)
    updates = [K.update_add(v, 1.0), K.update_sub(v, 3.0), K.moving_average_update(v, 0.0, 0.5)]
    K.function([], [v * 1.0], updates)([])
    assert K.get_value(v) == 4.0
    K.function([], [], [*updates, (v, K.constant(7.0))])([])
    assert K.get_value(v) == 7.0


def test_an_update_that_is_listed_twice_counts_once() -> None:
    v = K.variable(1.0)
    once = K.update_add(v, 1.0)
    K.function([], [], [once, K.update_add(v, 10.0), once])([])
    assert K.get_value(v) == 12.0

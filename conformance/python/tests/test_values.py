"""Python values as arguments and as results."""

from __future__ import annotations

import array
import itertools
from types import ModuleType

import numpy as np
import pytest
from scipy import sparse

DTYPES = "bool uint8 int8 int16 int32 int64 float16 float32 float64".split()


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_array_of_each_dtype_comes_back(K: ModuleType, dtype: str) -> None:
    given = np.array([[0, 1, 2], [3, 4, 5]]).astype(dtype)
    back = K.eval(K.constant(given, dtype=dtype))
    assert back.dtype == dtype
    np.testing.assert_array_equal(back, given)


@pytest.mark.parametrize(
    "given",
    [
        np.arange(12.0, dtype="float32").reshape(3, 4).T,
        np.arange(12.0, dtype="float32")[::-2],
        np.arange(3, dtype=">f4"),
        np.arange(3, dtype=">f4")[::-1],
        np.float32(3).reshape(()),
        np.zeros((0, 2), "float32"),
    ],
    ids=["transposed", "strided", "big-endian", "big-endian-reversed", "scalar", "empty"],
)
def test_the_layout_of_an_array_does_not_matter(K: ModuleType, given: np.ndarray) -> None:
    back = K.eval(K.constant(given, dtype="float32"))
    assert back.shape == given.shape
    np.testing.assert_array_equal(back, given)


@pytest.mark.parametrize(
    "given",
    [
        [1.0, 2.0],
        (1.0, 2.0),
        array.array("f", [1, 2]),
        memoryview(np.array([1.0, 2.0])),
        np.ma.array([1.0, 2.0]),
    ],
    ids=["list", "tuple", "array", "memoryview", "masked-array-without-mask"],
)
def test_objects_that_numpy_reads_as_arrays_are_arrays(K: ModuleType, given: object) -> None:
    np.testing.assert_array_equal(K.eval(K.variable(given)), [1, 2])


class _Exporter:
    """An array of another library that supports only DLPack."""

    def __init__(self, array: np.ndarray) -> None:
        self._array = array

    def __dlpack__(self, **options: object) -> object:
        return self._array.__dlpack__()

    def __dlpack_device__(self) -> tuple[int, int]:
        return self._array.__dlpack_device__()


def test_dlpack_imports_a_tensor(K: ModuleType) -> None:
    np.testing.assert_array_equal(K.eval(K.constant(_Exporter(np.arange(3.0)))), [0, 1, 2])


def test_dlpack_exports_a_tensor(K: ModuleType) -> None:
    np.testing.assert_array_equal(np.from_dlpack(K.constant([1.0, 2.0])), [1, 2])


@pytest.mark.parametrize("dtype", ["uint16", "uint64", "complex64", "longdouble", "U3", "O"])
def test_a_dtype_that_the_api_lacks_is_a_type_error(K: ModuleType, dtype: str) -> None:
    with pytest.raises(TypeError, match="dtype"):
        K.variable(np.zeros(2, dtype))


def test_the_array_of_a_constant_may_change_later(K: ModuleType) -> None:
    given = np.ones(3, "float32")
    tensor = K.constant(given)
    given[:] = 7
    np.testing.assert_array_equal(K.eval(tensor), [1, 1, 1])


def test_the_value_of_a_variable_may_be_changed_in_place(K: ModuleType) -> None:
    variable = K.variable([1.0, 2.0])
    value = K.get_value(variable)
    value += 1
    np.testing.assert_array_equal(K.get_value(variable), [1, 2])


@pytest.mark.parametrize(
    "name", ["float16", np.float16, np.dtype("float16")], ids=["name", "class", "dtype"]
)
def test_a_dtype_may_be_numpys(K: ModuleType, name: object) -> None:
    assert K.zeros((2,), dtype=name).dtype == "float16"


@pytest.mark.parametrize("axis", [np.int64(1), np.array(1)[()], -1])
def test_an_integer_of_numpy_is_an_int(K: ModuleType, axis: int) -> None:
    assert K.sum(K.zeros((2, 3)), axis=axis).shape == (2,)


@pytest.mark.parametrize("scale", [np.float32(2), np.float64(2), np.float16(2), 2, 2.0])
def test_a_number_of_numpy_is_a_number(K: ModuleType, scale: float) -> None:
    doubled = K.constant([1.0]) * scale
    assert doubled.dtype == "float32"
    assert K.eval(doubled) == [2]


def test_an_int_beyond_64_bits_is_a_value_error(K: ModuleType) -> None:
    with pytest.raises(ValueError, match="64 bits"):
        K.expand_dims(K.zeros((2,)), 1 << 63)


def test_shapes_are_tuples(K: ModuleType) -> None:
    assert K.int_shape(K.zeros((2, 3))) == (2, 3)
    assert K.int_shape(K.constant(1.0)) == ()
    assert K.int_shape(K.placeholder(shape=(None, 3))) == (None, 3)


@pytest.mark.parametrize(
    ("rows", "columns"), itertools.product([0, 3], [2]), ids=["empty", "not-empty"]
)
def test_a_sparse_array_comes_back(K: ModuleType, rows: int, columns: int) -> None:
    dense = np.arange(rows * columns, dtype="float32").reshape(rows, columns)
    variable = K.variable(sparse.csc_matrix(dense))
    assert K.is_sparse(variable)
    np.testing.assert_array_equal(K.eval(K.to_dense(variable)), dense)


def test_duplicate_entries_of_a_sparse_array_are_added(K: ModuleType) -> None:
    given = sparse.coo_matrix(([1.0, 2.0, 4.0], ([1, 0, 1], [0, 1, 0])), (2, 2))
    np.testing.assert_array_equal(K.eval(K.to_dense(K.variable(given))), [[0, 2], [5, 0]])


def test_any_other_object_is_not_a_tensor(K: ModuleType) -> None:
    assert K.is_tensor(object()) is False
    with pytest.raises(TypeError, match="object of the class object"):
        K.softmax(object())

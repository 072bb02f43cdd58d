"""Arrays of users: with dtypes that the API lacks, and in other layouts."""

from __future__ import annotations

from typing import Any

import numpy as np

from idiom_tables.idiom import TAKEN_APART, Idiom, X

COUNTS = np.arange(12).reshape(3, 4)
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")


def _fed(array: Any, dtype: str = "float32") -> Any:
    """An array as the argument of a compiled function."""

    def of(K: Any) -> Any:
        x = K.placeholder((None, 4), dtype=dtype)
        return K.function([x], [x * 2])([array])

    return of


def _kept(array: Any) -> Any:
    """An array as a variable, as a constant, and as a value that is set."""

    def of(K: Any) -> Any:
        v = K.variable(np.zeros((3, 4)))
        K.set_value(v, array)
        return [K.variable(array, "float32"), K.constant(array, "float32"), K.get_value(v)]

    return of


LAYOUTS = {
    "of bools": X > 0,
    "of integers": COUNTS,
    **{f"of {dtype}": COUNTS.astype(dtype) for dtype in UNSIGNED},
    "of float16": COUNTS.astype("float16"),
    "of longdouble": COUNTS.astype(np.longdouble),
    "in the order of columns": np.asfortranarray(X),
    "that is transposed": np.ascontiguousarray(X.T).T,
    "with a step": np.repeat(X, 2, 1)[:, ::2],
    "backwards": X[::-1, ::-1],
    "that is broadcast": np.broadcast_to(X[:1], (3, 4)),
    "of the other byte order": X.astype(">f4"),
}
LISTS = {
    "of numbers": X.tolist(),
    "of numbers of NumPy": [[np.float32(n) for n in row] for row in X],
}


def _of_layouts(name: str, array: Any) -> list[Idiom]:
    values = np.array(array, "float32")
    return [
        Idiom(f"feeding an array {name}", _fed(array), (), lambda: values * 2),
        Idiom(f"variable of an array {name}", _kept(array), (), lambda: [values] * 3),
    ]


def _added(dtype: np.dtype[Any]) -> Idiom:
    array = COUNTS.astype(dtype)
    return Idiom(
        f"adding an array of {dtype.name}",
        lambda K, x: [x + array, array * x],
        (X,),
        lambda x: [x + COUNTS, COUNTS * x],
    )


IDIOMS = [
    *(idiom for name, array in LAYOUTS.items() for idiom in _of_layouts(name, array)),
    *(_added(np.dtype(each)) for each in (*UNSIGNED, "int8", "int16", "float16", np.longdouble)),
    *(
        Idiom(f"variable of a list {name}", _kept(each), (), lambda: [X] * 3)
        for name, each in LISTS.items()
    ),
    Idiom(
        "feeding a list of arrays", _fed(list(X)), (), lambda: X * 2, not_in_tf_keras=TAKEN_APART
    ),
    Idiom("feeding int64 for int32", _fed(COUNTS, "int32"), (), lambda: COUNTS * 2, "int32"),
    Idiom(
        "feeding doubles to doubles",
        _fed(X.astype("float64"), "float64"),
        (),
        lambda: X * 2.0,
        "float64",
    ),
    Idiom(
        "feeding one example as a list",
        _fed([[1, 2, 3, 4]]),
        (),
        lambda: np.array([[2, 4, 6, 8]]),
        not_in_tf_keras=TAKEN_APART,
    ),
    Idiom("feeding no example", _fed(np.zeros((0, 4))), (), lambda: np.zeros((0, 4))),
    Idiom(
        "a constant of float64 numbers",
        lambda K: K.constant(np.arange(3.0)),
        (),
        lambda: np.arange(3),
    ),
    Idiom(
        "a variable of float64 numbers",
        lambda K: K.variable(value=np.zeros((2, 1))),
        (),
        lambda: np.zeros((2, 1)),
    ),
    Idiom(
        "a constant that is broadcast",
        lambda K: K.constant(1.5, shape=(2, 3)),
        (),
        lambda: np.full((2, 3), 1.5),
    ),
    Idiom(
        "a constant in another shape",
        lambda K: K.constant([1, 2, 3, 4], shape=[2, 2]),
        (),
        lambda: np.array([[1, 2], [3, 4]]),
    ),
]

"""Operators and reflected operators, with numbers, lists and arrays."""

from __future__ import annotations

import operator
from functools import reduce

import numpy as np

from idiom_tables.idiom import I, Idiom, S, V, X, Y, integers

MEANS = np.array([103.939, 116.779, 123.68])
IMAGE = integers(256, 2, 2, 3, dtype="uint8")
WEIGHTS = np.array([[0.5], [2.0], [1.0]])  # float64, NumPy's default
D = X.astype("float64")

IDIOMS = [
    Idiom(
        "product of stacks of matrices",
        lambda K, x: x @ K.permute_dimensions(x, (0, 2, 1)),
        (S,),
        lambda x: x @ x.transpose(0, 2, 1),
    ),
    Idiom(
        "product of a stack and a matrix", lambda K, x: x @ K.constant(X.T), (S,), lambda x: x @ X.T
    ),
    Idiom("product of a stack and an array", lambda K, x: x @ np.ones((2, 4, 1), "float32"), (S,)),
    Idiom(
        "truth as an operand",
        lambda K, x: [K.equal(x > 0, True), K.not_equal(x > 0, x > 1)],
        (X,),
        lambda x: [x > 0, (x > 0) != (x > 1)],
        "bool",
    ),
    Idiom(
        "functions of integers",
        lambda K, i: [K.abs(i), K.sign(i), K.square(i), K.max(i, 1), K.sum(i, 0)],
        (I,),
        lambda i: [abs(i), np.sign(i), i * i, i.max(1), i.sum(0)],
        "int32",
    ),
    Idiom(
        "powers of integers by function", lambda K, i: K.pow(i, 2), (I,), lambda i: i**2, "int32"
    ),
    Idiom(
        "half precision",
        lambda K, x: K.cast(K.cast(x, "float16") * 2, "float32"),
        (X,),
        lambda x: x.astype("float16") * 2,
    ),
    Idiom("number minus tensor", lambda K, x: 1 - x, (X,)),
    Idiom("number divided by tensor", lambda K, x: 1.0 / x, (Y,)),
    Idiom("integer divided by tensor", lambda K, x: 1 / x, (Y,)),
    Idiom("powers", lambda K, x: [x**2, x**0.5, x**-1, 2**x, 10.0**x], (Y,)),
    Idiom("power of two tensors", lambda K, x, y: y**x, (X, Y)),
    Idiom("power by an array", lambda K, x: x ** np.array([1, 2, 3, 0]), (Y,)),
    Idiom("negation and absolute value", lambda K, x: -x + abs(x), (X,)),
    Idiom("floor division of floats", lambda K, x: [x // 0.5, 7 // x], (Y,)),
    Idiom("floor division of integers", lambda K, i: [i // 3, -7 // (i + 5)], (I,), dtype="int32"),
    Idiom("floor division of two tensors", lambda K, x, y: x // y, (X, Y)),
    Idiom("remainder of floats", lambda K, x: [x % 1.0, x % -0.75], (X,)),
    Idiom("remainder of integers", lambda K, i: [i % 2, 7 % (i - 9)], (I,), dtype="int32"),
    Idiom("arithmetic of integers", lambda K, i: [i * 2 + 1, 1 - i, -i], (I,), dtype="int32"),
    Idiom("integers to a power", lambda K, i: [i**2, abs(i) * i], (I,), dtype="int32"),
    Idiom("division of integers", lambda K, i: i / 2, (I,), dtype="float64"),
    Idiom("division of two integer tensors", lambda K, i, j: i / (j + 9), (I, I), dtype="float64"),
    Idiom(
        "bytes to a unit range",
        lambda K, x: K.cast(x, "float32") / 255,
        (IMAGE,),
        lambda x: x.astype("float32") / 255,
    ),
    Idiom("floor division of bytes", lambda K, x: [x // 2, x % 3], (IMAGE,), dtype="uint8"),
    Idiom("number of NumPy first", lambda K, x: np.float32(0.5) * x, (X,)),
    Idiom("double of NumPy first", lambda K, x: np.float64(0.5) * x, (X,)),
    Idiom("double of NumPy last", lambda K, x: x / np.sqrt(64), (X,)),
    Idiom("double of NumPy minus tensor", lambda K, x: np.pi - x, (X,)),
    Idiom("integer of NumPy and floats", lambda K, x: [np.int64(2) * x, x - np.int32(1)], (X,)),
    Idiom(
        "integer of NumPy and integers",
        lambda K, i: [np.int64(2) * i, i - np.int64(1)],
        (I,),
        lambda i: [2 * i, i - 1],
        "int32",
    ),
    Idiom("array of doubles", lambda K, x: [x + np.array([1.5, 2, 3, 4]), x * WEIGHTS], (X,)),
    Idiom("array of doubles first", lambda K, x: [np.array([1.5, 2, 3, 4]) - x, WEIGHTS / x], (Y,)),
    Idiom("array of integers", lambda K, x: [x * np.arange(4), np.arange(4) - x], (X,)),
    Idiom("array of bools", lambda K, x: x * np.array([True, False, True, True]), (X,)),
    Idiom("array without dimensions", lambda K, x: [x * np.array(2.0), np.array(2.0) - x], (X,)),
    Idiom("array of bytes", lambda K, x: x + np.array([1, 2, 3, 200], "uint8"), (X,)),
    Idiom(
        "integers and an array of int64",
        lambda K, i: [i + np.arange(4), np.arange(4) - i],
        (I,),
        dtype="int32",
    ),
    Idiom("list", lambda K, x: [x - [1, 2, 3, 4], x * [0.5, 1, 2, 4]], (X,)),
    Idiom("list first", lambda K, x: [[1, 2, 3, 4] - x, [[1.0], [2.0], [3.0]] / x], (Y,)),
    Idiom("tuple", lambda K, x: [x * (1.0, 2.0, 3.0, 4.0), (1, 2, 3, 4) - x], (X,)),
    Idiom("list of numbers of NumPy", lambda K, x: x * [np.float64(2), 1, np.int64(3), 0.5], (X,)),
    Idiom(
        "means of the channels",
        lambda K, x: K.cast(x, "float32")[..., ::-1] - MEANS,
        (IMAGE,),
        lambda x: x[..., ::-1].astype("float32") - MEANS,
    ),
    Idiom(
        "comparisons with a number",
        lambda K, x: [x > 0, x > 0, x >= 1, x >= 0.5],
        (X,),
        dtype="bool",
    ),
    Idiom(
        "comparisons with arrays",
        lambda K, x: [x >= np.zeros(4), x < [0, 1, 2, 3]],
        (X,),
        dtype="bool",
    ),
    Idiom(
        "comparisons with arrays first",
        lambda K, x: [np.zeros(4) >= x, x > [0, 1, 2, 3]],
        (X,),
        dtype="bool",
    ),
    Idiom("comparison of integers", lambda K, i: [i > 0, i <= np.arange(4)], (I,), dtype="bool"),
    Idiom(
        "logical operators",
        lambda K, x: [~(x > 0), (x > 0) & (x < 1), (x < 0) | (x > 1)],
        (X,),
        dtype="bool",
    ),
    Idiom(
        "logical operators with values",
        lambda K, x: [(x > 0) & True, (x > 0) ^ (x > 1), [True, False, True, True] & (x > 0)],
        (X,),
        dtype="bool",
    ),
    Idiom("product of matrices", lambda K, x, y: x @ K.transpose(y), (X, Y)),
    Idiom("product with an array", lambda K, x: x @ np.ones((4, 2), "float32"), (X,)),
    Idiom("product of an array", lambda K, x: np.ones((2, 3), "float32") @ x, (X,)),
    Idiom("product with doubles", lambda K, x: x @ np.full((4, 2), 0.5), (X,)),
    Idiom("sum of a list of tensors", lambda K, x, y: sum([x, y, x]), (X, Y)),
    Idiom(
        "product of a list of tensors", lambda K, x, y: reduce(operator.mul, [x, y, 2.0]), (X, Y)
    ),
    Idiom(
        "doubles", lambda K, x: [x * 2, 1 - x, x / np.array([1, 2, 3, 4])], (D,), dtype="float64"
    ),
    Idiom(
        "a constant as a factor",
        lambda K, x: [K.constant(3) * x, x / K.sqrt(K.constant(4.0))],
        (X,),
        lambda x: [3 * x, x / 2],
    ),
    Idiom("a tensor without dimensions", lambda K, x: x / K.max(x) - K.min(x), (X,)),
    Idiom(
        "a vector and a column",
        lambda K, x, v: x * v + v[:3, None],
        (X, V),
        lambda x, v: x * v + v[:3, None],
    ),
    Idiom(
        "epsilon in a quotient",
        lambda K, x: x / (K.sum(x, axis=1, keepdims=True) + K.epsilon()),
        (Y,),
        lambda x: x / (x.sum(1, keepdims=True) + 1e-7),
    ),
]

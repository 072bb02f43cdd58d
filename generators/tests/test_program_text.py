"""The notation of programs: its JSON, and each mistake with its line and remedy."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from kassay_generators.oracles.library import own_library
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.program_text import Source, accepted_in, parse


def _parse(text: str, *inputs: str, dtype: str = "float32") -> dict[str, Any]:
    return parse(
        Source(
            Path("odd.yaml"),
            "case group odd",
            dedent(text),
            frozenset(inputs),
            own_library().functions,
            dtype,
        )
    )


def _refused(text: str, *inputs: str, match: str) -> None:
    with pytest.raises(SpecificationError, match=match) as error:
        _parse(text, *inputs)
    assert str(error.value).startswith("odd.yaml: case group odd")


def test_a_call_with_a_result() -> None:
    program = _parse("v = variable(x, dtype=dtype)\nreturn eval(v)", "x", dtype="float16")
    assert program == {
        "calls": [
            {
                "let": ["v"],
                "call": "variable",
                "args": [{"input": "x"}],
                "kwargs": {"dtype": "float16"},
            },
            {"let": ["_1"], "call": "eval", "args": [{"ref": "v"}]},
        ],
        "return": ["_1"],
    }


def test_nested_calls_come_before_what_needs_them() -> None:
    program = _parse("return eval(square(abs(constant(-2.0))))")
    assert [call["call"] for call in program["calls"]] == ["constant", "abs", "square", "eval"]
    assert program["calls"][2]["args"] == [{"ref": "_2"}]


def test_operators_become_calls() -> None:
    program = _parse("v = variable(1.0)\nreturn eval(-v * 2.0 + v / v - v)")
    names = [call["call"] for call in program["calls"][1:]]
    assert names == [f"operator.{n}" for n in ("neg", "mul", "truediv", "add", "sub")] + ["eval"]
    assert program["calls"][2]["args"] == [{"ref": "_1"}, 2.0]


def test_a_list_is_taken_apart_in_brackets() -> None:
    program = _parse("f = function([], [])\n[a, b] = f([])\nreturn a, b")
    assert program["calls"][1] == {"let": [["a", "b"]], "call": {"ref": "f"}, "args": [[]]}


def test_several_values_have_several_names() -> None:
    program = _parse(
        "a, b, c = normalize_batch_in_training(constant(x), None, None, [0])\n"
        "return eval(a), eval(b), eval(c)",
        "x",
    )
    assert program["calls"][1]["let"] == ["a", "b", "c"]


def test_a_loop_repeats_one_call() -> None:
    program = _parse("f = function([], [])\nfor _ in range(20): f([])\nreturn eval(zeros((2,)))")
    assert program["calls"][1] == {"call": {"ref": "f"}, "args": [[]], "times": 20}


def test_a_def_becomes_a_function_with_patterns() -> None:
    program = _parse(
        """
        w = variable(x)
        def step(acc, states):
            [h, c] = states
            s = acc * w + h
            return s, [s, c]
        y = foldl(step, w)
        return eval(y)
        """,
        "x",
    )
    assert program["functions"]["step"]["parameters"] == ["acc", ["h", "c"]]
    assert program["functions"]["step"]["return"] == [{"ref": "s"}, [{"ref": "s"}, {"ref": "c"}]]
    assert program["calls"][1]["args"] == [{"function": "step"}, {"ref": "w"}]


def test_a_parameter_may_have_the_name_of_an_input() -> None:
    program = _parse(
        "def step(x, e):\n  r = x + e\n  return r\nreturn eval(foldl(step, constant(x)))", "x"
    )
    assert program["functions"]["step"]["calls"][0]["args"] == [{"ref": "x"}, {"ref": "e"}]


def test_special_floats_and_sparse_inputs() -> None:
    program = _parse("v = variable([inf, -inf, nan])\nw = variable(sparse(x))\nreturn ndim(v)", "x")
    words = [{"float": "inf"}, {"float": "-inf"}, {"float": "nan"}]
    assert program["calls"][0]["args"] == [words]
    assert program["calls"][1]["args"] == [{"sparse": "x"}]


def test_the_word_dtype_is_a_function_where_it_is_called() -> None:
    program = _parse("v = variable(1, dtype=dtype)\nreturn dtype(v)", dtype="int8")
    assert program["calls"][0]["kwargs"] == {"dtype": "int8"}
    assert program["calls"][1]["call"] == "dtype"


def test_a_program_belongs_to_the_editions_that_have_its_functions() -> None:
    functions = own_library().functions
    assert accepted_in(_parse("return eval(slice(ones((3,)), [0], [2]))"), functions) == ("ko",)


def test_a_program_belongs_to_the_editions_that_have_its_arguments() -> None:
    program = _parse("return get_value(variable(1.0, constraint=None))")
    assert accepted_in(program, own_library().functions) == ("ko", "zh")


def test_broken_syntax() -> None:
    _refused("v = variable(\nreturn v", match=r"line 1: not Python")


def test_an_unknown_function() -> None:
    _refused(
        "v = variabel(1.0)\nreturn eval(v)", match="line 1: unknown function variabel.*variable"
    )


def test_a_name_that_nobody_defined() -> None:
    _refused("v = variable(1.0)\nreturn eval(w)", match="line 2: unknown name w")


def test_a_name_that_is_defined_later() -> None:
    _refused(
        """
        def step(acc, e):
            r = acc + w
            return r
        w = variable(1.0)
        return eval(foldl(step, w))
        """,
        match="line 3: unknown name w",
    )


def test_a_function_of_the_api_as_a_value() -> None:
    _refused("return eval(foldl(maximum, zeros((2,))))", match="line 1: the function maximum.*def")


def test_a_wrong_keyword() -> None:
    _refused(
        "v = variable(1.0, colour=2)\nreturn eval(v)", match="line 1: no edition.*It is variable"
    )


def test_too_many_arguments() -> None:
    _refused("return get_value(1, 2)", match="no edition has get_value with these arguments")


def test_a_missing_argument() -> None:
    _refused("return get_value()", match="no edition has get_value with these arguments")


def test_an_assignment_from_a_name() -> None:
    _refused("v = variable(1.0)\nw = v\nreturn eval(w)", match="line 2: an assignment from 'v'")


def test_a_chained_assignment() -> None:
    _refused("v = w = variable(1.0)\nreturn eval(w)", match="line 1: the statement 'v = w")


def test_an_augmented_assignment() -> None:
    _refused("v = variable(1.0)\nv += 1\nreturn eval(v)", match="line 2: the statement 'v \\+= 1'")


def test_an_if() -> None:
    _refused(
        "if 1: variable(1.0)\nreturn eval(variable(1.0))", match="line 1: the statement 'if 1:'"
    )


def test_an_import() -> None:
    _refused("import os\nreturn eval(variable(1.0))", match="line 1: the statement 'import os'")


def test_an_attribute() -> None:
    _refused("v = variable(1.0)\nreturn eval(v.value)", match="line 2: 'v.value' is not allowed")


def test_a_subscript() -> None:
    _refused("v = variable([1.0])\nreturn eval(v[0])", match=r"line 2: 'v\[0\]' is not allowed")


def test_a_comparison() -> None:
    _refused("v = variable(1.0)\nreturn eval(v > 0)", match="line 2: 'v > 0' is not allowed")


def test_a_lambda() -> None:
    _refused("return eval(foldl(lambda a, b: a, zeros((2,))))", match="is not allowed here")


def test_an_operator_that_tensors_lack() -> None:
    _refused("v = variable(1.0)\nreturn eval(v ** 2)", match=r"line 2: .*v \*\* 2")


def test_an_operator_of_an_array() -> None:
    _refused("return eval(x * 2.0)", "x", match="line 1: the operand 'x' is input, not a tensor")


def test_an_operator_of_a_list() -> None:
    _refused("return eval([1.0] * 2.0)", match="the operand .* is list")


def test_arithmetic_of_numbers() -> None:
    _refused("return eval(variable(2.0 * 3.0))", match="arithmetic of numbers.*Write its result")


def test_a_star() -> None:
    _refused("return eval(variable(*[1.0]))", match="an argument with a star")


def test_a_name_twice() -> None:
    _refused(
        "v = variable(1.0)\nv = variable(2.0)\nreturn eval(v)", match="line 2: v is defined twice"
    )


def test_a_result_with_the_name_of_a_function() -> None:
    _refused("shape = variable(1.0)\nreturn eval(shape)", match="shape is a word of the notation")


def test_a_result_with_the_name_of_an_input() -> None:
    _refused("x = variable(x)\nreturn eval(x)", "x", match="x is defined twice")


def test_a_name_that_begins_with_an_underscore() -> None:
    _refused("_1 = variable(1.0)\nreturn eval(_1)", match="the name _1 begins with _")


def test_one_name_for_several_values() -> None:
    _refused(
        "a = normalize_batch_in_training(zeros((2, 2)), None, None, [0])\nreturn eval(a)",
        match="line 1: 1 names for 3 values",
    )


def test_several_names_for_one_value() -> None:
    _refused("a, b = variable(1.0)\nreturn eval(a)", match=r"2 names for 1 values.*\[a, b\]")


def test_a_tensor_taken_apart() -> None:
    _refused("[a] = variable([1.0])\nreturn eval(a)", match="tensor is not a list")


def test_a_value_of_a_function_that_gives_none() -> None:
    _refused("return update_add(variable(1.0), variable(1.0))", match="return of update")


def test_a_call_of_a_tensor() -> None:
    _refused(
        "v = variable(1.0)\nw = v([])\nreturn eval(w)", match="v is tensor, which cannot be called"
    )


def test_a_keyword_in_a_call_of_a_result() -> None:
    _refused(
        "f = function([], [])\nf(arrays=[])\nreturn eval(zeros((2,)))",
        match="a keyword in the call of f",
    )


def test_a_call_of_a_def() -> None:
    _refused(
        "def g(a, b):\n  c = a + b\n  return c\nv = g(1, 2)\nreturn eval(v)",
        match="line 4: a call of the def g",
    )


def test_a_def_that_nothing_uses() -> None:
    _refused(
        "def g(a):\n  b = a * 2.0\n  return b\nreturn eval(zeros((2,)))",
        match="the def g is not used",
    )


def test_an_input_that_nothing_uses() -> None:
    _refused("return eval(zeros((2,)))", "x", match="the input x is not used")


def test_a_def_without_return() -> None:
    _refused(
        "def g(a):\n  b = a * 2.0\nreturn eval(foldl(g, zeros((2,))))",
        match="line 1: no return at the end of g",
    )


def test_a_def_with_a_default() -> None:
    _refused("def g(a, b=1):\n  return a\nreturn 1", match="the def g is not plain")


def test_a_def_in_a_def() -> None:
    _refused(
        "def g(a, e):\n  def h(b):\n    return b\n  return a\nreturn eval(foldl(g, zeros((2,))))",
        match="line 2: the statement 'def h",
    )


def test_a_list_parameter_that_is_used_after_it_was_taken_apart() -> None:
    _refused(
        "def g(a, e):\n  [h] = e\n  c = a + e\n  return c\nreturn eval(foldl(g, zeros((2,))))",
        match="line 3: unknown name e",
    )


def test_no_return() -> None:
    _refused("v = variable(1.0)", match="no return at the end")


def test_an_empty_program() -> None:
    _refused("", match="no return at the end")


def test_a_return_in_the_middle() -> None:
    _refused("return eval(zeros((1,)))\nreturn eval(zeros((1,)))", match="a return before the end")


def test_a_returned_tensor() -> None:
    _refused("v = variable(1.0)\nreturn v", match=r"line 2: 'v' is a tensor.*eval")


def test_a_returned_expression_of_tensors() -> None:
    _refused("v = variable(1.0)\nreturn v * 2.0", match=r"'v \* 2.0' is a tensor")


def test_a_returned_list_of_arrays() -> None:
    _refused("f = function([], [])\nreturn f([])", match=r"is a list.*\[a, b\]")


def test_a_returned_input() -> None:
    _refused("return x", "x", match="return of an input")


def test_a_returned_number() -> None:
    _refused("return 1", match="return of '1'")


def test_a_loop_over_something_else() -> None:
    _refused(
        "for i in [1, 2]: variable(1.0)\nreturn eval(zeros((1,)))", match="a loop of another form"
    )


def test_a_loop_that_runs_never() -> None:
    _refused(
        "f = function([], [])\nfor _ in range(0): f([])\nreturn eval(zeros((1,)))",
        match="a loop of another form",
    )


def test_a_nested_call_in_a_loop() -> None:
    _refused(
        "for _ in range(3): eval(variable(1.0))\nreturn eval(zeros((1,)))",
        match="line 1: a nested call in a loop",
    )


def test_sparse_of_a_result() -> None:
    _refused(
        "v = variable(1.0)\nw = variable(sparse(v))\nreturn eval(w)", match="sparse of something"
    )

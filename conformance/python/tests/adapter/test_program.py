"""The semantics of programs, tested with functions that return their arguments as text."""

from __future__ import annotations

import operator
from typing import Any, Callable

import numpy as np
import pytest

from kassay.errors import ProgramError, Unsupported
from kassay.program import run_program
from kassay.protocol import ProtocolError

FUNCTIONS: dict[str, Callable[..., Any]] = {
    **dict.fromkeys(("given", "reshape", "zeros"), lambda *args, **kwargs: repr((args, kwargs))),
    "same": lambda x: x,
    "pair": lambda: (1, 2),
    "nested": lambda: (1, [2, (3, 4)]),
    "iterate": lambda: iter([1, 2]),
    "call": lambda f, *args: f(*args),
    "adder": lambda: operator.add,
    "function": lambda inputs, outputs, updates=None: repr(updates),
    "next_number": iter(range(100)).__next__,
}


def run(
    calls: list[Any], outputs: list[str], inputs: Any = None, functions: Any = None
) -> list[Any]:
    program = {"calls": calls, "return": outputs, "functions": functions or {}}
    return run_program(program, inputs or {}, FUNCTIONS.get)[0]["outputs"]


def call(name: Any, *args: Any, let: Any = "y", **rest: Any) -> dict[str, Any]:
    lets = let if isinstance(let, list) else [let]
    return {"let": lets, "call": name, "args": list(args), **rest}


@pytest.mark.parametrize(
    ("argument", "text"),
    [
        (None, "None"),
        (2, "2"),
        (2.0, "2.0"),
        ({"float": "-inf"}, "-inf"),
        ("relu", "'relu'"),
        (["a", ["b"]], "['a', ['b']]"),
        ({"input": "x"}, "array([1, 2])"),
        ({"ref": "x"}, "array([1, 2])"),
    ],
)
def test_argument(argument: Any, text: str) -> None:
    assert run([call("given", argument)], ["y"], {"x": np.array([1, 2])}) == [f"(({text},), {{}})"]


def test_keyword_arguments() -> None:
    assert run([call("given", kwargs={"axis": -1})], ["y"]) == ["((), {'axis': -1})"]


def test_result_hides_the_input_of_its_name() -> None:
    calls = [call("same", 5, let="x"), call("same", {"ref": "x"})]
    assert run(calls, ["y"], {"x": np.zeros(1)}) == [5]


def test_input_stays_available_despite_a_result_of_its_name() -> None:
    calls = [call("same", 5, let="x"), call("given", {"input": "x"})]
    assert run(calls, ["y"], {"x": np.array([7])}) == ["((array([7]),), {})"]


@pytest.mark.parametrize(
    ("name", "let", "outputs", "values"),
    [
        ("pair", ["a", "b"], ["b", "a"], [2, 1]),
        ("pair", ["a"], ["a"], [[1, 2]]),
        ("nested", ["a", ["b", ["c", "d"]]], ["d", "a"], [4, 1]),
        ("iterate", ["a", "b"], ["b"], [2]),
        ("pair", [["a", "b"]], ["b"], [2]),
    ],
)
def test_let(name: str, let: list[Any], outputs: list[str], values: list[Any]) -> None:
    assert run([call(name, let=let)], outputs) == values


def test_single_value_is_a_list_of_one() -> None:
    assert run([call("same", 3, let=[["a"]])], ["a"]) == [3]


@pytest.mark.parametrize("let", [["a", "b", "c"], ["a", ["b", "c"]], [["a"]]])
def test_other_number_of_values(let: list[Any]) -> None:
    with pytest.raises(ProgramError, match="the program names"):
        run([call("pair", let=let)], [])


def test_call_without_let_is_for_its_effect() -> None:
    assert run([{"call": "pair"}, call("same", 1)], ["y"]) == [1]


def test_a_measured_call_is_repeated_and_each_time_is_returned() -> None:
    measure = {"warm_up": 0, "seconds": 0, "least": 3}
    program = {"calls": [call("counted", let="y", measure=measure)], "return": ["y"]}
    answer, _ = run_program(program, {}, {"counted": iter(range(10)).__next__}.get)
    assert answer["outputs"] == [3]  # one to warm up
    assert len(answer["seconds"]) == 3
    assert min(answer["seconds"]) > 0


def test_times_repeats_and_keeps_the_last() -> None:
    first, last = run(
        [call("next_number", let="a"), call("next_number", let="b", times=5)], ["a", "b"]
    )
    assert last == first + 5


@pytest.mark.parametrize(
    ("name", "args", "value"),
    [
        ("add", (6, 2), 8),
        ("sub", (6, 2), 4),
        ("mul", (6, 2), 12),
        ("truediv", (6, 2), 3.0),
        ("neg", (6,), -6),
    ],
)
def test_operator(name: str, args: tuple[int, ...], value: float) -> None:
    assert run([call(f"operator.{name}", *args)], ["y"]) == [value]


def test_calling_a_result() -> None:
    assert run([call("adder", let="f"), call({"ref": "f"}, 1, 2)], ["y"]) == [3]


@pytest.mark.parametrize("form", ["positional", "keyword"])
def test_updates_are_tuples(form: str) -> None:
    pairs = [[1, 2], "update"]
    made = (
        call("function", [], [], pairs)
        if form == "positional"
        else call("function", [], [], kwargs={"updates": pairs})
    )
    assert run([made], ["y"]) == ["[(1, 2), 'update']"]


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([2, 3], "(2, 3)"),
        ([None, 3], "(None, 3)"),
        ([[1, 1], [2, 2]], "((1, 1), (2, 2))"),
        ([], "[]"),
        ([1, 2.0], "[1, 2.0]"),
        ([True], "[True]"),
        ([[1, 2], ["a"]], "[(1, 2), ['a']]"),
    ],
)
def test_sizes_are_tuples(given: list[Any], found: str) -> None:
    assert run([call("given", given)], ["y"]) == [f"(({found},), {{}})"]


@pytest.mark.parametrize(
    ("made", "found"),
    [
        (
            call("given", [], kwargs={"shape": [], "states": []}),
            "(([],), {'shape': (), 'states': []})",
        ),
        (call("zeros", [], []), "(((), []), {})"),
        (call("reshape", [], []), "(([], ()), {})"),
    ],
)
def test_shape_of_a_scalar_is_a_tuple(made: dict[str, Any], found: str) -> None:
    assert run([made], ["y"]) == [found]


STEP = {
    "parameters": ["x", ["h"]],
    "calls": [{"let": ["s"], "call": "operator.add", "args": [{"ref": "x"}, {"ref": "h"}]}],
    "return": [{"ref": "s"}, [{"ref": "s"}]],
}


def test_function_of_the_program_unpacks_lists_and_returns_a_tuple() -> None:
    calls = [call("call", {"function": "step"}, 1, [2], let=["a", ["b"]])]
    assert run(calls, ["a", "b"], functions={"step": STEP}) == [3, 3]


def test_function_sees_results_of_the_program_but_leaves_none() -> None:
    inner = {
        "parameters": [],
        "calls": [call("same", {"ref": "k"}, let="s")],
        "return": [{"ref": "s"}],
    }
    calls = [call("same", 9, let="k"), call("call", {"function": "f"}, let="s2")]
    assert run(calls, ["s2"], functions={"f": inner}) == [9]
    with pytest.raises(ProtocolError, match="no result called s"):
        run(calls, ["s"], functions={"f": inner})


def test_function_called_with_another_number_of_arguments() -> None:
    with pytest.raises(TypeError, match="step takes 2 arguments, but was given 1"):
        run([call("call", {"function": "step"}, 1)], [], functions={"step": STEP})


def test_missing_function_is_unsupported() -> None:
    with pytest.raises(Unsupported, match="no function conv9d"):
        run([call("conv9d")], [])


def test_sparse_input() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    seen: list[Any] = []
    program = {"calls": [{"call": "see", "args": [{"sparse": "x"}]}], "return": []}
    run_program(program, {"x": np.eye(2)}, {"see": seen.append}.get)
    assert sparse.isspmatrix_coo(seen[0]) and seen[0].nnz == 2


@pytest.mark.parametrize(
    ("argument", "text"),
    [({"ref": "z"}, "result"), ({"input": "z"}, "input"), ({"function": "z"}, "function")],
)
def test_name_without_meaning(argument: Any, text: str) -> None:
    with pytest.raises(ProtocolError, match=f"no {text} called z"):
        run([call("same", argument)], [])

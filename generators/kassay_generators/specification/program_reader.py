"""Reads one body of a program, or of a def in it: expressions, calls and assignments become calls of the program JSON.

The reader tracks the kind of each name as far as the specification gives it (`returns`). So it finds a tensor returned without
`eval`, and a list that is not unpacked, before anything runs.
"""

from __future__ import annotations

import ast
import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import Function

Json = Any
_OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv"}
_SPARSE = "sparse"
_DTYPE = "dtype"
_FLOATS = {"inf": "inf", "nan": "nan"}
_RESERVED = (_SPARSE, *_FLOATS)
TENSOR, ARRAYS, ANY, INPUT, FUNCTION = "tensor", "arrays", "any", "an input", "a def"
# The kind of the elements by the kind of the list; any other kind is not a list.
_ELEMENTS = {"tensors": TENSOR, ARRAYS: "array", "value": "value", ANY: ANY}
_MOST_REPETITIONS = 1_000_000


@dataclass(frozen=True)
class Source:
    """A text, its place, and what its names may refer to. `dtype`: the meaning of the word dtype."""

    file: Path
    place: str
    text: str
    inputs: frozenset[str]
    functions: Mapping[str, Function]
    dtype: str = "float32"

    def fail(self, node: ast.AST | None, problem: str, remedy: str) -> NoReturn:
        line = f", line {node.lineno}" if node is not None and hasattr(node, "lineno") else ""
        raise SpecificationError(self.file, f"{self.place}{line}", problem, remedy)


@dataclass
class Scope:
    """The names that a body sees, with the kind of each, and the calls that it makes."""

    names: dict[str, str]
    calls: list[dict[str, Json]] = field(default_factory=list)
    own: set[str] = field(default_factory=set)

    def temporary(self) -> str:
        number = sum(name.startswith("_") for name in self.own) + 1
        self.own.add(f"_{number}")
        return f"_{number}"


class Reader:
    """Expressions and calls of one body."""

    def __init__(self, source: Source, scope: Scope, used: set[str]) -> None:
        self.source = source
        self.scope = scope
        self.used = used

    # -- expressions --------------------------------------------------------------------------------------------------

    def argument(self, node: ast.expr) -> Json:
        match node:
            case ast.Constant(value=None | bool() | int() | str() as value):
                return value
            case ast.Constant(value=float() as value) if math.isfinite(value):
                return value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
                return -value
            case ast.UnaryOp(op=ast.USub(), operand=ast.Name(id="inf")):
                return {"float": "-inf"}
            case ast.Name(id=name):
                return self.name(node, name)
            case ast.List(elts=elements) | ast.Tuple(elts=elements):
                return [self.argument(e) for e in elements]
            case ast.Call(func=ast.Name(id="sparse")):
                return self.sparse(node)
            case ast.Call() | ast.BinOp() | ast.UnaryOp(op=ast.USub()):
                return {"ref": self.nested(node)[0]}
        self.source.fail(
            node,
            f"{ast.unparse(node)!r} is not allowed here",
            "Write a call, a name, a number, a string, a list, or + - * / of tensors.",
        )

    def name(self, node: ast.expr, name: str) -> Json:
        if name == _DTYPE:
            return self.source.dtype
        if name in _FLOATS:
            return {"float": _FLOATS[name]}
        kind = self.scope.names.get(name)
        if kind is None:
            if name in self.source.functions:
                self.source.fail(
                    node, f"the function {name} as a value", f"Write a def that calls {name}."
                )
            self.unknown(node, name, [*self.scope.names, _DTYPE])
        self.used.add(name)
        key = {INPUT: "input", FUNCTION: "function"}.get(kind, "ref")
        return {key: name}

    def sparse(self, node: ast.Call) -> Json:
        match node:
            case ast.Call(args=[ast.Name(id=name)], keywords=[]) if (
                self.scope.names.get(name) == INPUT
            ):
                self.used.add(name)
                return {"sparse": name}
        self.source.fail(node, "sparse of something else than an input", "Write sparse(x).")

    def nested(self, node: ast.expr) -> tuple[str, str]:
        """Adds a separate call for an expression; returns its name and the kind of its result."""
        call, kinds = self.call(node)
        if len(kinds) != 1:
            self.source.fail(
                node,
                f"{ast.unparse(node)!r} returns {len(kinds)} values",
                "Name them in an assignment first.",
            )
        name = self.scope.temporary()
        self.scope.names[name] = kinds[0]
        self.scope.calls.append({"let": [name], **call})
        return name, kinds[0]

    # -- calls --------------------------------------------------------------------------------------------------------

    def call(self, node: ast.expr) -> tuple[dict[str, Json], list[str]]:
        """The call without `let`, and the kind of each result."""
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                return self.operator(node, _OPERATORS[type(op)], [left, right])
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self.operator(node, "neg", [operand])
            case ast.Call(func=ast.Name(id=name)):
                return self.named_call(node, name)
        self.source.fail(
            node,
            f"{ast.unparse(node)!r} is not a call",
            "A statement is a call or an assignment from one; the operators are + - * /.",
        )

    def operator(
        self, node: ast.expr, name: str, operands: list[ast.expr]
    ) -> tuple[dict[str, Json], list[str]]:
        arguments = [self.argument(o) for o in operands]
        for operand, argument in zip(operands, arguments, strict=True):
            kind = self.kind(argument)
            if kind not in (TENSOR, ANY, "number"):
                self.source.fail(
                    operand,
                    f"the operand {ast.unparse(operand)!r} is {kind}, not a tensor",
                    "Operators take tensors: use constant(...).",
                )
        if all(self.kind(a) == "number" for a in arguments):
            self.source.fail(node, "arithmetic of numbers", "Write its result.")
        return {"call": f"operator.{name}", "args": arguments}, [TENSOR]

    def kind(self, argument: Json) -> str:
        if isinstance(argument, dict) and "ref" in argument:
            return self.scope.names[argument["ref"]]
        if isinstance(argument, dict) and "float" not in argument:
            return next(iter(argument))
        is_number = isinstance(argument, dict | int | float) and not isinstance(argument, bool)
        return "number" if is_number else type(argument).__name__

    def named_call(self, node: ast.Call, name: str) -> tuple[dict[str, Json], list[str]]:
        if any(isinstance(a, ast.Starred) for a in node.args) or any(
            k.arg is None for k in node.keywords
        ):
            self.source.fail(node, "an argument with a star", "Write the arguments one by one.")
        kind = self.scope.names.get(name)
        if kind == FUNCTION:
            self.source.fail(
                node, f"a call of the def {name}", "Pass it to a function, which calls it."
            )
        if kind is not None and kind != INPUT:
            return self.call_of_result(node, name, kind)
        if name not in self.source.functions:
            self.unknown(node, name, self.source.functions, what="function")
        self.check_signature(node, self.source.functions[name])
        call: dict[str, Json] = {"call": name}
        if node.args:
            call["args"] = [self.argument(a) for a in node.args]
        if node.keywords:
            call["kwargs"] = {str(k.arg): self.argument(k.value) for k in node.keywords}
        return call, [entry["kind"] for entry in self.source.functions[name].raw["returns"]]

    def call_of_result(
        self, node: ast.Call, name: str, kind: str
    ) -> tuple[dict[str, Json], list[str]]:
        if kind not in ("callable", ANY):
            self.source.fail(
                node,
                f"{name} is {kind}, which cannot be called",
                "Call the result of function(...).",
            )
        if node.keywords:
            self.source.fail(node, f"a keyword in the call of {name}", "Give it by position.")
        self.used.add(name)
        call = {"call": {"ref": name}, "args": [self.argument(a) for a in node.args]}
        return call, [ARRAYS]

    def check_signature(self, node: ast.Call, function: Function) -> None:
        keywords = [str(k.arg) for k in node.keywords]
        if not any(
            function.binding(edition, len(node.args), keywords) is not None
            for edition in function.editions
        ):
            signature = function.signature(function.editions[0])
            self.source.fail(
                node,
                f"no edition has {function.name} with these arguments",
                f"It is {function.name}{signature}.",
            )

    def unknown(self, node: ast.AST, name: str, candidates: Any, what: str = "name") -> NoReturn:
        close = difflib.get_close_matches(name, list(candidates), 1)
        remedy = f"Did you mean {close[0]}?" if close else "Define it before it is used."
        self.source.fail(node, f"unknown {what} {name}", remedy)

    # -- assignments --------------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=[target], value=value):
                self.scope.calls.append(self.assignment(node, target, value))
            case ast.Expr(value=ast.Call() as value):
                self.scope.calls.append(self.call(value)[0])
            case ast.For():
                self.repetition(node)
            case _:
                self.source.fail(
                    node,
                    f"the statement {ast.unparse(node).splitlines()[0]!r} is not allowed",
                    "Allowed are assignments from a call, calls, def, for _ in range(n), return.",
                )

    def assignment(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> dict[str, Json]:
        if not isinstance(value, ast.Call | ast.BinOp | ast.UnaryOp):
            self.source.fail(
                node, f"an assignment from {ast.unparse(value)!r}", "Assign the result of a call."
            )
        call, kinds = self.call(value)
        targets = target.elts if isinstance(target, ast.Tuple) else [target]
        if len(targets) != len(kinds):
            self.source.fail(
                node,
                f"{len(targets)} names for {len(kinds)} values",
                "Name each value; unpack a list with brackets: [a, b] = ...",
            )
        let = [self.pattern(t, kind) for t, kind in zip(targets, kinds, strict=True)]
        return {"let": let, **call}

    def pattern(self, node: ast.expr, kind: str) -> Json:
        match node:
            case ast.Name(id=name):
                self.define(node, name, kind)
                return name
            case ast.List(elts=elements):
                if kind not in _ELEMENTS:
                    self.source.fail(node, f"{kind} is not a list", "Give it one name.")
                return [self.pattern(e, _ELEMENTS[kind]) for e in elements]
        self.source.fail(node, f"an assignment to {ast.unparse(node)!r}", "Assign to names.")

    def define(self, node: ast.AST, name: str, kind: str) -> None:
        if name in self.source.functions or name in _RESERVED:
            self.source.fail(node, f"{name} is a word of the notation", "Take another name.")
        if name.startswith("_"):
            self.source.fail(node, f"the name {name} begins with _", "Take another name.")
        if name in self.scope.own:
            self.source.fail(node, f"{name} is defined twice", "Take another name.")
        self.scope.names[name] = kind
        self.scope.own.add(name)

    def repetition(self, node: ast.For) -> None:
        match node:
            case ast.For(
                target=ast.Name(id="_"),
                iter=ast.Call(
                    func=ast.Name(id="range"),
                    args=[ast.Constant(value=int() as times)],
                    keywords=[],
                ),
                body=[ast.Assign() | ast.Expr() as only],
                orelse=[],
            ) if 1 <= times <= _MOST_REPETITIONS:
                before = len(self.scope.calls)
                self.statement(only)
                if len(self.scope.calls) != before + 1:
                    self.source.fail(only, "a nested call in a loop", "Name its result before.")
                self.scope.calls[-1]["times"] = times
            case _:
                self.source.fail(
                    node,
                    "a loop of another form",
                    "Write `for _ in range(20): f([...])`, with one call.",
                )

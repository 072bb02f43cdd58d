"""The notation of programs: from the text of a program group to the program JSON of spec/vectors.md.

The text is Python with few statements; anything else is a SpecificationError that names file, group, line and remedy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import EDITIONS, Function
from kassay_generators.specification.program_reader import (
    ANY,
    ARRAYS,
    FUNCTION,
    INPUT,
    TENSOR,
    Json,
    Reader,
    Scope,
    Source,
)

_RETURNABLE = ("array", "value", ANY)


def parse(source: Source) -> dict[str, Json]:
    """The program as JSON. Raises SpecificationError."""
    try:
        module = ast.parse(source.text)
    except SyntaxError as error:
        raise SpecificationError(
            source.file,
            f"{source.place}, line {error.lineno}",
            f"not Python: {error.msg}",
            "Correct the syntax.",
        ) from error
    return _ProgramReader(source).read(module.body)


def api_calls(program: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """Every call of an API function, including those inside the program's functions."""
    bodies = [program["calls"], *(f["calls"] for f in program.get("functions", {}).values())]
    for body in bodies:
        for call in body:
            if isinstance(call["call"], str) and not call["call"].startswith("operator."):
                yield call


class _ProgramReader(Reader):
    """The body of the program."""

    def __init__(self, source: Source) -> None:
        super().__init__(source, Scope(dict.fromkeys(source.inputs, INPUT)), set())
        self.scope.own |= source.inputs
        self.functions: dict[str, Json] = {}

    def read(self, body: list[ast.stmt]) -> dict[str, Json]:
        last = body[-1] if body else None
        if not isinstance(last, ast.Return) or last.value is None:
            self.source.fail(last, "no return at the end", "Return what the case is judged by.")
        for node in body[:-1]:
            if isinstance(node, ast.FunctionDef):
                self.functions[node.name] = self.function(node)
            elif isinstance(node, ast.Return):
                self.source.fail(node, "a return before the end", "Return last, and once.")
            else:
                self.statement(node)
        returned = [self.returned(v) for v in _values(last.value)]
        for name in [*self.functions, *sorted(self.source.inputs)]:
            if name not in self.used:
                what = "def" if name in self.functions else "input"
                self.source.fail(None, f"the {what} {name} is not used", "Use it or remove it.")
        functions = {"functions": self.functions} if self.functions else {}
        return {**functions, "calls": self.scope.calls, "return": returned}

    def returned(self, node: ast.expr) -> str:
        if isinstance(node, ast.Name):
            name, kind = node.id, self.scope.names.get(node.id)
            if kind is None:
                self.unknown(node, name, self.scope.names)
        elif isinstance(node, ast.Call | ast.BinOp | ast.UnaryOp):
            name, kind = self.nested(node)
        else:
            self.source.fail(node, f"return of {ast.unparse(node)!r}", "Return names or calls.")
        if kind == TENSOR:
            self.source.fail(node, f"{ast.unparse(node)!r} is a tensor", "Return eval(...) of it.")
        if kind in ("tensors", ARRAYS):
            self.source.fail(node, f"{ast.unparse(node)!r} is a list", "Unpack it: [a, b] = ...")
        if kind not in _RETURNABLE:
            self.source.fail(node, f"return of {kind}", "Return arrays and plain values.")
        return name

    def function(self, node: ast.FunctionDef) -> dict[str, Json]:
        self.define(node, node.name, FUNCTION)
        arguments = node.args
        simple = not (
            arguments.posonlyargs
            or arguments.kwonlyargs
            or arguments.vararg
            or arguments.kwarg
            or arguments.defaults
            or node.decorator_list
            or node.returns
        )
        if not simple or any(a.annotation for a in arguments.args):
            self.source.fail(node, f"the def {node.name} is not plain", "Write def f(a, b):")
        scope = Scope(dict(self.scope.names))
        del scope.names[node.name]
        return _FunctionReader(self.source, scope, self.used).read(node)


class _FunctionReader(Reader):
    """The body of a def."""

    def read(self, node: ast.FunctionDef) -> dict[str, Json]:
        names = [a.arg for a in node.args.args]
        for argument in node.args.args:
            self.define(argument, argument.arg, ANY)
        body = list(node.body)
        patterns: dict[str, Json] = {}
        while body:
            match body[0]:
                case ast.Assign(targets=[ast.List() as target], value=ast.Name(id=name)) if (
                    name in names and name not in patterns
                ):
                    patterns[name] = self.pattern(target, ANY)
                    del self.scope.names[name]
                    body.pop(0)
                case _:
                    break
        last = body[-1] if body else None
        if not isinstance(last, ast.Return) or last.value is None:
            self.source.fail(node, f"no return at the end of {node.name}", "Return its result.")
        for statement in body[:-1]:
            self.statement(statement)
        returned = [self.argument(v) for v in _values(last.value)]
        parameters = [patterns.get(name, name) for name in names]
        return {"parameters": parameters, "calls": self.scope.calls, "return": returned}


def _values(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def accepted_in(program: dict[str, Json], functions: Mapping[str, Function]) -> tuple[str, ...]:
    """The editions in which every function that the program calls exists and takes these arguments."""
    return tuple(
        edition
        for edition in EDITIONS
        if all(
            edition in functions[call["call"]].editions
            and functions[call["call"]].binding(
                edition, len(call.get("args", [])), list(call.get("kwargs", {}))
            )
            is not None
            for call in api_calls(program)
        )
    )

"""Finds the mutants of a C++ file in its syntax tree (libclang)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit, TypeKind
from mutant import Mutant, Site
from operators import BETWEEN, NAMES, constants

FUNCTIONS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.CXX_METHOD,
    CursorKind.FUNCTION_TEMPLATE,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
}
LITERALS = {
    CursorKind.INTEGER_LITERAL,
    CursorKind.FLOATING_LITERAL,
    CursorKind.CXX_BOOL_LITERAL_EXPR,
}
WITH_CONDITION = {CursorKind.IF_STMT, CursorKind.WHILE_STMT, CursorKind.CONDITIONAL_OPERATOR}
WITH_BODY = {
    CursorKind.IF_STMT,
    CursorKind.WHILE_STMT,
    CursorKind.FOR_STMT,
    CursorKind.CXX_FOR_RANGE_STMT,
}
# Code that only makes messages, which no clause specifies: thrown expressions and descriptions.
WORDS = {CursorKind.CXX_THROW_EXPR}
WORDS_OF = re.compile(r"^(describe|to_text|to_string)")
MADE_OF = re.compile(r"\b(to_string|describe)\(")
CONSTANT = {CursorKind.STATIC_ASSERT, CursorKind.ENUM_DECL, CursorKind.CASE_STMT}
NUMBERS = {
    TypeKind.BOOL,
    TypeKind.INT,
    TypeKind.UINT,
    TypeKind.LONG,
    TypeKind.ULONG,
    TypeKind.FLOAT,
    TypeKind.DOUBLE,
    TypeKind.LONGDOUBLE,
}
COMMENT = re.compile(rb"//[^\n]*|/\*.*?\*/", re.S)


def find_mutants(
    path: Path, name: str, arguments: list[str], not_run: frozenset[str] = frozenset()
) -> list[Site]:
    """The sites of the file; `name` is its path from the root. Leaves out the functions `not_run` and the branches of an `if` that calls
    one. Raises SystemExit if Clang cannot read the file."""
    unit = Index.create().parse(
        str(path),
        args=["-xc++", *arguments],
        options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
    )
    errors = [str(d) for d in unit.diagnostics if d.severity >= 3]
    if errors:
        raise SystemExit(f"error: Clang cannot read {path}: {errors[0]}")
    return Finder(path, name, unit, not_run).find()


class Finder:
    def __init__(
        self, path: Path, name: str, unit: TranslationUnit, not_run: frozenset[str]
    ) -> None:
        self.path, self.name, self.unit, self.not_run = path, name, unit, not_run
        self.source = path.read_bytes()
        self.sites: dict[tuple[int, int, str], Site] = {}
        self.macros: list[tuple[int, int]] = []
        self.declared = ""  # the latest variable
        self.after_if: set[int] = set()  # the starts of the branches of `if`s and their statements

    def find(self) -> list[Site]:
        cursors = [c for c in self.unit.cursor.get_children() if self.is_here(c)]
        self.macros = [
            span(c)
            for c in cursors
            if c.kind == CursorKind.MACRO_INSTANTIATION and len(self.text(c)) > 0
        ]
        for cursor in cursors:
            if not cursor.kind.is_preprocessing():
                self.visit(cursor, "")
        return sorted(self.sites.values(), key=lambda s: (s.start, -s.end))

    def is_here(self, cursor: Cursor) -> bool:
        return cursor.location.file is not None and cursor.location.file.name == str(self.path)

    def text(self, cursor: Cursor) -> str:
        start, end = span(cursor)
        return self.source[start:end].decode()

    # `function` is empty outside functions: that code does not run during cases.
    def visit(self, cursor: Cursor, function: str) -> None:
        if cursor.kind in WORDS or cursor.kind in CONSTANT or is_constexpr(self.text(cursor)):
            # The statements after a case label are code again.
            if cursor.kind == CursorKind.CASE_STMT:
                for child in list(cursor.get_children())[1:]:
                    self.visit_statement(child, function)
                    self.visit(child, function)
            return
        if self.is_words(cursor) or self.is_not_run(cursor):
            return
        if cursor.kind in FUNCTIONS:
            if WORDS_OF.match(cursor.spelling) or cursor.spelling in self.not_run:
                return
            function = cursor.spelling
            self.result = cursor.result_type
        if cursor.kind == CursorKind.VAR_DECL:
            self.declared = cursor.spelling
        children = list(cursor.get_children())
        if function:
            self.mutate(cursor, children, function)
            self.mutate_statements(cursor, children, function)
        result = self.result if function else None
        for child in children:
            if cursor.kind == CursorKind.LAMBDA_EXPR:
                self.result = None
            self.visit(child, function)
            self.result = result

    def is_words(self, cursor: Cursor) -> bool:
        is_sum = cursor.kind == CursorKind.CALL_EXPR and cursor.spelling == "operator+"
        return is_sum and is_text(cursor) and MADE_OF.search(self.text(cursor)) is not None

    def is_not_run(self, cursor: Cursor) -> bool:
        if cursor.kind != CursorKind.IF_STMT or not self.not_run:
            return False
        condition = self.text(next(iter(cursor.get_children())))
        return any(re.match(rf"{name}\(", condition) for name in self.not_run)

    # ---- expressions

    def mutate(self, cursor: Cursor, children: list[Cursor], function: str) -> None:
        if cursor.kind in LITERALS:
            for text in constants(self.text(cursor)):
                self.add(cursor, function, "constant", span(cursor), text)
        elif cursor.kind == CursorKind.UNARY_OPERATOR and children:
            self.unary(cursor, children[0], function)
        elif cursor.kind == CursorKind.CALL_EXPR:
            self.call(cursor, children, function)
        elif cursor.kind in (
            CursorKind.BINARY_OPERATOR,
            CursorKind.COMPOUND_ASSIGNMENT_OPERATOR,
            CursorKind.UNEXPOSED_EXPR,
        ):
            if len(children) == 2:
                self.between(cursor, children[0], children[1], function)
        elif cursor.kind == CursorKind.RETURN_STMT and children:
            self.returned(cursor, children[0], function)
        if cursor.kind in WITH_CONDITION:
            self.condition(cursor, children, function)

    def between(self, cursor: Cursor, left: Cursor, right: Cursor, function: str) -> None:
        start, end = span(left)[1], span(right)[0]
        operator = COMMENT.sub(b"", self.source[start:end]).decode().strip()
        if operator not in BETWEEN or any(is_text(c) for c in (left, right)):
            return
        kind, others = BETWEEN[operator]
        if kind == "bitwise" and cursor.kind == CursorKind.CALL_EXPR:
            return  # streams
        for other in others:
            text = f"({self.text(left)}) {other} ({self.text(right)})"
            if other.endswith("=") and other not in ("<=", ">=", "==", "!="):
                text = f"{self.text(left)} {other} ({self.text(right)})"
            self.add(cursor, function, kind, (span(left)[0], span(right)[1]), text)

    def unary(self, cursor: Cursor, operand: Cursor, function: str) -> None:
        text, (start, end) = self.text(cursor), span(cursor)
        inner = self.text(operand)
        if not (start <= span(operand)[0] and span(operand)[1] <= end):
            return  # a comparison that C++20 rewrites as another one
        if text.startswith(("++", "--")):
            other = "--" if text.startswith("++") else "++"
            self.add(cursor, function, "increment", (start, end), other + inner)
        elif text.endswith(("++", "--")):
            other = "--" if text.endswith("++") else "++"
            self.add(cursor, function, "increment", (start, end), inner + other)
        elif text.startswith("!"):
            self.add(cursor, function, "negation", (start, end), f"({inner})", "condition")
        elif text.startswith("-") and operand.kind not in LITERALS:
            self.add(cursor, function, "arithmetic", (start, end), f"({inner})")
        elif text.startswith("-"):
            self.add(cursor, function, "arithmetic", (start, end), inner)

    def call(self, cursor: Cursor, children: list[Cursor], function: str) -> None:
        arguments = [a for a in cursor.get_arguments() if a is not None and span(a)[0] < span(a)[1]]
        if cursor.spelling.startswith("operator"):
            if len(arguments) == 2:
                left, right = sorted(arguments, key=lambda a: span(a)[0])
                self.between(cursor, left, right, function)
            elif len(arguments) == 1 and cursor.spelling == "operator-":
                self.unary(cursor, arguments[0], function)
            return
        if cursor.spelling in NAMES and children:
            at = re.search(
                rb"\b" + cursor.spelling.encode() + rb"\b", self.source[slice(*span(cursor))]
            )
            if at is not None:
                start, end = span(cursor)
                text = self.source[start:end]
                other = text[: at.start()] + NAMES[cursor.spelling].encode() + text[at.end() :]
                self.add(cursor, function, "function", (start, end), other.decode())
        if re.match(re.escape(self.declared) + r"\b", self.text(cursor)) and self.declared:
            return  # T name(first, second);
        written = [a for a in arguments if self.is_inside(a, cursor)]
        for first, second in zip(written, written[1:], strict=False):
            if self.text(first) == self.text(second) or not same_type(first, second):
                continue
            start, end = span(cursor)
            swapped = (
                self.source[start : span(first)[0]]
                + self.source[slice(*span(second))]
                + self.source[span(first)[1] : span(second)[0]]
                + self.source[slice(*span(first))]
                + self.source[span(second)[1] : end]
            )
            self.add(cursor, function, "arguments", (start, end), swapped.decode())

    def is_inside(self, argument: Cursor, call: Cursor) -> bool:
        (start, end), (first, last) = span(argument), span(call)
        return first < start and end < last

    def condition(self, cursor: Cursor, children: list[Cursor], function: str) -> None:
        head = self.text(cursor)
        if re.match(r"if\s+constexpr", head) or not children:
            return
        tested = children[0]
        if tested.kind in (CursorKind.VAR_DECL, CursorKind.DECL_STMT):
            return
        text = self.text(tested)
        inner = tested
        while inner.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
            below = list(inner.get_children())
            if len(below) != 1:
                break
            inner = below[0]
        # Other operators already mutate these.
        if inner.kind == CursorKind.BINARY_OPERATOR or text.startswith("!"):
            return
        if inner.kind == CursorKind.UNEXPOSED_EXPR and len(list(inner.get_children())) == 2:
            return
        if inner.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.CALL_EXPR) and re.match(
            r"operator(==|!=|<|>|<=|>=)$", inner.spelling
        ):
            return
        self.add(tested, function, "negation", span(tested), f"!({text})", "condition")

    # ---- statements

    def mutate_statements(self, cursor: Cursor, children: list[Cursor], function: str) -> None:
        if cursor.kind in (CursorKind.COMPOUND_STMT, CursorKind.DEFAULT_STMT):
            for child in children:
                self.visit_statement(child, function)
        elif cursor.kind in WITH_BODY:
            is_if = cursor.kind == CursorKind.IF_STMT
            for child in children[1:] if is_if else children[-1:]:
                if is_if:
                    self.after_if.add(span(child)[0])
                    self.after_if.update(span(c)[0] for c in child.get_children())
                self.visit_statement(child, function)

    def visit_statement(self, cursor: Cursor, function: str) -> None:
        removable = cursor.kind == CursorKind.CONTINUE_STMT or (
            cursor.kind.is_expression() and cursor.kind not in WORDS
        )
        # `reserve` only saves time: no answer depends on it.
        if (
            not removable
            or not function
            or re.search(r"\breserve\($", self.text(cursor).split("(")[0] + "(")
        ):
            return
        start, end = span(cursor)
        # Without a guarding `if`, removing a throw may only lead to undefined behaviour.
        if self.text(cursor).startswith("throw") and start not in self.after_if:
            return
        semicolon = self.source.find(b";", end)
        if semicolon < 0 or self.source[end:semicolon].strip():
            return
        self.add(cursor, function, "statement", (start, semicolon + 1), "", "statement")

    def returned(self, cursor: Cursor, value: Cursor, function: str) -> None:
        text = self.text(value)
        start, end = span(cursor)
        semicolon = self.source.find(b";", end)
        empty = (
            "{}",
            "0",
            "false",
            "nullptr",
            "std::nullopt",
            "true",
            "None()",
            "None{}",
            "Value()",
        )
        if text in empty or semicolon < 0:
            return
        if self.result is not None:
            kind = self.result.get_canonical().kind
            if kind == TypeKind.BOOL:
                if value.kind not in (
                    CursorKind.BINARY_OPERATOR,
                    *LITERALS,
                ) and not text.startswith("!"):
                    self.add(value, function, "return", span(value), f"!({text})", "condition")
            elif kind not in (TypeKind.LVALUEREFERENCE, TypeKind.VOID, TypeKind.POINTER):
                self.add(cursor, function, "return", (start, semicolon + 1), "return {};", "return")
        elif value.type.get_canonical().kind in NUMBERS and value.kind not in LITERALS:
            self.add(value, function, "return", span(value), f"decltype({text}){{}}")

    def add(
        self,
        cursor: Cursor,
        function: str,
        operator: str,
        place: tuple[int, int],
        text: str,
        form: str = "expression",
    ) -> None:
        start, end = place
        if any(start < last and first < end for first, last in self.macros):
            return
        if start >= end or not self.is_here(cursor):
            return
        line = self.source.count(b"\n", 0, start) + 1
        site = self.sites.setdefault((start, end, form), Site(start, end, form))
        mutant = Mutant(self.name, function, operator, line, start, end, text)
        if all(m.text != text for m in site.mutants):
            site.mutants.append(mutant)


def span(cursor: Cursor) -> tuple[int, int]:
    return cursor.extent.start.offset, cursor.extent.end.offset


def is_constexpr(text: str) -> bool:
    return re.match(r"((static|inline)\s+)*(constexpr|consteval)\b", text) is not None


def is_text(cursor: Cursor) -> bool:
    spelling = cursor.type.get_canonical().spelling
    return "basic_string" in spelling or "char" in spelling


def same_type(first: Cursor, second: Cursor) -> bool:
    def bare(cursor: Cursor) -> str:
        return cursor.type.get_canonical().spelling.replace("const ", "")

    return bare(first) == bare(second) and bare(first) not in ("", "<dependent type>")


def count(sites: list[Site]) -> int:
    return sum(len(site.mutants) for site in sites)


def mutants_of(sites: list[Site]) -> Iterator[Mutant]:
    for site in sites:
        yield from site.mutants

"""The material of one program: a random part of the functions and of the policies. A program without most functions combines
the others more often, and more deeply, than a program that may have all."""

from __future__ import annotations

import fnmatch
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kassay_generators.fuzzing import relations
from kassay_generators.fuzzing.settings import Settings, draw_settings, readers
from kassay_generators.fuzzing.templates import LOOPS, gives_tensors, is_unary, templates
from kassay_generators.numbers import dtypes
from kassay_generators.specification.function import EDITIONS

_WITHOUT = "!"
_STYLES = (
    "chain",
    "chain",
    "chain",
    "graph",
    "graph",
    "steps",
    "fragments",
    "fragments",
    "relation",
)
_STYLES_WITH_SETTINGS = ("chain", "graph", "fragments")


@dataclass(frozen=True)
class Swarm:
    """`wanted`: the function that the program is for. `edges`: how often an input has special values. `remap`: how often the
    sizes of a case become others, which `sizes` lists. `settings`: those that the program changes first. `globs`: those of the campaign."""

    style: str
    edition: str
    dtype: str
    wanted: str
    functions: Sequence[str]
    edges: float
    sizes: tuple[int, ...]
    remap: float
    depth: int
    settings: Settings
    globs: Sequence[str]

    def leaves_out(self, function: str) -> bool:
        return is_left_out(function, self.globs)

    def alone(self) -> Swarm:
        """The same for one call, whose tensors are inputs, or for the program of one case."""
        style = "call" if self.wanted in templates().calls else "fragments"
        functions = self.functions if style == "call" else ()
        return replace(
            self,
            style=style,
            functions=functions,
            depth=1,
            settings={},
            globs=(f"{_WITHOUT}*",),
        )


def wanted_functions(globs: Sequence[str]) -> list[str]:
    """The functions that match a glob, or all without globs; without the excluded ones."""
    known = templates()
    wanted = [glob for glob in globs if not glob.startswith(_WITHOUT)] or ["*"]
    return [
        name
        for name in sorted({*known.calls, *known.fragments})
        if any(fnmatch.fnmatchcase(name, glob) for glob in wanted) and not is_left_out(name, globs)
    ]


def is_left_out(name: str, globs: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(f"{_WITHOUT}{name}", g) for g in globs if g.startswith(_WITHOUT))


def draw_swarm(stream: random.Random, globs: Sequence[str], editions: Sequence[str]) -> Swarm:
    """`globs`: the functions from which the wanted one comes, and those that no program calls, with a `!` before each.
    Precondition: there is a wanted function."""
    known = templates()
    edition = stream.choice([e for e in ("ko", "ko", "ko", *EDITIONS) if e in editions])
    wanted = stream.choice(wanted_functions(globs))
    chainable = [name for name in sorted(known.calls) if gives_tensors(name)]
    styles = [style for style in _STYLES if _fits(style, wanted, edition, chainable)] or [
        "fragments" if wanted in known.fragments else "call"
    ]
    style = stream.choice(styles)
    pool = sorted(known.fragments) if style == "fragments" else chainable
    pool = [name for name in pool if not is_left_out(name, globs)]
    enabled = stream.sample(pool, min(len(pool), stream.choice((3, 8, 20, len(pool)))))
    settings = draw_settings(stream) if style in _STYLES_WITH_SETTINGS else {}
    settings = {name: value for name, value in settings.items() if not is_left_out(name, globs)}
    if style != "fragments":
        reading = {name for setting in settings for name in readers(setting)} & set(pool)
        enabled = sorted(reading) or enabled
    sizes = stream.choice(((1, 2, 3), (2, 3, 4, 5), (1, 1, 2), (0, 1, 2, 3), (3, 7), (2,)))
    return Swarm(
        style,
        edition,
        stream.choice(("float32", "float32", "float32", "float64", "float16", *dtypes.ALL)),
        wanted,
        enabled,
        stream.choice((0.0, 0.0, 0.1, 0.5)),
        sizes,
        stream.choice((0.0, 0.5, 1.0)),
        stream.choice((2, 3, 4) if settings else (1, 2, 2, 3, 4)),
        settings,
        globs,
    )


def _fits(style: str, wanted: str, edition: str, chainable: Sequence[str]) -> bool:
    if style == "fragments":
        return wanted in templates().fragments
    if style == "relation":
        return wanted in relations.RELATIONS and edition == relations.EDITION
    if style == "steps":
        return wanted in LOOPS or is_unary(wanted)
    return wanted in chainable

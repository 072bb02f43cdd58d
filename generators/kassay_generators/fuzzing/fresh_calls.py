"""Random calls that no case has. On their vectors `kassay-faults --fresh` tries the rules that were learned on the cases.

python -m kassay_generators.fuzzing.fresh_calls --out build/fresh-calls --calls 500
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from kassay_generators.fuzzing.batch import write_batch
from kassay_generators.fuzzing.drawing import NoProgram, draw_program
from kassay_generators.fuzzing.program import Program
from kassay_generators.fuzzing.templates import templates
from kassay_generators.fuzzing.time_limit import TooLong, at_most
from kassay_generators.oracles.library import own_library

_SEED = 7
_TRIES_OF_A_CALL = 3
_LONGEST = 0.5  # CPU seconds of a program


def calls_of(
    function: str, count: int, edition: str = "ko", *, normative: bool = True
) -> list[Program]:
    """That many programs with one call of the function; fewer if valid calls are rare."""
    return list(itertools.islice(_drawn(function, count, edition, normative), count))


def _drawn(function: str, count: int, edition: str, normative: bool) -> Iterator[Program]:
    templates()  # load them outside the time limit: this takes longer than a program may
    for number in range(_TRIES_OF_A_CALL * count):
        try:
            with at_most(_LONGEST):
                program = draw_program(
                    _SEED, number, [function], normative=normative, editions=[edition], alone=True
                )
        except (NoProgram, TooLong):
            continue
        if program.function == function:
            yield program


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="fresh_calls", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the folder of the vectors")
    parser.add_argument("--calls", type=int, default=500, help="of each function")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("functions", nargs="*", help="only these")
    arguments = parser.parse_args(words)
    names = arguments.functions or list(own_library().functions)
    with ProcessPoolExecutor(arguments.jobs) as pool:
        drawn = pool.map(partial(calls_of, count=arguments.calls), names)
        write_batch(itertools.chain.from_iterable(drawn), arguments.out)


if __name__ == "__main__":
    main()

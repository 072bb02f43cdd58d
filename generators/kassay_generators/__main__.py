"""The generator's command line: `python -m kassay_generators --help`."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from kassay_distributed.cluster import CannotCompute, Cluster
from kassay_generators import python_modules, table
from kassay_generators.archive.pack import CannotPack, pack
from kassay_generators.oracles.library import load_module
from kassay_generators.specification.entries import (
    ENTRIES,
    entries_text,
    make_entries,
    read_editions,
)
from kassay_generators.specification.error import ROOT, SpecificationError
from kassay_generators.specification.specification import Specification, own
from kassay_generators.specification.workloads import workloads_text
from kassay_generators.vectors import changes, generation
from kassay_generators.vectors.on_machines import KEPT, on_machines

_LOCK = ROOT / "spec" / "vectors.lock"


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="kassay_generators",
        description="Checks the specification, and generates the vectors and tables from it.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("vectors", help="write the golden vectors")
    make.add_argument("--out", type=Path, default=ROOT / "build" / "vectors")
    make.add_argument("--tier", choices=("core", "full"), default="core")
    make.add_argument("--function", action="append", help="only this one (repeatable)")
    where = make.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, default=0, help="processes; default: all cores")
    where.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="generate on the workers of this Dask scheduler (docs/many_machines.md)",
    )
    make.add_argument(
        "--lock", choices=("check", "write"), help="compare with spec/vectors.lock, or write it"
    )
    make.add_argument(
        "--archive",
        nargs="?",
        type=Path,
        const=ROOT / "dist",
        metavar="DIR",
        help="write the vectors with the limit of each element as an archive and as a wheel into DIR (default: dist); with --function only these",
    )
    make.add_argument(
        "--kassay",
        type=Path,
        metavar="PROGRAM",
        help="the program that writes the specification as pages into the archive (default: without them)",
    )
    tables = commands.add_parser("table", help="write the C++ tables of functions")
    tables.add_argument(
        "room", choices=("reference", "optimized"), help="the interpreter of the tables"
    )
    tables.add_argument("--out", type=Path, required=True)
    modules = commands.add_parser(
        "python-modules", help="write the modules kassay.reference and kassay.optimized"
    )
    modules.add_argument("--out", type=Path, required=True, help="the folder of the package kassay")
    check = commands.add_parser(
        "check", help="check the specification and that every function has an oracle"
    )
    check.set_defaults(command="check")
    workloads = commands.add_parser("workloads", help="write the workloads of `kassay bench`")
    workloads.add_argument("--out", type=Path, required=True)
    documents = commands.add_parser(
        "entries", help="write spec/entries.yaml, the parts of each entry of the documents"
    )
    documents.add_argument("--documents", type=Path, required=True, help="their folder")
    changed = commands.add_parser(
        "changes", help="check the list of changed and retired cases, spec/versions.yaml"
    )
    changed.add_argument("--vectors", type=Path, default=ROOT / "build" / "vectors")
    changed.add_argument(
        "--since",
        type=Path,
        metavar="OLD",
        help="earlier vectors, a folder or the wheel of a release: the list must name every case of the tiers smoke and core that differs",
    )
    options = parser.parse_args()
    try:
        if options.command == "entries":
            entries = make_entries(read_editions(ROOT / "spec"), options.documents)
            (ROOT / "spec" / ENTRIES).write_text(entries_text(entries), encoding="utf-8")
            return 0
        if options.command == "vectors":
            return _vectors(options)
        specification = own()
        if options.command == "changes":
            return _changes(specification, options)
        if options.command == "workloads":
            text = workloads_text(ROOT / "spec", specification.functions)
            options.out.write_text(text, encoding="utf-8")
        elif options.command == "python-modules":
            python_modules.write_python_modules(specification, options.out)
        elif options.command == "table":
            write = table.write_reference if options.room == "reference" else table.write_optimized
            write(specification, options.out)
        else:
            for function in specification.functions.values():
                load_module(function)
            print(
                f"{len(specification.functions)} functions, {len(specification.decisions)} decisions, "
                f"{len(specification.errata)} errata, {len(specification.profiles)} profiles, "
                f"{len(specification.introduction['clauses'])} clauses of the introduction: all sound"
            )
    except SpecificationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except CannotPack as error:
        print(f"error: {error}", file=sys.stderr)
        return 3
    except changes.NoVectors as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except CannotCompute as error:
        print(f"error: {error}", file=sys.stderr)
        return error.exit_code
    except OSError as error:
        remedy = (
            "Check that the folder exists, that you may write to it, and that the disk has space."
        )
        print(f"error: {error.filename}: {error.strerror}. {remedy}", file=sys.stderr)
        return 2
    return 0


def _vectors(options: argparse.Namespace) -> int:
    specification = own()
    unknown = set(options.function or []) - set(specification.functions)
    if unknown:
        print(f"error: no such function: {', '.join(sorted(unknown))}", file=sys.stderr)
        return 2
    if not _generate(specification, options):
        return 1
    if options.archive is not None:
        for file in pack(options.out, options.archive, options.function, options.kassay):
            print(file)
    if options.lock is None:
        return 0
    lines = "\n".join(generation.lock_lines(options.out)) + "\n"
    if options.lock == "write":
        _LOCK.write_text(lines)
    elif not _LOCK.exists() or _LOCK.read_text() != lines:
        recorded = set(_LOCK.read_text().splitlines()) if _LOCK.exists() else set()
        changed = sorted(line.split()[-1] for line in set(lines.splitlines()) ^ recorded)
        print(
            f"error: {_LOCK.relative_to(ROOT)}: the recorded hashes differ from those of this generation: {', '.join(dict.fromkeys(changed))}. "
            "If the change is intended, run `./run vectors --lock write` and commit the file.",
            file=sys.stderr,
        )
        return 1
    return 0


def _changes(specification: Specification, options: argparse.Namespace) -> int:
    versions = specification.versions
    wrong = list(changes.untrue(versions, specification.functions))
    if options.since is not None:
        old, new = map(changes.read_vectors, (options.since, options.vectors))
        wrong += changes.unlisted(old, new, versions)
    for line in wrong:
        print(line)
    if wrong:
        print(
            f"error: {len(wrong)} entries of spec/versions.yaml are wrong or missing",
            file=sys.stderr,
        )
        return 1
    print(f"specification {versions.version}: the list of changed and retired cases is right")
    return 0


def _generate(specification: Specification, options: argparse.Namespace) -> bool:
    chosen = (specification, options.out, options.tier, options.function)
    if not options.scheduler:
        return generation.generate(*chosen, generation.on_processes(options.jobs))
    with Cluster(options.scheduler) as cluster:
        sound = generation.generate(*chosen, on_machines(cluster))
    shutil.rmtree(options.out / KEPT, ignore_errors=True)
    return sound


if __name__ == "__main__":
    sys.exit(main())

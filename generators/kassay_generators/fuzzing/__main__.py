"""The program behind `kassay fuzz`: python -m kassay_generators.fuzzing SETTINGS. SETTINGS are the Options below as JSON."""

from __future__ import annotations

import gc
import json
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

try:
    import flint  # noqa: F401
    import numpy as np  # noqa: F401
except ImportError as error:
    sys.stderr.write(
        f"error: {error}. Random programs need the oracle, and this Python lacks its packages. "
        "Install them with `pip install -r generators/requirements.txt`, or name another Python with $KASSAY_ORACLE_PYTHON\n"
    )
    sys.exit(3)

from kassay_distributed.cluster import CannotCompute, Cluster
from kassay_generators.fuzzing.campaign import Campaign, Settings, State, read_state, save_state
from kassay_generators.fuzzing.known import read_causes
from kassay_generators.fuzzing.on_machines import run_on
from kassay_generators.fuzzing.pages import write_pages
from kassay_generators.fuzzing.running import CannotRun, Target
from kassay_generators.fuzzing.swarm import wanted_functions
from kassay_generators.specification.error import SpecificationError
from kassay_generators.specification.function import EDITIONS
from kassay_generators.vectors.generation import ALLOCATIONS
from kassay_generators.vectors.sources import fingerprint

_WRONG, _USAGE = 1, 2


@dataclass(frozen=True)
class Options:
    """The options of the command; its help describes them (conformance/cli/fuzz.cpp)."""

    kassay: str
    as_started: str
    backends: list[str]
    seed: int
    programs: int | None
    seconds: float | None
    functions: list[str]  # globs; those of --without begin with "!"
    normative: bool
    known: list[str]
    editions: list[str]
    jobs: int
    scheduler: str
    out: str
    resume: bool
    run_options: list[str]


def main() -> int:
    options = Options(**json.loads(sys.argv[1]))
    out = Path(options.out)
    try:
        state = read_state(out)
    except ValueError as error:
        return _refuse(str(error))
    if state is not None and not options.resume:
        return _refuse(
            f"{out} already has a campaign; continue it with --resume, or name another folder with --out"
        )
    try:
        known = read_causes([Path(file) for file in options.known])
    except SpecificationError as error:
        return _refuse(str(error))
    functions = options.functions or ["*"]
    gc.set_threshold(ALLOCATIONS)
    if not wanted_functions(functions):
        return _refuse(f"no function that programs are drawn for matches {' '.join(functions)}")
    backends = options.backends
    editions = sorted(set(options.editions or EDITIONS))
    asked = State(options.seed, functions, options.normative, editions, backends, fingerprint())
    if state is None:
        state = asked
    elif state.what() != asked.what():
        return _refuse(
            f"{out} has a campaign with another seed, backend, --functions, --edition or --normative, or from another version of kassay"
        )
    out.mkdir(parents=True, exist_ok=True)
    save_state(out, state)
    settings = Settings(
        state.seed,
        options.programs,
        options.seconds,
        functions,
        state.normative,
        state.editions,
        options.jobs,
        out,
        known,
    )
    targets = [Target(Path(options.kassay), b, tuple(options.run_options)) for b in backends]
    terminal = sys.stderr.isatty()

    def say(text: str) -> None:
        print(
            f"\r\x1b[K{text}" if terminal else text,
            end="" if terminal else "\n",
            file=sys.stderr,
            flush=True,
        )

    campaign = Campaign(settings, targets, state, say)
    interrupted = False
    try:
        if options.scheduler:
            with Cluster(options.scheduler) as cluster:
                run_on(cluster, campaign, options.run_options)
        else:
            campaign.run()
    except KeyboardInterrupt:
        interrupted = True
    except CannotCompute as error:
        print(f"kassay fuzz: {error}", file=sys.stderr)
        return error.exit_code
    except CannotRun as error:
        print(f"\n{error}" if terminal else str(error), file=sys.stderr)
        return error.exit_code
    if terminal:
        print(file=sys.stderr)
    try:
        if not interrupted and campaign.findings.groups:
            campaign.findings.explain(targets, options.jobs)
            campaign.findings.save()
        _summarize(campaign, interrupted, options.as_started)
        for page in write_pages(out, targets):
            print(f"The findings are in {page}", file=sys.stderr)
    except CannotRun as error:
        print(error, file=sys.stderr)
        return error.exit_code
    return _WRONG if campaign.findings.causes()[None] or state.waiting else 0


def _summarize(campaign: Campaign, interrupted: bool, kassay: str) -> None:
    """`kassay`: the name of the program in commands."""
    state = campaign.state
    say = lambda text: print(text, file=sys.stderr)  # noqa: E731
    say(campaign.progress())
    if state.skipped:
        say(
            f"{len(state.skipped)} programs were left out: too slow in exact arithmetic, or none was valid"
        )
    findings = campaign.findings
    for key, group in sorted(findings.groups.items(), key=lambda g: -g[1].count):
        if findings.is_known(key):
            continue
        name = group.program.id.rsplit("/", 1)[-1]
        out = campaign.settings.out
        findings_file = shlex.quote(f"{out}/findings/{name}.json")
        vectors = shlex.quote(f"{out}/vectors/{group.program.edition}")
        say(f"\n{group.count} x {key}")
        for sentence in findings.where_of(group):
            say(f"  {group.program.function} {sentence}")
        say(f"  {group.result.get('message', '')[:300]}")
        say(f"  {kassay} exec {findings_file} --backend {shlex.quote(group.backend)}")
        mode, edition = group.result["mode"], group.program.edition
        say(
            f"  {kassay} explain {group.program.id}{'' if mode == 'eager' else f' --mode {mode}'} "
            f"--backend {shlex.quote(group.backend)}{'' if edition == 'ko' else f' --edition {edition}'} --vectors {vectors}"
        )
    if state.waiting:
        say(f"{len(state.waiting)} failures are not reduced yet.")
    if interrupted:
        say("Interrupted; --resume continues the campaign.")
    causes = findings.causes()
    for cause, count in causes.most_common():
        if cause is not None:
            say(f"{count} results known ({cause.verdict}): {cause.reason}")
    if not state.failures:
        say("No failure.")
    elif findings.known:
        say(f"{state.failures} results against the backend; {causes[None]} of them are not known.")
    else:
        say(f"{state.failures} results against the backend.")


def _refuse(message: str) -> int:
    print(f"kassay fuzz: {message}", file=sys.stderr)
    return _USAGE


if __name__ == "__main__":
    sys.exit(main())

"""A pytest plug-in: `pytest --kassay-backend my_package.my_module` has one test per function of the API.

The kassay program runs once, on the functions that pytest selects. With pytest-xdist, the first worker process that
needs results runs it for all workers, with the same number of processes.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kassay.command import NoProgram
from kassay.conformance_run import ConformanceRun, DidNotRun, NotAvailable, Request, SaidBefore
from kassay.function_report import failure_text, outcome_of

_RUN = "kassay_run"  # the name of the plug-in object that holds the run
_GROUP = _MARK = "kassay"
# Options of `kassay run` that are passed on: the placeholder of the value, and the help.
_FILES = {
    "waivers": (
        "FILE",
        "known failures, which do not fail a test; if one of them passes, its test fails (repeatable)",
    ),
    "writable": ("PATH", "a folder or file that the backend may write to (repeatable)"),
    "report": ("FILE", "write the HTML page to FILE"),
    "vectors": ("DIR", "the vectors directory"),
}
_VALUES = {
    "mode": ("MODE", "only cases in this mode, such as eager or gradient (repeatable)"),
    "timeout": ("SECONDS", "seconds that a case may take"),
    "start-timeout": ("SECONDS", "seconds that a worker may take to start"),
    "sandbox": ("SANDBOX", "default, strict or off"),
    "memory": ("SIZE", "memory that a worker may allocate, such as 2GB; 0 for no limit"),
    "max-restarts": ("COUNT", "how many workers may be lost to the cases of one function"),
    "fresh-workers": ("WHEN", "when a case runs in a new worker: failures, always or never"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup(_GROUP, "conformance of a Keras backend")
    group.addoption(
        "--kassay-backend",
        metavar="MODULE",
        help="test this backend, a module such as my_package.my_module: one test per function",
    )
    group.addoption(
        "--kassay-profile",
        metavar="NAME",
        help="test only the functions of this profile, such as inference",
    )
    group.addoption(
        "--kassay-edition",
        choices=("ko", "zh", "ja"),
        default="ko",
        help="edition of the documents",
    )
    group.addoption(
        "--kassay-tier", choices=("smoke", "core", "full"), default="core", help="how many cases"
    )
    group.addoption(
        "--kassay-out", metavar="FILE", help="write the results to FILE, which is replaced"
    )
    for name, (metavar, explanation) in {**_FILES, **_VALUES}.items():
        group.addoption(
            f"--kassay-{name}", metavar=metavar, action="append", default=[], help=explanation
        )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", f"{_MARK}: the conformance of a function of the Keras backend"
    )
    module = config.getoption("--kassay-backend")
    if not module:
        return
    worker = getattr(config, "workerinput", None)
    folder = Path(worker["kassay_folder"] if worker else tempfile.mkdtemp(prefix="kassay-"))
    out = config.getoption("--kassay-out")
    request = Request(
        module=module,
        edition=config.getoption("--kassay-edition"),
        tier=config.getoption("--kassay-tier"),
        profile=config.getoption("--kassay-profile"),
        out=Path(config.invocation_params.dir, out) if out else folder / "results.jsonl",
        jobs=worker["workercount"] if worker else 1,
        options=tuple(_passed_on(config)),
    )
    chosen = _taken_ids(config.args)
    if worker:
        chosen = worker["kassay_chosen"]
    config.pluginmanager.register(
        _Plugin(ConformanceRun(request, folder), owns_folder=not worker, chosen=chosen), _RUN
    )


def _taken_ids(arguments: list[str]) -> list[str]:
    """Removes ids such as `kassay::exp` from the arguments; returns the functions that they name."""
    prefix = f"{_GROUP}::"
    taken = [argument for argument in arguments if argument.startswith(prefix)]
    arguments[:] = [argument for argument in arguments if not argument.startswith(prefix)]
    return [argument[len(prefix) :] for argument in taken]


def _passed_on(config: pytest.Config) -> Iterator[str]:
    for name in (*_FILES, *_VALUES):
        for value in config.getoption(f"--kassay-{name}"):
            is_file = name in _FILES
            yield f"--{name}"
            yield str(Path(config.invocation_params.dir, value)) if is_file else value


class _Plugin:
    """The hooks that are active when a backend is named."""

    def __init__(self, run: ConformanceRun, owns_folder: bool, chosen: list[str]) -> None:
        self._run = run
        self._owns_folder = owns_folder
        self._chosen = chosen  # functions; all if this is empty

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """For pytest-xdist: all worker processes share one folder, and test the same functions."""
        node.workerinput["kassay_folder"] = str(self._run.folder)
        node.workerinput["kassay_chosen"] = self._chosen

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(
        self, session: pytest.Session, items: list[pytest.Item]
    ) -> None:
        collector = _Functions.from_parent(session, name=_GROUP, nodeid=_GROUP, run=self._run)
        found = list(collector.collect())
        unknown = set(self._chosen) - {item.name for item in found}
        if unknown:
            names = ", ".join(f"{_GROUP}::{name}" for name in sorted(unknown))
            raise pytest.UsageError(f"not found: {names} (`--collect-only -q` lists the ids)")
        # Exactly these: pytest itself would also match longer ids with this beginning.
        deselected = _taken_ids(session.config.option.deselect or [])
        left_out = [item for item in found if item.name in deselected]
        if left_out:
            session.config.hook.pytest_deselected(items=left_out)
        items.extend(
            item
            for item in found
            if item not in left_out and (not self._chosen or item.name in self._chosen)
        )

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        words = self._run.last_words()
        if words:
            terminalreporter.section("kassay")
            terminalreporter.write_line(words)

    def pytest_unconfigure(self) -> None:
        if self._owns_folder:
            shutil.rmtree(self._run.folder, ignore_errors=True)


class _Functions(pytest.Collector):
    """The functions that have cases."""

    def __init__(self, run: ConformanceRun, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._run = run

    def collect(self) -> Iterator[pytest.Item]:
        try:
            names = self._run.functions()
        except (NoProgram, DidNotRun) as error:
            raise pytest.UsageError(str(error)) from error
        for name in names:
            yield _Function.from_parent(self, name=name, run=self._run)


class _Failed(Exception):
    """Cases of a function failed. The message is the report."""


class _Function(pytest.Item):
    """The cases of one function."""

    def __init__(self, run: ConformanceRun, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._run = run
        self.add_marker(_MARK)

    def runtest(self) -> None:
        selected = [item.name for item in self.session.items if isinstance(item, _Function)]
        try:
            cases = self._run.cases_of(self.name, selected)
        except (NotAvailable, SaidBefore) as error:
            pytest.skip(str(error))
        outcome = outcome_of(cases)
        if outcome.failed:
            raise _Failed(failure_text(self.name, cases, self._run.request))
        if outcome.waived and not (outcome.left_out or outcome.passed):
            pytest.xfail(outcome.reason)
        if outcome.left_out or not outcome.passed:
            pytest.skip(outcome.reason)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> Any:  # type: ignore[override]
        if isinstance(excinfo.value, (_Failed, DidNotRun)):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"{_GROUP}::{self.name}"

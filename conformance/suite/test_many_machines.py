"""--scheduler, with a real scheduler and two worker processes over TCP: the result is the same as on one machine, even if a worker or the
client is killed in the middle, and finished batches are not computed again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from distributed import Client
from distributed.worker_state_machine import FreeKeysEvent

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "trials" / "strength" / "mutants"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "generators"))
from on_machines import by_cases_on, by_tests_on
from results import Result
from try_mutants import Task

from kassay_distributed import __main__ as run_cases
from kassay_distributed import cluster as cluster_module
from kassay_distributed.batch import NOT_FOUND, Batch, Computed
from kassay_distributed.cluster import CannotCompute, Cluster, _answer
from kassay_generators.fuzzing.on_machines import compute
from kassay_generators.fuzzing.running import CannotRun

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(os.environ["KASSAY_BUILD"]) / "bin"
VECTORS = os.environ.get("KASSAY_VECTORS", str(ROOT / "build" / "vectors"))
ENVIRONMENT = {**os.environ, "KASSAY_VECTORS": VECTORS, "KASSAY_ORACLE_PYTHON": sys.executable}
# The program of the workers: logs its arguments in a file, and waits, so that a test can kill it in the middle.
LOGGED = f"""#!/bin/sh
case "$1" in
  run) printf '%s\\n' "$*" >>"$(dirname "$0")/log"; sleep 0.5 ;;
  oracle) touch "$(dirname "$0")/oracle" ;;
esac
exec {BIN}/kassay "$@"
"""


class Machines:
    """A scheduler and workers with one thread each."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        program = folder / "kassay"
        program.write_text(LOGGED)
        program.chmod(0o755)
        self.log = folder / "log"
        self.processes = [self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")]
        self.address = self._address()
        for i in range(workers):
            local = str(folder / f"worker{i}")
            self.start_worker(self.address, "--nthreads", "1", "--local-directory", local)
        with Client(self.address) as client:
            client.wait_for_workers(workers, timeout=60)

    def start(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        variables = {**ENVIRONMENT, "KASSAY": str(self.folder / "kassay")}
        command = [sys.executable, "-m", f"distributed.cli.{program}", "--no-dashboard", *words]
        with (self.folder / f"{program}.log").open("ab") as said:
            return subprocess.Popen(command, env=variables, stderr=said, cwd=self.folder)

    def start_worker(self, *words: str) -> None:
        self.processes.append(self.start("dask_worker", *words))

    def _address(self) -> str:
        for _ in range(600):
            for word in (self.folder / "dask_scheduler.log").read_text().split():
                if word.startswith("tcp://127.0.0.1:"):
                    return word
            time.sleep(0.1)
        raise AssertionError((self.folder / "dask_scheduler.log").read_text())

    def pids(self) -> dict[str, int]:
        """The ids of the processes that compute batches. Their nannies restart them."""
        with Client(self.address) as client:
            client.wait_for_workers(2, timeout=60)
            return dict(client.run(os.getpid))

    def asked(self) -> Counter[str]:
        """How often each shard was started."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return Counter(line.split("--shard ")[1].split()[0] for line in lines)

    def end(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            process.wait(timeout=30)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    machines = Machines(tmp_path_factory.mktemp("machines"), workers=2)
    yield machines
    machines.end()


@pytest.fixture(autouse=True)
def _forget(machines: Machines) -> None:
    machines.log.unlink(missing_ok=True)


def kassay(*words: Any) -> list[str]:
    return [str(BIN / "kassay"), *map(str, words)]


def call(*words: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        kassay(*words), env=ENVIRONMENT, capture_output=True, text=True, check=False
    )


# About 5000 results, with calls, programs, gradients, random numbers and a setting.
FUNCTIONS = (
    "relu",
    "sum",
    "equal",
    "cast",
    "variable",
    "foldl",
    "gradients",
    "dropout",
    "set_floatx",
)
CASES = ("run", "--backend", "reference", *FUNCTIONS, "--out")


def lines_of(file: Path) -> list[Any]:
    """The file without the times."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    for line in lines:
        line.pop("seconds", None)
    del lines[0]["header"]["started"], lines[-1]["footer"]["seconds"]
    return lines


@pytest.fixture(scope="module")
def on_one(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    file = tmp_path_factory.mktemp("one") / "results.jsonl"
    assert call(*CASES, file).returncode == 0
    return lines_of(file)


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(1200):
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError("the condition was false for a minute")


def test_a_run_is_the_same_as_on_one_machine(
    machines: Machines, on_one: list[Any], tmp_path: Path
) -> None:
    out = tmp_path / "many.jsonl"
    page, later = tmp_path / "page.html", tmp_path / "later.html"
    done = call(*CASES, out, "--scheduler", machines.address, "--report", page)
    assert done.returncode == 0 and "No failure in the part that was run" in done.stderr
    assert call("report", out, "--out", later).returncode == 0
    assert page.read_bytes() == later.read_bytes()
    assert lines_of(out) == on_one
    assert machines.asked() == {f"{i}/3": 1 for i in range(1, 4)}
    made = {file.name for file in tmp_path.iterdir()}
    assert made == {"many.jsonl", "page.html", "later.html"}


def test_a_killed_worker_loses_and_repeats_nothing(
    machines: Machines, on_one: list[Any], tmp_path: Path
) -> None:
    out = tmp_path / "many.jsonl"
    batches = tmp_path / "many.jsonl.batches"
    command = kassay(*CASES, out, "--scheduler", machines.address, "--batches", 8)
    victim = next(iter(machines.pids().values()))
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE) as running:
        wait_for(lambda: any(batches.glob("[0-9].jsonl")) and len(machines.asked()) >= 3)
        os.kill(victim, signal.SIGKILL)
        assert running.wait(timeout=60) == 0
    assert lines_of(out) == on_one
    asked = machines.asked()
    # The killed worker's batch is started again; the worker has one thread.
    assert len(asked) == 8 and sum(asked.values()) in (8, 9)


def test_a_killed_client_can_continue(
    machines: Machines, on_one: list[Any], tmp_path: Path
) -> None:
    out = tmp_path / "many.jsonl"
    batches = tmp_path / "many.jsonl.batches"
    words = (*CASES, out, "--scheduler", machines.address, "--batches", 8)
    with subprocess.Popen(kassay(*words), env=ENVIRONMENT, stderr=subprocess.PIPE) as running:
        wait_for(lambda: len(list(batches.glob("[0-9].jsonl"))) >= 2)
        running.kill()
    kept = {f"{file.stem}/8" for file in batches.glob("[0-9].jsonl")}
    assert call(*words).returncode == 2  # neither --resume nor --overwrite
    assert call(*words, "--resume", "--mode", "eager").returncode == 2  # another run
    assert call(*words, "--resume").returncode == 0
    assert lines_of(out) == on_one
    asked = machines.asked()
    assert len(asked) == 8 and all(asked[shard] == 1 for shard in kept)


def test_the_process_of_a_killed_worker_ends(machines: Machines, tmp_path: Path) -> None:
    mark = f"86{os.getpid()}"  # seconds that nothing else sleeps

    def sleeps() -> bool:
        # The whole command line, because the process that starts it contains these words, too.
        command = ["pgrep", "--full", "--exact", f"sleep {mark}"]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    machines.pids()  # both workers are there
    with Client(machines.address) as client, Cluster(machines.address) as cluster:
        future = client.submit(*cluster._call(Batch("sleep", ("sleep", mark))), pure=False)
        wait_for(sleeps)
        [address] = [a for a, keys in client.processing().items() if keys]
        victim = client.run(os.getpid, workers=[address])[address]
        future.cancel()
        os.kill(victim, signal.SIGKILL)
        wait_for(lambda: not sleeps())


def test_a_batch_that_a_worker_lost_is_sent_again(
    machines: Machines, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster_module, "_LOOK", 2.0)
    machines.pids()  # both workers are there
    batches = [Batch(f"{i}", ("sh", "-c", "sleep 2; echo it"), printed=True) for i in range(6)]

    def lose(dask_worker: Any) -> list[str]:
        """Drops the waiting tasks of a worker, as if the scheduler had asked for it and then lost track of it."""
        waiting = [key for key, task in dask_worker.state.tasks.items() if task.state == "ready"]
        dask_worker.handle_stimulus(FreeKeysEvent(keys=waiting, stimulus_id="test"))
        return waiting

    with Client(machines.address) as other, Cluster(machines.address) as cluster:
        answers = cluster.answers(iter(batches), tmp_path)
        found = [next(answers)]
        lost = [key for keys in other.run(lose).values() for key in keys]
        found += answers
    assert lost and sorted(found, key=lambda pair: pair[0].name) == [(b, b"it\n") for b in batches]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--backend", "exec:/no/such/program", "abs"), 3, "/no/such/program"),
        (("--backend", "reference", "--edition", "zh", "--profile", "nothing"), 2, "no profile"),
        (("--backend", "reference", "nosuchfunction"), 4, "matches no case"),
    ],
)
def test_the_message_says_what_cannot_run(
    words: tuple[str, ...], code: int, said: str, machines: Machines, tmp_path: Path
) -> None:
    done = call("run", *words, "--out", tmp_path / "o", "--scheduler", machines.address)
    assert done.returncode == code and said in done.stderr, done.stderr


def test_a_missing_scheduler(tmp_path: Path) -> None:
    done = call(*CASES, tmp_path / "o", "--scheduler", "127.0.0.1:9")
    assert done.returncode == 3 and "no Dask scheduler answers at" in done.stderr


def test_a_scheduler_that_ends(tmp_path: Path) -> None:
    (tmp_path / "machines").mkdir()
    machines = Machines(tmp_path / "machines", workers=1)
    command = kassay(*CASES, tmp_path / "o", "--scheduler", machines.address, "--batches", 8)
    with subprocess.Popen(command, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True) as running:
        wait_for(lambda: len(machines.asked()) >= 2)
        machines.processes[0].kill()
        _, said = running.communicate(timeout=120)
    machines.end()
    assert running.returncode == 3 and "Traceback" not in said
    assert "no longer answers. Finished batches are kept: the same command with --resume" in said


def test_without_dask(tmp_path: Path) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('no distributed here')\n")
    command = [sys.executable, "-m", "kassay_distributed", "--kassay", "kassay", "--selected", "1"]
    command += ["--scheduler", "nowhere", "--out", str(tmp_path / "o")]
    variables = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT / 'conformance' / 'python'}"}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and "pip install distributed==" in done.stderr, done.stderr


def test_a_machine_without_kassay_is_named() -> None:
    with pytest.raises(CannotCompute, match="there does not have the program kassay"):
        _answer(Batch("1", ("kassay",)), Computed(None, NOT_FOUND, "", "there", 0.0))


def test_a_machine_with_other_vectors_is_refused(tmp_path: Path) -> None:
    for name, vectors in (("1.jsonl", "a"), ("2.jsonl", "b")):
        header = {"kassay": "1", "vectors": vectors, "specification": "s"}
        answer = json.dumps({"header": header}).encode() + b"\n"
        (tmp_path / name).write_bytes(answer)
        if name == "1.jsonl":
            run_cases._check_header(answer, Batch(name, ()), tmp_path)
            continue
        with pytest.raises(CannotCompute, match="another vectors"):
            run_cases._check_header(answer, Batch(name, ()), tmp_path)
        assert not (tmp_path / name).exists()


def test_a_machine_with_another_oracle_is_refused() -> None:
    with pytest.raises(CannotRun, match="another version") as refused:
        compute(BIN / "kassay", {"source": "another"})
    assert refused.value.exit_code == 2


def campaign(out: Path, *options: str) -> list[str]:
    """The command of a campaign against a wrong backend."""
    backend = f"exec:{BIN}/kassay-faulty-worker elementwise/round/through-int32"
    words = ["fuzz", "--backend", backend, "--functions", "round", "--normative", "--edition", "ko"]
    return kassay(*words, "--programs", 260, "--out", out, *options)


def test_a_campaign_is_the_same_as_on_one_machine_though_a_worker_is_killed(
    machines: Machines, tmp_path: Path
) -> None:
    found = []
    for out, options in (
        (tmp_path / "many", ("--scheduler", machines.address)),
        (tmp_path / "one", ()),
    ):
        victim = next(iter(machines.pids().values()))
        begun = machines.folder / "oracle"
        begun.unlink(missing_ok=True)
        with subprocess.Popen(campaign(out, *options), env=ENVIRONMENT) as running:
            if options:
                wait_for(begun.exists)
                os.kill(victim, signal.SIGKILL)
        assert running.returncode == 1
        # The results and the page of findings contain times.
        timed = [*out.glob("results/*"), *out.glob("*.html")]
        files = [file for file in out.rglob("*") if file.is_file() and file not in timed]
        found.append({str(file.relative_to(out)): file.read_bytes() for file in files})
    many, one = found
    assert many == one and json.loads(many["campaign.json"])["done"] == {"0": 250, "1": 10}


def test_vectors_are_the_same_as_on_one_machine(machines: Machines, tmp_path: Path) -> None:
    def generate(*options: str) -> None:
        words = ["vectors", "--function", "ndim", "--tier", "full", *options]
        command = [sys.executable, "-m", "kassay_generators", *words]
        subprocess.run(command, cwd=ROOT / "generators", check=True)

    generate("--out", str(tmp_path / "many"), "--scheduler", machines.address)
    generate("--out", str(tmp_path / "one"), "--jobs", "1")
    many, one = (
        {f.name: f.read_bytes() for f in (tmp_path / n).iterdir()} for n in ("many", "one")
    )
    assert many == one and "ndim.full.json" in many


# Mutants 1 and 3 survive. With options this is `kassay-mutants`, without options a test program.
TRIED = """#!/bin/sh
if [ "$1" = --vectors ]; then
  test -f "$2/a.json" || exit 1
  echo '{"results": 1, "seconds": 0}'
  while read number function; do
    echo "{\\"mutant\\": $number, \\"reached\\": 1, \\"killed\\": $((number % 2 == 0)), \\"seconds\\": 0}"
  done <"$4" | sed 's/"killed": 1/"killed": true/; s/"killed": 0/"killed": false/'
  exit
fi
[ -z "$KASSAY_MUTANTS_REACHED" ] || printf '1\\n2\\n3\\n4\\n' >"$KASSAY_MUTANTS_REACHED"
[ -z "$KASSAY_MUTANT" ] || exit $((KASSAY_MUTANT % 2 == 0))
"""


@pytest.mark.parametrize("by_tests", [False, True])
def test_mutants_are_tried(by_tests: bool, machines: Machines, tmp_path: Path) -> None:
    program, vectors, kept = (tmp_path / name for name in ("program", "vectors", "kept"))
    program.write_text(TRIED)
    program.chmod(0o755)
    vectors.mkdir()
    (vectors / "a.json").write_text("{}")

    def outcomes(numbers: range) -> dict[int, str]:
        tasks = [Task(n, Result("a.cpp", "f", "constant", 1, "1", "0", n)) for n in numbers]
        with Cluster(machines.address) as cluster:
            if by_tests:
                results = by_tests_on(cluster, [program], "*", tasks, kept)
            else:
                results = by_cases_on(cluster, program, vectors, tasks, kept)
            return {result.number: result.outcome for result in results}

    found = {1: "survived", 2: "killed", 3: "survived", 4: "killed"}
    assert outcomes(range(1, 5)) == found
    [folder] = kept.iterdir()
    before = {file: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert outcomes(range(1, 5)) == found
    assert {file: file.stat().st_mtime_ns for file in folder.iterdir()} == before

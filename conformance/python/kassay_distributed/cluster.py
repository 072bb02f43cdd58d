"""The client of a Dask scheduler: submits batches, and writes each answer to a file as soon as it arrives.

Answers in files are never computed again, so an interrupted client can continue. If a worker dies, only its current batches are lost;
the scheduler gives them to another worker.
"""

from __future__ import annotations

import functools
import logging
import operator
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from kassay_distributed import batch as on_worker
from kassay_distributed.batch import Batch, Computed

_CONNECT = "10s"
# Submitted batches without an answer, for each thread of the workers: enough to keep all threads busy.
_AHEAD = 3
# If the workers of a batch die so often (times the scheduler's own `allowed-failures`, 3), the batch kills them.
_TRIES = 5
# Dask can lose batches if a worker dies while it receives them: scheduler and workers then wait for each other. If no answer arrives and
# so many checks in a row find all workers idle, the submitted batches are lost. A check takes longer than a worker's heartbeat.
_LOOK = 10.0  # seconds
_IDLE_LOOKS = 3
_POLL = 0.05
_SAID_EVERY = 10.0  # seconds
NOT_STARTED = 3


class CannotCompute(Exception):
    """A batch did not give an answer, or the scheduler cannot be reached. `exit_code`: the exit code of the command, or 3."""

    def __init__(self, message: str, exit_code: int = NOT_STARTED) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


class Cluster:
    """The workers of a scheduler. Raises CannotCompute if it cannot be reached, or if Dask is not installed."""

    def __init__(self, address: str) -> None:
        try:
            import cloudpickle
            import distributed
            import toolz
        except ImportError as error:
            raise CannotCompute(
                f"--scheduler needs Dask distributed in {sys.executable} ({error}). In a clone, `./run setup "
                "--distributed` installs it; elsewhere `pip install distributed==2026.8.0` does."
            ) from error
        cloudpickle.register_pickle_by_value(on_worker)
        # This file reports what goes wrong. `distributed.client` has a level of its own.
        for logger in ("distributed", "distributed.client"):
            logging.getLogger(logger).setLevel(logging.CRITICAL)
        self.address = address
        self._distributed, self._cloudpickle, self._pipe = distributed, cloudpickle, toolz.pipe
        try:
            self._client = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise CannotCompute(
                f"no Dask scheduler answers at {address}: {error}. Start one with `dask scheduler`, "
                "and workers with `dask worker ADDRESS` (docs/many_machines.md)."
            ) from error
        self._uploads: list[str] = []

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        if kind is None:
            for name in self._uploads:
                self._client.unregister_worker_plugin(name)
        self._client.close()

    def threads(self) -> int:
        """How many batches the workers compute at a time; waits for the first worker."""
        told = False
        while True:
            try:
                threads = sum(worker["nthreads"] for worker in self._workers())
            except OSError as error:
                raise self._gone() from error
            if threads > 0:
                return threads
            if not told:
                say(f"Waiting for a worker: `dask worker {self.address}` starts one.")
            told = True
            time.sleep(0.2)
            if self._client.status not in ("running", "connecting"):
                raise self._gone()

    def _workers(self) -> list[dict[str, Any]]:
        """The state of each worker at its last heartbeat."""
        return list(self._client.scheduler_info(n_workers=-1)["workers"].values())

    def upload(self, content: bytes, name: str) -> None:
        """Gives every worker, also later ones, a file of this name in `{uploads}`. NAME.zip becomes the folder NAME, too."""
        plugin = on_worker.upload(name, content)
        self._client.register_plugin(plugin)
        self._uploads.append(plugin.name)

    def answers(self, batches: Iterator[Batch], folder: Path) -> Iterator[tuple[Batch, bytes]]:
        """Each batch with its answer, as soon as it has ended. The answer is also written to the file of the batch in `folder`;
        a batch whose file exists is not computed. Takes batches from the iterator when a worker will soon be free. Raises CannotCompute."""
        folder.mkdir(parents=True, exist_ok=True)
        waiting: dict[Any, tuple[Batch, int]] = {}  # by future; with the number of the try
        ended = self._distributed.as_completed(loop=self._client.loop, raise_errors=False)
        threads, asked = self.threads(), time.monotonic()
        more = True
        while True:
            while more and len(waiting) < _AHEAD * threads:
                batch = next(batches, None)
                if batch is None:
                    more = False
                    break
                file = folder / batch.name
                if file.exists():
                    yield batch, file.read_bytes()
                    continue
                self._hand_out(batch, 1, waiting, ended)
            if not waiting:
                return
            self._wait(waiting, ended)
            future = next(ended)
            batch, tries = waiting.pop(future)
            computed = self._result(future, batch, tries)
            if computed is None:
                self._hand_out(batch, tries + 1, waiting, ended)
                continue
            future.release()
            answer = _answer(batch, computed)
            _write(folder / batch.name, answer)
            yield batch, answer
            if time.monotonic() - asked > 1:
                threads, asked = self.threads(), time.monotonic()

    def _wait(self, waiting: dict[Any, tuple[Batch, int]], ended: Any) -> None:
        """Waits until a batch has ended. Submits lost batches again."""
        looked, idle = time.monotonic(), 0
        while not ended.has_ready():
            time.sleep(_POLL)
            if time.monotonic() - looked < _LOOK:
                continue
            looked, idle = time.monotonic(), idle + 1 if self._idle() else 0
            if idle < _IDLE_LOOKS:
                continue
            idle, lost = 0, list(waiting.items())
            say(
                f"All workers are idle, but {len(lost)} batches are unanswered. They are submitted again."
            )
            waiting.clear()
            ended.clear()
            for future, (batch, tries) in lost:
                if tries == _TRIES:
                    raise CannotCompute(
                        f"batch {batch.name}: submitted {tries} times, but the workers stay idle. Look at the "
                        f"logs of the workers and of the scheduler at {self.address}, and start them again."
                    )
                future.cancel()
                self._hand_out(batch, tries + 1, waiting, ended)

    def _idle(self) -> bool:
        """Whether there are workers and all of these are idle."""
        try:
            workers = self._workers()
        except OSError as error:
            raise self._gone() from error
        return bool(workers) and not any(
            worker["metrics"].get("task_counts", {}).get("executing") for worker in workers
        )

    def _hand_out(self, batch: Batch, tries: int, waiting: dict[Any, Any], ended: Any) -> None:
        key = f"kassay-{batch.name}-{os.urandom(4).hex()}"
        try:
            future = self._client.submit(*self._call(batch), key=key, pure=False)
        except (OSError, RuntimeError) as error:
            raise self._gone() from error
        waiting[future] = (batch, tries)
        ended.add(future)

    def _call(self, batch: Batch) -> tuple[Any, ...]:
        """The call that a worker makes. By default, Dask sends only the name of a function's module, which workers may lack."""
        by_value = self._cloudpickle.dumps(functools.partial(on_worker.compute, batch))
        return self._pipe, by_value, pickle.loads, operator.call

    def _result(self, future: Any, batch: Batch, tries: int) -> Computed | None:
        """The result; None if the workers of the batch died, so that it must be submitted again."""
        if future.status == "finished":
            try:
                return Computed(*future.result())
            except (OSError, self._distributed.CancelledError) as error:
                raise self._gone() from error
        if future.status in ("cancelled", "lost"):
            raise self._gone()
        raised = future.exception()
        if not isinstance(raised, self._distributed.KilledWorker):
            raise CannotCompute(f"batch {batch.name}: {type(raised).__name__}: {raised}")
        if tries == _TRIES:
            raise CannotCompute(
                f"batch {batch.name}: every worker that ran it died, {tries} times. Look at the workers' "
                f"logs: memory may be short. Its command: {' '.join(batch.words)}"
            )
        say(f"The workers that ran batch {batch.name} died. It is submitted again.")
        return None

    def _gone(self) -> CannotCompute:
        return CannotCompute(
            f"the scheduler at {self.address} no longer answers. Finished batches are kept: the same command with "
            "--resume continues."
        )


class Progress:
    """Prints now and then how many batches are done."""

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self.said = time.monotonic()

    def add(self) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.said < _SAID_EVERY and self.done < self.total:
            return
        self.said = now
        say(f"{self.done} of {self.total} {self.what}")


def exit_code_of(command: Callable[[], int]) -> int:
    """The exit code of the command; prints the reason if it failed."""
    try:
        return command()
    except CannotCompute as error:
        say(f"kassay: {error}")
        return error.exit_code
    except KeyboardInterrupt:
        say("Interrupted; the same command with --resume continues.")
        return 130


def _answer(batch: Batch, computed: Computed) -> bytes:
    if computed.answer is not None:
        return computed.answer
    if computed.code == on_worker.NOT_FOUND:
        raise CannotCompute(
            f"{computed.host} does not have the program kassay: install the wheel in the Python of its Dask worker, or "
            f"start the worker with $KASSAY ({computed.said})"
        )
    raise CannotCompute(
        f"batch {batch.name} on {computed.host}: exit code {computed.code}:\n{computed.said}",
        computed.code if computed.code > 0 else NOT_STARTED,
    )


def _write(file: Path, content: bytes) -> None:
    """Writes the file completely or not at all."""
    temporary = file.with_name(f".{file.name}.new")
    with temporary.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    temporary.replace(file)

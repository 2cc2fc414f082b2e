"""Jobs on dask.distributed: a cluster of this machine, or one that is there already.

Five rules, each learned from what goes wrong without it:
- A worker has one thread. With more, a job that kills its process takes its neighbours with it.
- No more jobs are sent than there are threads: one that waits on a worker would be suspected when that worker dies.
- `allowed-failures`, not `retries`, is what counts killed workers. A job that was on too many of them is tried once more with
  nothing else under way; if its worker dies again, as often, it is recorded as crashed, and only it.
- A result is fetched the moment it is there, whatever the caller is doing: a worker that dies takes nothing finished with it.
- The client writes the journal. Workers return values and know no file of the run.
"""

from __future__ import annotations

import logging
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from queue import Empty, SimpleQueue
from typing import Any
from uuid import uuid4

from linkwright.errors import RunError
from linkwright.jobs.crew import Crew
from linkwright.jobs.job import Job, Outcome, Performed, perform, wrap
from linkwright.lazy import extra

ALLOWED_FAILURES = 3
"""Workers that may die under a job before it is suspected."""
PATIENCE = 5.0
"""Seconds: a killed worker is back in two, on a busy machine."""
STARTS = 5
"""How often the workers of this machine are started anew where one dies on the way."""
_ONE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Matrices of robots are small, and the sums of one thread do not depend on how many there are."""
_CONFIG: dict[str, Any] = {
    "distributed.scheduler.allowed-failures": ALLOWED_FAILURES,
    "distributed.scheduler.worker-ttl": None,  # native code may hold Python's lock for minutes: only death is death
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,  # a paused worker with one thread waits for itself
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.nanny.pre-spawn-environ": dict.fromkeys(_ONE, "1"),
}
_CRASHED = f"""its worker died {ALLOWED_FAILURES + 1} times while nothing else was under way: out of memory, or an error in \
native code"""
_KEPT = "start it again: what is done is in the journal"


@contextmanager
def cluster(count: int, scheduler: str) -> Generator[Crew]:
    """The crew of a scheduler that is there, or of so many new processes, which end with this block."""
    distributed = _distributed()
    if scheduler:
        with _client(distributed, scheduler) as client:
            yield Cluster(client, f"the scheduler {scheduler}")
        return
    with extra("dask", "cluster", "more than one worker").config.set(_CONFIG):
        local = _started(distributed, count)
        with local, distributed.Client(local) as client:
            yield Cluster(client, "the workers of this machine", lambda: _revive(local, count))


def _started(distributed: Any, count: int) -> Any:
    """New processes of this machine. A worker that is killed before it could say that it had started fails all of them."""
    for attempt in range(1, STARTS + 1):
        try:
            return distributed.LocalCluster(
                n_workers=count, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None,
                silence_logs=logging.CRITICAL, preload="linkwright.jobs.cluster",
                scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # no fixed port: two runs may be under way
            )  # fmt: skip
        except RuntimeError as error:
            if attempt == STARTS:
                hint = "is there memory for so many processes? Try fewer workers"
                raise RunError(f"the workers of this machine do not start: {error}", hint=hint) from None


def _revive(local: Any, count: int) -> None:
    """New processes. dask starts a killed worker again, but not one that was killed before it could say that it had started."""
    local.scale(0)
    local.scale(count)


def dask_setup(worker: object) -> None:
    """Called by dask in every new worker of ours: Ctrl-C reaches all processes of a terminal, and the client answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Cluster(Crew):
    """The workers that a client of dask knows."""

    def __init__(self, client: Any, where: str, revive: Callable[[], None] = lambda: None) -> None:
        self._client = client
        self._where = where
        self._revive = revive

    def _outcomes(self, jobs: Sequence[Job]) -> Iterator[Outcome]:
        suspects: list[Job] = []
        for job, found in self._together(jobs):
            if found is None:
                suspects.append(job)
            else:
                yield found
        for suspect in suspects:
            for job, found in self._together([suspect]):
                yield found or Outcome(job.key, "crashed", message=_CRASHED)

    def _together(self, jobs: Sequence[Job]) -> Iterator[tuple[Job, Outcome | None]]:
        """Jobs as they are completed; None: workers died under it."""
        left = deque(jobs)
        under_way: dict[str, Any] = {}
        fetched = SimpleQueue[tuple[Job, object]]()

        def fill() -> None:
            for _ in range(min(len(left), self._threads() - len(under_way)) if left else 0):
                job = left.popleft()
                under_way[job.key] = self._send(job, fetched)

        try:
            fill()
            while under_way:
                job, found = self._next(fetched)
                del under_way[job.key]
                fill()  # before the caller takes its time
                yield job, self._found(job, found)
        finally:
            if under_way:
                with suppress(Exception):  # nobody waits for them any more, and the scheduler may be gone
                    self._client.cancel(list(under_way.values()), force=True)

    def _next(self, fetched: SimpleQueue[tuple[Job, object]]) -> tuple[Job, object]:
        """The next that is completed. Where there has been no worker for a while, none will come by itself."""
        missing = False
        while True:
            try:
                return fetched.get(timeout=PATIENCE)
            except Empty:
                gone = not self._client.nthreads()
                if gone and missing:
                    self._revive()
                missing = gone and not missing

    def _send(self, job: Job, fetched: SimpleQueue[tuple[Job, object]]) -> Any:
        def fetch(future: Any) -> None:
            try:
                found: object = future.result()
            except BaseException as error:
                found = error
            future.release()  # a job that is held is computed again when its worker dies later
            fetched.put((job, found))

        once = f"{job.key}-{uuid4().hex}"  # a scheduler gives what it knows by that name, and others may use it
        future = self._client.submit(perform, wrap(job), key=once, retries=0)
        future.add_done_callback(fetch)
        return future

    def _threads(self) -> int:
        """Of all workers now: they may come and go."""
        try:
            return max(1, sum(self._client.nthreads().values()))
        except OSError:
            raise self._lost() from None

    def _found(self, job: Job, found: object) -> Outcome | None:
        distributed = _distributed()
        if isinstance(found, Performed):
            return found.outcome(job.key)
        if isinstance(found, distributed.KilledWorker):
            return None
        if isinstance(found, distributed.CancelledError | OSError):
            raise self._lost()
        hint = (
            "all workers need the Linkwright of this process"  # a job tells its own errors: this one is of the cluster
        )
        raise RunError(f"{self._where} cannot do job '{job.key}': {found}", hint=hint)

    def _lost(self) -> RunError:
        return RunError(f"{self._where} went away", hint=_KEPT)


def _distributed() -> Any:
    return extra("distributed", "cluster", "more than one worker")


@contextmanager
def _client(distributed: Any, scheduler: str, seconds: float = 10.0) -> Generator[Any]:
    """A connection to a scheduler that has workers, all with this version of Linkwright."""
    hint = f"start them: `dask scheduler` there, `dask worker {scheduler} --nthreads 1` on each machine"
    try:
        client = distributed.Client(scheduler, timeout=seconds)
    except (OSError, ValueError, TimeoutError) as error:
        raise RunError(f"no scheduler answers at {scheduler}: {error}", hint=hint) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=seconds)
        except TimeoutError:
            raise RunError(f"the scheduler {scheduler} has no workers", hint=hint) from None
        yield client

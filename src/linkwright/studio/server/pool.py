"""The pool: warm workers, jobs that wait for them, and what happens to jobs that take too long or that nobody wants."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Mapping
from contextlib import suppress

from linkwright.errors import StudioError
from linkwright.studio.server.job import Job
from linkwright.studio.server.process import Ended, Worker

WORKERS = 2
PATIENCE = 1.0
"""Seconds that a job which nobody wants any more may still take: a new worker takes about as long to get ready."""
SECONDS = 120.0
LONG: Mapping[str, float] = {"verify": 600.0, "simulate": 600.0, "build": 600.0}
"""Seconds that a request may take. Long ones never have all workers: an edit is answered while a motion is computed."""
ATTEMPTS = 3
"""Workers in a row that may end before they are ready."""


_NONE = ("no worker could be started", "", "see the terminal of `linkwright studio`")


class Pool:
    """Jobs in, answers out; one job per worker."""

    def __init__(self, workers: int = WORKERS, limits: Mapping[str, float] = LONG, usual: float = SECONDS) -> None:
        self._size = workers
        self._limits = limits
        self._usual = usual
        self._waiting: deque[Job] = deque()
        self._idle: list[Worker] = []
        self._workers: set[Worker] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failures = 0
        self._closing = False

    @property
    def pids(self) -> list[int]:
        """Numbers of the workers' processes."""
        return [worker.pid for worker in self._workers]

    def open(self) -> None:
        """Start the workers; does not wait for them."""
        for _ in range(self._size):
            self._do(self._hire())

    async def close(self) -> None:
        """End all workers, and tell those who wait."""
        self._closing = True
        for job in (*self._waiting, *(w.job for w in self._workers if w.job)):
            job.fail(StudioError("the studio is ending"))
        for worker in self._workers:
            worker.kill()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, *(w.gone() for w in self._workers), return_exceptions=True)

    def submit(self, job: Job) -> None:
        """Take a job. An older one of the same slot is not wanted any more."""
        running = [w.job for w in self._workers if w.job]
        for old in [j for j in (*self._waiting, *running) if job.slot and j.slot == job.slot]:
            self.cancel(old)
        if self._failures >= ATTEMPTS and not self._workers:
            job.fail(StudioError(*_NONE))
            return self._do(self._hire())  # for the next one
        self._waiting.append(job)
        self._assign()

    def cancel(self, job: Job) -> None:
        """Nobody wants it: it leaves the queue, or its worker is replaced if it goes on working on it."""
        job.cancel()
        with suppress(ValueError):
            self._waiting.remove(job)
        worker = next((w for w in self._workers if w.job is job), None)
        if worker is not None:
            later = max(0.0, PATIENCE - job.age)
            asyncio.get_running_loop().call_later(later, lambda: worker.kill() if worker.job is job else None)

    def _assign(self) -> None:
        for job in list(self._waiting):
            long = sum(w.job is not None and w.job.name in LONG for w in self._workers)
            if self._idle and (job.name not in LONG or long < self._size - 1 or self._size == 1):
                self._waiting.remove(job)
                worker = self._idle.pop()
                worker.job, job.started = job, time.monotonic()
                self._do(self._run(worker, job))

    async def _hire(self) -> None:
        """A worker that is ready takes a job."""
        worker: Worker | None = None
        try:
            worker = await Worker.start()
            self._workers.add(worker)
            await worker.ready()
        except (Ended, OSError):
            self._workers -= {worker}
            self._failures += 1
            return self._missed()
        self._failures = 0
        self._idle.append(worker)
        self._assign()

    def _missed(self) -> None:
        """A worker could not be had: another attempt, or those who wait are told, unless there is another worker."""
        if self._closing:
            return
        if self._failures < ATTEMPTS:
            return self._do(self._hire())
        waiting = [] if self._workers else list(self._waiting)
        for job in waiting:
            self._waiting.remove(job)
            job.fail(StudioError(*_NONE))

    async def _run(self, worker: Worker, job: Job) -> None:
        limit = self._limits.get(job.name, self._usual)
        try:
            async with asyncio.timeout(limit):
                await worker.run(job)
        except TimeoutError:
            worker.kill()
            hint = "ask for less: fewer quantities, a shorter motion, a smaller mechanism"
            job.fail(StudioError(f"'{job.name}' took longer than {limit:g} s and was ended", hint=hint))
        except Ended as end:
            hint = "it may have had too little memory; a new one takes its place"
            job.fail(StudioError(f"the worker ended while it answered '{job.name}' ({_how(end.how)})", hint=hint))
        else:
            self._idle.append(worker)
            return self._assign()
        self._workers.discard(worker)
        if not self._closing:
            await self._hire()

    def _do(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _how(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"code {code}"

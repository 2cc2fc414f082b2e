"""A worker as its server sees it: one process, one job at a time."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress

from linkwright.studio.server.frames import HEAD, LAST, Kind, packed
from linkwright.studio.server.job import Job

_ONE = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Matrices of robots are small: threads for them only take the other worker's processor."""


class Ended(Exception):
    """A worker that is no more. how: its exit code, a signal where it is negative."""

    def __init__(self, how: int | None) -> None:
        super().__init__(f"the worker ended ({how})")
        self.how = how


class Worker:
    """A process that answers requests; dead when it was killed or has ended."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self.job: Job | None = None

    @classmethod
    async def start(cls) -> Worker:
        """A new process; it is ready after `ready`. Signals of the terminal do not reach it: it ends with its input. It imports
        nothing from the folder that the user is in (-P): that may be a stranger's."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "linkwright.studio.server.worker",
            stdin=PIPE, stdout=PIPE, stderr=None if sys.stderr else DEVNULL, start_new_session=True,
            env={**dict.fromkeys(_ONE, "1"), **os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
        )  # fmt: skip
        return cls(process)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    async def ready(self) -> None:
        """Wait until it has imported what it needs."""
        kind, _ = await self._frame()
        assert kind == Kind.READY

    async def run(self, job: Job) -> None:
        """Do a job: hand it what it says of its progress, then its answer."""
        assert self._process.stdin is not None
        self.job = job
        try:
            with suppress(ConnectionError):  # told when its output ends
                self._process.stdin.write(packed(Kind.REQUEST, job.name.encode()) + packed(Kind.REQUEST, job.body))
                await self._process.stdin.drain()
            kind, body = await self._frame()
            while kind not in LAST:
                job.progress(body)
                kind, body = await self._frame()
            job.finish(kind, body)
        finally:
            self.job = None

    def kill(self) -> None:
        """End it at once."""
        with suppress(ProcessLookupError):
            self._process.kill()

    async def gone(self) -> int:
        """Wait for its end."""
        return await self._process.wait()

    async def _frame(self) -> tuple[Kind, bytes]:
        assert self._process.stdout is not None
        try:
            kind, size = HEAD.unpack(await self._process.stdout.readexactly(HEAD.size))
            return Kind(kind), await self._process.stdout.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Ended(await self.gone()) from None

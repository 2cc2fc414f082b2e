"""A job: a request on its way through the pool, and what is heard of it."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator

from linkwright.errors import LinkwrightError
from linkwright.studio.server.frames import Kind
from linkwright.studio.server.replies import told

CANCELLED = json.dumps({"ok": False, "cancelled": True, "hash": "", "messages": []}).encode()


class Job:
    """Waits, runs, and is over when it has its answer, or nobody wants it any more.

    slot: of which only the newest request counts; empty where every one does
    """

    def __init__(self, name: str, body: bytes, slot: str = "") -> None:
        self.name = name
        self.body = body
        self.slot = slot
        self.started: float | None = None
        self._heard: asyncio.Queue[bytes] = asyncio.Queue()
        self._end: asyncio.Future[tuple[Kind, bytes]] = asyncio.get_running_loop().create_future()

    @property
    def over(self) -> bool:
        """Whether its asker has been told the end."""
        return self._end.done()

    @property
    def age(self) -> float:
        """Seconds since a worker took it."""
        return 0.0 if self.started is None else time.monotonic() - self.started

    def progress(self, line: bytes) -> None:
        """Something was said on the way."""
        if not self.over:
            self._heard.put_nowait(line)

    def finish(self, kind: Kind, body: bytes) -> None:
        """The end; what comes after it is not heard."""
        if not self.over:
            self._end.set_result((kind, body))
            self._heard.put_nowait(b"")

    def cancel(self) -> None:
        """Nobody wants it any more."""
        self.finish(Kind.FAILURE, CANCELLED)

    def fail(self, error: LinkwrightError) -> None:
        """Tell what went wrong."""
        self.finish(Kind.FAILURE, json.dumps(told(error), ensure_ascii=False).encode("utf-8", "replace"))

    async def answer(self) -> tuple[Kind, bytes]:
        """The end."""
        return await asyncio.shield(self._end)

    async def said(self) -> AsyncIterator[bytes]:
        """What is said on the way, until the end."""
        while line := await self._heard.get():
            yield line

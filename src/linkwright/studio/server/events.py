"""What the pages are told without asking: the file changed on disk, another tab saved or is editing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from linkwright.errors import LinkwrightError
from linkwright.studio.server.document_file import DocumentFile

EVERY = 1.0
"""Seconds between two looks at the file."""
ALIVE = 15.0
"""Seconds of silence after which a line says that the server is still there."""


class Events:
    """Tabs that listen, and the watch over the document's file."""

    def __init__(self, document: DocumentFile) -> None:
        self._document = document
        self._tabs: dict[asyncio.Queue[bytes], str] = {}
        self._watching: asyncio.Task[None] | None = None
        self._known: tuple[tuple[int, int] | None, str] = (None, "")
        self._ended = False

    async def listen(self, tab: str) -> AsyncIterator[bytes]:
        """Lines for a tab until it goes or the server ends."""
        heard: asyncio.Queue[bytes] = asyncio.Queue(maxsize=100)
        if self._watching is None:
            self._remember()
            self._watching = asyncio.create_task(self._watch())
        self._tabs[heard] = tab
        self._count()
        try:
            while not self._ended:
                try:
                    line = await asyncio.wait_for(heard.get(), ALIVE)
                except TimeoutError:
                    line = _line("alive")
                if line:
                    yield line
        finally:
            del self._tabs[heard]
            self._count()

    def tell(self, event: str, tab: str, **more: Any) -> None:
        """Tell all tabs but the one that it comes from."""
        for heard, other in self._tabs.items():
            if other != tab or not tab:
                _put(heard, _line(event, tab=tab, **more))

    def wrote(self, sha: str, tab: str, name: str) -> None:
        """A tab saved: the others are told, and the file's new state is no surprise."""
        self._known = (self._document.stamp(), sha)
        self.tell("saved", tab, sha=sha, name=name)

    async def end(self) -> None:
        """Nobody is told anything any more."""
        self._ended = True
        for heard in self._tabs:
            _put(heard, b"")
        if self._watching is not None:
            self._watching.cancel()

    def _count(self) -> None:
        for heard in self._tabs:
            _put(heard, _line("tabs", count=len(set(self._tabs.values()))))

    def _remember(self) -> None:
        self._known = (self._document.stamp(), self._sha())

    def _sha(self) -> str:
        try:
            found = self._document.read()
        except LinkwrightError:
            return "unreadable"
        return "" if found is None else found.sha

    async def _watch(self) -> None:
        while not self._ended:
            await asyncio.sleep(EVERY)
            stamp, sha = self._known
            if self._document.stamp() == stamp:
                continue
            self._remember()
            if self._known[1] != sha:
                self.tell("changed", "", sha=self._known[1])


def _put(heard: asyncio.Queue[bytes], line: bytes) -> None:
    if not heard.full():  # a tab that sleeps does not fill the memory
        heard.put_nowait(line)


def _line(event: str, **more: Any) -> bytes:
    return json.dumps({"event": event, **more}).encode() + b"\n"

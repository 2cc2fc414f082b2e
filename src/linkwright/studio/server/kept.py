"""Answers that were given, kept for the same question: bounded in number and in bytes, the oldest go first."""

from __future__ import annotations

import hashlib
from collections import OrderedDict

ENTRIES = 400
BYTES = 100_000_000
LARGEST = 20_000_000
"""Of one answer."""


class Kept:
    """Request and hash of its payload -> answer."""

    def __init__(self, entries: int = ENTRIES, size: int = BYTES) -> None:
        self._entries = entries
        self._room = size
        self._known: OrderedDict[str, bytes] = OrderedDict()

    @staticmethod
    def key(name: str, body: bytes) -> str:
        """What a request is known by."""
        return f"{name} {hashlib.sha256(body).hexdigest()}"

    def get(self, key: str) -> bytes | None:
        """The answer, if it is still known."""
        if key in self._known:
            self._known.move_to_end(key)
        return self._known.get(key)

    def put(self, key: str, answer: bytes) -> None:
        """Keep an answer."""
        if len(answer) > LARGEST or key in self._known:
            return
        self._known[key] = answer
        self._room -= len(answer)
        while self._room < 0 or len(self._known) > self._entries:
            _, old = self._known.popitem(last=False)
            self._room += len(old)

"""What goes between the server and a worker: frames of one byte for their kind, eight for their length, then their bytes."""

from __future__ import annotations

import struct
from enum import IntEnum
from typing import BinaryIO

HEAD = struct.Struct(">BQ")


class Kind(IntEnum):
    """Of a frame."""

    READY = 0
    REQUEST = 1
    PROGRESS = 2
    ANSWER = 3
    REFUSAL = 4
    FAILURE = 5


LAST = (Kind.ANSWER, Kind.REFUSAL, Kind.FAILURE)
"""Kinds that end a request."""


def packed(kind: Kind, body: bytes) -> bytes:
    """A frame's bytes."""
    return HEAD.pack(kind, len(body)) + body


def write_frame(stream: BinaryIO, kind: Kind, body: bytes) -> None:
    """Send a frame."""
    stream.write(packed(kind, body))
    stream.flush()


def read_frame(stream: BinaryIO) -> tuple[Kind, bytes] | None:
    """The next frame; none at the end."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        return None
    kind, size = HEAD.unpack(head)
    body = stream.read(size)
    return (Kind(kind), body) if len(body) == size else None

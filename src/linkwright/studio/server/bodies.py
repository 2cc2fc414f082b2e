"""The body of a request, read as far as it may be long."""

from __future__ import annotations

from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request

from linkwright.studio.server.replies import Refusal

MEGABYTE = 1_000_000
USUAL = 5 * MEGABYTE
UPLOAD = 40 * MEGABYTE
"""Largest bodies in bytes: of `import`, which brings meshes, and of all other requests."""
LARGEST = {"import": UPLOAD}
DRAINED = 10 * UPLOAD
"""Bytes of a body that is too long, after which the connection is closed."""


async def body_of(request: Request, limit: int) -> bytes:
    """The body's bytes; of a longer one no more is kept than the limit says."""
    too_long = Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"the request is longer than {limit // MEGABYTE} MB",
        "leave out what is not needed, such as meshes",
    )
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > DRAINED:
        raise too_long
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > limit:
                parts.clear()  # a browser shows the reply only if it could send all: the rest is read and forgotten
            else:
                parts.append(part)
            if size > DRAINED:
                break
    except ClientDisconnect:
        raise Refusal(HTTPStatus.BAD_REQUEST, "the request ended before its body did") from None
    if size > limit:
        raise too_long
    return b"".join(parts)

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


async def body_of(request: Request, limit: int) -> bytes:
    """The body's bytes. A longer one is refused as soon as that is known."""
    too_long = Refusal(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"the request is longer than {limit // MEGABYTE} MB",
        "leave out what is not needed, such as meshes",
    )
    told = request.headers.get("content-length", "")
    if told.isdecimal() and int(told) > limit:
        raise too_long
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > limit:
                raise too_long
            parts.append(part)
    except ClientDisconnect:
        raise Refusal(HTTPStatus.BAD_REQUEST, "the request ended before its body did") from None
    return b"".join(parts)

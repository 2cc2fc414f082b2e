"""Requests of the desk: to a worker and back, with answers that are known given at once."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from linkwright.errors import suggestion
from linkwright.studio.desk import DESK
from linkwright.studio.server.bodies import LARGEST, USUAL, body_of
from linkwright.studio.server.frames import Kind
from linkwright.studio.server.job import CANCELLED, Job
from linkwright.studio.server.kept import Kept
from linkwright.studio.server.pool import Pool
from linkwright.studio.server.replies import CANCELLED as CANCELLED_STATUS
from linkwright.studio.server.replies import Refusal, encoded

SLOT = "X-Linkwright-Slot"
LINES = "application/x-ndjson"
FILE = "build"
"""The request whose answer is a file: it comes as such where no lines are asked for."""


class DeskRoute:
    """POST /api/<name>."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept = Kept()
        self._watching: set[asyncio.Task[None]] = set()

    async def answer(self, request: Request) -> Response:
        """The answer as JSON; as lines of JSON with what is said on the way, where these are asked for."""
        name: str = request.path_params["name"]
        if name not in DESK:
            hint = suggestion(name, DESK, f"one of: {', '.join(DESK)}")
            raise Refusal(HTTPStatus.NOT_FOUND, f"there is no request '{name}'", hint)
        body = await body_of(request, LARGEST.get(name, USUAL))
        job = Job(name, body, request.headers.get(SLOT, "")[:200])
        key = Kept.key(name, body)
        known = self._kept.get(key)
        if known is not None:
            job.finish(Kind.ANSWER, known)
        else:
            self._pool.submit(job)
            watching = asyncio.create_task(self._watch(request, job))
            self._watching.add(watching)  # asyncio itself does not hold on to it
            watching.add_done_callback(self._watching.discard)
        if LINES in request.headers.get("accept", ""):
            return StreamingResponse(self._lines(job, key), media_type=LINES, headers={"Cache-Control": "no-store"})
        kind, made = await self._end(job, key)
        return _reply(name, kind, made)

    async def _end(self, job: Job, key: str) -> tuple[Kind, bytes]:
        kind, made = await job.answer()
        if kind == Kind.ANSWER:
            self._kept.put(key, made)
        return kind, made

    async def _lines(self, job: Job, key: str) -> AsyncIterator[bytes]:
        async for line in job.said():
            yield line + b"\n"
        _, made = await self._end(job, key)
        yield made + b"\n"

    async def _watch(self, request: Request, job: Job) -> None:
        """Who asked may go: then nobody wants the answer. Ends with the reply at the latest."""
        while (await request.receive())["type"] != "http.disconnect":
            pass
        self._pool.cancel(job)


def _reply(name: str, kind: Kind, made: bytes) -> Response:
    if made is CANCELLED:
        return encoded(made, CANCELLED_STATUS)
    if kind == Kind.REFUSAL:
        return encoded(made, HTTPStatus.BAD_REQUEST)
    if name != FILE:
        return encoded(made)
    found = json.loads(made)
    if not found["ok"]:
        return encoded(made, HTTPStatus.UNPROCESSABLE_ENTITY)
    headers = {"Content-Disposition": f'attachment; filename="{found["name"]}"', "Cache-Control": "no-store"}
    return Response(base64.b64decode(found["zip"]), headers=headers, media_type="application/zip")

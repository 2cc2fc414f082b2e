"""The document on disk over HTTP: GET, PUT, and the events about it."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any, cast

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from linkwright.studio.server.bodies import USUAL, body_of
from linkwright.studio.server.document_file import DocumentFile, Version
from linkwright.studio.server.events import Events
from linkwright.studio.server.frames import Kind
from linkwright.studio.server.job import Job
from linkwright.studio.server.pool import Pool
from linkwright.studio.server.replies import Refusal, encoded, reply

TAB = "X-Linkwright-Tab"


class DocumentRoute:
    """GET and PUT /api/document, GET /api/events, POST /api/editing."""

    def __init__(self, document: DocumentFile, events: Events, pool: Pool) -> None:
        self._document = document
        self._events = events
        self._pool = pool

    async def answer(self, request: Request) -> Response:
        """The document as it is on disk, or what became of saving it."""
        return await (self._save(request) if request.method == "PUT" else self._read())

    async def events(self, request: Request) -> Response:
        """Lines of JSON for as long as the page listens."""
        lines = self._events.listen(_tab(request))
        return StreamingResponse(lines, media_type="application/x-ndjson", headers={"Cache-Control": "no-store"})

    async def editing(self, request: Request) -> Response:
        """A tab says that its document is being edited: the others are told."""
        await body_of(request, USUAL)
        self._events.tell("editing", _tab(request))
        return reply({"ok": True})

    async def _read(self) -> Response:
        found = self._document.read()
        if found is None:
            return reply({"ok": True, "file": None, "folder": str(self._document.folder)})
        if self._document.is_yaml:
            return reply({"ok": True, "file": self._facts(found), "document": found.text, "imported": False})
        job = Job("open", json.dumps({"path": str(self._document.path)}).encode())
        self._pool.submit(job)
        kind, made = await job.answer()
        opened: dict[str, Any] = json.loads(made)
        if kind != Kind.ANSWER or not opened["ok"]:
            return encoded(made)
        return reply({**opened, "file": self._facts(found), "imported": True})

    async def _save(self, request: Request) -> Response:
        asked = await _object(request)
        text, base, name, path = (asked.get(key) for key in ("text", "base", "name", "path"))
        if not isinstance(text, str) or not all(isinstance(x, str | None) for x in (base, name, path)):
            hint = "send {text, base, path} to save, {text, name} to save under another name"
            raise Refusal(HTTPStatus.BAD_REQUEST, "text, base, path and name of a document are texts", hint)
        try:
            text.encode("utf-8")
        except UnicodeEncodeError:
            raise Refusal(HTTPStatus.BAD_REQUEST, "the text holds half a character") from None
        if name is None:
            made = self._document.save(text, base, path)
        else:
            made = self._document.save_as(text, name, asked.get("replace") is True)
        facts = self._facts(made)
        self._events.wrote(made.sha, _tab(request), facts["name"])
        return reply({"ok": True, "file": facts})

    def _facts(self, version: Version) -> dict[str, Any]:
        path = self._document.path
        assert path is not None
        return {"name": path.name, "path": str(path), "sha": version.sha, "mtime_ns": str(version.mtime_ns)}


async def _object(request: Request) -> dict[str, Any]:
    try:
        found = json.loads(await body_of(request, USUAL))
    except (ValueError, RecursionError):
        raise Refusal(HTTPStatus.BAD_REQUEST, "the body is no JSON", "send an object, such as {}") from None
    if not isinstance(found, dict):
        raise Refusal(HTTPStatus.BAD_REQUEST, "the body is no JSON object", "send one, such as {}")
    return cast("dict[str, Any]", found)


def _tab(request: Request) -> str:
    return request.headers.get(TAB, "")[:100]

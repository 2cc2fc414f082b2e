"""Replies in JSON: answers, and refusals in the shape of an answer with messages."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from linkwright.errors import LinkwrightError, StudioError
from linkwright.studio.desk.messages import messages_of

CANCELLED = 499
"""The status of a request that a newer one made unnecessary, or whose asker has gone; HTTP has no name for it."""


class Refusal(StudioError):
    """A request that is not answered, with the reason in a sentence. more: what else the page is told."""

    def __init__(self, status: HTTPStatus, what: str, hint: str = "", **more: Any) -> None:
        super().__init__(what, hint=hint)
        self.status = status
        self.more = more


def refused(error: LinkwrightError) -> Response:
    """The reply to a request that is not answered."""
    status, more = (error.status, error.more) if isinstance(error, Refusal) else (HTTPStatus.BAD_REQUEST, {})
    return reply({**told(error), **more}, status)


def told(error: LinkwrightError) -> dict[str, Any]:
    """An error in the shape of an answer."""
    return {"ok": False, "hash": "", "messages": messages_of(error)}


def reply(data: Any, status: int = HTTPStatus.OK) -> Response:
    """Data as JSON."""
    return encoded(json.dumps(data, ensure_ascii=False).encode("utf-8", "replace"), status)


def encoded(body: bytes, status: int = HTTPStatus.OK) -> Response:
    """JSON that was written already."""
    return Response(body, status, {"Cache-Control": "no-store"}, "application/json")

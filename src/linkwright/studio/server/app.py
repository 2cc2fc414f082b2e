"""The routes of the studio: one POST per request of the desk, and the files of the page."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from linkwright.errors import LinkwrightError, suggestion
from linkwright.studio.desk import DESK, answer
from linkwright.studio.server.bodies import LARGEST, USUAL, payload_of
from linkwright.studio.server.guard import Guard
from linkwright.studio.server.pages import BUILT, Pages
from linkwright.studio.server.replies import Refusal, refused, reply, unreadable


@dataclass(frozen=True)
class Setup:
    """What a server is started with. page: folder of the built page; file: the document on disk, if there is one."""

    token: str
    port: int
    file: Path | None = None
    page: Path = BUILT


def application(setup: Setup) -> Starlette:
    """The studio as an ASGI application."""
    return Starlette(
        routes=[
            Route("/api/{name:path}", _desk, methods=["POST"]),
            Route("/{path:path}", Pages(setup.page).answer, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, token=setup.token, port=setup.port)],
        exception_handlers={Refusal: _on_refusal, LinkwrightError: _on_error, HTTPException: _on_http},
    )


async def _desk(request: Request) -> Response:
    name: str = request.path_params["name"]
    if name not in DESK:
        hint = suggestion(name, DESK, f"one of: {', '.join(DESK)}")
        raise Refusal(HTTPStatus.NOT_FOUND, f"there is no request '{name}'", hint)
    payload = await payload_of(request, LARGEST.get(name, USUAL))
    return reply(await run_in_threadpool(answer, name, payload))


async def _on_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return refused(error)


async def _on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LinkwrightError)
    return unreadable(error)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    return refused(Refusal(status, f"{request.method} {request.url.path}: {status.phrase.lower()}"))

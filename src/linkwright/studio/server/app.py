"""The routes of the studio: the document on disk, meshes, events, requests of the desk, and the files of the page."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from linkwright.errors import InternalError, LinkwrightError
from linkwright.studio.server.desk_route import DeskRoute
from linkwright.studio.server.document_file import DocumentFile
from linkwright.studio.server.document_route import DocumentRoute
from linkwright.studio.server.events import Events
from linkwright.studio.server.guard import Guard
from linkwright.studio.server.mesh_route import MeshRoute
from linkwright.studio.server.pages import BUILT, Pages
from linkwright.studio.server.pool import Pool
from linkwright.studio.server.replies import Refusal, refused, reply, told


@dataclass(frozen=True)
class Setup:
    """What a server is started with. page: folder of the built page; file: the document on disk, if there is one."""

    token: str
    port: int
    file: Path | None = None
    page: Path = BUILT
    pool: Pool = field(default_factory=Pool)

    @cached_property
    def document(self) -> DocumentFile:
        """The file on disk."""
        return DocumentFile(self.file)

    @cached_property
    def events(self) -> Events:
        """What pages are told without asking."""
        return Events(self.document)

    async def end(self) -> None:
        """End all work; may be asked again."""
        await self.events.end()
        await self.pool.close()


def application(setup: Setup) -> Starlette:
    """The studio as an ASGI application."""

    @asynccontextmanager
    async def workers(app: Starlette) -> AsyncGenerator[None]:
        setup.pool.open()
        try:
            yield
        finally:
            await setup.end()

    document = DocumentRoute(setup.document, setup.events, setup.pool)
    return Starlette(
        routes=[
            Route("/api/document", document.answer, methods=["GET", "PUT"]),
            Route("/api/events", document.events, methods=["GET"]),
            Route("/api/editing", document.editing, methods=["POST"]),
            Route("/api/mesh", MeshRoute(setup.document).answer, methods=["GET"]),
            Route("/api/{name:path}", DeskRoute(setup.pool).answer, methods=["POST"]),
            Route("/{path:path}", Pages(setup.page).answer, methods=["GET"]),
        ],
        middleware=[Middleware(Guard, token=setup.token, port=setup.port)],
        exception_handlers={LinkwrightError: _on_error, HTTPException: _on_http, Exception: _on_mistake},
        lifespan=workers,
    )


async def _on_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, LinkwrightError)
    return refused(error)


async def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = HTTPStatus(error.status_code)
    return refused(Refusal(status, f"{request.method} {request.url.path}: {status.phrase.lower()}"))


async def _on_mistake(request: Request, error: Exception) -> Response:
    """A mistake of ours: the page tells it; the traceback is in the terminal."""
    what = f"{request.method} {request.url.path} failed: {type(error).__name__}"
    return reply(told(InternalError(what, hint="please report it")), HTTPStatus.INTERNAL_SERVER_ERROR)

"""Meshes and pictures of the robot's folders: GET /api/mesh?path=meshes/link0.stl."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from linkwright.studio.server.document_file import DocumentFile
from linkwright.studio.server.replies import Refusal
from linkwright.view.files import file_inside, package_of

TYPES: Mapping[str, str] = {
    ".stl": "model/stl",
    ".dae": "model/vnd.collada+xml",
    ".obj": "model/obj",
    ".mtl": "model/mtl",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
}
"""Other files are not given out, wherever they are."""
LARGEST = 100_000_000


class MeshRoute:
    """Files below the folder of the document, and below that of its package."""

    def __init__(self, document: DocumentFile) -> None:
        self._document = document

    async def answer(self, request: Request) -> Response:
        """The file, or which one is missing."""
        wanted = request.query_params.get("path", "")
        if Path(wanted).suffix.lower() not in TYPES:
            hint = f"one of: {', '.join(TYPES)}"
            raise Refusal(HTTPStatus.BAD_REQUEST, f"'{wanted[:200]}' is no mesh or picture", hint)
        found = next((f for f in (file_inside(folder, wanted) for folder in self._folders()) if f), None)
        if found is None or found.suffix.lower() not in TYPES:  # a link may have another name than its file
            where = (
                f"below the folder of {self._document.path.name}" if self._document.path else "here: no file is open"
            )
            raise Refusal(
                HTTPStatus.NOT_FOUND, f"mesh '{wanted[:200]}' is not {where}", "put it there, or drop its folder"
            )
        size = found.stat().st_size
        if size > LARGEST:
            what = f"mesh '{wanted[:200]}' has {size // 1_000_000} MB"
            raise Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, what, f"at most {LARGEST // 1_000_000} MB are shown")
        body = await run_in_threadpool(found.read_bytes)
        return Response(body, headers={"Cache-Control": "no-cache"}, media_type=TYPES[found.suffix.lower()])

    def _folders(self) -> list[Path]:
        path = self._document.path
        return [] if path is None else list(dict.fromkeys([path.parent, package_of(path)]))

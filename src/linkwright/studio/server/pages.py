"""Files of the built page: read once when they are asked for, compressed where that helps."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from linkwright.studio.server.replies import Refusal
from linkwright.view.files import file_inside

BUILT = Path(__file__).resolve().parent.parent / "page"
"""The page that came with the package."""
TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
    ".yaml": "text/plain; charset=utf-8",
    ".zip": "application/zip",
    ".whl": "application/zip",
    ".webmanifest": "application/manifest+json",
}
"""Other endings are not given out."""
_PACKED = (".woff2", ".png", ".jpg", ".zip", ".whl")
_HASHED = re.compile(r"-[\w-]{8,}\.\w+$")
"""Names that the bundler makes from the content: such a file never changes."""
_NOT_BUILT = "The page of the studio is not built. In a clone of the repository: make studio-build\n"


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    plain: bytes
    packed: bytes | None
    kind: str
    tag: str


class Pages:
    """The files below a folder, by the path of a URL."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        """A file, or why there is none."""
        wanted = request.path_params.get("path", "") or "index.html"
        found = self._find(wanted)
        if found is None and wanted == "index.html":
            return PlainTextResponse(_NOT_BUILT, HTTPStatus.NOT_FOUND)
        if found is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "there is no such file in the page")
        stamp = found.stat()
        return _sent(request, _read(found, stamp.st_mtime_ns, stamp.st_size))

    def _find(self, wanted: str) -> Path | None:
        """The file, if it is one, is below the folder wherever links lead, and has an ending of a page's files."""
        path = file_inside(self._folder, wanted)
        return path if path and path.suffix.lower() in TYPES else None


@lru_cache(maxsize=256)
def _read(path: Path, mtime: int, size: int) -> PageFile:
    """mtime, size: of the file, so that a page that is built anew is read anew."""
    plain = path.read_bytes()
    packed = None if path.suffix.lower() in _PACKED else gzip.compress(plain, 6, mtime=0)
    return PageFile(plain, packed, TYPES[path.suffix.lower()], f'"{hashlib.sha256(plain).hexdigest()[:24]}"')


def _sent(request: Request, file: PageFile) -> Response:
    forever = _HASHED.search(request.url.path) is not None
    headers = {
        "ETag": file.tag,
        "Cache-Control": "public, max-age=31536000, immutable" if forever else "no-cache",
        "Vary": "Accept-Encoding",
    }
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=file.kind)
    return Response(file.plain, headers=headers, media_type=file.kind)

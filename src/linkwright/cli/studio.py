"""`linkwright studio`: the page in the browser, served to this machine only."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from linkwright.cli.console import flush, say
from linkwright.errors import FileError, LinkwrightError

EXTRA = ("starlette", "uvicorn")


def run_studio(file: Path | None, port: int | None, page: Path | None, browser: bool) -> None:
    """Print the URL, open the browser, serve until the user ends it."""
    missing = [name for name in EXTRA if find_spec(name) is None]
    if missing:
        raise LinkwrightError(f"the studio needs {' and '.join(missing)}", hint="pip install 'linkwright[studio]'")
    if file is not None and not file.is_file():
        raise FileError("no such file", str(file), "name a file that is there, or none for an empty page")
    from linkwright.studio.server.serve import serve

    serve(file, port, page, browser, _tell)


def _tell(url: str) -> None:
    say(url)
    flush()

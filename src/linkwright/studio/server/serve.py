"""The work of `linkwright studio`: a socket of this machine, the URL, the browser, then requests until someone ends it."""

from __future__ import annotations

import secrets
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from linkwright.errors import InputError
from linkwright.studio.server.app import Setup, application
from linkwright.studio.server.pages import BUILT

HOST = "127.0.0.1"
USUAL = 8137
"""Port where none is chosen, if it is free: a browser keeps unsaved work by the page's address, and finds it there again."""


def serve(file: Path | None, port: int | None, page: Path | None, browser: bool, say: Callable[[str], object]) -> None:
    """Serve until Ctrl-C or a signal to end. port: none for the usual one, or a free one where that is taken; 0: any free one.
    say: is given the URL before anything else is done."""
    with usual() if port is None else listening(port) as found:
        setup = Setup(secrets.token_urlsafe(24), found.getsockname()[1], file, page or BUILT)
        url = f"http://{HOST}:{setup.port}/#token={setup.token}"
        say(url)
        if browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            server(setup).run(sockets=[found])
        except KeyboardInterrupt:
            return  # uvicorn raises the signal again when it has ended


class _Server(uvicorn.Server):
    """Ends what is under way before it waits for replies: a motion of ten minutes is no reason to stay."""

    def __init__(self, setup: Setup, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._setup = setup

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._setup.end()
        await super().shutdown(sockets)


def server(setup: Setup) -> uvicorn.Server:
    """A server that can be run."""
    config = uvicorn.Config(
        application(setup), log_level="error", access_log=False, server_header=False, lifespan="on",
        timeout_graceful_shutdown=1, ws="none", proxy_headers=False,
    )  # fmt: skip
    return _Server(setup, config)


def usual() -> socket.socket:
    """A socket at the usual port, or at another where that is taken."""
    try:
        return listening(USUAL)
    except InputError:
        return listening(0)


def listening(port: int) -> socket.socket:
    """A socket of this machine that no other machine reaches."""
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen(128)
    except (OSError, OverflowError) as error:
        found.close()
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"port {port} cannot be used: {reason}", hint="choose another, or 0 for a free one") from None
    return found

"""A real server on a free port, and a plain client that sends what it is told: paths and headers are not made tidy."""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterable, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from linkwright.studio.server.app import Setup
from linkwright.studio.server.pages import BUILT
from linkwright.studio.server.pool import Pool
from linkwright.studio.server.serve import listening, server

WORD = "a-token"


@dataclass(frozen=True)
class Told:
    """A reply."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def data(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Client:
    """Asks a server on this machine."""

    port: int

    def ask(
        self, method: str, path: str, body: bytes | Iterable[bytes] | None = None, headers: Mapping[str, str] = {}
    ) -> Told:
        """One request; a header that is given as None is not sent."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, {k: v for k, v in headers.items() if v is not None})
            got = connection.getresponse()
            return Told(got.status, {k.lower(): v for k, v in got.getheaders()}, got.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Told:
        return self.ask("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def post(self, name: str, payload: Any, **headers: str) -> Told:
        """A request of the desk, with the token."""
        named = {k.replace("_", "-"): v for k, v in headers.items()}
        return self.ask("POST", f"/api/{name}", json.dumps(payload).encode(), {"X-Linkwright-Token": WORD, **named})

    def later(self, name: str, payload: Any, **headers: str) -> Future[Told]:
        """The same, without waiting for the reply."""
        found: Future[Told] = Future()

        def run() -> None:
            try:
                found.set_result(self.post(name, payload, **headers))
            except BaseException as error:
                found.set_exception(error)

        threading.Thread(target=run, daemon=True).start()
        return found


@contextmanager
def studio(file: Path | None = None, page: Path = BUILT, pool: Pool | None = None) -> Generator[Client]:
    """A server that runs in a thread."""
    with listening(0) as socket:
        port = socket.getsockname()[1]
        running = server(Setup(WORD, port, file, page, pool or Pool()))
        thread = threading.Thread(target=running.run, kwargs={"sockets": [socket]})
        thread.start()
        try:
            yield Client(port)
        finally:
            running.should_exit = True
            thread.join(20)
            assert not thread.is_alive()

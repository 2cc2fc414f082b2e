"""Who may ask, and what the page may load.

Every program on this machine, and every web page that its browser shows, can reach a loopback port. So a request must carry
the token that was printed with the URL, and name this server as its Host (a page of another name that resolves to 127.0.0.1
does not) and, where it names an Origin, as that, too. There is no CORS.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from linkwright.studio.policy import POLICY
from linkwright.studio.server.replies import Refusal, refused

KEY = "X-Linkwright-Token"
API = "/api/"
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of every reply."""


class Guard:
    """An application behind the checks of token, Host and Origin."""

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token.encode()
        self._hosts = frozenset(f"{host}:{port}" for host in ("127.0.0.1", "localhost", "[::1]"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        refusal = self._refusal(scope["path"], Headers(scope=scope))
        app = self._app if refusal is None else refused(refusal)
        await app(scope, receive, with_headers)

    def _refusal(self, path: str, headers: Headers) -> Refusal | None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return Refusal(
                HTTPStatus.FORBIDDEN, "this server is not called by that name", "use the URL that was printed"
            )
        origins = headers.getlist("origin")
        if any(origin.lower().removeprefix("http://") not in self._hosts for origin in origins):
            return Refusal(HTTPStatus.FORBIDDEN, "other pages may not ask this server", "use the URL that was printed")
        if not path.startswith(API):
            return None
        given = headers.getlist(KEY)
        if len(given) == 1 and secrets.compare_digest(given[0].encode("latin-1", "replace"), self._token):
            return None
        hint = "open the URL that `linkwright studio` printed: it ends with #token=..."
        return Refusal(HTTPStatus.UNAUTHORIZED, "the token is missing or wrong", hint)

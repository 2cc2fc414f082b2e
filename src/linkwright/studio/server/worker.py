"""A worker process: reads requests of the desk from its input, writes answers to its output, and ends with its server.

Started as `python -m linkwright.studio.server.worker`. Whatever goes wrong in a request is told in its answer: a worker has
no business on a terminal.
"""

from __future__ import annotations

import json
import math
import os
import queue
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, BinaryIO, cast

from linkwright.errors import InternalError, LinkwrightError, StudioError
from linkwright.lazy import target
from linkwright.studio.desk import DESK, answer
from linkwright.studio.desk.messages import messages_of
from linkwright.studio.server.frames import Kind, read_frame, write_frame

OWN: Mapping[str, str] = {"open": "linkwright.studio.server.opening:open_file"}
"""What only the server itself asks."""
WARM = (
    "linkwright.studio.desk.check:check",
    "linkwright.studio.desk.equations:equations",
    "linkwright.studio.desk.code:code",
    "linkwright.studio.desk.program:program",
    "linkwright.describe.formulas_robot:formulas_of_robot",
    "linkwright.describe.tree:about",
    "linkwright.verification.suite:checks_for",
    "linkwright.readers.yaml:robot_of",
    "linkwright.draw.tree:kinematic_tree",
    "linkwright.emit.languages.c:C",
    "linkwright.emit.languages.javascript:JAVASCRIPT",
    "linkwright.passes:optimise",
    "linkwright.passes.schedule:schedule",
)
"""Imported before the first request."""
MEMORY = 6 * 2**30
"""Bytes of addresses that a worker may have: numbers of a motion and graphs of expressions take some hundred million."""


def main() -> None:
    """Answer until the input ends."""
    requests, replies = _channels()
    _bound()
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, waiting), daemon=True).start()
    for path in WARM:
        target(path)
    write_frame(replies, Kind.READY, b"")
    while True:
        name = waiting.get().decode()
        _work(name, waiting.get(), lambda kind, body: write_frame(replies, kind, body))


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Input and output as they are now; what anyone prints from here on goes to standard error."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return requests, replies


def _listen(requests: BinaryIO, waiting: queue.SimpleQueue[bytes]) -> None:
    """In a thread of its own, so that a worker ends with its server even in the middle of its work."""
    while (frame := read_frame(requests)) is not None:
        waiting.put(frame[1])
    os._exit(0)


def _bound() -> None:
    try:
        import resource
    except ImportError:  # not on this system
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(ValueError, OSError):  # macOS has the name, and may refuse every number
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY if most < 0 else min(MEMORY, most), most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _work(name: str, body: bytes, say: Callable[[Kind, bytes], None]) -> None:
    """One request: what it says of its progress, then its answer or what is wrong with it."""
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return say(Kind.REFUSAL, _json(_told(StudioError("the body is no JSON", hint="send an object, such as {}"))))
    if not isinstance(payload, dict):
        return say(Kind.REFUSAL, _json(_told(StudioError("the body is no JSON object", hint="send one, such as {}"))))
    try:
        made = _json(_answer(name, cast("dict[str, Any]", payload), say))
    except UnicodeEncodeError:
        return say(Kind.REFUSAL, _json(_told(StudioError("a text of the request holds half a character"))))
    except MemoryError:
        what = f"'{name}' needs more than {MEMORY // 2**30} GB of memory"
        return say(
            Kind.FAILURE, _json(_told(StudioError(what, hint="ask for less: fewer quantities, a shorter motion")))
        )
    except Exception as error:  # a mistake of ours: the page tells it, the worker goes on
        hint = "this is a mistake of Linkwright: please report it, with the document"
        return say(
            Kind.FAILURE, _json(_told(InternalError(f"'{name}' failed: {type(error).__name__}: {error}", "", hint)))
        )
    return say(Kind.ANSWER, made)


def _answer(name: str, payload: dict[str, Any], say: Callable[[Kind, bytes], None]) -> dict[str, Any]:
    def tell(what: str, part: float) -> None:
        say(Kind.PROGRESS, _json({"progress": part, "what": what}))

    if name in OWN:
        try:
            return {"ok": True, **target(OWN[name])(payload)}
        except LinkwrightError as error:
            return _told(error)
    assert name in DESK
    return answer(name, payload, tell)


def _told(error: LinkwrightError) -> dict[str, Any]:
    return {"ok": False, "hash": "", "messages": messages_of(error)}


def _json(data: Any) -> bytes:
    """As the page's JSON.parse takes it: without NaN and infinities, which become null."""
    try:
        text = json.dumps(data, ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:
        text = json.dumps(_finite(data), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8", "replace")


def _plain(x: Any) -> Any:
    return x.tolist()  # arrays and numbers of NumPy


def _finite(x: Any) -> Any:
    if isinstance(x, dict):
        return {key: _finite(value) for key, value in cast("dict[str, Any]", x).items()}
    if isinstance(x, list | tuple):
        return [_finite(value) for value in cast("list[Any]", x)]
    if isinstance(x, float):
        return x if math.isfinite(x) else None
    return _finite(x.tolist()) if hasattr(x, "tolist") else x


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(0)

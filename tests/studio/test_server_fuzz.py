"""Bad requests over all routes: each is told in a sentence what is wrong with it; no failure of ours, no traceback."""

from __future__ import annotations

import copy
import json
import os
import random
import re
import string
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from linkwright.studio.desk import DESK
from tests.studio.asking import WORD, Client, studio
from tests.support.source import ROOT

DOCUMENTS = [
    """linkwright: 1
name: arm
parameters: {L: 1, m: 2, g: 9.81}
gravity: [0, 0, -g]
joints:
  a: {type: revolute, axis: [0, 1, 0], parent: world, child: one, limits: [-1, 1], spring: 2, damper: 1}
  b: {type: prismatic, axis: [1, 0, 0], parent: one, child: two, xyz: [L, 0, 0]}
bodies:
  one: {mass: m, com: [L/2, 0, 0], inertia: [0, 0, 0.1, 0, 0, 0.1]}
  two: {mass: 1}
frames:
  tip: {body: two, xyz: [0.1, 0, 0]}
studio: {shapes: {one: [{solid: box, size: [0.1, 0.1, L]}]}}
""",
    (ROOT / "examples" / "manifold" / "spherical_pendulum.yaml").read_text(),
    (ROOT / "examples" / "loops" / "slider_crank.yaml").read_text(),
]
RUN = {
    "time": 0.1, "rate": 100, "method": "rk4", "step": 0.01, "start": {"q": {"a": "10 deg"}, "v": {}},
    "inputs": {"a": {"kind": "formula", "force": "sin(t)"}}, "stops": None,
}  # fmt: skip
FIELDS: dict[str, dict[str, Any]] = {
    "program": {"run": RUN},
    "simulate": {"run": RUN},
    "equations": {"quantities": ["M"], "style": "closed"},
    "code": {"language": "c", "quantities": ["gravity"], "parameters": "numeric"},
    "build": {"languages": ["c"], "quantities": ["gravity"], "parameters": "numeric"},
    "verify": {"against": "nobody"},
    "modes": {"q": [0.0, 0.0]},
    "import": {"files": {"a.urdf": "PHJvYm90Lz4=", "m/x.stl": ""}, "main": "a.urdf"},
    "export": {"format": "urdf"},
    "template": {"joints": "RR"},
    "example": {"id": "scara"},
}
JUNK: list[Any] = [
    None, True, 0, -1, 1e308, 10**30, float("nan"), float("inf"), "", "x", "\0", "../../etc/passwd", "a" * 3000, "\ud800",
    "9" * 400, "1/0", "sin(", "[" * 200, [], [[]], [None], ["x"] * 50, {}, {"": ""}, {"x": {"y": [1, {"z": None}]}},
    [1, "a", None, {}], "60 deg", "1e999", {"q": 1, "v": []}, "world", "a",
]  # fmt: skip
HOSTS = ["evil.example", "127.0.0.1", "localhost:1", "[::1", "", "127.0.0.1:99999", "\x80"]
QUICK, ALL, SEED = 300, 2000, int(os.environ.get("FUZZ_SEED", "2"))


def damaged(rng: random.Random, text: str) -> str:
    """A document with some letters, words or lines lost, doubled or replaced."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        to = min(len(text), at + rng.choice([0, 1, 1, 3, 10, 60]))
        put = rng.choice(
            ["", "", text[at:to] * 2, rng.choice("{}[]:,-&*!|>%@`#'\"\n\t\x00 0é\u202e"), "[" * 40, "null"]
        )
        text = text[:at] + put + text[to:]
    return text


def payload(rng: random.Random, name: str) -> Any:
    """Of a request, with something wrong in it."""
    document = rng.choice(DOCUMENTS)
    found: dict[str, Any] = {"document": document, **json.loads(json.dumps(FIELDS.get(name, {})))}
    how = rng.random()
    if how < 0.4 or name in ("verify", "simulate", "build"):
        found["document"] = damaged(rng, damaged(rng, document))
    if how > 0.3:
        for _ in range(rng.randint(1, 2)):
            spoil(rng, found)
    return rng.choice(JUNK) if how > 0.97 else found


def spoil(rng: random.Random, found: dict[str, Any]) -> None:
    """Another value, another key, or one less, at some depth."""
    key = rng.choice([*found, "more"])
    inner = found.get(key)
    if isinstance(inner, dict) and inner and rng.random() < 0.7:
        return spoil(rng, inner)
    if rng.random() < 0.15:
        found.pop(key, None)
    else:
        found[key] = copy.deepcopy(rng.choice(JUNK))
    return None


def request(rng: random.Random, port: int) -> tuple[str, str, bytes, dict[str, str]]:
    """Method, path, body, headers."""
    name = rng.choice([*DESK, *DESK, "document", "events", "editing", "mesh", "nothing", "check/../code", "%00", ""])
    method, path = "POST", f"/api/{name}"
    headers = {"X-Linkwright-Token": WORD}
    body = json.dumps(payload(rng, name)).encode()
    how = rng.random()
    if name in ("document", "events", "mesh"):
        method = rng.choice(["PUT", "PUT", "GET", "POST", "DELETE"] if name == "document" else ["POST", "PUT", "PATCH"])
        if name == "mesh" and how < 0.8:
            method, path = (
                "GET",
                f"/api/mesh?path={quote(str(rng.choice([*JUNK, '../x.stl', 'x.stl'])).encode('utf-8', 'replace'))}",
            )
        if name == "document":
            body = json.dumps({"text": rng.choice(JUNK), "base": rng.choice(JUNK), "name": rng.choice(JUNK)}).encode()
    if how < 0.06:
        body = bytes(rng.randrange(256) for _ in range(rng.randrange(200)))
    elif how < 0.1:
        headers["X-Linkwright-Token"] = rng.choice(["", "x", WORD[:-1], WORD + " x"])
    elif how < 0.14:
        headers["Host"] = rng.choice(HOSTS)
    elif how < 0.17:
        method = rng.choice(["GET", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW"])
    elif how < 0.2:
        path = "/" + "".join(
            rng.choice(string.printable.replace(" ", "")[:90] + "/..%") for _ in range(rng.randrange(60))
        )
        path, method = re.sub(r"[^\x21-\x7e]|#", "", path) or "/", "GET"
    elif how < 0.23:
        headers["Content-Length"] = rng.choice(["-1", "x", "99999999999999999999"])
    if path == "/api/events" and method == "GET":
        path = "/api/event"  # the right one does not end
    if rng.random() < 0.1:
        headers["X-Linkwright-Slot"] = rng.choice(["", "a", "é" * 10, "x" * 5000])
    if rng.random() < 0.1:
        headers["Accept"] = "application/x-ndjson"
    return method, path, body, {k: v.encode("latin-1", "replace").decode("latin-1") for k, v in headers.items()}


@pytest.fixture
def client(tmp_path: Path) -> Generator[Client]:
    (tmp_path / "arm.yaml").write_text(DOCUMENTS[0])
    with studio(tmp_path / "arm.yaml", page=tmp_path) as found:
        yield found


@pytest.mark.parametrize(("seed", "count"), [(1, QUICK), pytest.param(SEED, ALL, marks=pytest.mark.slow)])
def test_bad_requests_are_told_what_is_wrong(
    client: Client, seed: int, count: int, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    rng, seen = random.Random(seed), Counter[int]()
    for _ in range(count):
        method, path, body, headers = request(rng, client.port)
        try:
            told = client.ask(method, path, body, headers)
        except ConnectionError:  # refused before its body was read
            assert {"Host", "Content-Length"} & set(headers) or headers["X-Linkwright-Token"] != WORD, (method, path)
            continue
        seen[told.status] += 1
        about = (method, path, body[:2000], headers, told.status, told.body[:600])
        assert told.status < 500, about
        assert b"LW701" not in told.body, about
        assert b"Traceback" not in told.body, about
        if told.status >= 400 and path.startswith("/api/") and method != "HEAD" and told.status != 400:
            assert told.data["messages"][0]["what"], about
    log = capfd.readouterr()
    assert "Traceback" not in log.err + log.out + caplog.text
    assert {200, 400, 401, 403, 404, 405} <= set(seen), seen
    assert client.post("check", {"document": DOCUMENTS[0]}).data["ok"]

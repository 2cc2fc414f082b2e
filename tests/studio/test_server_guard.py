"""Who may ask the studio's server, and what it gives out: token, Host, Origin, files of the page only."""

from __future__ import annotations

import gzip
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.studio.asking import WORD, Client, studio

ASKING = {"X-Linkwright-Token": WORD}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built page of two files, with a secret beside it and a link to that secret."""
    tmp_path = tmp_path_factory.mktemp("studio")
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>studio</title>")
    (folder / "assets" / "index-DEADBEEF.js").write_text("export const one = 1;\n" * 100)
    (tmp_path / "secret.txt").write_text("secret")
    with suppress(OSError):  # Windows may not allow it: then nothing is there to be followed
        (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "private.py").write_text("secret = 1")
    return folder


@pytest.fixture(scope="module")
def client(page: Path) -> Generator[Client]:
    with studio(page=page) as found:
        yield found


@pytest.mark.parametrize("headers", [{}, {"X-Linkwright-Token": ""}, {"X-Linkwright-Token": WORD + "x"}])
def test_without_the_token_nothing_is_answered(client: Client, headers: dict[str, str]) -> None:
    told = client.ask("POST", "/api/check", b"{}", headers)
    assert told.status == 401
    assert "token" in told.data["messages"][0]["what"]


def test_with_the_token_it_is(client: Client) -> None:
    told = client.post("check", {"document": "linkwright: 1\n"})
    assert told.status == 200
    assert told.data["ok"] is False


def test_another_host_is_refused_for_files_too(client: Client) -> None:
    for host in (
        "127.0.0.1",
        "127.0.0.1:1",
        f"evil.example:{client.port}",
        f"127.0.0.1.evil.example:{client.port}",
        "",
    ):
        assert client.get("/", Host=host).status == 403
        assert client.post("check", {}, Host=host).status == 403


def test_names_of_this_machine_are_taken(client: Client) -> None:
    for name in ("localhost", "[::1]", "LOCALHOST", "127.0.0.1"):
        host = f"{name}:{client.port}"
        assert client.get("/", Host=host, Origin=f"http://{host}").status == 200


def test_another_origin_is_refused(client: Client) -> None:
    for origin in ("null", "http://evil.example", f"https://127.0.0.1:{client.port}", "http://127.0.0.1:1"):
        told = client.post("check", {}, Origin=origin)
        assert told.status == 403
        assert "access-control-allow-origin" not in told.headers


def test_every_reply_says_what_the_page_may_load(client: Client) -> None:
    for told in (client.get("/"), client.get("/none"), client.post("check", {}), client.get("/", Host="x")):
        policy = told.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' blob:;")
        assert "unsafe-eval" not in policy
        assert told.headers["x-content-type-options"] == "nosniff"
        assert told.headers["referrer-policy"] == "no-referrer"


def test_files_of_the_page_have_their_types_and_are_kept(client: Client) -> None:
    script = client.get("/assets/index-DEADBEEF.js", Accept_Encoding="gzip, br")
    assert script.headers["content-type"].startswith("text/javascript")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    plain = client.get("/assets/index-DEADBEEF.js")
    assert "content-encoding" not in plain.headers
    assert plain.body == gzip.decompress(script.body)
    top = client.get("/")
    assert top.headers["content-type"] == "text/html; charset=utf-8"
    assert top.headers["cache-control"] == "no-cache"
    assert client.get("/", If_None_Match=top.headers["etag"]).status == 304


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt", "/%2e%2e/secret.txt", "/%2e%2e%2fsecret.txt", "/assets/../../secret.txt", "/..%5csecret.txt",
        "/link.txt", "/private.py", "/assets", "/index.html%00", "//etc/passwd", "/%2fetc/passwd", "/C:/x.txt",
        "/" + "a" * 5000 + ".txt", "/" + "a/" * 3000 + "x.txt",
    ],
)  # fmt: skip
def test_nothing_outside_the_page_is_given_out(client: Client, path: str) -> None:
    told = client.get(path)
    assert told.status == 404
    assert "secret" not in told.text


def test_a_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    with studio(page=tmp_path) as client:
        assert "make studio-build" in client.get("/").text


BAD_BODIES = [(b"", 400), (b"{", 400), (b"[]", 400), (b'"x"', 400), (b"\xff\xfe", 400), (b"[" * 100_000, 400)]


@pytest.mark.parametrize(("body", "status"), [*BAD_BODIES, (b" " * 5_000_001, 413)])
def test_bad_bodies_are_told_in_a_sentence(client: Client, body: bytes, status: int) -> None:
    told = client.ask("POST", "/api/check", body, ASKING)
    assert told.status == status
    assert told.data["messages"][0]["what"]


def test_a_body_of_unknown_length_is_bounded_while_it_comes(client: Client) -> None:
    told = client.ask("POST", "/api/check", (b" " * 100_000 for _ in range(52)), ASKING)
    assert told.status == 413


def test_uploads_are_bounded_at_forty_megabytes(client: Client) -> None:
    payload = b'{"files": {"a.urdf": "PHJvYm90Lz4="}}'
    assert client.ask("POST", "/api/import", payload + b" " * 39_000_000, ASKING).status == 200
    assert client.ask("POST", "/api/import", payload + b" " * 40_000_000, ASKING).status == 413


def test_unknown_requests_and_methods_are_told(client: Client) -> None:
    told = client.post("chek", {})
    assert told.status == 404
    assert "did you mean 'check'" in told.data["messages"][0]["hint"]
    assert client.ask("PUT", "/api/check", headers=ASKING).status == 405
    assert client.ask("DELETE", "/", headers=ASKING).status == 405

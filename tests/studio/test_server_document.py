"""The document on disk: guarded against being overwritten unseen, written whole or not at all, and watched."""

from __future__ import annotations

import hashlib
import http.client
import json
import os
import stat
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from linkwright.studio.server.pool import Pool
from tests.studio.asking import WORD, Client, Told, studio
from tests.support.source import ROOT
from tests.support.systems import needs_links, needs_posix

PENDULUM = (ROOT / "examples" / "double_pendulum.yaml").read_text()
ASKING = {"X-Linkwright-Token": WORD}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "robot" / "arm.yaml"
    path.parent.mkdir()
    path.write_text(PENDULUM)
    path.chmod(0o600)
    (tmp_path / "secret.yaml").write_text("secret: 1")
    (tmp_path / "secret.stl").write_text("secret")
    return path


@pytest.fixture
def client(file: Path) -> Generator[Client]:
    with studio(file, pool=Pool(workers=0)) as found:
        yield found


def read(client: Client) -> dict[str, Any]:
    return client.get("/api/document", **{"X-Linkwright-Token": WORD}).data


def put(client: Client, tab: str = "a", **asked: Any) -> Told:
    return client.ask("PUT", "/api/document", json.dumps(asked).encode(), {**ASKING, "X-Linkwright-Tab": tab})


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_the_file_is_told_with_its_text(client: Client, file: Path) -> None:
    found = read(client)
    assert found["document"] == PENDULUM
    assert found["file"] == {
        "name": "arm.yaml", "path": str(file), "sha": sha(PENDULUM), "mtime_ns": str(file.stat().st_mtime_ns),
    }  # fmt: skip


@needs_posix
def test_saving_keeps_permissions_and_leaves_nothing_beside(client: Client, file: Path) -> None:
    told = put(client, text="a: 1\n", base=sha(PENDULUM))
    assert told.status == 200
    assert told.data["file"]["sha"] == sha("a: 1\n")
    assert file.read_text() == "a: 1\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(file.parent) == ["arm.yaml"]


def test_a_file_that_was_saved_under_another_name_is_not_taken_for_the_old_one(client: Client, file: Path) -> None:
    """Both hold the same: only the path tells that the writer means another file."""
    assert put(client, tab="b", text=PENDULUM, name="copy.yaml").status == 200
    told = put(client, text="mine: 1\n", base=sha(PENDULUM), path=str(file))
    assert told.status == 409
    assert "copy.yaml" in told.data["messages"][0]["what"]
    assert (file.parent / "copy.yaml").read_text() == PENDULUM == file.read_text()
    assert put(client, text="mine: 1\n", base=sha(PENDULUM), path=str(file.parent / "copy.yaml")).status == 200


@pytest.mark.parametrize("base", [None, "", sha("something else")])
def test_a_file_that_was_changed_is_not_overwritten(client: Client, file: Path, base: str | None) -> None:
    file.write_text("changed: 1\n")
    told = put(client, text="mine: 1\n", base=base)
    assert told.status == 409
    assert told.data["text"] == "changed: 1\n"
    assert told.data["sha"] == sha("changed: 1\n")
    assert file.read_text() == "changed: 1\n"
    assert put(client, text="mine: 1\n", base=told.data["sha"]).status == 200


def test_two_tabs_do_not_overwrite_each_other(client: Client, file: Path) -> None:
    base = read(client)["file"]["sha"]
    assert put(client, "one", text="one: 1\n", base=base).status == 200
    assert put(client, "two", text="two: 2\n", base=base).status == 409
    assert file.read_text() == "one: 1\n"


def test_another_name_is_asked_for_before_it_replaces_a_file(client: Client, file: Path) -> None:
    (file.parent / "other.yaml").write_text("other: 1\n")
    told = put(client, text="new: 1\n", name="other.yaml")
    assert told.status == 409
    assert told.data["exists"] is True
    assert (file.parent / "other.yaml").read_text() == "other: 1\n"
    assert put(client, text="new: 1\n", name="other.yaml", replace=True).status == 200
    assert (file.parent / "other.yaml").read_text() == "new: 1\n"
    assert file.read_text() == PENDULUM
    assert read(client)["file"]["name"] == "other.yaml"


@pytest.mark.parametrize(
    "name",
    ["../secret.yaml", "/tmp/x.yaml", "..\\x.yaml", "x", "x.sh", ".x.yaml", "", "a/b.yaml", "x\0.yaml", "C:x.yaml",
     "a" * 300 + ".yaml", "x\n.yaml"],
)  # fmt: skip
def test_names_stay_in_the_folder(client: Client, file: Path, name: str) -> None:
    assert put(client, text="x: 1", name=name, replace=True).status == 400
    assert os.listdir(file.parent) == ["arm.yaml"]
    assert (file.parent.parent / "secret.yaml").read_text() == "secret: 1"


@needs_links
def test_a_link_is_not_written_through(client: Client, file: Path) -> None:
    (file.parent / "link.yaml").symlink_to(file.parent.parent / "secret.yaml")
    assert put(client, text="x: 1", name="link.yaml", replace=True).status == 400
    assert (file.parent.parent / "secret.yaml").read_text() == "secret: 1"


@pytest.mark.parametrize(
    "asked", [{}, {"text": 1}, {"text": "x", "base": 1}, {"text": "x", "name": []}, {"text": "\ud800"}]
)
def test_what_cannot_be_saved_is_told(client: Client, asked: dict[str, Any]) -> None:
    told = put(client, **asked)
    assert told.status == 400
    assert told.data["messages"][0]["what"]


@needs_posix
def test_a_folder_that_cannot_be_written_is_told(client: Client, file: Path) -> None:
    if os.geteuid() == 0:
        file.unlink()
        file.parent.rename(file.parent.parent / "gone")
    else:
        file.parent.chmod(0o500)
    assert "cannot be written" in put(client, text="x: 1", base=sha(PENDULUM)).data["messages"][0]["what"]


class Listener:
    """A tab that listens to events."""

    def __init__(self, client: Client, tab: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", client.port, timeout=10)
        self._connection.request("GET", "/api/events", headers={**ASKING, "X-Linkwright-Tab": tab})
        self._lines = self._connection.getresponse()

    def until(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        while line := self._lines.readline():
            found = json.loads(line)
            if fits(found):
                return found
        raise AssertionError("the events ended")

    def close(self) -> None:
        self._connection.close()


def test_a_change_on_disk_and_other_tabs_are_told(client: Client, file: Path) -> None:
    one, two = Listener(client, "one"), Listener(client, "two")
    assert one.until(lambda x: x["event"] == "tabs" and x["count"] == 2)
    file.write_text("changed: 1\n")
    for tab in (one, two):
        assert tab.until(lambda x: x["event"] == "changed")["sha"] == sha("changed: 1\n")
    client.ask("POST", "/api/editing", b"{}", {**ASKING, "X-Linkwright-Tab": "one"})
    assert two.until(lambda x: x["event"] == "editing")["tab"] == "one"
    put(client, "two", text="saved: 1\n", base=sha("changed: 1\n"))
    found = one.until(lambda x: x["event"] in ("saved", "editing", "changed"))
    assert found == {"event": "saved", "tab": "two", "sha": sha("saved: 1\n"), "name": "arm.yaml"}
    two.close()
    assert one.until(lambda x: x["event"] == "tabs")["count"] == 1
    one.close()


def test_a_file_of_another_format_is_imported_and_saved_beside(tmp_path: Path) -> None:
    folder = tmp_path / "arm_description" / "urdf"
    folder.mkdir(parents=True)
    (tmp_path / "arm_description" / "meshes").mkdir()
    (tmp_path / "arm_description" / "meshes" / "link.stl").write_text("solid x\nendsolid x\n")
    urdf = (ROOT / "examples" / "elbow6.urdf").read_text()
    (folder / "elbow6.urdf").write_text(urdf)
    with studio(folder / "elbow6.urdf") as client:
        found = read(client)
        assert found["imported"] is True
        assert found["document"].count("linkwright: 1") == 1
        assert client.post("check", {"document": found["document"]}).data["report"]["nv"] == 6
        assert put(client, text="x: 1", base=found["file"]["sha"]).status == 400
        assert (folder / "elbow6.urdf").read_text() == urdf
        assert put(client, text=found["document"], name=found["name"]).status == 200
        assert (folder / "elbow6.yaml").read_text() == found["document"]
        mesh = client.get("/api/mesh?path=meshes/link.stl", **{"X-Linkwright-Token": WORD})
        assert mesh.text == "solid x\nendsolid x\n"
        assert mesh.headers["content-type"] == "model/stl"


@needs_links
@pytest.mark.parametrize(
    "path",
    ["../secret.stl", "%2e%2e/secret.stl", "/etc/passwd", "arm.yaml", "..%5csecret.stl", "link.stl", "none.stl", "",
     "x%00.stl", "/" + "a" * 3000 + ".stl", "fake.stl"],
)  # fmt: skip
def test_meshes_stay_in_the_folder(client: Client, file: Path, path: str) -> None:
    (file.parent / "link.stl").symlink_to(file.parent.parent / "secret.stl")
    (file.parent / "fake.stl").symlink_to(file)
    told = client.get(f"/api/mesh?path={path}", **{"X-Linkwright-Token": WORD})
    assert told.status in (400, 404)
    assert "secret" not in told.text.replace("secret.stl", "")
    if told.status == 404:
        assert "is not below the folder of arm.yaml" in told.data["messages"][0]["what"]


def test_without_a_file_the_page_is_empty_and_may_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with studio() as client:
        assert read(client) == {"ok": True, "file": None, "folder": str(tmp_path)}
        assert put(client, text="x: 1", base=None).status == 400
        assert put(client, text="x: 1", name="mine.yaml").status == 200
    assert (tmp_path / "mine.yaml").read_text() == "x: 1"

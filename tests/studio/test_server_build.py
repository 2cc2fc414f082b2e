"""The zip of generated code: it is the same every time, and its tests pass where it is unpacked."""

from __future__ import annotations

import base64
import io
import json
import shutil
import subprocess
import zipfile
from collections.abc import Generator
from pathlib import Path

import pytest

import linkwright as lw
from linkwright.studio.desk.building import build
from tests.studio.asking import Client, studio
from tests.support.source import ROOT

PENDULUM = (ROOT / "examples" / "double_pendulum.yaml").read_text()


@pytest.fixture(scope="module")
def client() -> Generator[Client]:
    with studio() as found:
        yield found


@pytest.mark.skipif(not shutil.which("gcc") or not shutil.which("make"), reason="no gcc or make")
def test_the_tests_in_a_zip_of_c_pass(client: Client, tmp_path: Path) -> None:
    told = client.post("build", {"document": PENDULUM, "languages": ["c"], "quantities": [], "parameters": "numeric"})
    assert told.status == 200
    assert told.headers["content-type"] == "application/zip"
    assert told.headers["content-disposition"] == 'attachment; filename="double_pendulum.zip"'
    with zipfile.ZipFile(io.BytesIO(told.body)) as archive:
        archive.extractall(tmp_path)
    assert (tmp_path / "double_pendulum.yaml").read_text() == PENDULUM
    done = subprocess.run(["make", "test"], cwd=tmp_path / "c", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "README.md" in {p.name for p in (tmp_path / "c").iterdir()}


def test_a_zip_is_reproducible_and_has_what_build_writes() -> None:
    payload = {"document": PENDULUM, "languages": ["c", "javascript"], "quantities": ["gravity"]}
    one, two = (base64.b64decode(build(payload)["zip"]) for _ in range(2))
    assert one == two
    built = lw.build(ROOT / "examples" / "double_pendulum.yaml", to="c,javascript", quantities="gravity").trees
    with zipfile.ZipFile(io.BytesIO(one)) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    expected = {f"{language}/{path}": text for language, tree in built.items() for path, text in tree.items()}
    assert texts == {**expected, "double_pendulum.yaml": PENDULUM}


def test_progress_is_told_on_the_way(client: Client) -> None:
    told = client.post("build", {"document": PENDULUM, "languages": ["c", "rust"]}, Accept="application/x-ndjson")
    *progress, last = [json.loads(line) for line in told.text.splitlines()]
    assert "writing rust" in [x["what"] for x in progress]
    assert [x["progress"] for x in progress] == sorted(x["progress"] for x in progress)
    assert zipfile.is_zipfile(io.BytesIO(base64.b64decode(last["zip"])))


def test_what_cannot_be_built_is_told(client: Client) -> None:
    told = client.post("build", {"document": PENDULUM, "languages": ["cobol"]})
    assert told.status == 422
    assert "cobol" in told.data["messages"][0]["what"]

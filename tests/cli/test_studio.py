"""`linkwright studio`: the URL first, the browser second, an end without complaints."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from linkwright.cli import studio
from linkwright.errors import LinkwrightError
from linkwright.studio.server import serve
from tests.support.source import ROOT
from tests.support.systems import is_root, needs_posix

PENDULUM = ROOT / "examples" / "double_pendulum.yaml"


@contextmanager
def started(*arguments: str, env: Mapping[str, str] = {}) -> Generator[tuple[subprocess.Popen[str], str]]:
    """The command, and the first line that it prints."""
    command = [sys.executable, "-m", "linkwright", "studio", *arguments]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **env}
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def status(url: str, path: str, token: str = "") -> int:
    """Of a GET, as soon as the server answers."""
    for _ in range(100):
        connection = HTTPConnection(urlsplit(url).netloc, timeout=10)
        try:
            connection.request("GET", path, headers={"X-Linkwright-Token": token})
            return connection.getresponse().status
        except ConnectionRefusedError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise AssertionError("no answer")


@needs_posix
@pytest.mark.parametrize("end", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_the_url_is_printed_first_and_a_signal_ends_it_quietly(end: signal.Signals) -> None:
    with started(str(PENDULUM), "--no-browser") as (process, url):
        assert url.startswith("http://127.0.0.1:")
        token = url.partition("#token=")[2]
        assert len(token) >= 32
        assert status(url, "/api/document") == 401
        assert status(url, "/api/document", token) == 200
        process.send_signal(end)
        out, err = process.communicate(timeout=10)
        assert process.returncode == 0
        assert (out, err) == ("", "")


@needs_posix
def test_a_browser_that_does_not_return_holds_up_nothing(tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\nsleep 5\n')
    script.chmod(0o755)
    with started(env={"BROWSER": f"{script} %s"}) as (process, url):
        assert status(url, "/api/document", url.partition("#token=")[2]) == 200
        assert process.poll() is None
        for _ in range(100):
            if (tmp_path / "opened").exists() and (tmp_path / "opened").read_text():
                break
            time.sleep(0.05)
        assert (tmp_path / "opened").read_text().strip() == url


def test_what_cannot_be_opened_is_told() -> None:
    for arguments, said in (
        (["none.yaml"], "no such file"),
        (["--port", "1", "--no-browser"], "port 1 cannot be used"),
    ):
        if arguments[0] == "--port" and is_root():
            continue  # may use every port
        done = subprocess.run(
            [sys.executable, "-m", "linkwright", "studio", *arguments], capture_output=True, text=True, check=False
        )
        assert done.returncode == 2
        assert said in done.stderr
        assert "Traceback" not in done.stderr


def test_the_address_is_the_same_at_every_start_as_long_as_it_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.listening(0) as free:
        port = free.getsockname()[1]
    monkeypatch.setattr(serve, "USUAL", port)
    with serve.usual() as first, serve.usual() as second:
        assert first.getsockname()[1] == port != second.getsockname()[1]


@pytest.mark.slow
def test_a_port_in_use_is_told() -> None:
    with started("--no-browser") as (_, url):
        port = str(urlsplit(url).port)
        command = [sys.executable, "-m", "linkwright", "studio", "--no-browser", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert f"port {port} cannot be used" in done.stderr


def test_a_missing_extra_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studio, "EXTRA", ("starlette", "no_such_package"))
    with pytest.raises(LinkwrightError, match="the studio needs no_such_package") as told:
        studio.run_studio(None, 0, None, False)
    assert told.value.hint.startswith("pip install -e '")  # these tests run from a clone
    assert told.value.hint.endswith("[studio]'")


def test_other_commands_do_not_load_the_server() -> None:
    program = "import sys, linkwright.cli.main; print([m for m in sys.modules if m.split('.')[0] in ('starlette', 'uvicorn')])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

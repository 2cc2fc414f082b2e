"""Workers and clients that are killed: nothing is lost, nothing that was done is done again, nobody is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tests.jobs.client import jobs
from tests.support.jobs import Crew, Job, Journal, workers
from tests.support.systems import needs_posix

pytestmark = needs_posix


def executions(folder: Path, what: str) -> Counter[str]:
    """How often each job has begun or ended."""
    return Counter(path.name.split(".")[0].partition("-")[2] for path in folder.glob(f"{what}-*"))


def worker_of(folder: Path, struck: set[int]) -> int:
    """A process that has just begun a job."""
    late = time.time() + 20
    while time.time() < late:
        ended = executions(folder, "ended")
        for path in folder.glob("begun-*"):
            name, pid, _ = path.name.split(".")
            young = time.time() - path.stat().st_mtime < 0.1
            if young and not ended[name.partition("-")[2]] and int(pid) not in struck:
                return int(pid)
        time.sleep(0.01)
    raise AssertionError("no job begins")


class Killer:
    """Kills the worker of a job that is under way, so often."""

    def __init__(self, folder: Path, times: int) -> None:
        self._folder, self._times = folder, times
        self.struck: set[int] = set()

    def strike(self) -> None:
        if len(self.struck) < self._times:
            victim = worker_of(self._folder, self.struck)
            os.kill(victim, signal.SIGKILL)
            self.struck.add(victim)


def start(folder: Path, count: int, crew_size: int, seconds: float) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.jobs.client", str(folder), str(count), str(crew_size), str(seconds)]
    path = os.pathsep.join(p for p in sys.path if p)
    return subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True,
    )  # fmt: skip


def lines(client: subprocess.Popen[str], count: int) -> list[str]:
    assert client.stdout is not None
    return [client.stdout.readline().strip() for _ in range(count)]


def gone(processes: list[psutil.Process]) -> bool:
    """Whether all have ended, or end by themselves within ten seconds."""
    _, alive = psutil.wait_procs(processes, timeout=10)
    return not [p for p in alive if p.is_running() and p.status() != psutil.STATUS_ZOMBIE]


def resumed(folder: Path, count: int, before: Counter[str]) -> None:
    """The rest, in one process: what had ended and was journalled is not begun again."""
    with Journal(folder / "journal.sqlite", {"count": count}) as journal, workers() as crew:
        known = journal.keys()
        found = list(crew.run(jobs(folder, count, 0), journal))
        assert journal.keys() == {f"t/{k}" for k in range(count)}
    assert {x.key: x.result for x in found} == {f"t/{k}": {"name": f"{k}"} for k in range(count)}
    after = executions(folder, "begun")
    assert all(after[key[2:]] == before[key[2:]] == 1 for key in known)
    assert all(after[str(k)] == before[str(k)] + (f"t/{k}" not in known) for k in range(count))


@pytest.fixture
def two() -> Iterator[Crew]:
    with workers(2) as crew:
        yield crew


def test_three_killed_workers_lose_and_repeat_nothing(two: Crew, tmp_path: Path) -> None:
    """Only what was under way in them begins again."""
    count = 12
    killer = Killer(tmp_path, 3)
    with Journal(tmp_path / "journal.sqlite") as journal:
        for outcome in two.run(jobs(tmp_path, count, 0.25), journal):
            assert outcome.status == "done"
            killer.strike()
        assert journal.keys() == {f"t/{k}" for k in range(count)}
    assert len(killer.struck) == 3
    assert executions(tmp_path, "ended") == Counter({str(k): 1 for k in range(count)})
    assert executions(tmp_path, "begun").total() == count + 3


def test_a_client_killed_is_resumed(tmp_path: Path) -> None:
    client = start(tmp_path, 8, 2, 0.2)
    family = psutil.Process(client.pid).children(recursive=True)
    seen = lines(client, 4)
    family = psutil.Process(client.pid).children(recursive=True)
    client.kill()
    client.communicate()
    assert all(line.endswith("done") for line in seen)
    assert len(family) >= 2
    assert gone(family)
    resumed(tmp_path, 8, executions(tmp_path, "begun"))


@pytest.mark.slow
@pytest.mark.parametrize("crew_size", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_client_that_is_told_to_stop_leaves_nobody_behind(tmp_path: Path, number: int, crew_size: int) -> None:
    """Ctrl-C of a terminal goes to the whole family, SIGTERM to the client."""
    client = start(tmp_path, 12, crew_size, 0.3)
    lines(client, 3)
    family = psutil.Process(client.pid).children(recursive=True)
    if number == signal.SIGINT:
        os.killpg(client.pid, number)
    else:
        client.send_signal(number)
    _, told = client.communicate(timeout=20)
    assert client.returncode == (-signal.SIGINT if number == signal.SIGINT else 128 + number), told
    assert told.count("Traceback") == (number == signal.SIGINT)
    assert gone(family)
    resumed(tmp_path, 12, executions(tmp_path, "begun"))


@pytest.mark.slow
def test_only_the_task_that_kills_its_worker_is_crashed(two: Crew, tmp_path: Path) -> None:
    deadly = [Job(f"d/{k}", "tests.jobs.jobs:deadly", {"folder": str(tmp_path), "name": f"d{k}"}) for k in range(2)]
    innocent = jobs(tmp_path, 10, 0.3)
    with Journal(tmp_path / "journal.sqlite") as journal:
        found = {x.key: x.status for x in two.run([*deadly, *innocent], journal)}
        assert found == {x.key: x.status for x in journal.outcomes()}
        again = {x.key: x.status for x in two.run([*deadly, *innocent], journal)}
    assert found == again == {**{t.key: "crashed" for t in deadly}, **{t.key: "done" for t in innocent}}
    assert executions(tmp_path, "ended") == Counter({str(k): 1 for k in range(10)})
    assert next(two.run(jobs(tmp_path, 1, 0))).status == "done"  # the crew goes on


@pytest.mark.slow
def test_a_scheduler_that_is_there_already(tmp_path: Path) -> None:
    """Started by hand on a free port; a worker of it dies; then all of it does."""
    file = tmp_path / "scheduler.json"
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    where = ["--scheduler-file", str(file)]
    options = ["--host", "127.0.0.1", "--no-dashboard"]
    commands = [["scheduler", *options, "--port", "0", "--dashboard-address", "127.0.0.1:0"]]
    commands += [["worker", *options, "--nthreads", "1", "--no-dashboard", "--nanny"]] * 2
    started = [
        subprocess.Popen([sys.executable, "-m", "dask", *c, *where], env=path, stderr=subprocess.DEVNULL, cwd=tmp_path)
        for c in commands
    ]
    try:
        while not file.exists():
            time.sleep(0.05)
        import json

        address = json.loads(file.read_text())["address"]
        with workers(scheduler=address) as crew:
            killer = Killer(tmp_path, 1)
            for outcome in crew.run(jobs(tmp_path, 8, 0.3)):
                assert outcome.status == "done"
                killer.strike()
            assert len(killer.struck) == 1
            assert executions(tmp_path, "ended") == Counter({str(k): 1 for k in range(8)})
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait(20)

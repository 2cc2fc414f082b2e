"""Programs of others (compilers, interpreters, the tests they make), run with a time limit and ended with their children."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import threading
from pathlib import Path

_GROUPS = os.name == "posix"
"""Whether a program and its children can be ended as one."""


class Children:
    """The programs that some work has running, in any of its threads; when the work is given up, they end."""

    def __init__(self) -> None:
        self._lock, self._running, self._over = threading.Lock(), set[subprocess.Popen[str]](), False

    def start(self, command: list[str], folder: Path) -> subprocess.Popen[str] | None:
        """A program, or None where the work is given up already."""
        with self._lock:
            if self._over:
                return None
            process = subprocess.Popen(  # noqa: S603 - the words come from our own table, no shell reads them
                command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                encoding="utf-8", errors="replace", start_new_session=_GROUPS,
            )  # fmt: skip
            self._running.add(process)
            return process

    def ended(self, process: subprocess.Popen[str]) -> None:
        """It has been waited for: its number may belong to another program from now on."""
        with self._lock:
            self._running.discard(process)

    def end(self) -> None:
        """End all of them, and let none begin."""
        with self._lock:
            self._over = True
            for process in self._running:
                _kill(process)


def run(command: list[str], folder: Path, seconds: float, children: Children | None = None) -> tuple[int | None, str]:
    """Exit code (None: out of time, or given up) and output. Its children end with it, and it with who waits for it."""
    children = children or Children()
    process = children.start(command, folder)
    if process is None:
        return None, ""
    try:
        output, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        _kill(process)
        output, _ = process.communicate()
        return None, output
    except BaseException:  # Ctrl-C, or a signal that unwinds the command
        _kill(process)
        process.wait()
        raise
    finally:
        children.ended(process)
    return process.returncode, output


def code_text(code: int | None) -> str:
    """How a program ended, in words."""
    return "ran out of time" if code is None else f"ended with code {code}"


def _kill(process: subprocess.Popen[str]) -> None:
    with contextlib.suppress(ProcessLookupError):
        if _GROUPS:
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()

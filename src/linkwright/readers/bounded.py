"""A task of `child` in a process of its own, so that it can be ended: a formula of a stranger's file may take for ever, and no
check of its text can tell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_CHILD = Path(__file__).with_name("child.py")


class Unfinished(Exception):
    """The task took more time than it may."""


class Failed(Exception):
    """The task ended with an error; its text."""


@dataclass(frozen=True)
class Bound:
    """seconds of processor time (of the clock: four times as many, a computer may be busy), megabytes of memory."""

    seconds: int
    megabytes: int


def bounded(task: str, given: Any, bound: Bound) -> str:
    """The result of a task, within bounds; a Python that is part of another program cannot start one, and does it itself."""
    if not sys.executable:
        from linkwright.readers.child import TASKS

        return TASKS[task](given)
    order = {"task": task, "given": given, "seconds": bound.seconds, "megabytes": bound.megabytes}
    try:
        ended = subprocess.run(  # noqa: S603 this Python, and a program of ours
            [sys.executable, "-P", str(_CHILD)],  # -P: modules beside the child are not for import
            input=json.dumps(order).encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=4 * bound.seconds,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)},
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Unfinished from None
    answer = ended.stdout.decode("utf-8", "replace")
    if answer.startswith("+"):
        return answer[1:]
    if answer.startswith("-"):
        raise Failed(answer[1:])
    raise Unfinished  # ended by the system: the limit of its time

"""Reads model files from standard input, one a line, and answers each with a line of JSON.

A process of its own, so that the one that asks can end it when a file takes too long.
"""

from __future__ import annotations

import os
import sys
import traceback
from importlib import import_module
from pathlib import Path

from benchmarks.corpus.outcome import Outcome

PEERS = {".urdf": "urdf", ".sdf": "sdf", ".xml": "mujoco"}


def outcome(path: Path) -> Outcome:
    """What became of this file; an exception that is no answer to a user is one too."""
    try:
        return import_module(f"benchmarks.corpus.{PEERS[path.suffix]}").compare(path)
    except Exception as error:  # every kind is a finding
        place = traceback.extract_tb(error.__traceback__)[-1]
        detail = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        return Outcome(str(path), "traceback", detail=detail)


def main() -> None:
    """Until the input ends. What libraries print goes to standard error."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(outcome(Path(line.rstrip("\n"))).to_json(), file=answers, flush=True)


if __name__ == "__main__":
    main()

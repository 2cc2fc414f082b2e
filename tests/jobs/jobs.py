"""What tests let jobs do. Every execution leaves a file, so that they can be counted."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np


def executed(folder: str, name: str) -> None:
    (Path(folder) / f"{name}.{os.getpid()}.{uuid4().hex}").write_text("")


def add(a: Any, b: Any) -> Any:
    return a + b


def slow(folder: str, name: str, seconds: float) -> dict[str, Any]:
    """Says when it has begun and, at its end, that it was executed."""
    executed(folder, f"begun-{name}")
    time.sleep(seconds)
    executed(folder, f"ended-{name}")
    return {"name": name}


def deadly(folder: str, name: str) -> None:
    executed(folder, f"begun-{name}")
    os.kill(os.getpid(), signal.SIGKILL)


def matrices(seed: int) -> dict[str, Any]:
    """Numbers that differ in the last digits if sums are done in another order."""
    A = np.random.default_rng(seed).normal(size=(300, 300))
    return {"inverse": np.linalg.inv(A)[:3], "norm": float(np.linalg.norm(A @ A)), "pair": (seed, None)}


def wrong(word: str) -> None:
    raise ValueError(f"no {word}")


def leave() -> None:
    raise SystemExit(3)


def threads() -> str:
    return os.environ.get("OPENBLAS_NUM_THREADS", "")

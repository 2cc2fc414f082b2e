"""A range of work split over threads."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

WORTH_A_THREAD = 8_000_000
"""Instructions (of all states together) that are worth another thread: about 0.5 ms of vector code. (Measured: to hand over
work and to wait for it takes 0.3 ms, so two threads gain from twice this on.)"""
_SLICES = 4
"""Slices per thread, so that a thread that was interrupted does not keep the others waiting."""

_pool: ThreadPoolExecutor | None = None


def in_threads(run: Callable[[int, int], None], count: int, step: int, cost: int, threads: int | None = None) -> None:
    """run(start, stop) over 0 .. count, in slices of a multiple of `step`; `cost` is the instructions of one state.

    Whoever is free takes the next slice: a thread that wakes late, or is interrupted, leaves more to the others, and one that
    has not begun when nothing is left is not waited for. What a slice computes does not depend on who computes it.
    """
    most = threads if threads is not None else processors()
    useful = max(1, min(most, count * cost // WORTH_A_THREAD if threads is None else -(-count // step)))
    if useful == 1:
        run(0, count)
        return
    size = -(-count // (useful * _SLICES * step)) * step
    left = _Slices(count, size)
    waiting = [_executor().submit(_worker, run, left) for _ in range(1, useful)]
    try:
        _worker(run, left)
    finally:  # whoever interrupts this gets his arrays back when nobody writes to them any more
        left.close()
        begun = [future for future in waiting if not future.cancel()]
        _wait(begun)
    for future in begun:
        future.result()


def processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Slices:
    """The slices that nobody has taken yet."""

    def __init__(self, count: int, size: int) -> None:
        self.count, self.size = count, size
        self._next = 0
        self._lock = threading.Lock()

    def take(self) -> tuple[int, int] | None:
        with self._lock:
            start = self._next
            self._next += self.size
        return (start, min(start + self.size, self.count)) if start < self.count else None

    def close(self) -> None:
        """Leave nothing to take."""
        with self._lock:
            self._next = self.count


def _worker(run: Callable[[int, int], None], left: _Slices) -> None:
    while taken := left.take():
        run(*taken)


def _wait(begun: list[Future[None]]) -> None:
    from concurrent.futures import wait

    wait(begun)


def _executor() -> ThreadPoolExecutor:
    global _pool
    if _pool is None:
        from concurrent.futures import ThreadPoolExecutor

        _pool = ThreadPoolExecutor(max(1, processors() - 1), thread_name_prefix="linkwright")
    return _pool


def _forget() -> None:
    global _pool
    _pool = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)  # threads do not survive a fork; waiting for them would be forever

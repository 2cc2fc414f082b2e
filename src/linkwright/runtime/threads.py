"""A range of work split over threads."""

from __future__ import annotations

import ctypes
import os
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from operator import index
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from linkwright.errors import InputError
from linkwright.runtime.compiled import compiled
from linkwright.runtime.machine import Code, host

WORTH_A_THREAD = 8_000_000
"""Instructions (of all states together) that are worth another thread: about 0.5 ms of vector code. (Measured: a thread that
sleeps takes 0.2 ms to come, so two threads gain from twice this on.)"""
_SLICES = 16
"""Slices per thread, so that a thread that comes late, or was interrupted, does not keep the others waiting."""
_PATIENCE = 4000
"""Looks at a word before a thread sleeps, some 0.1 ms: batches often follow each other, and to wake takes longer."""


class Slices:
    """A range of work in pieces, each for whoever is free: here, or in machine code (slices.ll)."""

    def __init__(self, count: int, size: int) -> None:
        self._words = (ctypes.c_int64 * 6)(0, -(-count // size), size, count, 0, ctypes.addressof(_bell))
        self._lock = threading.Lock()

    @property
    def address(self) -> int:
        """Number of the next slice, how many there are, elements of one and of all, who is at work, where the bell is."""
        return ctypes.addressof(self._words)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Start and stop of what nobody has taken yet."""
        _, many, size, count, *_ = self._words
        while (number := self._take()) < many:
            yield number * size, min((number + 1) * size, count)

    def _take(self) -> int:
        with self._lock:
            self._words[0] += 1
            return self._words[0] - 1

    def done_by(self, work: Callable[[Slices], None]) -> None:
        """work(self), by one of those who help: no interrupt comes to their threads, so that all who are counted leave."""
        with self._lock:
            self._words[4] += 1
        try:
            work(self)
        finally:
            with self._lock:
                self._words[4] -= 1

    def close(self) -> None:
        """Leave nothing to take, and wait for those who have something; an interrupt waits until then, too."""
        interrupt: KeyboardInterrupt | None = None
        self._words[0] = self._words[1]
        while at_work := self._words[4]:
            try:
                machine_code().wait(self.address + 32, at_work, _PATIENCE)
                if self._words[4] == at_work:
                    time.sleep(1e-4)
            except KeyboardInterrupt as told:
                interrupt = told
        if interrupt:
            raise interrupt


def in_threads(work: Callable[[Slices], None], count: int, step: int, cost: int, threads: int | None = None) -> None:
    """work(slices) of 0 .. count in several threads; slices are multiples of `step`, `cost` is the instructions of one state.

    Whoever is free takes the next slice: a thread that wakes late, or is interrupted, leaves more to the others, and one that
    has not begun when nothing is left is not waited for. What a slice computes does not depend on who computes it.
    """
    most = threads if threads is not None else processors()
    useful = max(1, min(most, count * cost // WORTH_A_THREAD if threads is None else -(-count // step)))
    if useful == 1:
        work(Slices(count, max(count, 1)))
        return
    slices = Slices(count, -(-count // (useful * _SLICES * step)) * step)
    _helpers().share(slices, work, useful)


def checked_threads(threads: Any) -> int | None:
    """How many a caller asks for: a whole number from 1 on, or None."""
    try:
        wanted = None if threads is None else index(threads)
    except TypeError:
        wanted = 0
    if wanted is not None and wanted < 1:
        hint = "a whole number from 1 on; without it, as many as pay"
        raise InputError(f"threads is {threads!r}, no number of threads", hint=hint)
    return wanted


def processors() -> int:
    """Processors that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:
        return os.cpu_count() or 1


class _Share:
    """Work that several may take part in, and what went wrong where others did."""

    def __init__(self, slices: Slices, work: Callable[[Slices], None]) -> None:
        self.slices = slices
        self.work: Callable[[Slices], None] | None = work
        self.failures: list[BaseException] = []

    def take(self) -> None:
        if work := self.work:
            self.slices.done_by(lambda slices: self._tried(work, slices))

    def _tried(self, work: Callable[[Slices], None], slices: Slices) -> None:
        try:
            work(slices)
        except BaseException as failure:  # whoever called gets to know
            self.failures.append(failure)


class _Helpers:
    """Threads beside those that call. One without work listens for the bell for a moment, then it sleeps."""

    def __init__(self) -> None:
        self._inbox: SimpleQueue[_Share] = SimpleQueue()
        self._count = 0
        self._lock = threading.Lock()

    def share(self, slices: Slices, work: Callable[[Slices], None], threads: int) -> None:
        """Done when this returns; none of them works on it then, whatever happened."""
        share = _Share(slices, work)
        try:
            for _ in range(self._present(threads - 1)):
                self._inbox.put(share)
            work(slices)
        finally:  # whoever interrupts this gets his arrays back when nobody writes to them any more
            slices.close()
            share.work = None
        if share.failures:
            raise share.failures[0]

    def _present(self, wanted: int) -> int:
        """How many there are of those that are wanted; at most one per processor works, with whoever calls."""
        wanted = min(wanted, max(1, processors() - 1))
        with self._lock:
            while self._count < wanted:
                threading.Thread(target=self._serve, name=f"linkwright-{self._count}", daemon=True).start()
                self._count += 1
        return wanted

    def _serve(self) -> None:
        while True:
            self._next().take()

    def _next(self) -> _Share:
        heard = _bell.value
        with suppress(Empty):
            return self._inbox.get_nowait()
        machine_code().wait(ctypes.addressof(_bell), heard, _PATIENCE)
        return self._inbox.get()


_bell = ctypes.c_int64()


@cache
def _helpers() -> _Helpers:
    return _Helpers()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        after_in_child=_helpers.cache_clear
    )  # threads do not survive a fork; waiting for them would be forever


_PAUSES = {"x86_64": "call void @llvm.x86.sse2.pause()", "aarch64": "call void @llvm.aarch64.hint(i32 1)"}


class MachineCode(NamedTuple):
    """The functions of slices.ll, which the interpreter does not wait for."""

    work: Any
    wait: Any
    code: Code


@cache
def machine_code() -> MachineCode:
    """Compiled when it is first needed."""

    def write() -> str:
        from importlib.resources import files

        architecture = host().triple.partition("-")[0]
        pause = _PAUSES.get("aarch64" if architecture == "arm64" else architecture, "")
        declared = pause.replace("call", "declare").replace("i32 1", "i32")
        text = files("linkwright.runtime").joinpath("slices.ll").read_text()
        return re.sub(r"^ *PAUSE$", pause, text, flags=re.MULTILINE) + declared

    code = compiled("slices", host(), write)
    pointer, number = ctypes.c_void_p, ctypes.c_int64
    work = ctypes.CFUNCTYPE(None, *[pointer] * 5, number, pointer, ctypes.c_bool)(code.address("work"))
    wait = ctypes.CFUNCTYPE(None, pointer, number, number)(code.address("wait"))
    return MachineCode(work, wait, code)

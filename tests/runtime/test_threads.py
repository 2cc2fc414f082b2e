"""Batches over threads: every state once, interrupts, failures, arrays that live as long as somebody writes, forks."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import textwrap
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from tests.support.runtime import (
    Slices,
    in_threads,
    native,
    processors,
)

from .kernels import Code, product_and_sum


def test_every_state_belongs_to_one_slice() -> None:
    for count in (1, 8, 9, 1000, 12345):
        for threads in (1, 2, 5):
            seen = np.zeros(count, int)

            def visit(slices: Slices, seen: np.ndarray = seen) -> None:
                for start, stop in slices:
                    seen[start:stop] += 1

            in_threads(visit, count, 8, 10**7, threads)
            assert (seen == 1).all()


def test_an_interrupted_call_ends_when_nobody_writes_any_more() -> None:
    """The caller is interrupted while another thread has a slice: that one is waited for, and nobody takes a further slice."""
    taken, done = threading.Event(), []

    def run(slices: Slices) -> None:
        for start, _ in slices:
            if threading.current_thread() is caller:
                taken.wait(20)
                raise KeyboardInterrupt
            taken.set()
            time.sleep(0.1)
            done.append(start)

    caller = threading.current_thread()
    with pytest.raises(KeyboardInterrupt):
        in_threads(run, 800, 8, 10**7, 2)
    assert len(done) == 1


def test_what_goes_wrong_in_another_thread_is_told() -> None:
    def run(slices: Slices) -> None:
        for _ in slices:
            if threading.current_thread() is not caller:
                raise ZeroDivisionError
            time.sleep(0.01)

    caller = threading.current_thread()
    with pytest.raises(ZeroDivisionError):
        in_threads(run, 8000, 8, 10**7, 2)


def test_a_batch_keeps_its_arrays_while_a_thread_may_write_to_them() -> None:
    code = Code(x=1)
    code.output("y", [code("sqrt", code.x[0])])
    rows = [np.ones((8, 1)), np.ones((8, 1))]
    kept = [weakref.ref(x) for x in rows]
    run = native(code.kernel())._runner._compiled_batch().over(rows, False)
    del rows
    gc.collect()
    assert all(x() is not None for x in kept)
    run(Slices(8, 8))


def test_a_thread_that_never_comes_is_not_waited_for() -> None:
    """Every thread of the pool is busy with something else: the caller computes all there is."""
    held = threading.Event()
    others = max(1, processors() - 1)
    busy = threading.Barrier(others + 1)

    def hold(slices: Slices) -> None:
        for _ in slices:
            if threading.current_thread() is not holder and not held.is_set():
                busy.wait(20)
            held.wait(20)

    holder = threading.Thread(target=in_threads, args=(hold, 64 * (others + 1), 8, 10**7, others + 1))
    holder.start()
    try:
        busy.wait(20)
        seen = np.zeros(1000, int)

        def visit(slices: Slices) -> None:
            for start, stop in slices:
                seen[start:stop] += 1

        in_threads(visit, 1000, 8, 10**7, 2)  # would wait for a busy thread until that gives up
        assert not held.is_set()
        assert (seen == 1).all()
    finally:
        held.set()
        holder.join()


def test_many_threads_may_call_at_once() -> None:
    """Also the first batch, which compiles the code for batches."""
    f = native(product_and_sum().kernel("busy"))
    random = np.random.default_rng(0)
    a, b, c = random.uniform(-1, 1, (3, 500, 3))
    expected = f(a[0], b[0], c[0])

    def work(_: int) -> bool:
        single = all(np.array_equal(f(a[0], b[0], c[0]), expected) for _ in range(200))
        return single and np.allclose(f(a, b, c), a * b + c, rtol=0, atol=1e-15)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(16)))


def test_threads_that_call_often_at_once_share_one_built_in_function() -> None:
    runner = native(product_and_sum(default=True).kernel())._runner
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: runner.trampoline(), range(8)))
    assert all(call is made[0] for call in made)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_child_process_has_threads_of_its_own() -> None:
    script = """
        import os, warnings
        import numpy as np
        from linkwright.graph.function import Ops, Port
        from linkwright.passes.kernel import Instr, Kernel
        from linkwright.runtime import native
        warnings.simplefilter("ignore")
        kernel = Kernel("f", (Port("x", (1,), (0,)),), (Port("y", (1,), (1,)),),
                        (Instr("input", (), ("x", 0)), Instr("neg", (0,))), Ops())
        f = native(kernel)
        x = np.ones((1000, 1))
        assert (f(x, threads=2) == -1).all()
        child = os.fork()
        if child == 0:
            os._exit(0 if (f(x, threads=2) == -1).all() else 1)
        assert os.waitpid(child, 0)[1] == 0
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(script)], check=True, timeout=240)

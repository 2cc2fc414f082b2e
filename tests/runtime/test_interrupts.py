"""Interrupts of work that several threads share: wherever one comes, nobody waits forever, and nobody writes afterwards."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

from tests.support.runtime import Slices, in_threads


@pytest.mark.skipif(sys.platform == "win32", reason="signals to one thread are those of POSIX")
def test_an_interrupt_while_others_finish_waits_for_them() -> None:
    begun, done = threading.Event(), list[bool]()

    def run(slices: Slices) -> None:
        for _ in slices:
            if threading.current_thread() is caller:
                begun.wait(20)
            else:
                begun.set()
                time.sleep(0.3)
                done.append(True)

    def interrupt() -> None:
        begun.wait(20)
        time.sleep(0.1)
        signal.pthread_kill(caller.ident or 0, signal.SIGINT)

    caller = threading.current_thread()
    sender = threading.Thread(target=interrupt)
    sender.start()
    with pytest.raises(KeyboardInterrupt):
        in_threads(run, 2, 1, 10**9, 2)
    assert done
    sender.join()


def test_an_interrupt_at_any_line_of_the_caller_ends_the_call() -> None:
    program = """
        import linecache, sys, time
        from linkwright.runtime import threads

        def work(slices):
            for _ in slices:
                time.sleep(1e-4)

        def traced(frame, event, _):
            global left
            if frame.f_code.co_filename == threads.__file__ and event == "line":
                text = linecache.getline(threads.__file__, frame.f_lineno)
                left -= not text.strip().startswith("with ")  # what leaves such a block cannot be interrupted
                if left == 0:
                    raise KeyboardInterrupt
            return traced

        threads.in_threads(work, 64, 1, 10**9, 2)
        for line in range(1, 10**6):
            left = line
            sys.settrace(traced)
            try:
                threads.in_threads(work, 3, 1, 10**9, 2)
            except KeyboardInterrupt:
                continue
            finally:
                sys.settrace(None)
            break
        print("ended", line > 20)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "ended True\n", done.stderr

"""Being stopped: a signal unwinds a command as an error does, so that what is half written is taken away."""

from __future__ import annotations

import signal
import sys
from types import FrameType

INTERRUPTED = 130
"""Exit code of a run that the user has stopped by Ctrl-C: 128 and the number of the signal, as shells have it."""
_UNWOUND = ("SIGTERM", "SIGHUP")
"""Of a batch system or a shell that ends; SIGHUP is not there on Windows."""


def unwind_when_stopped() -> None:
    """From here on these signals raise SystemExit; those that are ignored (nohup) or handled already stay as they are."""
    for name in _UNWOUND:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _stop)


def _stop(number: int, frame: FrameType | None) -> None:
    """A second signal is ignored: it would end the tidying up, and who is in a hurry has SIGKILL."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(128 + number)

"""How hypothesis works here: the same examples in every run of `make test`; more, and other ones, in the slow tests.

`pytest --hypothesis-profile=find` shows the first failing example without spending minutes on making it smaller.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile

from hypothesis import HealthCheck, Phase, settings

# Before NumPy is loaded: as many threads as cores in each of as many workers as cores are four times slower than one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# A shell starts what runs in its background with interrupts ignored, and programs that tests interrupt would inherit that.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]

_ALWAYS = {"deadline": None, "database": None, "suppress_health_check": _QUIET}

settings.register_profile("default", derandomize=True, max_examples=12, **_ALWAYS)
settings.register_profile("slow", derandomize=False, max_examples=150, print_blob=True, **_ALWAYS)
settings.register_profile("find", derandomize=True, max_examples=12, phases=[Phase.explicit, Phase.generate], **_ALWAYS)
settings.load_profile("default")

# Compiled code of a test run stays out of the user's own cache; all workers of one run share a folder.
if "LINKWRIGHT_CACHE" not in os.environ:
    os.environ["LINKWRIGHT_CACHE"] = tempfile.mkdtemp(prefix="linkwright-cache-")
    atexit.register(shutil.rmtree, os.environ["LINKWRIGHT_CACHE"], ignore_errors=True)

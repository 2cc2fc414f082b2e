"""Building C and C++ for the benchmark, cached by content in build/bench."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from benchmarks.robots import BUILD

FAST = ("-O3", "-march=native", "-ffp-contract=fast", "-fno-math-errno")
"""For every contestant alike: what the Makefile of our generated C recommends."""


class BuildError(RuntimeError):
    """A compiler said no, or took too long."""


def build(
    compiler: str,
    sources: Sequence[Path],
    flags: Sequence[str],
    suffix: str,
    *,
    depends: Sequence[Path] = (),
    timeout: float = 1800,
) -> Path:
    """Compile `sources` into one file ('.so', or '' for a program). `depends` are included files that matter, too."""
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout
    key = hashlib.sha256("\0".join([version, *flags, *_machine()]).encode())
    for source in (*sources, *depends):
        key.update(source.read_bytes())
    target = BUILD / f"{sources[0].stem}-{compiler}-{key.hexdigest()[:16]}{suffix}"
    if target.exists():
        return target
    BUILD.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".part")
    shared = ["-shared", "-fPIC"] if suffix == ".so" else []
    command = [compiler, *shared, *map(str, sources), "-o", str(partial), *flags]
    try:
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=timeout)
    except subprocess.TimeoutExpired as late:
        raise BuildError(f"{compiler} needed more than {timeout:.0f} s for {sources[0].name}") from late
    if result.returncode:
        raise BuildError(f"{compiler} failed on {sources[0].name}:\n{result.stderr[:2000]}")
    partial.replace(target)
    return target


def available(compiler: str) -> bool:
    return shutil.which(compiler) is not None


def _machine() -> list[str]:
    """What -march=native depends on."""
    info = Path("/proc/cpuinfo")
    if not info.exists():
        return []
    return [line for line in info.read_text().splitlines() if line.startswith(("model name", "flags"))][:2]

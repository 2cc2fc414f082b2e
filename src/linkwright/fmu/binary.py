"""The shared library of a unit for this machine, by its C compiler if there is one."""

from __future__ import annotations

import platform
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from linkwright.fmu.sources import Sources
from linkwright.verification.programs import code_text, run

_COMPILERS = ("cc", "gcc", "clang")
_FLAGS = ("-std=c99", "-O2", "-fPIC", "-fvisibility=hidden")
_SECONDS = 600.0
_SYSTEMS: Mapping[str, tuple[str, str, str]] = {
    "Linux": ("linux", "linux64", ".so"),
    "Darwin": ("darwin", "darwin64", ".dylib"),
    "Windows": ("windows", "win64", ".dll"),
}
"""System -> its name in folders of version 3.0, the folder of version 2.0 (64 bit), the ending of libraries."""
_MACHINES: Mapping[str, str] = {"x86_64": "x86_64", "amd64": "x86_64", "arm64": "aarch64", "aarch64": "aarch64"}


@dataclass(frozen=True)
class Binaries:
    """Version -> (path inside the unit, bytes); or none, and why. failed: the compiler's own words."""

    libraries: Mapping[int, tuple[str, bytes]]
    note: str
    failed: str = ""


def binaries_of(sources: Sources) -> Binaries:
    """Libraries for this machine; the equations are compiled once for both versions."""
    compiler = next((path for name in _COMPILERS if (path := shutil.which(name))), None)
    system, machine = platform.system(), _MACHINES.get(platform.machine().lower())
    if compiler is None:
        return Binaries({}, f"sources only: there is no C compiler ({', '.join(_COMPILERS)})")
    if system not in _SYSTEMS or machine is None:
        return Binaries({}, f"sources only: the standard has no name for {system} on {platform.machine()}")
    name, old, ending = _SYSTEMS[system]
    folders = {2: old if machine == "x86_64" or system == "Darwin" else f"{machine}-{name}", 3: f"{machine}-{name}"}
    found: dict[int, tuple[str, bytes]] = {}
    with tempfile.TemporaryDirectory(prefix="linkwright-", ignore_cleanup_errors=True) as place:
        folder = Path(place)
        for path, text in {**sources.of(2), **sources.of(3)}.items():
            (folder / path).write_bytes(text.encode())
        every = sorted({*sources.compiled(2), *sources.compiled(3)})
        commands = [[compiler, *_FLAGS, "-c", *every]]
        for version in folders:
            objects = [f"{Path(c).stem}.o" for c in sources.compiled(version)]
            commands.append([compiler, "-shared", "-o", f"fmi{version}{ending}", *objects, "-lm"])
        for command in commands:
            code, output = run(command, folder, _SECONDS)
            if code != 0:
                return Binaries({}, f"failed: {Path(compiler).name} {code_text(code)}; sources only", output)
        for version, inside in folders.items():
            library = (folder / f"fmi{version}{ending}").read_bytes()
            found[version] = f"binaries/{inside}/{sources.identifier}{ending}", library
    return Binaries(found, f"binary for {folders[3]}")

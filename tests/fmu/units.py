"""Units of this folder's tests: built once each, in a folder of the session, and run by fmpy."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwright as lw

fmpy = pytest.importorskip("fmpy")
if not any(shutil.which(name) for name in ("cc", "gcc", "clang")):
    pytest.skip("no C compiler", allow_module_level=True)

EXAMPLES = Path(__file__).parents[2] / "examples"
KINDS = [(version, kind) for version in (3, 2) for kind in ("CoSimulation", "ModelExchange")]
IDS = [f"{kind}-{version}" for version, kind in KINDS]

_kept = tempfile.TemporaryDirectory(prefix="linkwright-fmu-")


TUMBLER = """
linkwright: 1
name: tumbler
gravity: [0, 0, 0]
joints:
  base: {type: floating, child: hull}
  wheel: {type: revolute, axis: [0, 1, 0], parent: hull, child: rotor, xyz: [0.1, 0, 0]}
bodies:
  hull: {mass: 3, inertia: [0.2, 0.3, 0.4]}
  rotor: {mass: 0.5, com: [0.02, 0, 0], inertia: [0.01, 0.02, 0.01]}
frames:
  nozzle: {body: hull, xyz: [0.4, 0, 0]}
wrenches: [nozzle]
"""
"""A body that floats, with an unbalanced wheel and a frame where wrenches act."""


@cache
def loaded(text: str) -> Any:
    """The robot of a file, or of a text that would be in one."""
    if "\n" not in text:
        return lw.load(EXAMPLES / text)
    path = Path(tempfile.mkdtemp(dir=_kept.name)) / "robot.yaml"
    path.write_text(text, encoding="utf-8")
    return lw.load(path)


@cache
def units(text: str, symbolic: str = "", frame: str | None = None) -> dict[int, Path]:
    """Version -> the unit of an example, or of a text."""
    folder = Path(tempfile.mkdtemp(dir=_kept.name))
    built = lw.build(loaded(text), to=["fmu"], out=folder, symbolic=symbolic, frame=frame)
    assert built.units is not None
    new, old = (folder / "fmu" / name for name in built.units.files)
    return {3: new, 2: old}


def simulated(unit: Path, kind: str, time: float, start: Mapping[str, float] | None = None, **options: Any) -> Any:
    """What fmpy records, by the name of the variable, 100 samples per second."""
    found = fmpy.simulate_fmu(
        str(unit), fmi_type=kind, stop_time=time, output_interval=0.01, step_size=0.01, relative_tolerance=1e-11,
        start_values=dict(start or {}), **options,
    )  # fmt: skip
    assert abs(found["time"][-1] - time) < 1e-9
    return found


def columns(found: Any, names: list[str]) -> Any:
    """Some variables as an array, one row per sample."""
    return np.stack([found[name] for name in names], axis=1)


class Instance:
    """A unit of version 3.0, ready to be asked: model exchange, in its start state."""

    def __init__(self, unit: Path, kind: str = "ModelExchange", start: Mapping[str, float] | None = None) -> None:
        from fmpy import extract, read_model_description
        from fmpy.fmi3 import FMU3Model, FMU3Slave

        self.folder = Path(extract(str(unit), tempfile.mkdtemp(dir=_kept.name)))
        self.description = read_model_description(str(unit))
        self.references = {v.name: v.valueReference for v in self.description.modelVariables}
        made = FMU3Model if kind == "ModelExchange" else FMU3Slave
        interface = self.description.modelExchange or self.description.coSimulation
        self.fmu = made(
            guid=self.description.guid, unzipDirectory=str(self.folder), instanceName="it",
            modelIdentifier=interface.modelIdentifier,
        )  # fmt: skip
        self.fmu.instantiate()
        for name, value in (start or {}).items():
            self.fmu.setFloat64([self.references[name]], [value])
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def get(self, names: list[str]) -> Any:
        return np.array(self.fmu.getFloat64([self.references[n] for n in names]))

    def set(self, name: str, value: float) -> None:
        self.fmu.setFloat64([self.references[name]], [value])

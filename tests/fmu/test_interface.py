"""The C interface: it is what the standard declares, compiles without a warning, and answers wrong calls with words."""

from __future__ import annotations

import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fmu.units import TUMBLER, Instance, fmpy, units

HEADERS = Path(fmpy.__file__).parent / "c-code"
COMPILER = shutil.which("cc") or shutil.which("gcc") or ""


def sources(robot: str, version: int, folder: Path) -> list[str]:
    """The C files of a unit, unpacked."""
    with zipfile.ZipFile(units(robot)[version]) as archive:
        for name in archive.namelist():
            if name.startswith("sources/"):
                (folder / Path(name).name).write_bytes(archive.read(name))
    return sorted(path.name for path in folder.glob("*.c"))


def compiled(folder: Path, *words: str) -> str:
    """What the compiler complains of; warnings are errors."""
    flags = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{HEADERS}"]
    done = subprocess.run([COMPILER, *flags, *words], cwd=folder, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


@pytest.mark.parametrize("version", [2, 3])
@pytest.mark.parametrize("robot", ["cart_pole.yaml", "loops/spherical_fourbar.yaml", "manifold/quadrotor_load.yaml"])
def test_no_warnings(robot: str, version: int, tmp_path: Path) -> None:
    files = sources(robot, version, tmp_path)
    own = [name for name in files if name.startswith("linkwright_")]
    assert compiled(tmp_path, "-c", *files) == ""
    # the standard's headers declare every function: a definition that differs is an error
    extra = ["-Wno-strict-prototypes", "-Wno-comment"]
    assert compiled(tmp_path, "-DLINKWRIGHT_FMI_HEADERS", *extra, "-c", *own) == ""


FACTS = {
    2: (
        "fmi2Component fmi2FMUstate fmi2ValueReference fmi2Real fmi2Integer fmi2Boolean fmi2Char fmi2String fmi2Byte fmi2Status"
        " fmi2Type fmi2StatusKind fmi2CallbackFunctions fmi2EventInfo",
        "fmi2OK fmi2Warning fmi2Discard fmi2Error fmi2Fatal fmi2Pending fmi2ModelExchange fmi2CoSimulation fmi2Terminated"
        " fmi2LastSuccessfulTime offsetof(fmi2EventInfo,nextEventTime) offsetof(fmi2CallbackFunctions,componentEnvironment)"
        " offsetof(fmi2CallbackFunctions,stepFinished) offsetof(fmi2EventInfo,nextEventTimeDefined)",
    ),
    3: (
        "fmi3Instance fmi3FMUState fmi3ValueReference fmi3Float32 fmi3Float64 fmi3Int8 fmi3UInt16 fmi3Int32 fmi3UInt64"
        " fmi3Boolean fmi3Char fmi3String fmi3Byte fmi3Binary fmi3Clock fmi3Status fmi3DependencyKind fmi3IntervalQualifier",
        "fmi3OK fmi3Warning fmi3Discard fmi3Error fmi3Fatal fmi3Dependent fmi3Tunable fmi3IntervalChanged",
    ),
}


@pytest.mark.parametrize("version", [2, 3])
def test_our_types_are_those_of_the_standard(version: int, tmp_path: Path) -> None:
    sources("cart_pole.yaml", version, tmp_path)
    types, numbers = (words.split() for words in FACTS[version])
    lines = [f'printf("%d %d\\n", (int)sizeof({t}), (int)_Alignof({t}));' for t in types]
    lines += [f'printf("%d\\n", (int){n});' for n in numbers]
    text = f'#include <stdio.h>\n#include <stddef.h>\n#include "linkwright_fmi{version}_interface.h"\n'
    (tmp_path / "facts.c").write_text(text + "int main(void) { " + "\n".join(lines) + " return 0; }\n")
    said: list[str] = []
    for define in ("-DOURS", "-DLINKWRIGHT_FMI_HEADERS"):
        done = subprocess.run(
            [COMPILER, "-std=c11", define, f"-I{HEADERS}", "facts.c", "-o", "facts"],
            cwd=tmp_path, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        said.append(subprocess.run([tmp_path / "facts"], capture_output=True, text=True, check=True).stdout)
    assert said[0] == said[1]
    assert len(said[0].splitlines()) == len(types) + len(numbers)


@pytest.mark.parametrize("version", [2, 3])
def test_every_function_of_the_standard_is_there(version: int, tmp_path: Path) -> None:
    header = (HEADERS / f"fmi{version}Functions.h").read_text(encoding="utf-8")
    declared = set(re.findall(rf"FMI{version}_Export\s+fmi{version}\w+TYPE\s+(fmi{version}\w+)\s*;", header))
    assert len(declared) > 40
    nm = shutil.which("nm")
    if nm is None:
        pytest.skip("no nm")
    with zipfile.ZipFile(units("cart_pole.yaml")[version]) as archive:
        (library,) = [name for name in archive.namelist() if name.startswith("binaries/")]
        (tmp_path / "library").write_bytes(archive.read(library))
    done = subprocess.run(
        [nm, "-D", "--defined-only", tmp_path / "library"], capture_output=True, text=True, check=True
    )
    exported = {line.split()[-1] for line in done.stdout.splitlines()}
    assert {name for name in exported if not name.startswith("_")} == declared


ROBOTS = {
    "tree": ("cart_pole.yaml", {"q_pivot": 0.4, "v_rail": 0.3, "v_pivot": -0.2, "tau_rail": 0.3}),
    "loop": ("loops/spherical_fourbar.yaml", {"v_q1": 0.7, "tau_q1": 0.2}),
    "manifold": ("manifold/quadrotor_load.yaml", {"f": 15.0, "M_2": 0.2}),
    "floating": (TUMBLER, {"v_base.wx": 1.0, "v_wheel": 2.0, "tau_wheel": 0.1, "wrench_nozzle.fz": 0.4}),
}


@pytest.mark.parametrize("case", ROBOTS)
def test_directional_derivatives_are_those_of_differences(case: str) -> None:
    robot, start = ROBOTS[case]
    unit = Instance(units(robot)[3], start=start)
    unit.fmu.enterContinuousTimeMode()
    said = unit.description
    states = [d.variable.derivative.name for d in said.derivatives]
    unknowns = [d.variable.name for d in said.derivatives]
    inputs = [v.name for v in said.modelVariables if v.causality == "input"]
    x0, u0 = unit.get(states), unit.get(inputs)
    seed = np.random.default_rng(0).normal(size=len(states) + len(inputs))
    known = [unit.references[n] for n in (*states, *inputs)]
    found = unit.fmu.getDirectionalDerivative([unit.references[n] for n in unknowns], known, list(seed))

    def rates(step: float) -> Any:
        x = (x0 + step * seed[: len(x0)]).astype(float)
        set_states(unit, x)
        for name, value, change in zip(inputs, u0, seed[len(x0) :], strict=True):
            unit.set(name, float(value + step * change))
        return unit.get(unknowns)

    h = 1e-6
    np.testing.assert_allclose(found, (rates(h) - rates(-h)) / (2 * h), rtol=1e-6, atol=1e-6)


def set_states(unit: Instance, x: Any) -> None:
    from ctypes import POINTER, c_double, cast

    unit.fmu.setContinuousStates(cast(np.ascontiguousarray(x).ctypes.data, POINTER(c_double)), len(x))


def stepped(unit: Instance, count: int, first: int = 0) -> Any:
    for k in range(first, first + count):
        unit.fmu.doStep(currentCommunicationPoint=0.01 * k, communicationStepSize=0.01)
    return unit.get(["q_q1", "v_q1", "q_q2"])


def test_a_state_that_was_kept_comes_back() -> None:
    unit = Instance(units("loops/spherical_fourbar.yaml")[3], "CoSimulation", {"v_q1": 0.5})
    stepped(unit, 10)
    kept = unit.fmu.getFMUState()
    data = unit.fmu.serializeFMUState(kept)
    on = stepped(unit, 10, 10)
    unit.fmu.setFMUState(kept)
    np.testing.assert_array_equal(stepped(unit, 10, 10), on)
    unit.fmu.setFMUState(unit.fmu.deserializeFMUState(data))
    np.testing.assert_array_equal(stepped(unit, 10, 10), on)


def test_what_cannot_be_is_refused() -> None:
    unit = Instance(units("cart_pole.yaml")[3], "CoSimulation", {"q_pivot": 0.4})
    for name, value in (
        ("q_pivot", 0.1),
        ("a_rail", 1.0),
        ("time", 2.0),
        ("tau_rail", float("nan")),
        ("solver_step", -1.0),
    ):
        with pytest.raises(Exception, match="failed"):
            unit.set(name, value)
    with pytest.raises(Exception, match="failed"):
        unit.fmu.getFloat64([10_000])
    with pytest.raises(Exception, match="failed"):  # backwards
        unit.fmu.doStep(currentCommunicationPoint=0.0, communicationStepSize=-0.1)
    unit.fmu.terminate()
    unit.fmu.reset()
    assert unit.get(["q_pivot"])[0] == 0.0


def test_another_binary_is_refused() -> None:
    from fmpy.fmi3 import FMU3Slave

    unit = Instance(units("cart_pole.yaml")[3], "CoSimulation")
    stranger = FMU3Slave(
        guid="{another}", unzipDirectory=str(unit.folder), instanceName="it", modelIdentifier="cart_pole"
    )  # fmt: skip
    with pytest.raises(Exception, match="nstantiate"):
        stranger.instantiate()


OUT_OF_REACH = """
linkwright: 1
name: slider_crank
gravity: [0, -9.81, 0]
joints:
  slide: {type: prismatic, axis: [1, 0, 0], child: piston, actuated: true}
  crank: {type: revolute, child: arm}
  rod: {type: revolute, parent: arm, child: bar, xyz: [0.2, 0, 0]}
bodies:
  piston: {mass: 1}
  arm: {mass: 0.4, com: [0.1, 0, 0], inertia: [0, 0.01, 0.01]}
  bar: {mass: 0.4, com: [0.2, 0, 0], inertia: [0, 0.01, 0.01]}
close:
  pin: {kind: pin, first: {body: bar, xyz: [0.4, 0, 0]}, second: {body: piston, xyz: [0, 0, 0]}}
start: {slide: 0.5, crank: 45 deg, rod: -70 deg}
"""


def test_a_motion_that_cannot_go_on_ends_with_words() -> None:
    """A piston that is pushed beyond its dead centre: the free coordinate has no motion there."""
    unit = Instance(units(OUT_OF_REACH)[3], "CoSimulation", {"tau_slide": 500.0})
    with pytest.raises(Exception, match="DoStep"):
        stepped(unit, 100)
    assert np.all(np.isfinite(unit.get(["q_slide", "v_slide", "time"])))
    assert 0.5 < unit.get(["q_slide"])[0] <= 0.6

"""C sources of a unit: the equations from the C emitter, the interface from c/, and a header that ties them together."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from linkwright.emit.build_context import BuildContext
from linkwright.emit.languages.c import C, library
from linkwright.emit.program import Program, program
from linkwright.emit.target import Target
from linkwright.fmu.plant import Plant
from linkwright.fmu.variables import TOLERANCE
from linkwright.passes import optimise
from linkwright.passes.kernel import Kernel
from linkwright.passes.schedule import schedule

MODEL = "linkwright_model.h"
_CORE = ("linkwright_unit.h", "linkwright_unit.c", "linkwright_integrate.c")
_INTERFACES: Mapping[int, tuple[str, ...]] = {
    2: ("linkwright_fmi2_interface.h", "linkwright_fmi2.c"),
    3: ("linkwright_fmi3_interface.h", "linkwright_fmi3.c"),
}
_CALLS = {
    "motion": ("UNIT_RATES", ("x", "u", "theta", "parameters", "rates", "y")),
    "closure": ("UNIT_CLOSURE", ("x", "guess", "parameters", "theta", "residual", "iterations")),
    "projection": ("UNIT_PROJECTION", ("x", "put_back")),
    "directional": ("UNIT_DIRECTIONAL", ("x", "u", "theta", "dx", "du", "parameters", "rates", "y")),
}
"""Function -> the macro by which the interface calls it, and all that it may be given: ports of size 0 are left out."""


@dataclass(frozen=True)
class Sources:
    """Path -> text of what both versions share, and the names that come of it."""

    identifier: str
    token: str
    mark: str
    shared: Mapping[str, str]
    functions: int

    def of(self, version: int) -> dict[str, str]:
        """All files of one version of the interface."""
        return {**self.shared, **{name: _own(name) for name in _INTERFACES[version]}}

    def compiled(self, version: int) -> list[str]:
        """The files that a compiler is given."""
        return [name for name in self.of(version) if name.endswith(".c")]


def sources_of(plant: Plant, about: BuildContext, effort: int) -> Sources:
    """The C files of a plant."""
    made = program(_kernels(plant, effort), C, about)
    code = {**library(made), **{name: _own(name) for name in _CORE}}
    texts = "".join(
        [*code.values(), *(_own(n) for names in _INTERFACES.values() for n in names), repr(_signals(plant))]
    )
    token = _token(texts)
    return Sources(made.name, token, made.mark, {MODEL: _model(plant, made, token), **code}, len(made.kernels))


def _kernels(plant: Plant, effort: int) -> list[Kernel]:
    functions = [f for f in (plant.motion, plant.projection, plant.directional) if f is not None]
    return [schedule(optimise(f, effort)) for f in functions] + ([plant.closure] if plant.closure else [])


def _own(name: str) -> str:
    return (files("linkwright.fmu") / "c" / name).read_text(encoding="utf-8")


def _signals(plant: Plant) -> tuple[object, ...]:
    return plant.states, plant.rates, plant.inputs, plant.outputs, plant.parameters, plant.theta


def _token(text: str) -> str:
    """The same for the same unit: a hash in the form of a GUID."""
    h = hashlib.sha256(text.encode()).hexdigest()
    return f"{{{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:32]}}}"


def _model(plant: Plant, made: Program, token: str) -> str:
    """linkwright_model.h: sizes, start values, functions."""
    head = made.target.comment.block([f"{made.about.robot}: what its unit is made of", made.mark])
    sizes = {
        "NX": len(plant.states), "NU": len(plant.inputs), "NY": len(plant.outputs), "NP": len(plant.parameters),
        "NTHETA": len(plant.theta),
    }  # fmt: skip
    lines = [f"#define {name} {size}" for name, size in sizes.items()]
    lines += [f'#define UNIT_TOKEN "{token}"', f"#define UNIT_TOLERANCE {TOLERANCE!r}"]
    starts = {
        "X": [s.start for s in plant.states], "P": [s.start for s in plant.parameters], "THETA": plant.theta,
    }  # fmt: skip
    lines += [f"#define UNIT_START_{name} {_list(values, made.target)}" for name, values in starts.items()]
    lines += [_macro(made, kernel) for kernel in made.kernels if kernel.name in _CALLS]
    guard = "LINKWRIGHT_MODEL_H"
    parts = [head, f"#ifndef {guard}\n#define {guard}", f'#include "{made.name}.h"', "\n".join(lines), "#endif"]
    return "\n\n".join(parts) + "\n"


def _list(values: Sequence[float], target: Target) -> str:
    """Numbers between braces; C has no empty list."""
    return "{" + ", ".join(repr(float(x)) for x in (values or (0.0,))) + "}"


def _macro(made: Program, kernel: Kernel) -> str:
    macro, given = _CALLS[kernel.name]
    ports = [p.name for p in (*kernel.inputs, *kernel.outputs)]
    assert set(ports) <= set(given), ports
    return f"#define {macro}({', '.join(given)}) \\\n    {made.name}_{kernel.name}({', '.join(ports)})"

"""The structures that a task wants, with the task's payload and design in their files."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path

import numpy as np

from linkwright.arrays import Array
from linkwright.errors import InputError, suggestion
from linkwright.readers.options import read_bytes
from linkwright.synthesis.structure import BASE, Structure, Variable, parameters_of
from linkwright.synthesis.structure_chain import Surroundings, chain_structure
from linkwright.synthesis.structure_file import OF_TASK, read_structure, unit_of
from linkwright.synthesis.task import Task
from linkwright.synthesis.task.parts import FAMILIES


def structures(task: Task) -> tuple[Structure, ...]:
    """Chains of the catalogue, then families, then files, each with a name of its own."""
    wanted = task.structures
    box = _box(task)
    around = Surroundings(
        float(np.linalg.norm(box[1] - box[0])),
        float(box[1, 2] - box[0, 2]) / 2,
        OF_TASK[task.mask],
        wanted.mounting == "ceiling",
        bool(task.obstacles) or task.space is not None,
        task.mask.startswith("2T"),
    )
    chains = (*wanted.chains, *(wanted.catalogue.chains() if wanted.catalogue else ()))
    found = [chain_structure(chain, around) for chain in chains]
    found += [family(name) for name in wanted.families]
    found += [_of_file(path, task) for path in wanted.files]
    made = [for_task(x, task) for x in found]
    _all_used(task, found)
    return _named_apart(made)


@lru_cache(maxsize=32)
def family(name: str) -> Structure:
    """A built-in one."""
    return read_structure(FAMILIES[name].read_text("utf-8"), f"{name}.yaml", "")


def for_task(structure: Structure, task: Task) -> Structure:
    """With the payload, the design and the ranges of a task. Ranges of the base's place count from the task's middle."""
    known = parameters_of(structure.text)
    values = {k: v for k, v in _given(task).items() if k in known}
    shift: dict[str, float] = dict(zip(BASE, _box(task).mean(axis=0).tolist(), strict=True))
    ranges = {
        v.name: replace(v, low=v.low + shift.get(v.name, 0.0), high=v.high + shift.get(v.name, 0.0))
        for v in structure.variables
    }
    values |= {k: known[k] + x for k, x in shift.items() if k in known and k not in ranges}
    for pattern, (low, high) in task.variables.items():
        for name in known:
            if fnmatchcase(name, pattern):
                values[name] = (low + high) / 2
                ranges[name] = Variable(name, low, high, unit_of(name))
    variables = tuple(v for v in ranges.values() if v.low < v.high)
    values |= {v.name: (v.low + v.high) / 2 for v in variables if not v.low <= known[v.name] <= v.high}
    return replace(structure, variables=variables).with_parameters(values)


def _given(task: Task) -> dict[str, float]:
    """Parameters that a task gives, by the names that families and chains use."""
    payload, design = task.payload, task.design
    return {
        "payload_mass": payload.mass,
        **dict(zip(("payload_x", "payload_y", "payload_z"), payload.com, strict=True)),
        **dict(zip(("payload_ixx", "payload_iyy", "payload_izz"), payload.inertia, strict=True)),
        "tube_radius": design.diameter / 2,
        "tube_wall": design.wall,
        "tube_density": design.density,
        "joint_mass": design.joint_mass,
        "joint_inertia": design.joint_inertia,
        "rail_mass": design.rail_mass,
    }


def _box(task: Task) -> Array:
    """Low and high corner of the box around the path and the working space."""
    way = task.path
    places = way.at(np.linspace(0, way.duration, 201)).poses[:, :3, 3]
    if task.reach is not None:
        places = np.concatenate([places, np.array(task.reach.box.corners)])
    return np.array([places.min(axis=0), places.max(axis=0)])


def _of_file(path: Path, task: Task) -> Structure:
    return read_structure(read_bytes(path).decode("utf-8-sig", "replace"), path.name, OF_TASK[task.mask])


def _all_used(task: Task, found: list[Structure]) -> None:
    """A range that no structure has a parameter for is a mistake of writing."""
    known = {name for x in found for name in parameters_of(x.text)}
    for pattern in task.variables:
        if not any(fnmatchcase(name, pattern) for name in known):
            hint = suggestion(pattern, known, f"parameters: {', '.join(sorted(known))}")
            raise InputError(f"no structure has a parameter '{pattern}'", hint=hint)


def _named_apart(made: list[Structure]) -> tuple[Structure, ...]:
    taken: set[str] = set()
    found: list[Structure] = []
    for x in made:
        name, k = x.name, 2
        while name in taken:
            name, k = f"{x.name}_{k}", k + 1
        taken.add(name)
        found.append(replace(x, name=name))
    return tuple(found)

"""What a run says of a Lagrangian: formulas and signals for the elements of its inputs, and where it starts."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.errors import InputError, suggestion
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import input_elements, labels_of, slots_of
from linkwright.model.robot import Parameter
from linkwright.simulation.forces import split_commas
from linkwright.simulation.integrators import start_state
from linkwright.studio.desk.setup import Input, Setup
from linkwright.studio.desk.start import START
from linkwright.view.symbols import value_of


def given_elements(system: Lagrangian, setup: Setup) -> dict[str, tuple[Input, str]]:
    """Element of an input -> what was given and its formula (or the name of its signal). A vector is given as a whole, its
    formulas separated by commas, or element by element."""
    inputs = input_elements(system)
    every = {label for labels in inputs.values() for label in labels}
    found: dict[str, tuple[Input, str]] = {}
    for given in setup.inputs:
        if given.name not in inputs and given.name not in every:
            hint = suggestion(given.name, [*inputs, *every], f"inputs: {', '.join(inputs) or 'none'}")
            raise InputError(f"there is no input '{given.name}'", given.where, hint)
        if given.kind not in ("formula", "signal"):
            raise InputError(
                f"an input of a Lagrangian cannot be a {given.kind}", given.where, "give a formula or a signal"
            )
        text = given.formulas["force" if given.kind == "formula" else "signal"]
        labels = inputs.get(given.name, [given.name])
        parts = split_commas(text) if given.kind == "formula" else [text]
        if len(parts) != len(labels):
            what = f"'{given.name}' has {len(labels)} elements, and {len(parts)} were given"
            raise InputError(what, given.where, f"give {', '.join(labels)}, separated by commas, or one by one")
        found |= {label: (given, part) for label, part in zip(labels, parts, strict=True)}
    return found


def start_texts(system: Lagrangian, setup: Setup) -> tuple[str, str]:
    """Places and velocities of the start as text: those of the file, and what the run says instead."""
    slots = slots_of(system.variables)
    q, v = start_state(system)
    known = tuple(
        Parameter(c.name, float(system.values[c.name][0]))
        for c in system.constants
        if not c.shape and c.name in system.values
    )
    places = _with(labels_of(slots, "q"), q.tolist(), setup.start_q, known, f"{START}/q")
    speeds = _with(labels_of(slots, "v"), v.tolist(), setup.start_v, known, f"{START}/v")
    return places, speeds


def _with(
    labels: tuple[str, ...], rest: list[float], given: Mapping[str, str], known: tuple[Parameter, ...], where: str
) -> str:
    values = dict(zip(labels, rest, strict=True))
    for name, text in given.items():
        if name not in values:
            hint = suggestion(name, values, f"one of: {', '.join(list(values)[:20])}")
            raise InputError(f"the start names '{name}', which is none of the variables", f"{where}/{name}", hint)
        values[name] = value_of(text, known, f"{where}/{name}")
    return ", ".join(map(repr, values.values()))

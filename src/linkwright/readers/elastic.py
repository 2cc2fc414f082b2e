"""Elastic joints as people write them, in files and in Python: `elastic: {stiffness: k, rotor_inertia: J, ...}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.errors import suggestion
from linkwright.model.elastic import Elastic, Rotor
from linkwright.narrowing import is_mapping
from linkwright.readers.values import Values
from linkwright.spatial.vector import Vec

NEEDED = ("stiffness", "rotor_inertia")
NUMBERS = (*NEEDED, "damping", "gear_ratio", "viscous", "coulomb")
MODELS = ("spong", "full")
ELASTIC = (*NUMBERS, "model", "rotor")
ROTOR = ("mass", "xyz", "axis", "transverse")
_EXAMPLE = "write elastic: {stiffness: 1000, rotor_inertia: 0.01}"


def read_elastic(written: Any, joint: str, values: Values, line: int | None = None) -> Elastic | None:
    """What makes a joint elastic; None where it is not understood, and the report says why."""
    what = f"elastic of {joint}"
    if not is_mapping(written):
        values.report.error(f"{what} is not a mapping", line, _EXAMPLE)
        return None
    _known(written, ELASTIC, what, values, line)
    for key in NEEDED:
        if written.get(key) is None:
            values.report.error(f"{what} has no {key}", line, _EXAMPLE)
    numbers = {k: values.scalar(written[k], f"{k} of {what}", line) for k in NUMBERS if written.get(k) is not None}
    rotor = _rotor(written, what, values, line)
    return Elastic(**numbers, rotor=rotor) if all(k in numbers for k in NEEDED) else None


def _rotor(written: Mapping[Any, Any], what: str, values: Values, line: int | None) -> Rotor | None:
    """The rotor of the full model; None of Spong's."""
    model, given = written.get("model", MODELS[0]), written.get("rotor")
    if model not in MODELS:
        values.report.error(f"{what} has unknown model '{model}'", line, f"write model: {' or '.join(MODELS)}")
        return None
    if (given is not None) != (model == "full"):
        said = "a rotor, but is not" if given is not None else "no rotor, but is"
        hint = "the full model has the rotor as a body: model: full with rotor: {mass: 0.5, xyz: [0, 0, 0]}"
        values.report.error(f"{what} has {said} the full model", line, hint)
        return None
    if given is None:
        return None
    if not is_mapping(given) or given.get("mass") is None:
        values.report.error(f"rotor of {what} has no mass", line, "write rotor: {mass: 0.5, xyz: [0, 0, 0]}")
        return None
    _known(given, ROTOR, f"rotor of {what}", values, line)
    where = f"rotor of {what}"
    return Rotor(
        values.scalar(given["mass"], f"mass of {where}", line),
        Vec(*values.vector(given.get("xyz", (0, 0, 0)), 3, f"xyz of {where}", line)),
        Vec(*values.vector(given["axis"], 3, f"axis of {where}", line)) if "axis" in given else None,
        values.scalar(given["transverse"], f"transverse of {where}", line) if "transverse" in given else None,
    )


def _known(given: Mapping[Any, Any], keys: Sequence[str], what: str, values: Values, line: int | None) -> None:
    for key in given:
        if key not in keys:
            hint = suggestion(str(key), keys, f"keys: {', '.join(keys)}")
            values.report.error(f"unknown key '{key}' in {what}", line, hint)

"""Elastic joints: `elastic: {stiffness: k, rotor_inertia: J, ...}`."""

from __future__ import annotations

from linkwright.model.elastic import Elastic, Rotor
from linkwright.readers.keys import Record
from linkwright.readers.yaml_parts import Parts


def elastic_of(x: Record | None, parts: Parts) -> Elastic | None:
    """What makes a joint elastic; None where it is not, or not understood, and the report says why."""
    if x is None:
        return None
    full, rotor = x["model"] == "full", x["rotor"]
    if (rotor is not None) != full:
        said = "no rotor, but is" if full else "a rotor, but is not"
        hint = "the full model has the rotor as a body: model: full with rotor: {mass: 0.5, xyz: [0, 0, 0]}"
        parts.report.error(f"{x.what} has {said} the full model", x.line, hint)
    if not x.whole or (rotor is not None and not rotor.whole):
        return None
    numbers = (x[key] for key in ("stiffness", "rotor_inertia", "damping", "gear_ratio", "viscous", "coulomb"))
    body = Rotor(*(rotor[key] for key in ("mass", "xyz", "axis", "transverse"))) if rotor is not None else None
    return Elastic(*numbers, rotor=body)

"""Inertial parameters of a link as text: a tube from its frame to the next joint, a motor at its frame (a ball as thick as the
tube), a rail along z."""

from __future__ import annotations

from collections.abc import Sequence

AXES = "xyz"
_MOTOR = "0.4*joint_mass*tube_radius**2"
"""Moment of inertia of a motor: a ball as thick as the tube."""


def link_moments(k: int, end: Sequence[str], turns: bool) -> dict[str, str]:
    """The ten parameters of link k at its frame, those that are not zero.

    end: where the next joint stands; "0" for what is zero. The tube's length is the abbreviation l{k}, its mass m{k}
    turns: it is turned by a motor at its frame; that of a slide stays on the link before, with the rail
    """
    found = {"m": ["joint_mass" if turns else "0"]}
    along = [x for x in end if x != "0"]
    if along:
        found["m"].append(f"m{k}")
        for axis, x in zip(AXES, end, strict=True):
            if x != "0":
                found[f"m{axis}"] = [f"m{k}*({x})/2"]
        _tube(k, end, found)
    for axis in AXES if turns else ():
        found.setdefault(f"I{axis}{axis}", []).append(_MOTOR)
    return {name: " + ".join(terms) for name, terms in found.items()}


def rail_moments(k: int) -> dict[str, str]:
    """Of the rail that joint k slides on, with its motor, at its middle: twice as long as the stroke, along z."""
    across = f"{_MOTOR} + 2*rail_mass*stroke{k}**3/3"
    return {"m": f"joint_mass + 2*rail_mass*stroke{k}", "Ixx": across, "Iyy": across, "Izz": _MOTOR}


def length(end: Sequence[str]) -> str:
    """Of a tube to a place; never zero where it is divided by."""
    along = [x for x in end if x != "0"]
    return f"abs({along[0]})" if len(along) == 1 else f"sqrt({' + '.join(f'({x})**2' for x in along)} + 1e-18)"


def _tube(k: int, end: Sequence[str], found: dict[str, list[str]]) -> None:
    """m (p'p 1 - p p')/3 for its length, m s (1 + u u') for its thickness, u = p/l; s is tube_spread."""
    straight = sum(x != "0" for x in end) == 1
    for i, axis in enumerate(AXES):
        across = [f"({x})**2" for j, x in enumerate(end) if j != i and x != "0"]
        along = "0" if end[i] == "0" else "1" if straight else f"(({end[i]})/l{k})**2"
        thick = {"0": "tube_spread", "1": "2*tube_spread"}.get(along, f"tube_spread*(1 + {along})")
        found[f"I{axis}{axis}"] = [f"m{k}*({' + '.join([*(f'{x}/3' for x in across), thick])})"]
    for i, j in ((0, 1), (0, 2), (1, 2)):
        if "0" not in (end[i], end[j]):
            found[f"I{AXES[i]}{AXES[j]}"] = [f"-m{k}*({end[i]})*({end[j]})*(1/3 - tube_spread/l{k}**2)"]

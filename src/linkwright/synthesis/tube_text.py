"""Inertial parameters of a link as text: a tube from its frame to the next joint, the motor of that joint at its end (a ball as
thick as the tube), a rail along z."""

from __future__ import annotations

from collections.abc import Sequence

AXES = "xyz"


def link_moments(k: int, end: Sequence[str], *, rail: bool, motor: bool) -> dict[str, str]:
    """The ten parameters of link k at its frame, those that are not zero.

    end:   where the next joint stands; "0" for what is zero. The tube's length is the abbreviation l{k}, its mass m{k}
    rail:  centred at the frame, of twice the length stroke{k}
    motor: of the next joint
    """
    terms: dict[str, list[str]] = {}
    if any(x != "0" for x in end):
        _tube(k, end, terms)
    if motor:
        _motor(end, terms)
    if rail:
        terms.setdefault("m", []).append(f"2*rail_mass*stroke{k}")
        for name in ("Ixx", "Iyy"):
            terms.setdefault(name, []).append(f"2*rail_mass*stroke{k}**3/3")
    return {name: " + ".join(own) for name, own in terms.items()}


def length(end: Sequence[str]) -> str:
    """Of a tube to a place; never zero where it is divided by."""
    along = [x for x in end if x != "0"]
    return f"abs({along[0]})" if len(along) == 1 else f"sqrt({' + '.join(f'({x})**2' for x in along)} + 1e-18)"


def _tube(k: int, end: Sequence[str], terms: dict[str, list[str]]) -> None:
    """m (p'p 1 - p p')/3 for its length, m s (1 + u u') for its thickness, u = p/l; s is tube_spread."""
    terms["m"] = [f"m{k}"]
    straight = sum(x != "0" for x in end) == 1
    for i, axis in enumerate(AXES):
        if end[i] != "0":
            terms[f"m{axis}"] = [f"m{k}*({end[i]})/2"]
        across = [f"({x})**2/3" for j, x in enumerate(end) if j != i and x != "0"]
        along = "0" if end[i] == "0" else "1" if straight else f"(({end[i]})/l{k})**2"
        thick = {"0": "tube_spread", "1": "2*tube_spread"}.get(along, f"tube_spread*(1 + {along})")
        terms[f"I{axis}{axis}"] = [f"m{k}*({' + '.join([*across, thick])})"]
    for i, j in _mixed(end):
        terms[f"I{AXES[i]}{AXES[j]}"] = [f"-m{k}*({end[i]})*({end[j]})*(1/3 - tube_spread/l{k}**2)"]


def _motor(end: Sequence[str], terms: dict[str, list[str]]) -> None:
    """A ball at the end: m (p'p 1 - p p') + 2/5 m r^2 1."""
    terms.setdefault("m", []).append("joint_mass")
    for i, axis in enumerate(AXES):
        if end[i] != "0":
            terms[f"m{axis}"].append(f"joint_mass*({end[i]})")
        across = [f"({x})**2" for j, x in enumerate(end) if j != i and x != "0"]
        own = " + ".join([*across, "0.4*tube_radius**2"])
        terms.setdefault(f"I{axis}{axis}", []).append(f"joint_mass*({own})")
    for i, j in _mixed(end):
        terms[f"I{AXES[i]}{AXES[j]}"].append(f"-joint_mass*({end[i]})*({end[j]})")


def _mixed(end: Sequence[str]) -> list[tuple[int, int]]:
    return [(i, j) for i, j in ((0, 1), (0, 2), (1, 2)) if "0" not in (end[i], end[j])]

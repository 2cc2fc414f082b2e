"""What drives add to joint forces, column by column: friction, rotors, springs, offsets; linear in their parameters.

Swevers et al. 1997; Gautier 1997; Armstrong-Helouvry, Dupont & Canudas de Wit 1994 (Stribeck). A drive acts along one joint, or
along a sum of them where motors are coupled: rate x' = A v, and its force f is felt as A' f.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar, apply, sign
from linkwright.mechanics.tree.motor_couplings import Couplings
from linkwright.model.robot import Drive
from linkwright.model.tree import Tie, Tree
from linkwright.spatial.vector import Scalars


@dataclass(frozen=True)
class DriveMotion:
    """How a drive moves, and what it bears: displacement, rate, acceleration, measured force, Stribeck velocity."""

    x: Scalar
    rate: Scalar
    acceleration: Scalar
    force: Scalar
    slow: Scalar


TERMS: Mapping[str, Callable[[DriveMotion], Scalar]] = {
    "viscous": lambda d: d.rate,
    "coulomb": lambda d: sign(d.rate),
    "offset": lambda d: 1,
    "rotor": lambda d: d.acceleration,
    "spring": lambda d: d.x,
    "asymmetric": lambda d: apply("abs", d.rate),
    "stribeck": lambda d: sign(d.rate) * apply("exp", -(d.rate / d.slow * (d.rate / d.slow))),
    "load": lambda d: sign(d.rate) * apply("abs", d.force),
}
"""Force of a drive per unit of each of its parameters. With `offset`, Coulomb friction may differ by direction; with
`asymmetric`, viscous friction, too; `load` grows with the force that the drive bears."""
USUAL = ("viscous", "coulomb", "offset", "rotor")
"""Terms that are unknown unless others are named."""
TAKES: Mapping[str, str] = {"load": "tau", "stribeck": "slow"}
"""Terms that need an input of their own."""
NONNEGATIVE = ("viscous", "coulomb", "rotor", "spring", "stribeck", "load")
"""Parameters of which no drive has less than none."""


@dataclass(frozen=True)
class DriveColumn:
    """One parameter of a drive: which term of it, along what (a tie whose spring rests where the file says), its value in the
    file."""

    name: str
    term: str
    tie: Tie
    row: int
    """Of its measured force and of its Stribeck velocity."""
    value: Scalar = 0

    def force(self, q: Scalars, v: Scalars, a: Scalars, tau: Scalars, slow: Scalars) -> list[Scalar]:
        """Felt at every rate of the tree, per unit of the parameter."""
        tie, row = self.tie, self.row
        here = DriveMotion(
            tie.stretch(q) if self.term == "spring" else 0,
            tie.rate(v),
            tie.rate(a),
            tau[row] if self.term == "load" else 0,
            slow[row] if self.term == "stribeck" else 1,
        )
        result: list[Scalar] = [0] * len(v)
        along = TERMS[self.term](here)
        for _, k, coefficient in tie.terms:
            result[k] = result[k] + coefficient * along
        return result


def drive_terms(text: str | None) -> tuple[str, ...]:
    """Names of terms; "none" is none of them."""
    if text is None:
        return USUAL
    names = tuple(dict.fromkeys(n.strip() for n in text.split(",") if n.strip() and n.strip() != "none"))
    for name in names:
        if name not in TERMS:
            raise QuantityError(f"no drive has a term '{name}'", hint=f"one or more of: {', '.join(TERMS)}; or none")
    return names


def drive_columns(tree: Tree, joints: Sequence[str], terms: Sequence[str], rows: Sequence[str]) -> list[DriveColumn]:
    """All parameters of the drives in these joints, joint by joint; joints with several degrees of freedom have no drive.

    rows: names of the measured forces
    """
    found: list[DriveColumn] = []
    for joint in joints:
        links = [k for k in tree.links if k.joint == joint and k.joint_type.single]
        for n, link in enumerate(links):
            name = joint if len(links) == 1 else f"{joint}.{n + 1}"
            tie = Tie(((link.iq, link.iv, link.ratio),), Drive(rest=link.drive.rest), link.offset)
            row = rows.index(name) if name in rows else min(link.iv, len(rows) - 1)
            found += [DriveColumn(f"{t}_{name}", t, tie, row, _value(link.drive, t)) for t in terms]
    return found


def coupled_columns(tree: Tree, couplings: Couplings, terms: Sequence[str]) -> list[DriveColumn]:
    """The same of motors that move several joints; the file knows nothing of their friction."""
    found: list[DriveColumn] = []
    for name, moved in couplings.motors:
        by_joint = {k.joint: k for k in tree.links}
        tie = Tie(tuple((by_joint[j].iq, by_joint[j].iv, factor) for j, factor in moved), Drive())
        found += [DriveColumn(f"{t}_{name}", t, tie, couplings.names.index(name)) for t in terms]
    return found


def _value(drive: Drive, term: str) -> Scalar:
    """What the file says of a parameter."""
    match term:
        case "viscous":
            return drive.viscous + drive.damping
        case "coulomb":
            return drive.coulomb
        case "rotor":
            return drive.rotor_inertia * drive.gear_ratio * drive.gear_ratio
        case "spring":
            return drive.stiffness
        case _:
            return 0


def known_part(drive: Drive, terms: Sequence[str]) -> Drive:
    """What is left of a drive when these terms of it are unknown."""
    gone: dict[str, Scalar] = {}
    if "viscous" in terms:
        gone |= {"viscous": 0, "damping": 0}
    if "coulomb" in terms:
        gone |= {"coulomb": 0}
    if "rotor" in terms:
        gone |= {"rotor_inertia": 0}
    if "spring" in terms:
        gone |= {"stiffness": 0, "rest": 0}
    return replace(drive, **gone)

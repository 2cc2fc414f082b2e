"""What of the inertia at a closure belongs to either of the two links that meet there."""

from __future__ import annotations

from linkwright.graph.expr import Expr, Scalar, as_number, is_zero, number
from linkwright.mechanics.tree.independence import without
from linkwright.model.base_parameters import BaseForm, known_values
from linkwright.model.cut import Closure, Cut
from linkwright.model.directions import vanishes
from linkwright.model.regroup import regroup, spin_directions
from linkwright.model.tree import BASE, Place, Tree
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia
from linkwright.spatial.vector import NULL, ZERO, Mat, Vec, Z, outer

Slot = tuple[int, str]
"""A link, and the name of one of its ten inertial numbers."""

_MASS = Inertia(1, ZERO, NULL)
_AXIAL = Inertia(0, Vec(0, 0, 1), NULL)
_DISC = Inertia(0, ZERO, Mat(Vec(1, 0, 0), Vec(0, 1, 0), ZERO))
SHARED = {"point": (_MASS,), "universal": (_MASS,), "pin": (_MASS, _AXIAL, _DISC), "cylinder": (_DISC,)}
"""Kind of closure -> inertias at its frame that move with both links; z is the axis."""


def without_shared_masses(base: BaseForm, own: Cut) -> BaseForm:
    """The base parameters of a tree less those that others can stand for because of the closures."""
    slots = {(p.link, p.slot): k for k, p in enumerate(base.parameters)}
    rows: list[dict[int, Scalar]] = []
    for closure in own.closures:
        same = [_shared(own.tree, closure, unit) for unit in SHARED.get(closure.kind, ())]
        for inertias in [*same, *_quarter_turned(own.tree, closure)]:
            row = _row(own, inertias, slots)
            if row is not None:
                rows.append(row)
    gone: dict[int, dict[int, Scalar]] = {}
    for row in rows:
        for k, stand_ins in gone.items():  # what is gone already is written by what stands for it
            if k in row:
                factor = row.pop(k)
                for j, c in stand_ins.items():
                    row[j] = row.get(j, 0) + factor * c
        row = {k: c for k, c in row.items() if not vanishes(c)}
        pivot = _pivot(row, base)
        if pivot is not None:
            scale = row.pop(pivot)
            fresh = {j: -(c / scale) for j, c in row.items()}
            for stand_ins in gone.values():
                if pivot in stand_ins:
                    factor = stand_ins.pop(pivot)
                    for j, c in fresh.items():
                        stand_ins[j] = stand_ins.get(j, 0) + factor * c
            gone[pivot] = fresh
    return without(base, gone) if gone else base


def _shared(tree: Tree, closure: Closure, unit: Inertia) -> list[Inertia]:
    """An inertia on one link less the same on the other."""
    inertias = [Inertia() for _ in tree.links]
    for place, sign in ((closure.first, 1), (closure.second, -1)):
        if place.link != BASE:
            inertias[place.link] = inertias[place.link] + _at(place, unit, sign)
    return inertias


def _quarter_turned(tree: Tree, closure: Closure) -> list[list[Inertia]]:
    """Second moments u n' + n u' of every side, u = n x (the side), n the normal of a planar loop. Sides add up to zero, and so
    do their rates: the energy -(w.u)(w.n) of all of them vanishes, whatever the link does that carries the loop."""
    if closure.kind != "pin" or not closure.plane:
        return []
    paths = [[] if p.link == BASE else tree.path(p.link) for p in (closure.first, closure.second)]
    common = [i for i in paths[0] if i in paths[1]]
    meeting = common[-1] if common else BASE
    branches = [path[len(common) :] for path in paths]
    if closure.axes.link != meeting or any(not tree.links[i].joint_type.hinge for path in branches for i in path):
        return []
    inertias = [Inertia() for _ in tree.links]
    for branch, place, sign in zip(branches, (closure.first, closure.second), (1, -1), strict=True):
        ends = [*(tree.links[i].X.p for i in branch), place.X.p]
        for i, end in zip((meeting, *branch), ends, strict=True):
            if i != BASE:
                n = closure.axes.X.R.T[2] if i == meeting else Z
                u = n.cross(end) * sign
                inertias[i] = inertias[i] + Inertia(0, ZERO, (outer(u, n) + outer(n, u)) * -1)
    return [inertias]


def _row(own: Cut, inertias: list[Inertia], slots: dict[Slot, int]) -> dict[int, Scalar] | None:
    """sum of coefficients times units of base parameters = 0, from inertias whose energies cancel.

    None where that needs a number which is known to be zero: then it is no relation among those that are left."""
    values = known_values(own.parameters)
    spins = spin_directions(own.tree, values)
    moved = regroup(own.tree.with_inertias(inertias), "lamina", values)
    found: dict[int, Scalar] = {}
    for i, link in moved.outward():
        for slot, value in zip(PARAMETER_NAMES, link.inertia.parameters, strict=True):
            flat = link.joint_type.about_z and spins[i] != Z
            if is_zero(value) or (flat and slot == "Izz"):  # of a plate Izz = Ixx + Iyy
                continue
            if (i, slot) in slots:
                found[slots[i, slot]] = value
            elif not vanishes(value):
                return None
    return found


def _at(place: Place, unit: Inertia, sign: int) -> Inertia:
    return unit.map(lambda e: e * sign).seen_from(place.X)


def _pivot(row: dict[int, Scalar], base: BaseForm) -> int | None:
    """The parameter to leave out: one of an outer link, with a short factor."""
    if not row:
        return None

    def length(c: Scalar) -> int:
        return len(c.graph) if isinstance(c, Expr) and number(c) is None else 0

    def size(c: Scalar) -> int:
        if not isinstance(c, Expr) or number(c) is not None:
            return 0 if abs(float(as_number(c))) == 1 else 1
        return 2 if c.graph.op[c.index] == "sym" or c.graph.op[c.graph.split(c.index)[1]] == "sym" else 3

    return min(row, key=lambda k: (size(row[k]), -base.parameters[k].link, length(row[k])))

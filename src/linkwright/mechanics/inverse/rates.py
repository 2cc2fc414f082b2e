"""Rates and accelerations of the joints that give a frame its velocity and acceleration; how well they can.

    J v = twist,   J a = acceleration - dJ/dt v   on the rows that a mask asks for

cut into blocks of rows and joints that are solved one after the other: up to three unknowns by cofactors, more by orthogonal
columns, so that no pivot is zero where the Jacobian is regular. dJ/dt v from the columns of J alone: with V_i, w_i what joint i
gives the frame's origin and its turn, sum of w_i x (V_i + 2 sum of V_j beyond i) and sum of (w_j before i) x w_i
(Bruyninckx & De Schutter 1996).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from linkwright.errors import ModelError, QuantityError
from linkwright.graph.expr import Scalar, is_zero, sqrt
from linkwright.graph.quantity import Nested
from linkwright.graph.values import named, replaced
from linkwright.mechanics.inverse.masks import Mask, mask_of
from linkwright.mechanics.inverse.seen import Seen, seen
from linkwright.mechanics.state import State
from linkwright.spatial.linear import Inverse, blocks, inverse
from linkwright.spatial.matrix import Matrix, dot, unit_vectors
from linkwright.spatial.motion import Motion
from linkwright.spatial.orthogonal import Orthogonal, orthogonal
from linkwright.spatial.vector import ZERO, Vec, X, Y, Z

_COFACTORS = 3
"""Unknowns up to which a block is solved by cofactors."""


def rates(x: State) -> Nested:
    """[v, a] of the free joints."""
    if x.embedding is not None and x.embedding.closure == "tree":
        raise QuantityError("rates of a frame are those of free joints", hint="leave out closure='tree'")
    at, mask = _seen(x), _mask(x)
    system = _System.of(x, at, mask)
    twist, wanted = _motion(x.given["twist"]), _motion(x.given["acceleration"])
    v = system.solve([row.dot(twist) for row in system.rows])
    own = _each_joint(at, x.v)
    missing = wanted - _bias(own) - _moved(at.columns, x.bias) - _spun(mask, at, own, twist)
    a = system.solve([row.dot(missing) for row in system.rows])
    return [v, replaced(x.graph, a, named(x.given["v"], v))]


def condition(x: State) -> Nested:
    """|J| |J^+| by Frobenius' norm: between the condition number and n times that, n the smaller of its sizes."""
    system = _System.of(x, _seen(x), _mask(x))
    columns = [system.solve(unit) for unit in unit_vectors(len(system.rows))]
    return sqrt(_square(system.J)) * sqrt(_square(columns))


def _square(A: Matrix) -> Scalar:
    return sum((dot(row, row) for row in A[1:]), dot(A[0], A[0]))


def _seen(x: State) -> Seen:
    return seen(x.tree, x.q, x.options.get("frame"), x.options.get("base"))


def _mask(x: State) -> Mask:
    return mask_of(x.tree, x.options.get("frame"), x.options.get("base"), x.options.get("mask"))


def _motion(six: Sequence[Scalar]) -> Motion:
    return Motion(Vec(*six[:3]), Vec(*six[3:]))


# --- what is asked for -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    """A part of a frame's motion: along a direction, or about one."""

    linear: Vec = ZERO
    angular: Vec = ZERO

    def dot(self, motion: Motion) -> Scalar:
        return self.linear.dot(motion[0]) + self.angular.dot(motion[1])


_TURNS: Mapping[str, Callable[[Mask, Seen], tuple[Vec, ...]]] = MappingProxyType(
    {
        "all": lambda mask, at: (X, Y, Z),
        "none": lambda mask, at: (),
        "about": lambda mask, at: (mask.axis,),
        "direction": lambda mask, at: tuple(at.X.R.apply(e) for e in mask.across),
    }
)
"""Directions about which the angular velocity is asked for, by what a mask asks of rotations."""


def _rows(mask: Mask, at: Seen) -> list[_Row]:
    along = [_Row(linear=e) for e in mask.directions]
    return along + [_Row(angular=e) for e in _TURNS[mask.rotation](mask, at)]


def _spun(mask: Mask, at: Seen, own: Sequence[Motion], twist: Motion) -> Motion:
    """What a turn about the tool's axis, which a mask of directions leaves free, adds to the acceleration of that axis."""
    if mask.rotation != "direction":
        return Motion()
    axis = at.X.R.apply(mask.axis)
    turn = sum((w for _, w in own), ZERO)
    return Motion(ZERO, axis.cross(twist[1]) * axis.dot(turn - twist[1]))


# --- the frame's motion by that of the joints --------------------------------------------------------------------------------


def _each_joint(at: Seen, v: Sequence[Scalar]) -> list[Motion]:
    """What each joint on the way gives the frame, in order from the base."""
    return [_moved(columns, v) for columns in at.joints]


def _moved(columns: Mapping[int, Motion], v: Sequence[Scalar]) -> Motion:
    return sum((motion * v[k] for k, motion in columns.items() if not is_zero(v[k])), Motion())


def _bias(own: Sequence[Motion]) -> Motion:
    """dJ/dt v."""
    linear, angular, beyond, before = ZERO, ZERO, ZERO, ZERO
    for V, w in reversed(own):
        linear = linear + w.cross(V + beyond * 2)
        beyond = beyond + V
    for _, w in own:
        angular = angular + before.cross(w)
        before = before + w
    return Motion(linear, angular)


# --- equations ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _System:
    """Rows of the mask that some joint moves, columns of free rates that move the frame. places: of the columns in v."""

    rows: list[_Row]
    J: Matrix
    places: list[int]
    nv: int

    @staticmethod
    def of(x: State, at: Seen, mask: Mask) -> _System:
        rows = _rows(mask, at)
        every = [[row.dot(at.columns[k]) if k in at.columns else 0 for k in range(x.tree.nv)] for row in rows]
        J = x.per_free_rate(every)
        moved = [k for k, row in enumerate(J) if not all(map(is_zero, row))]
        places = [k for k in range(x.nv) if any(not is_zero(J[i][k]) for i in moved)]
        if not moved:
            frame = x.options.get("frame") or "the last frame"
            raise QuantityError(f"no joint moves {frame!r} as '{mask.name}' asks", hint="name a frame beyond a joint")
        return _System([rows[i] for i in moved], [[J[i][k] for k in places] for i in moved], places, x.nv)

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """All free rates: those that do not move the frame rest."""
        b = list(b)
        found: list[Scalar] = [0] * self.nv
        for rows, columns, block in self.blocks:
            for k, value in zip(columns, block.solve([b[i] for i in rows]), strict=True):
                found[self.places[k]] = value
                for i in range(len(b)):
                    if i not in rows and not is_zero(self.J[i][k]):
                        b[i] = b[i] - self.J[i][k] * value
        return found

    @cached_property
    def blocks(self) -> list[tuple[list[int], list[int], Inverse | Orthogonal]]:
        """Rows, columns and the inverse of each, in the order of solution."""
        return [(rows, columns, _inverse(self._part(rows, columns))) for rows, columns in self._order()]

    def _order(self) -> list[tuple[list[int], list[int]]]:
        size, across = len(self.J), len(self.places)
        if size == across:
            try:
                return blocks([{k for k, e in enumerate(row) if not is_zero(e)} for row in self.J])
            except ModelError:  # singular everywhere: whatever is found is not finite
                pass
        return [(list(range(size)), list(range(across)))]

    def _part(self, rows: Sequence[int], columns: Sequence[int]) -> Matrix:
        return [[self.J[i][k] for k in columns] for i in rows]


def _inverse(A: Matrix) -> Inverse | Orthogonal:
    try:
        return inverse(A) if len(A) == len(A[0]) <= _COFACTORS else orthogonal(A)
    except ZeroDivisionError:
        raise QuantityError(
            "the joints move the frame in ways that depend on each other, in every posture",
            hint="name a mask that asks for less, or another frame",
        ) from None

"""JointType: what a row of joints.py holds, and what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from math import atan2, cos, sin
from typing import TYPE_CHECKING, Any

from linkwright.errors import ModelError
from linkwright.graph.expr import Scalar
from linkwright.model import joint_displacement, joint_motion
from linkwright.model.joint_inertia import Division
from linkwright.model.joint_motion import Place
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.motion import Motion
from linkwright.spatial.vector import Scalars, Vec

if TYPE_CHECKING:
    from linkwright.model.robot import Joint
    from linkwright.model.tree import Link


class Rotation(Enum):
    """How coordinates of a link say its rotation."""

    NONE = "it does not turn"
    ANGLE = "about its own z, by its one coordinate"
    CIRCLE = "about its own z, by cosine and sine"
    QUATERNION = "any, by a unit quaternion x y z w"


@dataclass(frozen=True)
class ChainLink:
    """A link of the Tree that a joint becomes. kind: the elementary type of its joint; axis: in the joint's frame, which
    becomes z of the link's (None: the link keeps the joint's axes); suffix: of the name of a massless link in between."""

    kind: JointType
    axis: Callable[[Joint], Vec] | None
    suffix: str = ""


@dataclass(frozen=True)
class Symbol:
    """How it is drawn: an outline by name, a path on it in pictures of trees and one in sketches, a dot of this radius.

    word: its name in a legend."""

    outline: str
    tree: str = ""
    sketch: str = ""
    dot: float = 0
    word: str = ""


@dataclass(frozen=True)
class Wording:
    """What people are told. q, v: a joint's coordinates and rates, for the manual; measure, units: of its position and of
    (position, force), for plots; start: how to write where it starts, for hints; convention: of its numbers, where there is a
    choice; tip: a sentence for whoever chooses among joints."""

    q: str
    v: str
    measure: str = ""
    units: tuple[str, str] = ("rad", "N m")
    start: str = ""
    convention: str = ""
    _: KW_ONLY
    tip: str


def _by_its_links(*_: Any) -> Any:
    """A chain moves by its links: ask the rows of those."""
    raise AssertionError("this joint is a chain of links: ask their rows")


@dataclass(frozen=True)
class Moves:
    """The motion of a link by an elementary joint; x: its own coordinates, u: its own rates (see joint_motion.py).

    place:            where the link is
    rate:             its motion against its parent, in its own axes; linear in u
    coordinate_rates: dx/dt of x and u
    divide:           inertia that the joint moves, inertia that belongs to the parent (joint_inertia.py)
    integrate:        x after a step u;  difference: the step from b to a (joint_displacement.py, arrays)
    """

    rotation: Rotation
    displaces: bool
    place: Callable[[Link, Scalars], Place]
    rate: Callable[[Link, Scalars], Motion]
    divide: Callable[[Inertia, str, Vec | None], Division]
    coordinate_rates: Callable[[Scalars, Scalars], list[Scalar]] = joint_motion.same_rates
    integrate: Callable[[Any, Any], Any] = joint_displacement.added
    difference: Callable[[Any, Any], Any] = joint_displacement.gap
    periodic: bool = False


@dataclass(frozen=True, eq=False)
class JointType:
    """A row. coordinates, rates, forces: names of the components, whose numbers are nq, nv, nv.

    rest:    coordinates where it is at zero
    moves:   how it moves its link, where it is elementary
    chain:   else, the links that it becomes, inmost first; a fixed joint has neither
    unit:    span of the coordinates whose squares sum to one, if any
    axes:    how many axes it needs (`axis`, `axis2`)
    reach:   how far coordinates go from zero when states are drawn at random
    limited: whether files give it limits
    without_pitch: what it is where its pitch is zero; only a joint with a pitch has it
    closure: the kind of closure of a loop that leaves the same motions
    """

    name: str
    coordinates: tuple[str, ...]
    rates: tuple[str, ...]
    forces: tuple[str, ...]
    symbol: Symbol
    wording: Wording
    rest: tuple[float, ...]
    moves: Moves | None = None
    chain: tuple[ChainLink, ...] = ()
    axes: int = 0
    unit: tuple[int, int] | None = None
    reach: float = 2.0
    limited: bool = False
    without_pitch: JointType | None = None
    closure: str = ""

    @property
    def nq(self) -> int:
        return len(self.coordinates)

    @property
    def nv(self) -> int:
        return len(self.rates)

    @property
    def single(self) -> bool:
        """Whether it has one degree of freedom: it may be driven, coupled, mimicked; its frame may turn about its z and slide
        along it (alignment.py)."""
        return self.nv == 1

    @property
    def holonomic(self) -> bool:
        """Whether its rates are derivatives of its coordinates."""
        return self.nq == self.nv

    @property
    def start_size(self) -> int:
        """How many numbers say where it starts: an angle stands for cosine and sine."""
        return self.nq - (self.rotation is Rotation.CIRCLE)

    @property
    def links(self) -> tuple[ChainLink, ...]:
        """The links of the Tree that it becomes, inmost first; the last one is the body's."""
        own = (ChainLink(self, first_axis if self.axes else None),) if self.moves else ()
        return self.chain or own

    @property
    def pieces(self) -> int:
        """Links without mass that the Tree has before the body."""
        return max(len(self.links) - 1, 0)

    # --- of elementary types -------------------------------------------------------------------------------------------

    @property
    def rotation(self) -> Rotation | None:
        """None for a chain."""
        return self.moves.rotation if self.moves else None

    @property
    def displaces(self) -> bool:
        """Whether it moves the origin of its link."""
        return self.moves is not None and self.moves.displaces

    @property
    def spins(self) -> bool:
        """Whether it turns its link about the link's own z by its coordinate."""
        return self.rotation is Rotation.ANGLE

    @property
    def hinge(self) -> bool:
        """Whether it does that, and nothing else."""
        return self.spins and not self.displaces

    @property
    def slider(self) -> bool:
        """Whether it moves its link along the link's own z, and nothing else."""
        return self.rotation is Rotation.NONE and self.single

    @property
    def hinge_or_slider(self) -> bool:
        return self.hinge or self.slider

    @property
    def about_z(self) -> bool:
        """Whether its link can turn against its parent about its own z, and about no other direction."""
        return self.rotation in (Rotation.ANGLE, Rotation.CIRCLE)

    @property
    def periodic(self) -> bool:
        """Whether coordinates a full turn apart are one configuration."""
        return self.moves is not None and self.moves.periodic

    @property
    def place(self) -> Callable[[Link, Scalars], Place]:
        return self.moves.place if self.moves else _by_its_links

    @property
    def rate(self) -> Callable[[Link, Scalars], Motion]:
        return self.moves.rate if self.moves else _by_its_links

    @property
    def divide(self) -> Callable[[Inertia, str, Vec | None], Division]:
        return self.moves.divide if self.moves else _by_its_links

    # --- of all types --------------------------------------------------------------------------------------------------

    def coordinate_rates(self, x: Scalars, u: Scalars) -> list[Scalar]:
        """dx/dt."""
        if self.moves:
            return self.moves.coordinate_rates(x, u)
        return [rate for kind, q, v in self._pieces() for rate in kind.coordinate_rates(x[q], u[v])]

    def integrate(self, x: Any, u: Any) -> Any:
        """Coordinates after a step with rates u in unit time (arrays, components last)."""
        if self.moves:
            return self.moves.integrate(x, u)
        return _joined([kind.integrate(x[..., q], u[..., v]) for kind, q, v in self._pieces()], x)

    def difference(self, a: Any, b: Any) -> Any:
        """Rates that lead from b to a in unit time."""
        if self.moves:
            return self.moves.difference(a, b)
        return _joined([kind.difference(a[..., q], b[..., q]) for kind, q, _ in self._pieces()], a)

    def _pieces(self) -> Iterator[tuple[JointType, slice, slice]]:
        """Types of a chain's links, with their coordinates and their rates."""
        iq = iv = 0
        for piece in self.chain:
            nq, nv = piece.kind.nq, piece.kind.nv
            yield piece.kind, slice(iq, iq + nq), slice(iv, iv + nv)
            iq, iv = iq + nq, iv + nv

    def random(self, rng: Any) -> list[float]:
        """Coordinates of an ordinary size, drawn by a generator of NumPy."""
        import numpy as np

        if self.rotation is Rotation.CIRCLE:
            angle = rng.uniform(-3, 3)
            return [*rng.uniform(-1, 1, self.nq - 2), float(np.cos(angle)), float(np.sin(angle))]
        if self.rotation is Rotation.QUATERNION:
            turn = rng.normal(size=4)
            place: list[float] = list(rng.uniform(-1, 1, self.nq - 4)) if self.nq > 4 else []
            return [*place, *(turn / np.linalg.norm(turn))]
        if any(kind.unit for kind, *_ in self._pieces()):
            return [x for kind, *_ in self._pieces() for x in kind.random(rng)]
        return list(rng.uniform(-1, 1, self.nq) * self.reach)

    def from_start(self, numbers: Sequence[float]) -> list[float]:
        """Coordinates of what a file says under `start`."""
        if self.rotation is not Rotation.CIRCLE:
            return list(numbers)
        return [*numbers[:-1], cos(numbers[-1]), sin(numbers[-1])]

    def to_start(self, x: Sequence[float]) -> list[float]:
        """What a file says under `start`, of coordinates."""
        if self.rotation is not Rotation.CIRCLE:
            return list(x)
        return [*x[:-2], atan2(x[-1], x[-2])]


def _joined(parts: list[Any], like: Any) -> Any:
    import numpy as np

    return np.concatenate(parts, axis=-1) if parts else np.zeros(like.shape)


def first_axis(joint: Joint) -> Vec:
    """Its axis, in its own frame."""
    return joint.axis


def along(axis: Vec) -> Callable[[Joint], Vec]:
    """An axis that every joint of a type has, in its own frame."""
    return lambda joint: axis


def second_axis(joint: Joint) -> Vec:
    """The axis that the first rotation carries along; checks.py has seen that it is there."""
    if joint.axis2 is None:
        raise ModelError(f"{joint.type} joint '{joint.name}' needs a second axis", joint.where, "give axis2")
    return joint.axis2

"""Which parts of a pose are asked for, and what a chain of joints can do by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from linkwright.errors import QuantityError
from linkwright.graph.domains import floats
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.rewrite import symbols_of
from linkwright.mechanics.inverse.seen import Seen, moving_rates, seen
from linkwright.model.tree import Tree
from linkwright.spatial.vector import Vec, X, Y, Z

_PARALLEL = 1e-9


@dataclass(frozen=True)
class Mask:
    """What of a pose is asked for.

    directions: along which the frame's origin has to be right, in the axes of the base
    rotation:   "all", "none", "about" (the turn about `axis` of the base) or "direction" (where `axis` of the frame points)
    across:     two axes of the frame that make a right-handed triple with `axis`
    only_about: the chain turns the frame about `axis` and no other way
    """

    name: str
    directions: tuple[Vec, ...] = (X, Y, Z)
    rotation: str = "all"
    axis: Vec = Z
    across: tuple[Vec, Vec] = (X, Y)
    only_about: bool = False

    @property
    def rows(self) -> int:
        """How many errors it has."""
        return len(self.directions) + {"all": 3, "none": 0, "about": 1, "direction": 2}[self.rotation]


MASKS: Mapping[str, Mask] = MappingProxyType(
    {
        mask.name: mask
        for mask in (
            Mask("pose"),
            Mask("position", rotation="none"),
            Mask("3T1R", rotation="about"),
            Mask("plane", directions=(X, Y), rotation="about"),
            Mask("axis", rotation="direction"),
            Mask("axis z", rotation="direction"),
            Mask("axis x", rotation="direction", axis=X, across=(Y, Z)),
            Mask("axis y", rotation="direction", axis=Y, across=(Z, X)),
        )
    }
)


def mask_of(tree: Tree, frame: str | None, base: str | None = None, name: str | None = None) -> Mask:
    """A mask by its name, or the one that asks for what the joints between two frames can do."""
    if name is not None and name not in MASKS:
        raise QuantityError(f"there is no mask '{name}'", hint=f"one of: {', '.join(MASKS)}")
    chain = ChainMotion.of(tree, frame, base)
    mask = MASKS[name if name is not None else _usual(chain)]
    if mask.name == "plane" and chain.normal is not None:
        across = _across(chain.normal)
        mask = replace(mask, axis=chain.normal, directions=across, across=across)
    return replace(mask, only_about=mask.rotation == "about" and chain.turns_about(mask.axis))


def _usual(chain: ChainMotion) -> str:
    if chain.normal is not None:
        return "plane" if chain.count >= 3 else "position"
    if chain.count >= 4 and chain.turns_about(Z):
        return "3T1R"
    return "pose" if chain.count >= 6 else "axis" if chain.count == 5 else "position"


@dataclass(frozen=True)
class ChainMotion:
    """How joints move a frame, at some postures in numbers. count: rates that move it; turns: directions of its angular
    velocities; normal: of the plane in which they move and turn it, if there is
    one."""

    count: int
    turns: tuple[Vec, ...]
    normal: Vec | None = None

    @staticmethod
    def of(tree: Tree, frame: str | None, base: str | None) -> ChainMotion:
        random = Random(1)
        tree = in_numbers(tree, random)
        at = [_somewhere(tree, frame, base, random) for _ in range(2)]
        motions = [m for s in at for m in s.columns.values()]
        turns = tuple(_unit(w) for _, w in motions if _long(w))
        made = ChainMotion(len(moving_rates(tree, frame, base)), turns)
        if not turns or not made.turns_about(turns[0]):
            return made
        across = all(abs(float(turns[0].dot(v))) < _PARALLEL for v, _ in motions)  # type: ignore[arg-type]
        return replace(made, normal=_rounded(turns[0])) if across else made

    def turns_about(self, axis: Vec) -> bool:
        """Whether all that turns turns about it."""
        return all(not _long(axis.cross(w)) for w in self.turns)


def _somewhere(tree: Tree, frame: str | None, base: str | None, random: Random) -> Seen:
    return seen(tree, [random.uniform(0.2, 1.0) for _ in range(tree.nq)], frame, base)


def in_numbers(tree: Tree, random: Random) -> Tree:
    """Whatever symbols it has with some value each: what holds for these holds in general."""
    return tree.map(some_values(random))


def some_values(random: Random) -> Callable[[Scalar], Scalar]:
    """Expressions with some value of each symbol, the same one wherever it is met."""
    known: dict[str, float] = {}

    def value(x: Scalar) -> Scalar:
        if not isinstance(x, Expr):
            return x
        for name in symbols_of(x.graph, [x.index]):
            known.setdefault(name, random.uniform(0.2, 1.0))
        return floats(x.graph, [x.index], known)[0]

    return value


def _long(v: Vec) -> bool:
    return max(abs(float(x)) for x in v) > _PARALLEL  # type: ignore[arg-type]


def _unit(v: Vec) -> Vec:
    length = sum(float(x) ** 2 for x in v) ** 0.5  # type: ignore[arg-type]
    return v * (1 / length)


def _rounded(v: Vec) -> Vec:
    """With zeros and ones exact, so that they vanish from what is derived; the sign that has its largest part positive."""
    return _exact(v if max(_floats(v), key=abs) > 0 else -v)


def _floats(v: Vec) -> Sequence[float]:
    return [float(x) for x in v]  # type: ignore[arg-type]


def _across(n: Vec) -> tuple[Vec, Vec]:
    """Two unit vectors that make a right-handed triple with n; x and y for z."""
    if n == Z:
        return X, Y
    least = min(range(3), key=lambda k: abs(_floats(n)[k]))
    one = _rounded(_unit((X, Y, Z)[least].cross(n)))
    return one, _exact(n.cross(one))


def _exact(v: Vec) -> Vec:
    return Vec(*(float(round(x)) if abs(x - round(x)) < _PARALLEL else x for x in _floats(v)))

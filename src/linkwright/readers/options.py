"""What a caller may choose about reading a file."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from numbers import Real
from pathlib import Path

from linkwright.errors import FileError, ModelError, nearest
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.graph import Graph
from linkwright.model.robot import Joint
from linkwright.spatial.vector import Vec

MAX_BYTES = 32_000_000
ORDERS = ("file", "name")
GRAVITY_HINT = "give three finite numbers or formulas, for example (0, 0, -9.81)"


@dataclass(frozen=True)
class LoadOptions:
    """Options of `load`, which explains them. A reader uses those that mean something in its format."""

    floating: bool = False
    friction: bool = False
    mimic: bool = True
    root: str | None = None
    gravity: tuple[Scalar, ...] | None = None
    snap: bool | float = True
    order: str = "file"

    def __post_init__(self) -> None:
        if self.order not in ORDERS:
            raise ModelError(f"order '{self.order}' is not known", hint=f"one of: {', '.join(ORDERS)}")
        if self.gravity is not None and len(self.gravity) != 3:
            raise ModelError(f"gravity has {len(self.gravity)} components", hint=GRAVITY_HINT)
        if self.gravity is not None and any(map(_no_scalar, self.gravity)):
            raise ModelError(f"gravity is {self.gravity}", hint=GRAVITY_HINT)

    def in_order(self, joints: Iterable[Joint]) -> list[Joint]:
        """Joints as the file has them, or by name: siblings keep this order in the robot."""
        return sorted(joints, key=lambda j: j.name) if self.order == "name" else list(joints)

    def gravity_or(self, default: Vec, graph: Graph | None = None) -> Vec:
        """The caller's gravity vector, or the file's."""
        if self.gravity is None:
            return default
        from linkwright.formula.scalar import parse  # most callers give none

        graph = graph if graph is not None else Graph()
        return Vec(*(parse(x, graph, unit="m/s^2") if isinstance(x, str) else x for x in self.gravity))


def gravity_entries(gravity: object) -> tuple[Scalar, ...]:
    """The entries of a caller's gravity vector: a list, a tuple or an array."""
    if isinstance(gravity, str) or not isinstance(gravity, Iterable):
        raise ModelError(f"gravity is {gravity!r}", hint=GRAVITY_HINT)
    return tuple(gravity)  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _no_scalar(x: object) -> bool:
    return not isinstance(x, str | Expr) and not (isinstance(x, Real) and math.isfinite(x))


def read_bytes(path: Path) -> bytes:
    """The content of a file of reasonable size."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise FileError(
                f"the file has {size / 1e6:.0f} MB", path.name, f"at most {MAX_BYTES / 1e6:.0f} MB are read"
            )
        return path.read_bytes()
    except FileNotFoundError:
        raise FileError(f"no such file: {path}", hint=_beside(path)) from None
    except OSError as error:
        raise FileError(f"the file cannot be read: {error.strerror}", path.name) from None


def _beside(path: Path) -> str:
    """What to do about a file that is not there: a name of its folder may be meant."""
    if not path.parent.is_dir():
        return f"there is no folder '{path.parent}'"
    near = nearest(path.name, (other.name for other in path.parent.iterdir()))
    return f"did you mean '{path.parent / near}'?" if near else "check the path"

"""Masks: which part of a pose is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from linkwright.errors import QuantityError
from linkwright.graph.expr import Scalar
from linkwright.mechanics.inverse.chain import Chain
from linkwright.spatial.transform import Transform


@dataclass(frozen=True)
class Mask:
    """errors: what a reached and a wanted pose differ by, where it matters.

    asked: how many numbers it asks for; fits: whether a chain that is asked for nothing in particular is asked for this.
    """

    name: str
    asked: int
    errors: Callable[[Transform, Transform], list[Scalar]]
    fits: Callable[[Chain], bool]


def _whole(reached: Transform, wanted: Transform) -> list[Scalar]:
    turned = [a - b for x, y in zip(reached.R, wanted.R, strict=True) for a, b in zip(x, y, strict=True)]
    return [*(reached.p - wanted.p), *turned]


MASKS: Mapping[str, Mask] = {
    mask.name: mask for mask in (Mask("pose", 6, _whole, lambda chain: len(chain.joints) >= 6),)
}


def mask_of(chain: Chain, name: str | None) -> Mask:
    """The mask of a name; by default the first that fits the chain."""
    if name is None:
        return next((mask for mask in MASKS.values() if mask.fits(chain)), MASKS["pose"])
    if name not in MASKS:
        raise QuantityError(f"there is no mask '{name}'", hint=f"one of: {', '.join(MASKS)}")
    return MASKS[name]

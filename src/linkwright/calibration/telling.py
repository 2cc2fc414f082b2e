"""Which parameters can be told apart: by any postures, decided exactly, and by those that were measured."""

from __future__ import annotations

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.chain import Chain
from linkwright.calibration.elementary_transforms import Move, Postures
from linkwright.calibration.exact import tell_apart
from linkwright.calibration.fit import Data, told_by_data
from linkwright.calibration.options import GROUPS
from linkwright.calibration.result import LeftOut

_NEWTON, _H, _TOUCHES = 8, 1e-6, 1e-10
"""Steps, half a difference (rad, m), and how near a posture touches what it should (m)."""


def coordinates_of(chain: Chain) -> set[int]:
    """Positions that move the frame."""
    return {s.coordinate for s in chain.transforms if isinstance(s, Move) and s.coordinate is not None}


def order_of(chain: Chain) -> list[int]:
    """Parameters as they are preferred: by group, those first whose number in the file is not zero."""
    return [k for g in GROUPS for k in sorted(chain.index(g), key=lambda k: abs(chain.parameters[k].nominal) < 1e-9)]


def told(chain: Chain, data: Data) -> tuple[list[int], list[LeftOut]]:
    """Parameters that can be told apart, by any postures and by these; and the others with the reason."""
    order, left_out, names = order_of(chain), list[LeftOut](), [p.name for p in chain.parameters]
    if data.kind.exact is not None:
        exact = tell_apart(upright(chain).transforms, len(names), order, data.kind.exact)
        left_out = [LeftOut(names[k], _why([names[i] for i in on]), True) for k, on in exact.dropped]
        order = list(exact.kept)
    at = touching(chain, data) if data.kind.exact is None else data
    rows = at.gaps_and_rows(chain, np.zeros(len(names)))[1]
    kept, others = told_by_data(rows, order)
    theory = data.kind.exact is None
    why = (
        "cannot be told by touching one thing: a robot of another size touches it, too"
        if theory
        else "these postures do not tell it from the others"
    )
    return kept, [*left_out, *(LeftOut(names[k], why, theory) for k in others)]


def upright(chain: Chain) -> Chain:
    """The chain with the measuring frame's axes along the world's: no rank changes, and fewer axes take part in a reason."""
    base, tool = chain.outer(np.zeros(len(chain.parameters)))
    base[:3, :3] = np.eye(3)
    return chain.starting(base, tool)


def touching(chain: Chain, data: Data) -> Data:
    """Postures near those of the data at which the file's robot touches what the real one touched: only there a robot of twice
    the size, which touches it as well, cannot be told from it. Newton's method, the shortest step each time."""
    q, moved, nothing = np.array(data.at.q), sorted(coordinates_of(chain)), np.zeros(len(chain.parameters))
    for _ in range(_NEWTON):
        gap = data.gaps(chain, nothing)
        ahead = np.stack([_shifted(data, q, k, _H).gaps(chain, nothing) for k in moved], axis=2)
        behind = np.stack([_shifted(data, q, k, -_H).gaps(chain, nothing) for k in moved], axis=2)
        slope = (ahead - behind) / (2 * _H)
        q[:, moved] -= np.einsum("nij,nj->ni", np.linalg.pinv(slope, rcond=1e-3), gap)
        data = Data(data.kind, Postures(q, data.at.load), data.values)
    near = np.abs(data.gaps(chain, nothing)).max(axis=1) < _TOUCHES
    return data.take(np.flatnonzero(near))


def _shifted(data: Data, q: Array, k: int, by: float) -> Data:
    moved = np.array(q)
    moved[:, k] += by
    return Data(data.kind, Postures(moved, data.at.load), data.values)


def _why(names: list[str]) -> str:
    if not names:
        return "has no effect on what is measured"
    listed = ", ".join(names[:6]) + (f" and {len(names) - 6} others" if len(names) > 6 else "")
    return f"cannot be told from {listed}" + (" together" if len(names) > 1 else "")

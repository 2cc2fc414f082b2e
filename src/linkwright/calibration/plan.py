"""Where to measure: postures that tell the parameters best, chosen from many random ones.

D-optimal: the determinant of the information, product of the squared singular values of the stacked columns, is largest. Greedy
first, then one posture is exchanged at a time while it grows (Mitchell 1974, DETMAX; Daney, Papegay & Madeline 2005). Told with
it: the observability index O1 = (s_1 ... s_L)^(1/L) / sqrt(N) of Borm & Menq 1991, in units of measured standard deviations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.calibration.chain import Chain, chain_to
from linkwright.calibration.elementary_transforms import Postures, poses, poses_and_columns
from linkwright.calibration.exact import tell_apart
from linkwright.calibration.measured import KINDS
from linkwright.calibration.options import groups_of, options_of
from linkwright.calibration.run import loads, tree_and_frame
from linkwright.calibration.telling import coordinates_of, order_of
from linkwright.errors import InputError
from linkwright.inverse.solutions import Ranges
from linkwright.model.closed_robot import Robot
from linkwright.model.configuration import neutral
from linkwright.trajectory.tables import write_table

CANDIDATES = 1500
_RANDOM_SETS = 20
_EXCHANGES = 200
SIGMA = (1e-4, 1e-4)
"""Of measured lengths (m) and angles (rad): their ratio weighs one against the other."""


@dataclass(frozen=True, eq=False)
class Plan:
    """q: (N, nq) postures, with the names of their columns; index and condition: observability O1 and condition number of the
    columns, here and of random sets of as many postures within the same limits (the mean; the best)."""

    names: tuple[str, ...]
    q: Array
    parameters: tuple[str, ...]
    index: float
    condition: float
    random_index: float
    best_random_index: float
    random_condition: float
    notes: tuple[str, ...] = field(default=())

    def to_csv(self, path: str | Path) -> None:
        """One posture a line."""
        write_table(path, self.names, self.q)


def plan(
    robot: Robot,
    count: int,
    *,
    floor: float | None = None,
    limits: Mapping[str, tuple[float, float]] = MappingProxyType({}),
    **asked: Any,
) -> Plan:
    """Postures at which to measure.

    floor:  height (world z, m) above which all origins of joints behind the first and the frame stay
    limits: joint -> lowest and highest position, narrower than the file's
    asked:  fields of Options: frame, parameters, measured ("pose", "camera", "position" or "distance"), elastic, style, seed
    """
    options = options_of(asked)
    kind = KINDS[_kind(options.measured or "pose")]
    tree, frame = tree_and_frame(robot, options.frame)
    chain = chain_to(tree, frame, groups_of(options), kind.axes, options.style)
    chain = chain.starting(_away(kind.name), np.eye(4))
    assert kind.exact is not None
    active = list(tell_apart(chain.transforms, len(chain.parameters), order_of(chain), kind.exact).kept)
    if count * kind.size < len(active):
        least = -(-len(active) // kind.size)
        raise InputError(f"{count} postures cannot tell {len(active)} parameters", hint=f"ask for {least} or more")
    rng = np.random.default_rng(options.seed)
    q = _candidates(chain, rng, max(CANDIDATES, 4 * count), (floor, limits))
    at = Postures(q, loads(tree, q, options.elastic))
    T, J = poses_and_columns(chain.transforms, np.zeros(len(chain.parameters)), at)
    rows = kind.rows(T, J, _as_measured(kind.name, T))[:, :, active]
    rows = rows / np.repeat(np.array(SIGMA), (kind.translations, kind.rotations))[None, :, None]
    size = np.linalg.norm(rows.reshape(-1, len(active)), axis=0)
    if not np.all(size > 0):
        lame = chain.parameters[active[int(np.argmin(size))]].name
        raise InputError(
            f"no posture within the limits tells '{lame}'", tree.source, "name fewer parameters or widen limits"
        )
    chosen = _chosen(rows / size, count)
    others = [rng.choice(len(q), count, replace=False) for _ in range(_RANDOM_SETS)]
    random = np.array([_figures(rows[x]) for x in others])
    index, condition = _figures(rows[chosen])
    return Plan(
        tree.position_names, q[chosen], tuple(chain.parameters[k].name for k in active), index, condition,
        float(random[:, 0].mean()), float(random[:, 0].max()), float(np.median(random[:, 1])),
    )  # fmt: skip


def _kind(name: str) -> str:
    possible = [k.name for k in KINDS.values() if k.exact is not None]
    if name not in possible:
        raise InputError(f"postures for '{name}' cannot be planned", hint=f"one of: {', '.join(possible)}")
    return name


def _away(kind: str) -> Array:
    """A distance is measured from somewhere beside the robot: from its own base some parameters would not show."""
    base = np.eye(4)
    if kind == "distance":
        base[:3, 3] = -1.3, 0.7, 0.2
    return base


def _as_measured(kind: str, T: Array) -> Array:
    """What an ideal instrument would measure: gaps are zero."""
    from linkwright.calibration.measured import inverse

    ideal = {"pose": lambda: T, "camera": lambda: inverse(T), "position": lambda: T[:, :3, 3]}
    return ideal.get(kind, lambda: np.linalg.norm(T[:, :3, 3], axis=1))()


def _candidates(
    chain: Chain, rng: np.random.Generator, count: int, bounds: tuple[float | None, Mapping[str, tuple[float, float]]]
) -> Array:
    """Random postures within limits, above the floor."""
    floor, limits = bounds
    ranges = Ranges.of(chain.robot)
    low = np.where(np.isfinite(ranges.low), ranges.low, np.where(ranges.turning, -np.pi, -0.5))
    high = np.where(np.isfinite(ranges.high), ranges.high, np.where(ranges.turning, np.pi, 0.5))
    low, high = np.maximum(low, -np.pi * 1.0 - 10 * ~ranges.turning), np.minimum(high, np.pi + 10 * ~ranges.turning)
    for name, (least, most) in limits.items():
        if name not in chain.robot.position_names:
            raise InputError(
                f"the robot has no joint '{name}'", hint=f"it has: {', '.join(chain.robot.position_names)}"
            )
        k = chain.robot.position_names.index(name)
        low[k], high[k] = max(low[k], least), min(high[k], most)
    if not np.all(low <= high):
        k = int(np.argmax(low > high))
        raise InputError(f"no position of '{chain.robot.position_names[k]}' is within the limits", hint="widen them")
    moved = sorted(coordinates_of(chain))
    found: list[Array] = []
    have = 0
    for _ in range(200):
        q = np.tile(neutral(chain.robot), (count, 1))
        q[:, moved] = rng.uniform(low[moved], high[moved], (count, len(moved)))
        q = q if floor is None else q[_above(chain, q, floor)]
        found.append(q)
        have += len(q)
        if have >= count:
            return np.concatenate(found)[:count]
    raise InputError("hardly any posture stays above the floor", hint="lower --floor, or narrow the limits of joints")


def _above(chain: Chain, q: Array, floor: float) -> Array:
    """Whether joints behind the first one and the frame are above a height of the world."""
    at, nothing = Postures(q, np.zeros((len(q), chain.robot.nv))), np.zeros(len(chain.parameters))
    places = [last for _, last in list(chain.spans.values())[1:]]
    heights = [
        poses(chain.transforms[chain.base + 4 : end], nothing, at)[:, 2, 3] for end in (*places, len(chain.transforms))
    ]
    return np.min(heights, axis=0) >= floor


def _chosen(rows: Array, count: int) -> list[int]:
    """Greedy, then exchanges: indices of postures."""
    n = rows.shape[2]
    small = 1e-9 / n
    information = small * np.eye(n)
    chosen: list[int] = []
    for _ in range(count):
        best = int(np.argmax(np.where(np.isin(np.arange(len(rows)), chosen), -np.inf, _gains(rows, information))))
        chosen.append(best)
        information = information + rows[best].T @ rows[best]
    for _ in range(_EXCHANGES):
        losses = _gains(rows[chosen], information, -1.0)
        worst = int(np.argmax(losses))
        without = information - rows[chosen[worst]].T @ rows[chosen[worst]]
        gains = np.where(np.isin(np.arange(len(rows)), chosen), -np.inf, _gains(rows, without))
        best = int(np.argmax(gains))
        if gains[best] + losses[worst] <= 1e-9:
            break
        chosen[worst] = best
        information = without + rows[best].T @ rows[best]
    return sorted(chosen)


def _gains(rows: Array, information: Array, sign: float = 1.0) -> Array:
    """What each posture adds to (or, with -1, takes from) the logarithm of the determinant."""
    inner = rows @ np.linalg.solve(information, np.swapaxes(rows, 1, 2))
    signs, logs = np.linalg.slogdet(np.eye(rows.shape[1]) + sign * inner)
    return np.where(signs > 0, logs, -np.inf)


def _figures(rows: Array) -> tuple[float, float]:
    """O1 and the condition number."""
    values = np.linalg.svd(rows.reshape(-1, rows.shape[-1]), compute_uv=False)
    index = float(np.exp(np.log(np.maximum(values, 1e-300)).mean()) / np.sqrt(len(rows)))
    return index, float(values[0] / max(values[-1], 1e-300))

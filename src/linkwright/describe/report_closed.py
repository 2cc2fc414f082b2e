"""What a report says of a closed robot: how each loop closes, how the mechanism moves, which coordinates are free."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.describe.report_tree import common_facts, tree_facts
from linkwright.mechanics.closure.explicit import Solution, explicit
from linkwright.model.assembly.mobility_report import LoopAnalysis, analyse, cut
from linkwright.model.closed_robot import ClosedRobot


def report_of_closed(robot: ClosedRobot) -> dict[str, Any]:
    """The parts of a report that a closed robot has."""
    found, solution = analyse(robot), explicit(cut(robot))
    return {
        "degrees_of_freedom": found.mobility.true,
        "loops": [_loop(robot, x, solution) for x in found.loops],
        **common_facts(robot, found.notes),
        "tree": tree_facts(robot.tree),
        "closure": _closure(robot, solution),
    }


def _closure(robot: ClosedRobot, solution: Solution | None) -> dict[str, Any]:
    """Couplings, mobility, coordinates, order of solution, start, ways to assemble, singularity."""
    found = analyse(robot)
    m, s = found.mobility, found.singularity
    return {
        "couplings": [_coupling(robot, name) for name in (c.name for c in robot.couplings)],
        "mobility": {
            "degrees_of_freedom": m.true, "at_start": m.at_start, "by_counting": m.count, "by_screws": m.screws,
            "joint_rates": m.joints, "equations": m.equations, "rank": m.rank,
        },
        "free": list(found.free), "dependent": list(found.dependent), "actuated": list(found.actuated),
        "redundant_motors": max(0, len(found.actuated) - found.independent) if found.actuated else 0, "idle": found.idle,
        "order": [{"closes": list(b.names), "rates": [_rate(robot, k) for k in b.rates]} for b in found.order],
        "closed_form": solution is not None,
        "start": _named(robot, found.start), "residual": found.residual,
        "assemblies": [
            {"loops": list(w.loops), "joints": list(w.joints), "positions": [_named(robot, q) for q in w.positions]}
            for w in found.ways
        ],
        "condition": _finite(s.condition), "singular_inverse": s.inverse, "singular_direct": s.direct,
        "freedom_at_start": s.freedom, "assumed": list(found.assumed),
    }  # fmt: skip


def _loop(robot: ClosedRobot, x: LoopAnalysis, solution: Solution | None) -> dict[str, Any]:
    frames = next((a.first, a.second) for a in robot.loops if a.name == x.name)
    ways = [how for name, how in solution.steps if name == x.name] if solution is not None else []
    return {
        "name": x.name, "kind": x.kind, "frames": list(frames), "joints": list(x.joints), "meet": x.meet, "motion": x.motion,
        "normal": None if x.normal is None else [round(float(v), 12) + 0.0 for v in x.normal], "rows": list(x.rows),
        "dropped": [{"row": row, "why": why} for row, why in x.dropped],
        "solved_by": ways or (["plain equalities"] if solution is not None else ["Newton's method"]),
    }  # fmt: skip


def _coupling(robot: ClosedRobot, name: str) -> dict[str, str]:
    found = next(c for c in robot.couplings if c.name == name)
    return {"name": name, "joint": found.joint, "value": repr(found.value)}


def _named(robot: ClosedRobot, q: Any) -> dict[str, Any]:
    """Positions by joint."""
    values = np.asarray(q, dtype=float)
    return {
        n: float(values[iq]) if robot.joints[n].nq == 1 else values[iq : iq + robot.joints[n].nq].tolist()
        for n, (iq, _) in robot.tree.offsets.items()
    }


def _rate(robot: ClosedRobot, iv: int) -> str:
    """The joint of an index in v."""
    for name, (_, first) in robot.tree.offsets.items():
        size = robot.joints[name].nv
        if first <= iv < first + size:
            return name if size == 1 else f"{name}.{iv - first + 1}"
    raise AssertionError(iv)


def _finite(x: float) -> float | None:
    return x if np.isfinite(x) else None

"""What `linkwright check` says of loops: how each closes, how the mechanism moves, which coordinates are free."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwright.cli.console import table
from linkwright.mechanics.closure.explicit import Solution, explicit
from linkwright.model.assembly.analysis import LoopAnalysis, analyse, cut
from linkwright.model.closed_robot import ClosedRobot

_SHOWN = 8
"""Assembly modes that are printed; `--json` has all."""


def loop_report(robot: ClosedRobot) -> dict[str, Any]:
    """The facts as plain data."""
    found = analyse(robot)
    solution = explicit(cut(robot))
    m, s = found.mobility, found.singularity
    return {
        "loops": [_loop(robot, x, solution) for x in found.loops],
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


# --- for people ----------------------------------------------------------------------------------------------------------


def print_loops(facts: dict[str, Any], out: Any) -> None:
    rows = [
        [x["name"], f"{x['kind']}: {x['frames'][0]} = {x['frames'][1]}", " ".join(x["joints"]), _motion(x),
         ", ".join(x["rows"]), "; ".join(x["solved_by"])]
        for x in facts["loops"]
    ]  # fmt: skip
    if rows:
        out.print()
        out.print(table("loops", ("loop", "closure", "joints", "motion", "equations", "solved by"), rows))
    for x in facts["loops"]:
        for reason in dict.fromkeys(d["why"] for d in x["dropped"]):
            dropped = ", ".join(d["row"] for d in x["dropped"] if d["why"] == reason)
            out.print(f"  {x['name']}: {dropped} left out: {reason}", soft_wrap=True)
    if facts["couplings"]:
        out.print()
        out.print(table("couplings", ("coupling", "joint", "follows"), [list(c.values()) for c in facts["couplings"]]))
    out.print()
    for line in _sentences(facts):
        out.print(line, soft_wrap=True)
    _print_assemblies(facts, out)


def _motion(x: dict[str, Any]) -> str:
    normal = x["normal"]
    return (
        x["motion"] if normal is None else f"{x['motion']}, normal {' '.join(f'{v:g}' for v in normal)} on {x['meet']}"
    )


def _sentences(facts: dict[str, Any]) -> list[str]:
    m = facts["mobility"]
    counts = f"by counting {m['by_counting']}, by screws {m['by_screws']}"
    rank = f"{m['joint_rates']} joint rates, {m['equations']} equations of rank {m['rank']}"
    lines = [f"mobility {m['degrees_of_freedom']} ({counts}; {rank})"]
    if m["at_start"] != m["degrees_of_freedom"]:
        lines.append(f"the start is singular: {m['at_start']} degrees of freedom there")
    lines.append(f"free: {', '.join(facts['free'])};  dependent: {', '.join(facts['dependent']) or 'none'}")
    if facts["actuated"]:
        spare = f"; {facts['redundant_motors']} more than needed" if facts["redundant_motors"] else ""
        lines.append(f"motors: {', '.join(facts['actuated'])}{spare}")
    if facts["idle"]:
        lines.append(f"{facts['idle']} degrees of freedom that nothing drives and nothing feels")
    order = "; then ".join(f"{', '.join(b['rates'])} from {', '.join(b['closes'])}" for b in facts["order"])
    lines.append(f"{'closed form' if facts['closed_form'] else 'iterative'}: {order}")
    condition = facts["condition"]
    said = "singular" if condition is None else f"{condition:.3g}"
    lines.append(f"conditioning of the dependent joints at the start: {said}; closed there to {facts['residual']:.1e}")
    for key, what in (("singular_inverse", "platform"), ("singular_direct", "motors")):
        if facts[key] is not None:
            lines.append(f"smallest singular value of the {what}: {facts[key]:.3g}")
    if facts["assumed"]:
        lines.append(f"values made up for the analysis: {', '.join(facts['assumed'])}")
    return lines


def _print_assemblies(facts: dict[str, Any], out: Any) -> None:
    for ways in (w for w in facts["assemblies"] if len(w["positions"]) > 1):
        found = ways["positions"]
        joints = [n for n in ways["joints"] if not isinstance(found[0][n], list)]
        rows = [
            ["start" if k == 0 else str(k + 1), *(f"{q[n]:.4g}" for n in joints)] for k, q in enumerate(found[:_SHOWN])
        ]
        more = f", {_SHOWN} of them" if len(found) > _SHOWN else ""
        plural = "" if len(found) == 1 else "s"
        title = f"{len(found)} way{plural} to assemble {', '.join(ways['loops'])} at the start's free coordinates{more}"
        out.print()
        out.print(title, style="italic")
        out.print(table("", ("", *joints), rows))

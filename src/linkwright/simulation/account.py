"""What is to be said of a motion: energy, work, how well they balance, what stays closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from linkwright.mechanism import kind_of
from linkwright.simulation.motion import Motion
from linkwright.simulation.run import FIXED_STEP, Run

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

_DOUBT = 1e-4
"""Energy that is missing, as a part of the energy that moves, from which on a motion is not to be trusted."""
_DOUBTS = {
    "open": "links that weigh next to nothing, or forces that jump",
    "closed": "a position in which its loops can go on in several ways, or links that weigh nothing",
    "lagrangian": "a step that is too long, or inputs that jump",
}
"""Why energy may appear or vanish, by kind of mechanism."""
_SHOWN = 6
"""Names in one line."""


def account(mechanism: Mechanism, motion: Motion, run: Run) -> list[str]:
    """Lines for people."""
    fixed = motion.method in FIXED_STEP
    spent = (
        f" in {motion.steps} steps of {motion.method}"
        if fixed
        else f", {motion.steps} evaluations of the forward dynamics"
    )
    forces = "inputs and dissipation" if fixed else "joint forces and friction"
    drift = f", its drift is {motion.drift:.1e} J" if fixed else ""
    lines = [
        f"{mechanism.name}: {motion.t[-1]:g} s{spent}",
        f"energy {motion.energy[0]:.6g} J -> {motion.energy[-1]:.6g} J",
        f"work of {forces} {motion.work[-1]:.6g} J",
        f"energy balance holds to {motion.energy_error:.1e}{drift}",
    ]
    if motion.energy_error > _DOUBT:
        lines.append(f"do not trust this motion: energy appeared or vanished ({_DOUBTS[kind_of(mechanism)]}?)")
    for k, name in enumerate(motion.labels["conserved"]):
        change = np.ptp(motion.conserved[:, k])
        lines.append(f"momentum of '{name}' {motion.conserved[0, k]:.6g}, changes by {change:.1e}")
    if motion.tracking_error is not None:
        lines.append(f"joints follow the trajectory to {motion.tracking_error:.1e}")
    return [*lines, *_rubbing(motion), *_held(motion)]


def _rubbing(motion: Motion) -> list[str]:
    """Where dry friction held joints, and where it does at the end."""
    if motion.slip is None:
        return []
    names, rests = motion.labels["slip"], motion.slip == 0
    if not np.any(rests):
        return ["dry friction slides all the time"]
    last = [name for name, still in zip(names, rests[-1], strict=True) if still]
    shown = ", ".join(f"'{name}'" for name in last[:_SHOWN]) + (
        f" and {more} more" if (more := len(last) - _SHOWN) > 0 else ""
    )
    end = f"at the end {shown}" if last else "none at the end"
    return [f"dry friction holds {int(np.sum(np.any(rests, axis=0)))} of {len(names)} joints at times, {end}"]


def _held(motion: Motion) -> list[str]:
    """How well loops, constraints and manifolds are kept."""
    lines: list[str] = []
    if motion.gaps is not None:
        held = f"loops stay closed to {np.max(motion.gaps):.1e}; {_ways(motion)}" if motion.parts else ""
        lines.append(held or f"constraints hold to {np.max(motion.gaps):.1e}")
    if motion.off:
        lines.append(f"unit vectors and rotations are on their manifold to {motion.off:.1e}")
    return lines


def _ways(motion: Motion) -> str:
    """How much of the time was integrated how."""
    whole = sum(p.end - p.start for p in motion.parts if p.how == "whole tree")
    if whole == 0:
        return "integrated in free coordinates"
    times = sum(p.how == "whole tree" for p in motion.parts)
    return f"integrated as a whole tree for {whole:.3g} s in {times} stretch{'' if times == 1 else 'es'}"

"""`linkwright simulate`: run, write a table and plots, tell how well the energy balance holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.cli.console import console, print_json, progress
from linkwright.cli.output import write_file, write_rows
from linkwright.errors import EmitError, LinkwrightError
from linkwright.mechanism import kind_of
from linkwright.simulation import Motion, Run, simulate
from linkwright.simulation.run import FIXED_STEP

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from linkwright.mechanism import Mechanism

VERSION = 1
"""Of the data that --json prints."""
PLOTS = (".svg", ".png", ".pdf")
_DOUBT = 1e-4
"""Energy that is missing, as a part of the energy that moves, from which on a motion is not to be trusted."""
_DOUBTS = {
    "open": "links that weigh next to nothing, or forces that jump",
    "closed": "a position in which its loops can go on in several ways, or links that weigh nothing",
    "lagrangian": "a step that is too long, or inputs that jump",
}
"""Why energy may appear or vanish, by kind of mechanism."""


def simulate_and_report(mechanism: Mechanism, run: Run, plot: Path | None, csv: Path | None, json: bool) -> None:
    """The command: simulate, write, tell."""
    draw = _plotter(plot) if plot else None
    with progress() as bar:
        bar.add_task(f"simulating {mechanism.name} for {run.time:g} s")
        motion = simulate(mechanism, run)
        if csv:
            write_file(csv, lambda path: write_csv(motion, path))
        if plot and draw:
            write_file(plot, lambda path: draw(mechanism, motion, path))
    if json:
        print_json({"version": VERSION, "kind": kind_of(mechanism), "name": mechanism.name, **_facts(motion, run)})
        return
    _tell(mechanism, motion, run)
    for path in (csv, plot):
        if path:
            console().print(f"wrote {path}")


def write_csv(motion: Motion, path: Path) -> None:
    """One row per instant."""
    heads = ["t", *(name for part in ("q", "v", "a", "tau") for name in motion.labels[part])]
    heads += ["kinetic", "potential", "energy", *motion.labels["conserved"]]
    parts: list[NDArray[np.float64]] = [motion.t, motion.q, motion.v, motion.a, motion.tau]
    parts += [motion.kinetic, motion.potential, motion.energy, motion.conserved]
    if motion.gaps is not None:
        heads.append("closure")
        parts.append(motion.gaps)
    write_rows(path, heads, np.column_stack(parts))


def _facts(motion: Motion, run: Run) -> dict[str, Any]:
    """The results as data, in one shape for every kind of mechanism."""
    names = motion.labels["conserved"]
    return {
        "seconds": run.time,
        "method": motion.method,
        "samples": len(motion.t),
        "steps": motion.steps,
        "newton_iterations": motion.newton,
        "energy_start": float(motion.energy[0]),
        "energy_end": float(motion.energy[-1]),
        "work": float(motion.work[-1]),
        "energy_error": motion.energy_error,
        "energy_drift": motion.drift,
        "closure_error": None if motion.gaps is None else float(np.max(motion.gaps)),
        "manifold_error": motion.off,
        "conserved": {n: float(np.ptp(motion.conserved[:, k])) for k, n in enumerate(names)},
        "parts": [{"start": p.start, "end": p.end, "how": p.how} for p in motion.parts],
        "q_end": motion.q[-1].tolist(),
        "v_end": motion.v[-1].tolist(),
    }


def _tell(mechanism: Mechanism, motion: Motion, run: Run) -> None:
    """For people."""
    screen, fixed = console(), motion.method in FIXED_STEP
    spent = (
        f" in {motion.steps} steps of {motion.method}"
        if fixed
        else f", {motion.steps} evaluations of the forward dynamics"
    )
    screen.print(f"{mechanism.name}: {run.time:g} s{spent}")
    screen.print(f"energy {motion.energy[0]:.6g} J -> {motion.energy[-1]:.6g} J")
    forces = "inputs and dissipation" if fixed else "joint forces and friction"
    screen.print(f"work of {forces} {motion.work[-1]:.6g} J")
    drift = f", its drift is {motion.drift:.1e} J" if fixed else ""
    screen.print(f"energy balance holds to {motion.energy_error:.1e}{drift}")
    if motion.energy_error > _DOUBT:
        screen.print(f"do not trust this motion: energy appeared or vanished ({_DOUBTS[kind_of(mechanism)]}?)")
    for k, name in enumerate(motion.labels["conserved"]):
        change = np.ptp(motion.conserved[:, k])
        screen.print(f"momentum of '{name}' {motion.conserved[0, k]:.6g}, changes by {change:.1e}")
    if motion.gaps is not None:
        held = f"loops stay closed to {np.max(motion.gaps):.1e}; {_ways(motion)}" if motion.parts else ""
        screen.print(held or f"constraints hold to {np.max(motion.gaps):.1e}")
    if motion.off:
        screen.print(f"unit vectors and rotations are on their manifold to {motion.off:.1e}")


def _ways(motion: Motion) -> str:
    """How much of the time was integrated how."""
    whole = sum(p.end - p.start for p in motion.parts if p.how == "whole tree")
    if whole == 0:
        return "integrated in free coordinates"
    times = sum(p.how == "whole tree" for p in motion.parts)
    return f"integrated as a whole tree for {whole:.3g} s in {times} stretch{'' if times == 1 else 'es'}"


def _plotter(path: Path) -> Callable[[Mechanism, Motion, Path], None]:
    """What draws; asked for before the simulation, so that nothing is computed in vain."""
    if path.suffix.lower() not in PLOTS:
        raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
    try:
        from linkwright.cli.plot import plot_motion
    except ImportError:
        raise LinkwrightError("plots need matplotlib", hint="pip install 'linkwright[plot]'") from None
    return plot_motion

"""`linkwright simulate`: run, write a table and plots, tell how well the energy balance holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from linkwright.cli.console import console, print_json, progress
from linkwright.cli.output import write_file, write_rows
from linkwright.errors import EmitError, LinkwrightError
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.simulation.motion import Motion, Run, simulate

_DOUBT = 1e-4
"""Energy that is missing, as a part of the energy that moves, from which on a motion is not to be trusted."""
PLOTS = (".svg", ".png", ".pdf")


def write_csv(robot: Robot, motion: Motion, path: Path) -> None:
    """One row per instant."""
    sizes = {"q": robot.tree.nq, "v": robot.tree.nv, "a": robot.tree.nv, "tau": robot.tree.nv}
    heads = ["t", *(f"{n}{k + 1}" for n, size in sizes.items() for k in range(size)), "kinetic", "potential", "energy"]
    parts = [motion.t, motion.q, motion.v, motion.a, motion.tau, motion.kinetic, motion.potential, motion.energy]
    if motion.gaps is not None:
        heads.append("closure")
        parts.append(motion.gaps)
    columns = np.column_stack(parts)
    write_rows(path, heads, columns)


def simulate_and_report(robot: Robot, run: Run, plot: Path | None, csv: Path | None, json: bool) -> None:
    """The command: simulate, write, tell."""
    draw = _plotter(plot) if plot else None
    with progress() as bar:
        bar.add_task(f"simulating {robot.name} for {run.time:g} s")
        motion = simulate(robot, run)
        if csv:
            write_file(csv, lambda path: write_csv(robot, motion, path))
        if plot and draw:
            write_file(plot, lambda path: draw(robot, motion, path))
    facts = {
        "seconds": run.time, "samples": len(motion.t), "evaluations": motion.steps,
        "energy_start": float(motion.energy[0]), "energy_end": float(motion.energy[-1]), "work": float(motion.work[-1]),
        "energy_error": motion.energy_error, "q_end": motion.q[-1].tolist(), "v_end": motion.v[-1].tolist(),
    }  # fmt: skip
    if motion.gaps is not None:
        parts = [{"start": p.start, "end": p.end, "how": p.how} for p in motion.parts]
        facts |= {"closure_error": float(np.max(motion.gaps)), "parts": parts}
    if json:
        print_json(facts)
        return
    screen = console()
    screen.print(f"{robot.name}: {run.time:g} s, {facts['evaluations']} evaluations of the forward dynamics")
    screen.print(f"energy {facts['energy_start']:.6g} J -> {facts['energy_end']:.6g} J")
    screen.print(f"work of joint forces and friction {facts['work']:.6g} J")
    screen.print(f"energy balance holds to {facts['energy_error']:.1e}")
    if motion.energy_error > _DOUBT:
        screen.print(_why_doubt(robot))
    if motion.gaps is not None:
        screen.print(f"loops stay closed to {facts['closure_error']:.1e}; {_ways(motion)}")
    for path in (csv, plot):
        if path:
            screen.print(f"wrote {path}")


def _ways(motion: Motion) -> str:
    """How much of the time was integrated how."""
    whole = sum(p.end - p.start for p in motion.parts if p.how == "whole tree")
    if whole == 0:
        return "integrated in free coordinates"
    times = sum(p.how == "whole tree" for p in motion.parts)
    return f"integrated as a whole tree for {whole:.3g} s in {times} stretch{'' if times == 1 else 'es'}"


def _why_doubt(robot: Robot) -> str:
    if isinstance(robot, ClosedRobot):
        where = "a position in which its loops can go on in several ways, or links that weigh nothing"
    else:
        where = "links that weigh next to nothing, or forces that jump"
    return f"do not trust this motion: energy appeared or vanished ({where}?)"


def _plotter(path: Path) -> Callable[[Robot, Motion, Path], None]:
    """What draws; asked for before the simulation, so that nothing is computed in vain."""
    if path.suffix.lower() not in PLOTS:
        raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
    try:
        from linkwright.cli.plot import plot_motion
    except ImportError:
        raise LinkwrightError("plots need matplotlib", hint="pip install 'linkwright[plot]'") from None
    return plot_motion

"""`linkwright simulate` of a Lagrangian: run, write a table and plots, tell what was kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

from linkwright.cli.console import console, print_json, progress
from linkwright.cli.output import write_file, write_rows
from linkwright.errors import EmitError, LinkwrightError
from linkwright.manifold.lagrangian import Lagrangian
from linkwright.manifold.state import labels_of, slots_of
from linkwright.simulation.manifold_motion import Motion, Run, simulate

PLOTS = (".svg", ".png", ".pdf")


def input_labels(system: Lagrangian) -> list[str]:
    """A name per element of the inputs: f, M_1, M_2, M_3."""
    found: list[str] = []
    for i in system.inputs:
        size = int(np.prod(i.shape, dtype=int))
        found += [i.name] if size == 1 and not i.shape else [f"{i.name}_{k + 1}" for k in range(size)]
    return found


def symmetry_names(system: Lagrangian) -> list[str]:
    return [s.name for s in system.extra.get("symmetries", ())]


def write_csv(system: Lagrangian, motion: Motion, path: Path) -> None:
    """One row per instant."""
    slots = slots_of(system.variables)
    heads = ["t", *(n for part in "qva" for n in labels_of(slots, part)), *input_labels(system)]
    heads += ["kinetic", "potential", "energy", *symmetry_names(system)]
    columns = np.column_stack(
        [
            motion.t,
            motion.q,
            motion.v,
            motion.a,
            motion.inputs,
            motion.kinetic,
            motion.potential,
            motion.energy,
            motion.conserved,
        ]
    )
    write_rows(path, heads, columns)


def simulate_and_report(system: Lagrangian, run: Run, plot: Path | None, csv: Path | None, json: bool) -> None:
    """The command: simulate, write, tell."""
    draw = _plotter(plot) if plot else None
    with progress() as bar:
        bar.add_task(f"simulating {system.name} for {run.time:g} s")
        motion = simulate(system, run)
        if csv:
            write_file(csv, lambda path: write_csv(system, motion, path))
        if plot and draw:
            write_file(plot, lambda path: draw(system, motion, path))
    names = symmetry_names(system)
    facts = {
        "seconds": run.time, "method": run.method, "steps": motion.steps, "newton_iterations": motion.newton,
        "samples": len(motion.t), "energy_start": float(motion.energy[0]), "energy_end": float(motion.energy[-1]),
        "work": float(motion.work[-1]), "energy_error": motion.energy_error, "energy_drift": motion.drift,
        "conserved": {n: float(np.ptp(motion.conserved[:, k])) for k, n in enumerate(names)},
        "constraints": motion.gap, "manifold": motion.distance,
        "q_end": motion.q[-1].tolist(), "v_end": motion.v[-1].tolist(),
    }  # fmt: skip
    if json:
        print_json(facts)
        return
    screen = console()
    screen.print(f"{system.name}: {run.time:g} s in {motion.steps} steps of {run.method}")
    screen.print(
        f"energy {motion.energy[0]:.6g} J -> {motion.energy[-1]:.6g} J, work of inputs and dissipation {motion.work[-1]:.6g} J"
    )
    screen.print(f"energy balance holds to {motion.energy_error:.1e}, its drift is {motion.drift:.1e} J")
    for k, name in enumerate(names):
        screen.print(
            f"momentum of '{name}' {motion.conserved[0, k]:.6g}, changes by {np.ptp(motion.conserved[:, k]):.1e}"
        )
    if system.constraints:
        screen.print(f"constraints hold to {motion.gap:.1e}")
    if any(s.kind in ("S2", "SO3") for s in slots_of(system.variables)):
        screen.print(f"unit vectors and rotations are on their manifold to {motion.distance:.1e}")
    for path in (csv, plot):
        if path:
            screen.print(f"wrote {path}")


def _plotter(path: Path) -> Callable[[Lagrangian, Motion, Path], None]:
    """What draws; asked for before the simulation, so that nothing is computed in vain."""
    if path.suffix.lower() not in PLOTS:
        raise EmitError(f"cannot plot to '{path}'", hint=f"a file ending in {', '.join(PLOTS)}")
    try:
        from linkwright.cli.manifold_plot import plot_motion
    except ImportError:
        raise LinkwrightError("plots need matplotlib", hint="pip install 'linkwright[plot]'") from None
    return plot_motion

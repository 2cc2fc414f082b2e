"""`linkwright simulate`: run, write a table and plots, tell how well the energy balance holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwright.cli.console import console, steps
from linkwright.cli.options import Samples
from linkwright.cli.output import checked_plot, pose_text, print_facts, say_written
from linkwright.disk import write_file, write_text
from linkwright.errors import EmitError
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot, Robot
from linkwright.model.robot import OpenRobot
from linkwright.notebook.motion_table import write_csv
from linkwright.simulation import Motion, Run, simulate
from linkwright.simulation.account import account


def simulate_and_report(mechanism: Mechanism, file: Path, run: Run, samples: Samples, json: bool) -> None:
    """The command: simulate, write, tell. file: of the mechanism, which says how it looks."""
    plot, csv, html = samples.plot, samples.csv, samples.html
    draw = checked_plot(plot, "linkwright.view.plot:plot_motion") if plot else None
    if html:
        _require_robot(mechanism)
    with steps() as tell:
        tell(f"simulating {mechanism.name}", 0.0)
        motion = simulate(mechanism, run, tell)
        tell("writing", 0.95)
        if csv:
            write_file(csv, lambda path: write_csv(motion, path))
        if plot and draw:
            write_file(plot, lambda path: draw(mechanism, motion, path))
        if html:
            write_text(html, _page(_require_robot(mechanism), motion, file))
    if json:
        print_facts(mechanism, _facts(motion, run))
        return
    _tell(mechanism, motion, run)
    say_written(csv, plot, html)


def _require_robot(mechanism: Mechanism) -> Robot:
    """Refuse what has no bodies to be drawn."""
    match mechanism:
        case OpenRobot() | ClosedRobot():
            return mechanism
        case _:
            what = f"there is no page of '{mechanism.name}': it is a Lagrangian"
            raise EmitError(what, hint="pages show robots with bodies and joints; the studio draws a Lagrangian")


def _page(robot: Robot, motion: Motion, file: Path) -> str:
    from linkwright.view.looks.dress import dress_of
    from linkwright.view.page import page

    return page(robot, motion, dress=dress_of(file, robot))


def _facts(motion: Motion, run: Run) -> dict[str, Any]:
    """The results as data, in one shape for every kind of mechanism."""
    names = motion.labels["conserved"]
    return {
        "seconds": float(motion.t[-1]),
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
        "tracking_error": motion.tracking_error,
        "conserved": {n: float(np.ptp(motion.conserved[:, k])) for k, n in enumerate(names)},
        "parts": [{"start": p.start, "end": p.end, "how": p.how} for p in motion.parts],
        "q_end": motion.q[-1].tolist(),
        "v_end": motion.v[-1].tolist(),
    }


def _tell(mechanism: Mechanism, motion: Motion, run: Run) -> None:
    """For people."""
    first, *lines = account(mechanism, motion, run)
    for line in (first, f"start: {_start(mechanism, motion)}", *lines):
        console().print(line, soft_wrap=True)


def _start(mechanism: Mechanism, motion: Motion) -> str:
    """Where the motion begins, which the file or the closure of a robot may have chosen; of a closed robot what is free."""
    match mechanism:
        case ClosedRobot():
            return pose_text(mechanism.position_names, motion.q[0][list(mechanism.coordinates.free_q)])
        case OpenRobot():
            return pose_text(mechanism.position_names, motion.q[0])
        case _:
            return pose_text(motion.labels["q"], motion.q[0])

"""Motions that the page does not integrate itself: of closed robots, and of trees that are stiff."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from linkwright.errors import InputError
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.elements import freedoms, positions
from linkwright.model.robot import OpenRobot
from linkwright.simulation.account import account
from linkwright.simulation.run import Run
from linkwright.studio.desk.asked import Tell, untold
from linkwright.studio.desk.reading import mechanism_of
from linkwright.studio.desk.setup import RUN, Setup, setup_of

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism
    from linkwright.simulation.motion import Motion

MOST_NUMBERS = 5_000_000
"""Of an answer."""


def simulate(payload: Mapping[str, Any], tell: Tell = untold) -> dict[str, Any]:
    """The motion of a run, with its account."""
    mechanism, setup = mechanism_of(payload), setup_of(payload)
    match mechanism:
        case OpenRobot():
            from linkwright.studio.desk.simulate_tree import tree_motion

            _bound(setup, mechanism.nq + 3 * mechanism.nv)
            run = run_of(setup, "radau")
            motion, more = tree_motion(mechanism, setup, run, tell), {}
            names = _labels(mechanism)
        case ClosedRobot():
            from linkwright.studio.desk.simulate_closed import closed_motion

            _bound(setup, mechanism.tree.nq + 4 * mechanism.tree.nv)
            run = run_of(setup, "dop853")
            motion, more = closed_motion(mechanism, setup, run, tell)
            names = _labels(mechanism.tree)
        case _:
            from linkwright.studio.desk.simulate_lagrangian import lagrangian_motion

            _bound(setup, mechanism.nq + 3 * mechanism.nv)
            run = run_of(setup, "rkmk4")
            motion, more = lagrangian_motion(mechanism, setup, run, tell), {}
            names = {part: list(motion.labels[part]) for part in ("q", "v", "a", "tau")}
    return {"motion": {**_told(mechanism, motion, run), "labels": names, "constraint_forces": None, **more}}


def run_of(setup: Setup, method: str) -> Run:
    """A run of the simulation room. method: where the page leaves the choice to the server."""
    return Run(time=setup.time, rate=setup.rate, step=setup.step, method=method)


def _bound(setup: Setup, columns: int) -> None:
    if setup.time * setup.rate * columns > MOST_NUMBERS:
        what = f"{setup.time:g} s at {setup.rate:g} samples per second are too many numbers"
        raise InputError(what, f"{RUN}/rate", f"at most {MOST_NUMBERS / columns:.0f} samples of this mechanism")


def _labels(tree: OpenRobot) -> dict[str, list[str]]:
    rates = [e.name for e in freedoms(tree)]
    return {"q": [e.name for e in positions(tree)], "v": rates, "a": rates, "tau": rates}


def _told(mechanism: Mechanism, motion: Motion, run: Run) -> dict[str, Any]:
    parts = {n: getattr(motion, n).tolist() for n in ("t", "q", "v", "a", "tau", "kinetic", "potential", "work")}
    return {
        **parts,
        "gaps": None if motion.gaps is None else motion.gaps.tolist(),
        "energy_error": motion.energy_error,
        "said": account(mechanism, motion, run),
    }

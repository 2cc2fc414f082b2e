"""What legs in lanes gain one state: nanoseconds with and without, generated C and native functions interleaved in one run, and
Pinocchio's where it is installed and knows the robot."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks import ours
from benchmarks.hexapod import hexapod
from benchmarks.quantities import QUANTITIES, Quantity
from benchmarks.robots import BUILD, ROBOTS, BenchRobot
from benchmarks.timing import Contestant, disagreement, race
from linkwright.model.assembly.mobility_report import cut
from linkwright.model.closed_robot import ClosedRobot
from linkwright.passes.kernel import Kernel

PARALLEL = Path(__file__).resolve().parent.parent / "examples" / "parallel"
TREES = {
    "anymal": ROBOTS["anymal"],
    "solo12": BenchRobot("solo12", "solo_description/robots/solo12.urdf", "HR_FOOT", "quadruped"),
    "talos": ROBOTS["talos"],
    "panda": ROBOTS["panda"],
    "hexapod": BenchRobot("hexapod", str(BUILD / "hexapod_model.urdf"), "tibia0", "quadruped"),
}
PLATFORMS = {
    name: BenchRobot(name, str(PARALLEL / f"{file}.yaml"), "")
    for name, file in (("ups6", "6ups"), ("rus6", "6rus"), ("delta", "delta"), ("rrr3", "3rrr"), ("ruu4", "4ruu"))
}
LEGGED = TREES | PLATFORMS
ASKED = (
    *("inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity", "jacobian"),
    *("inverse_dynamics_derivatives", "forward_dynamics_derivatives", "mass_matrix_inverse"),
)
OF_PLATFORMS = {
    name: Quantity(name, ("q",)) for name in ("inverse_kinematics", "inverse_jacobian", "closure", "forward_kinematics")
}
STATES = 64
WARM = 100 * STATES
NEAR = 0.02
"""How far from its start a platform moves: legs reach it there."""
COLUMNS = (
    *("operations", "C", "in lanes", "gain", "native", "in lanes", "gain", "difference"),
    *("Pinocchio", "/ C in lanes", "/ native in lanes"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=25, help="interleaved bursts; the median counts")
    parser.add_argument("--robots", default=",".join(LEGGED))
    parser.add_argument("--quantities", default=",".join([*ASKED, *OF_PLATFORMS]))
    options = parser.parse_args()
    hexapod(Path(LEGGED["hexapod"].urdf))
    table = Table("ns per state", *COLUMNS)
    for robot in options.robots.split(","):
        with _peer(LEGGED[robot]) as peer:
            for quantity in _asked(LEGGED[robot], options.quantities.split(",")):
                row = _row(LEGGED[robot], quantity, peer(quantity), options.rounds)
                table.add_row(f"{robot} {quantity.name}", *row)
    Console(width=None if sys.stdout.isatty() else 190).print(table)


def _asked(entry: BenchRobot, names: Sequence[str]) -> list[Quantity]:
    """Those that a robot has: of platforms no Jacobian of a frame, of others none of their legs."""
    known = (QUANTITIES | OF_PLATFORMS) if entry.name in PLATFORMS else QUANTITIES
    return [known[name] for name in names if name in known and (entry.frame or name not in ours.BY_FRAME)]


@contextmanager
def _peer(entry: BenchRobot) -> Iterator[Callable[[Quantity], list[Contestant]]]:
    """Pinocchio's contestants, of robots that it reads; it chooses the states."""
    if entry.name in PLATFORMS or find_spec("pinocchio") is None:
        yield lambda quantity: []
        return
    from benchmarks.peers import pinocchio

    model = pinocchio.model_of(entry)
    states = pinocchio.sample_states(model, STATES)
    with pinocchio.started(pinocchio.write_problem(entry, model, ours.frame_names(entry), states)) as peer:
        yield peer.contestants


def _states(entry: BenchRobot, made: Kernel, asked: Quantity) -> list[np.ndarray]:
    """Random ones; of a platform near its start."""
    random, robot = np.random.default_rng(1), ours.robot_of(entry)
    sizes = {port.name: port.size for port in made.inputs}
    found = {name: random.uniform(-1, 1, (STATES, sizes[name])) for name in asked.inputs}
    if isinstance(robot, ClosedRobot):
        start = cut(robot)
        found["q"] = NEAR * found["q"] + [start.start[k] for k in start.coordinates.free_q]
    return [found[name] for name in asked.inputs]


def _row(entry: BenchRobot, asked: Quantity, peers: list[Contestant], rounds: int) -> list[str]:
    made = ours.kernel_of(entry, asked)
    if made.lanes is None:
        return [str(made.ops.flops), *["-"] * (len(COLUMNS) - 1)]
    inputs = _states(entry, made, asked)
    plain, other = replace(made, lanes=None), replace(entry, name=f"{entry.name}_one_by_one")
    own = [
        ours.generated_c(other, asked, plain, inputs),
        ours.generated_c(entry, asked, made, inputs),
        ours.native_of(asked, plain, inputs)[0],
        ours.native_of(asked, made, inputs)[0],
    ]
    for contestant in own[2:]:  # the call from Python is compiled once a process calls often
        contestant.seconds(WARM)
    times = race([*own, *peers], rounds)
    values = [c.value() for c in own if c.value is not None]
    worst = max(disagreement(x, values[0]) for x in values)
    pairs = [
        text for k in (0, 2) for text in (f"{times[k]:.0f}", f"{times[k + 1]:.0f}", f"{times[k] / times[k + 1]:.2f}")
    ]
    beside = ["-"] * 3
    if peers:
        best = min(times[k] for k in range(len(own), len(times)))
        beside = [f"{best:.0f}", f"{best / times[1]:.1f}", f"{best / times[3]:.1f}"]
    return [f"{made.ops.flops} ({made.lanes.ops.flops})", *pairs, f"{worst:.0e}", *beside]


if __name__ == "__main__":
    main()

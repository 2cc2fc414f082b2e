"""Generated C of the benchmark robots, by whichever linkwright is on the path.

    PYTHONPATH=tree/src:. python -m benchmarks.generate FOLDER ur5 fourbar1

Only what every version of the package has is used here: load, build.
"""

from __future__ import annotations

import sys
from pathlib import Path

import linkwright as lw
from benchmarks.robots import ROBOTS

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
CLOSED = {
    "exoskeleton": "loops/exoskeleton.yaml",
    "delta": "parallel/delta.yaml",
    "6ups": "parallel/6ups.yaml",
    "fourbar1": "loops/fourbar1.yaml",
}
NAMES = (*ROBOTS, *CLOSED)
OF_TREES = (
    "inverse_dynamics", "mass_matrix", "forward_dynamics", "gravity", "coriolis_matrix", "regressor", "jacobian",
    "forward_kinematics", "inverse_dynamics_derivatives",
)  # fmt: skip
"""Closed robots get their usual quantities."""


def main() -> None:
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        if name in CLOSED:
            lw.build(lw.load(EXAMPLES / CLOSED[name]), to=["c"], out=folder / name, run=False)
        else:
            robot = lw.load(ROBOTS[name].file(), floating=ROBOTS[name].floating)
            lw.build(robot, to=["c"], out=folder / name, quantities=OF_TREES, run=False)


if __name__ == "__main__":
    main()

"""A machine that is not quite what its file says, recorded, and identified: parameters, a load, drive gains.

    python examples/identify.py        writes machine/motion.csv, recording.csv, loaded.csv, and says what comes out

The machine is elbow6 with other masses, and with friction and rotors, which its file does not have. It follows an exciting
motion twice. What is recorded has noise: torques, motor currents, positions in steps of an encoder. Real recordings take the
place of these files.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np

import linkwright as lw
from linkwright.identification.excitation import Excitation
from linkwright.identification.loads import load_of, loaded
from linkwright.model.robot import Drive
from linkwright.spatial.inertia import Inertia
from linkwright.trajectory.tables import write_table

ROBOT = Path(__file__).resolve().parent / "elbow6.urdf"
HEAVIER = {"shoulder": 1.1, "upper_arm": 1.25, "forearm": 0.8, "wrist_roll": 1.2, "wrist_pitch": 0.9, "flange": 1.3}
VISCOUS = (2.0, 2.2, 1.5, 0.4, 0.3, 0.2)  # N m s/rad
COULOMB = (1.5, 1.8, 1.2, 0.35, 0.3, 0.2)  # N m
ROTOR = (0.8, 0.9, 0.5, 0.12, 0.1, 0.05)  # kg m^2, at the joint
NOISE = (0.5, 0.5, 0.3, 0.08, 0.08, 0.05)  # N m
GAINS = (11.0, 11.5, 9.0, 4.2, 4.1, 2.4)  # N m per ampere
ENCODER = 2 * np.pi / 2**18
LOAD = "1.5 0 0.02 0.06"  # kg, centre in the frame of the tool


def machine(robot: lw.OpenRobot) -> lw.OpenRobot:
    """The robot as it is built."""
    bodies = dict(robot.bodies)
    for name, factor in HEAVIER.items():
        ten = [factor * x for x in bodies[name].inertia.parameters]
        bodies[name] = replace(bodies[name], inertia=Inertia.from_parameters(ten))
    joints = dict(robot.joints)
    for name, viscous, coulomb, rotor in zip(robot.joint_names, VISCOUS, COULOMB, ROTOR, strict=True):
        drive = Drive(rotor_inertia=rotor, viscous=viscous, coulomb=coulomb)
        joints[name] = replace(joints[name], drive=drive)
    return replace(robot, bodies=MappingProxyType(bodies), joints=MappingProxyType(joints))


def record(true: lw.OpenRobot, motion: Excitation, path: Path, seed: int) -> None:
    """Two periods at 500 samples a second: t, q1.., tau1.. (N m), i1.. (A)."""
    rng = np.random.default_rng(seed)
    x = motion.at(np.arange(0, 2 * motion.time, 0.002))
    tau = lw.compile(true).inverse_dynamics(x.q, x.v, x.a)
    tau = tau + rng.normal(size=tau.shape) * NOISE
    q = np.round(x.q / ENCODER) * ENCODER
    heads = ["t", *(f"{word}{k + 1}" for word in ("q", "tau", "i") for k in range(true.nv))]
    write_table(path, heads, np.column_stack([x.t, q, tau, tau / GAINS]))


def off(model: lw.OpenRobot, true: lw.OpenRobot) -> float:
    """Torques of a model beside those of the machine, at states that nobody recorded: |difference| / |torque|."""
    q, v, a = np.random.default_rng(3).uniform(-1, 1, (3, 1000, true.nv)) * np.array([2.0, 2.0, 5.0])[:, None, None]
    wanted = lw.compile(true).inverse_dynamics(q, v, a)
    return float(np.linalg.norm(lw.compile(model).inverse_dynamics(q, v, a) - wanted) / np.linalg.norm(wanted))


def main(folder: Path) -> None:
    """Record, identify, compare with what the machine is."""
    folder.mkdir(parents=True, exist_ok=True)
    robot = lw.load(ROBOT)
    true = machine(robot)
    motion = lw.excite(robot, time=10, harmonics=5, starts=1)
    motion.to_csv(folder / "motion.csv")
    record(true, motion, folder / "recording.csv", seed=1)
    record(loaded(true, "tool", load_of(LOAD)), motion, folder / "loaded.csv", seed=2)
    found = lw.identify(robot, folder / "recording.csv")
    print(f"motion: condition {motion.before:.3g} before, {motion.condition:.3g} after")
    for name, fit in found.fits.items():
        print(f"{name}: predicts noisy torques that it has not seen to {100 * fit.relative_held_out:.1f} %")
    print(f"torques anywhere: the file's are off by {100 * off(robot, true):.0f} %, the identified robot's ", end="")
    print(f"by {100 * off(found.robot, true):.2f} %")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("machine"))

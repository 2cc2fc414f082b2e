"""Names, units and start values of a robot's variables."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.fmu.plant import Signal
from linkwright.model.closed_robot import Robot
from linkwright.model.elements import Element, freedoms, positions

POSE = (("x", "m"), ("y", "m"), ("z", "m"), ("qx", ""), ("qy", ""), ("qz", ""), ("qw", ""))
_WRENCH = (("fx", "N"), ("fy", "N"), ("fz", "N"), ("mx", "N.m"), ("my", "N.m"), ("mz", "N.m"))


def state_signals(robot: Robot, q: Sequence[int], v: Sequence[int], start: Sequence[float]) -> tuple[Signal, ...]:
    """Positions and velocities of some coordinates of the tree; start: all positions of the tree."""
    every_q, every_v = positions(robot.tree), freedoms(robot.tree)
    places = [position_signal(every_q[k], start[k]) for k in q]
    return (*places, *(velocity_signal(every_v[k]) for k in v))


def position_signal(e: Element, start: float = 0.0) -> Signal:
    """Of one element of q."""
    return Signal(f"q_{e.name}", e.unit, float(start), f"position of joint {e.joint.name}")


def velocity_signal(e: Element) -> Signal:
    """Of one element of v."""
    return Signal(f"v_{e.name}", e.unit, 0.0, f"velocity of joint {e.joint.name}")


def rate_signals(robot: Robot, q: Sequence[int], v: Sequence[int]) -> tuple[Signal, ...]:
    """Rates of the states: of positions, and accelerations."""
    every_q, every_v = positions(robot.tree), freedoms(robot.tree)
    return (
        *(Signal(f"der(q_{every_q[k].name})", f"{every_q[k].unit or '1'}/s") for k in q),
        *(
            Signal(f"a_{e.name}", f"{e.unit}2", 0.0, f"acceleration of joint {e.joint.name}")
            for e in (every_v[k] for k in v)
        ),
    )


def force_signals(robot: Robot, v: Sequence[int]) -> tuple[Signal, ...]:
    """Forces of drives at some rates of the tree."""
    every = freedoms(robot.tree)
    units = {"m/s": "N", "rad/s": "N.m"}
    return tuple(
        Signal(f"tau_{_force_name(e)}", units[e.unit], 0.0, f"force in joint {e.joint.name}")
        for e in (every[k] for k in v)
    )


def _force_name(e: Element) -> str:
    """ "elbow", "base.fx"."""
    words = e.joint.joint_type.forces
    return f"{e.joint.name}.{words[e.own]}" if len(words) > 1 else e.joint.name


def wrench_signals(robot: Robot) -> tuple[Signal, ...]:
    """External forces and moments at the frames that have some."""
    return tuple(
        Signal(f"wrench_{frame}.{word}", unit, 0.0, f"at frame {frame}, in its axes")
        for frame in robot.wrenches
        for word, unit in _WRENCH
    )


def pose_signals(frame: str) -> tuple[Signal, ...]:
    """Place of a frame in the world: position and quaternion."""
    return tuple(Signal(f"{frame}.{word}", unit, 0.0, f"pose of frame {frame}") for word, unit in POSE)

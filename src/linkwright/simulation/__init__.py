"""Motions of mechanisms: what is integrated (flow.py), how (integrators.py), under which forces, with an account of the energy.

motion = simulate(mechanism, Run(time=5, q0="0.5, 30 deg", torque="-v1, sin(t)"))
motion.t, motion.q, motion.energy_error
"""

from linkwright.simulation.flow import simulate
from linkwright.simulation.motion import Motion
from linkwright.simulation.run import Run

__all__ = ["Motion", "Run", "simulate"]

"""
Tiny arm: equations of motion, Cython around C
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

Conventions
  M(q) a = tau
  angles in radians */ ''' % /end{document}

Parameters
  m1       1.5   kg  mass of the upper link
  L_upper  0.25  m

Functions
  mass_matrix  M(q) a = tau

An input is one state, or n of them along a first axis; outputs are then, too. Inputs that are one state go with all.
Batches are computed without the GIL. out= takes arrays to write to, float64 in C order: one, or a tuple of them.
A function with several outputs returns a tuple, in the order of its description.
set_checks(False): inputs are no longer searched for numbers that are not finite.
"""

import numpy as np

from Tiny_arm._Tiny_arm import (
    mass_matrix,
    set_checks,
)

NQ = 2
"""length of q"""
JOINT_NAMES = ('upper "arm"', "it's \\ α")
"""joints in the order of q"""
LOWER_POSITION_LIMIT = np.array([-0.5, -np.inf])
"""lower limits of q"""

PARAMETERS = np.array([
    1.5,  # 0: m1
    0.25,  # 1: L_upper
])
PARAMETERS.setflags(write=False)
PARAMETERS_INDEX = {
    'm1': 0,
    'L_upper': 1,
}

__all__ = [
    'mass_matrix',
    'set_checks',
    'NQ',
    'JOINT_NAMES',
    'LOWER_POSITION_LIMIT',
    'PARAMETERS',
    'PARAMETERS_INDEX',
]

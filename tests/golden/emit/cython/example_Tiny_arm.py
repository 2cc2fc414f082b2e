"""
Tiny arm: how the generated functions are called. First: python setup.py build_ext --inplace
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
"""

import numpy as np
import Tiny_arm

print('mass_matrix')
q = np.array([0.5, -0.25])
print(Tiny_arm.mass_matrix(q=q))
# two states at once
print(Tiny_arm.mass_matrix(q=np.stack([q, 2 * q])))
parameters = Tiny_arm.PARAMETERS.copy()
parameters[Tiny_arm.PARAMETERS_INDEX['m1']] *= 2
print(Tiny_arm.mass_matrix(q=q, parameters=parameters))

"""
Tiny arm: an example
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

python example_Tiny_arm.py
"""
import numpy as np

import Tiny_arm

q = np.array([0.5, -0.25])
print("mass_matrix:", Tiny_arm.mass_matrix(q))

many = q + 0.01 * np.arange(5.0).reshape(5, 1)
print("mass_matrix of five states:", Tiny_arm.mass_matrix(many))

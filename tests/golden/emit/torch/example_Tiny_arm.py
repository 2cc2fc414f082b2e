"""
Tiny arm: an example
Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

python example_Tiny_arm.py
"""
import torch

import Tiny_arm as robot

mass_matrix = robot.mass_matrix
q = torch.tensor([0.5, -0.25], dtype=torch.float64).reshape((2,))
print("mass_matrix:", mass_matrix(q))

derivative = torch.func.jacfwd(robot.mass_matrix)
print("derivative along q:", derivative(q))

many = torch.func.vmap(lambda x: robot.mass_matrix(x))
states = q + 0.01 * torch.arange(5.0, dtype=torch.float64).reshape(5, 1)
print("five states:", many(states))

"""Coordinate-free mechanics: a Lagrangian on a product of R, R^n, S1, S2, SO(3), SE(3) -> its equations of motion."""

"""Equations of motion in free coordinates, one method per file; regressors, base parameters, forces of the closures."""

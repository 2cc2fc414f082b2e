"""Geometry of robots from measured poses: which parameters can be told, what they are, where to measure.

`run.calibrate` fits, `plan.plan` chooses postures.
"""

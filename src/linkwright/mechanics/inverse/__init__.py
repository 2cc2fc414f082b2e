"""Inverse kinematics of trees: all positions of the joints that put a frame at a pose.

axes.py, chain.py  the joints on the way to a frame, as axes in space    geometry.py  how these lie
subproblems.py     turns and slides that meet one condition              position.py  three joints that carry a point to a point
closed_form.py     the table of families of arms                         wrist.py     a spherical wrist
branches.py        branches and their assembly to outputs                mask.py      which part of a pose is asked for
"""

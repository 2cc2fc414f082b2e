"""Inverse kinematics of trees: where the joints must be for frames to have given poses.

Closed forms, all solutions:
axes.py, chain.py  the joints on the way to a frame, as axes in space    geometry.py  how these lie
subproblems.py     turns and slides that meet one condition              quartic.py   up to four roots
closed_form.py     the table of families of arms                         wrist.py     a spherical wrist
position.py        three joints that carry a point to a point            branches.py  branches and their assembly to outputs
"""

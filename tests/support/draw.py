"""Internals that tests use: linkwright.draw. When one moves, this is the place to change."""

from __future__ import annotations

from linkwright.draw.picture import picture
from linkwright.draw.poses import body_poses
from linkwright.draw.sketch import sketch
from linkwright.draw.sketch_scene import scene
from linkwright.draw.sketch_shapes import hull
from linkwright.draw.sketch_view import view_of
from linkwright.draw.tree import kinematic_tree

__all__ = [
    "body_poses",
    "hull",
    "kinematic_tree",
    "picture",
    "scene",
    "sketch",
    "view_of",
]

"""Robots, Lagrangians, functions, motions, reports and verdicts as versioned JSON, and back.

save(robot, "robot.json"); robot = read("robot.json")      files
document = to_json(robot); robot = from_json(document)     dicts
json_schema("robot")                                       the JSON Schema of a kind of document
"""

from __future__ import annotations

from linkwright.schema.documents import KINDS, VERSION, Storable, from_json, to_json
from linkwright.schema.files import json_schema, read, save

__all__ = ["KINDS", "VERSION", "Storable", "from_json", "json_schema", "read", "save", "to_json"]

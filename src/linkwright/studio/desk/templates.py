"""Mechanisms to start from: chains by letters, closed linkages, parallel robots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from linkwright.errors import InputError
from linkwright.studio.desk.asked import text_of
from linkwright.writers.template import LOOPS, PARALLEL, template

LONGEST = 60
"""Joints of a chain."""


def templates(payload: Mapping[str, Any]) -> dict[str, Any]:
    """Names of closed linkages and parallel robots."""
    return {"loop": list(LOOPS), "parallel": list(PARALLEL)}


def document_of_template(payload: Mapping[str, Any]) -> dict[str, Any]:
    """The document of a chain (joints: "RRP"), a closed linkage or a parallel robot."""
    joints, loop, parallel = (text_of(payload, key, "") for key in ("joints", "loop", "parallel"))
    if len(joints) > LONGEST:
        raise InputError(f"a chain of {len(joints)} joints", hint=f"at most {LONGEST}")
    name = (parallel or loop or "robot").replace(" ", "_")
    return {"document": template(joints or "RR", loop, parallel, f"{name}.yaml")}

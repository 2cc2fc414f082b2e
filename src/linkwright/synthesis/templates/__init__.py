"""Templates of task files."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import PurePath

from linkwright.errors import InputError, suggestion

TASKS = ("cube", "lift", "pick-and-place", "two-points")
"""Files of this folder."""


def task_template(name: str, file: str) -> str:
    """A task by its name, as the file to write is called."""
    if name not in TASKS:
        hint = suggestion(name, TASKS, f"one of: {', '.join(TASKS)}")
        raise InputError(f"there is no template for the task '{name}'", hint=hint)
    text = (files("linkwright.synthesis.templates") / f"{name}.yaml").read_text(encoding="utf-8")
    own = re.sub(r"\W", "_", PurePath(file).stem) or name
    return re.sub(r"^name: .*$", f"name: {own}", text.replace("FILE.yaml", file), flags=re.MULTILINE)

"""`linkwright new`: a commented template."""

from __future__ import annotations

from pathlib import Path

from linkwright.disk import write_text
from linkwright.errors import FileError
from linkwright.writers.template import template


def write_template(path: Path, joints: str, force: bool, loop: str = "", parallel: str = "", task: str = "") -> None:
    """Write the template for a chain of joints such as "RRPR", or of a linkage, a parallel robot, a task by name."""
    text = _task(task, path) if task else template(joints, loop, parallel, path.name)
    if path.suffix not in (".yaml", ".yml"):
        raise FileError(f"{path} is not a .yaml file", hint="templates are written as YAML, such as arm.yaml")
    if path.exists() and not force:
        raise FileError(f"{path} exists already", hint="choose another name, or pass --force")
    write_text(path, text)


def _task(name: str, path: Path) -> str:
    from linkwright.synthesis.templates import task_template  # robots do not need it

    return task_template(name, path.name)

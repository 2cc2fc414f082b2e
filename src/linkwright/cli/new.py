"""`linkwright new`: a commented template."""

from __future__ import annotations

from pathlib import Path

from linkwright.disk import write_text
from linkwright.errors import FileError
from linkwright.writers.template import template


def write_template(path: Path, joints: str, force: bool, loop: str = "", parallel: str = "") -> None:
    """Write the template for a chain of joints such as "RRPR", or for a closed linkage or a parallel robot by its name."""
    text = template(joints, loop, parallel, path.name)
    if path.suffix not in (".yaml", ".yml"):
        raise FileError(f"{path} is not a .yaml file", hint="templates are written as YAML, such as arm.yaml")
    if path.exists() and not force:
        raise FileError(f"{path} exists already", hint="choose another name, or pass --force")
    write_text(path, text)

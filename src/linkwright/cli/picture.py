"""`linkwright picture`: a sketch of the mechanism in a pose, or a Lagrangian's variables and equations."""

from __future__ import annotations

import sys
from pathlib import Path

from linkwright.cli.console import say, shown
from linkwright.cli.output import pose_text
from linkwright.disk import write_text
from linkwright.draw.picture import picture
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.readers.positions import free_positions, pose_from_text


def picture_and_report(mechanism: Mechanism, q: str, out: Path | None) -> None:
    """Write the picture, or print it where no file is named."""
    text = picture(mechanism, pose_from_text(mechanism, q), "Made by linkwright picture")
    pose = ""
    if isinstance(mechanism, ClosedRobot) and not q.strip():  # its file or its closure chose one
        pose = f"{mechanism.name} at {pose_text(mechanism.position_names, free_positions(mechanism, ''))}"
    if out is None:
        sys.stdout.write(text)
        sys.stderr.write(f"{shown(pose)}\n" if pose else "")
        return
    write_text(out, text)
    say(f"wrote {out}" + (f": {pose}" if pose else ""))

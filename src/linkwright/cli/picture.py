"""`linkwright picture`: a sketch of the mechanism in a pose, or a Lagrangian's variables and equations."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from linkwright.cli.console import say
from linkwright.disk import write_text
from linkwright.draw.picture import picture
from linkwright.readers.positions import pose_from_text

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism


def picture_and_report(mechanism: Mechanism, q: str, out: Path | None) -> None:
    """Write the picture, or print it where no file is named."""
    text = picture(mechanism, pose_from_text(mechanism, q), "Made by linkwright picture")
    if out is None:
        sys.stdout.write(text)
        return
    write_text(out, text)
    say(f"wrote {out}")

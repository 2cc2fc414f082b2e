"""NAME.loops.yaml beside NAME.urdf: what closes a robot whose own format knows trees only.

    close:
      tip: {kind: pin, first: {body: coupler, xyz: [0.3, 0, 0]}, second: rocker_end}
    actuated: [crank]
    start: {crank: 90 deg, coupler: -60 deg, rocker: 115 deg}

Keys: close, couplings, gears, actuated, start, platform (a body), frames, wrenches, parameters, as in the YAML format; or
those of side_pairs.py. Files are looked for in the robot's own folder only (side_file.py); a link out of the folder is
refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from linkwright.errors import FileError
from linkwright.model.robot import Body, Joint, Parameter
from linkwright.readers.draft import Draft
from linkwright.readers.keys import Place
from linkwright.readers.options import read_bytes
from linkwright.readers.report import Report
from linkwright.readers.side_pairs import read_pairs
from linkwright.readers.snap import Snapper
from linkwright.readers.table import SIDE
from linkwright.readers.yaml_frames import read_frames
from linkwright.readers.yaml_loops import read_loops
from linkwright.readers.yaml_parts import Parts
from linkwright.readers.yaml_tree import Map, parse_yaml


def read_side_file(
    side: Path, bodies: Iterable[Body], joints: Iterable[Joint], into: Report, snapper: Snapper
) -> tuple[Draft, list[Parameter]]:
    """Loops, couplings, motors, start and frames for the bodies and joints of a robot; messages name the side file."""
    report = Report(side.name)
    report.errors = into.errors
    found = Draft({b.name: b for b in bodies}, list(joints))
    top = parse_yaml(read_bytes(side), report)
    if not isinstance(top, Map):
        raise FileError("the file is not a mapping", report.file, f"it has the keys: {', '.join(SIDE.names)}")
    parts = Parts(report, snapper)
    if "closed_loop" in top.entries:
        read_pairs(top, found, parts)
        _tell(found, side, into)
        into.notes += report.all_notes()
        return found, []
    x = SIDE.read(Place(top, "a side file", "", parts))
    declared, found.platform = x["parameters"], x["platform"]
    read_loops(x, found, parts)
    found.frames += read_frames(x["frames"], found, parts)
    found.wrenches = [leaf.value for leaf in x["wrenches"]]
    _tell(found, side, into)
    into.notes += report.all_notes()
    return found, declared


def _tell(found: Draft, side: Path, into: Report) -> None:
    done = "closed and coupled" if found.loops or found.couplings else "completed"
    into.note("assumed", f"{done} as '{side.name}' says, which lies beside the file")

"""Pictures and pages of mechanisms: `lw.picture`, `lw.show`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwright.arrays import AnyArray as Array
from linkwright.errors import EmitError, FileError, InputError
from linkwright.mechanism import Mechanism, require_mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.notebook.media import Page, Svg
from linkwright.readers.origin import file_of

if TYPE_CHECKING:
    from linkwright.view.exhibit import Moving


def picture(mechanism: Mechanism, q: str | Sequence[float] | Array | None = None) -> Svg:
    """A sketch of a robot at positions q as its functions take them, or as text ("0.5, 30 deg"); by default at rest, or where
    its loops are closed. Of a Lagrangian, its variables and equations."""
    from linkwright.draw.picture import picture as drawn
    from linkwright.readers.positions import pose_from_text

    require_mechanism(mechanism, "picture")
    pose = pose_from_text(mechanism, q) if isinstance(q, str) else q
    if pose is not None and not np.all(np.isfinite(np.asarray(pose, dtype=float))):
        raise InputError("a position of the picture is no finite number")
    return Svg(drawn(mechanism, pose, "Made by linkwright"), mechanism.name)


def show(
    mechanism: Mechanism,
    motion: Moving | Mapping[str, Any] | None = None,
    *,
    frame: str = "",
    title: str = "",
    file: str | Path | None = None,
) -> Page:
    """A robot in 3D: a page that turns, with a slider per free joint, and its motion to be played.

    motion: from lw.simulate, samples of a trajectory, or arrays by name: t (N,), q (N, positions)
    frame:  whose way is drawn (default: the platform, else the last one)
    file:   whose shapes and meshes it wears; by default the file that it was loaded from, while that is there
    """
    from linkwright.view.looks.dress import Dress, dress_of
    from linkwright.view.page import page

    require_mechanism(mechanism, "show")
    if not isinstance(mechanism, OpenRobot | ClosedRobot):
        what = f"there is no page of '{mechanism.name}': it is a Lagrangian"
        raise EmitError(what, hint="pages show robots with bodies and joints; lw.picture draws a Lagrangian")
    path = file_of(mechanism) if file is None else Path(file)
    if path is not None and not path.is_file():
        if file is not None:
            raise FileError(f"there is no file '{path}'", hint="the file that the robot was loaded from")
        path = None
    dress = Dress() if path is None else dress_of(path, mechanism)
    text = page(mechanism, _moving(motion), title=title, frame=frame, dress=dress)
    return Page(text, title or mechanism.name)


class _Samples:
    """Arrays by name as a motion."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        missing = [name for name in ("t", "q") if name not in given]
        if missing:
            raise InputError(f"the motion has no '{missing[0]}'", hint="arrays by name: t (N,), q (N, positions)")
        self.t, self.q = (np.asarray(given[name], dtype=float) for name in ("t", "q"))


def _moving(motion: Moving | Mapping[str, Any] | None) -> Moving | None:
    if isinstance(motion, Mapping):
        return _Samples(motion)
    if motion is not None and not (hasattr(motion, "t") and hasattr(motion, "q")):
        raise InputError(
            f"{motion!r} is no motion", hint="from lw.simulate, or arrays by name: t (N,), q (N, positions)"
        )
    return motion

"""Readers: one file format each -> mechanism.  A new format is one file here and one line in `_READERS`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from linkwright.errors import FileError, LinkwrightError
from linkwright.graph.expr import Scalar
from linkwright.lazy import target
from linkwright.mechanism import Mechanism
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.readers.options import LoadOptions, gravity_entries
from linkwright.readers.origin import remember

__all__ = ["LoadOptions", "dh", "load"]

_READERS: Mapping[str, str] = MappingProxyType(
    {
        ".urdf": "linkwright.readers.urdf:read_urdf",
        ".xacro": "linkwright.readers.xacro:read_xacro",
        ".yaml": "linkwright.readers.yaml:read_yaml",
        ".yml": "linkwright.readers.yaml:read_yaml",
        ".csv": "linkwright.readers.dh_csv:read_csv",
        ".xml": "linkwright.readers.mjcf:read_mjcf",
        ".mjcf": "linkwright.readers.mjcf:read_mjcf",
        ".sdf": "linkwright.readers.sdf:read_sdf",
        ".par": "linkwright.readers.symoro:read_par",
        ".json": "linkwright.readers.json_file:read_json",
    }
)
"""Suffix -> reader: path, options -> mechanism. A module is imported when a file needs it."""


def load(
    source: str | Path | Mapping[str, Any],
    *,
    floating: bool = False,
    friction: bool = False,
    mimic: bool = True,
    root: str | None = None,
    gravity: Sequence[Scalar | str] | None = None,
    snap: bool | float = True,
    order: str = "file",
) -> Mechanism:
    """A mechanism from a file (.urdf .xacro .yaml .json .csv .xml .sdf .par), or from a dict that is written as the YAML format
    is: an OpenRobot, a ClosedRobot, or the Lagrangian of a file that has one.

    floating: the root body moves freely instead of being fixed to the world
    friction: take damping and friction of URDF and SDF, dry friction of MJCF into the equations (others say so themselves)
    mimic:    mimic joints follow their joint; False lets them move on their own
    root:     start at this body and leave out what is not below it
    gravity:  acceleration of gravity in the world frame, instead of the file's (default 0, 0, -9.81); may have symbols
    snap:     numbers that mean 0 or a multiple of pi/2 become exact; False keeps all digits
    order:    "file": joints depth first in file order; "name": siblings sorted by joint name, which is Pinocchio's order
    """
    options = LoadOptions(
        floating, friction, mimic, root, None if gravity is None else gravity_entries(gravity), snap, order
    )
    if isinstance(source, Mapping):
        from linkwright.readers.yaml import read_mapping

        return in_mode_of_loops(read_mapping(source, options))
    path = Path(source)
    suffix = path.suffix.lower()
    if suffix not in _READERS:
        raise _unknown(path, suffix)
    made = in_mode_of_loops(target(_READERS[suffix])(path, options))
    if isinstance(made, OpenRobot | ClosedRobot):
        remember(made, path)
    return made


def in_mode_of_loops(mechanism: Mechanism) -> Mechanism:
    """A closed robot starts where the modes of its loops say; what cannot be closed is told when it is asked for."""
    if not isinstance(mechanism, ClosedRobot) or all(x.mode is None for x in mechanism.loops):
        return mechanism
    from linkwright.mechanics.closure.modes import in_mode

    try:
        return in_mode(mechanism)
    except LinkwrightError:
        return mechanism


def dh(
    rows: Sequence[Any],
    *,
    convention: str | None = None,
    inertials: Any = None,
    gravity: Sequence[Scalar | str] = (0, 0, -9.81),
    parameters: Mapping[str, float] | None = None,
    name: str = "dh",
    snap: bool | float = True,
) -> OpenRobot:
    """A serial robot from a Denavit-Hartenberg table.

    rows:       one (type, alpha, a, d, theta) or mapping per joint; type R or P; 'q' marks the joint variable, with an offset
                as in "q + pi/2"; numbers, Expr, or text of the expression language: every other name is a parameter. A mapping
                may also say what acts in the joint, with the keys of files: spring, damper, rotor_inertia, elastic, ...
    convention: "modified": Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d)   (Craig, Khalil);
                "standard": Rot_z(theta) Trans_z(d) Trans_x(a) Rot_x(alpha)   (Paul, Spong); there is no default.
                A modified row may be (type, beta, b, alpha, a, d, theta): Rot_z(beta) Trans_z(b) comes first (Khalil)
    inertials:  "full" (all ten parameters of every link are symbols m1, mx1, ..., Izz1), or one entry per link: None, "full",
                names of the non-zero parameters ("XX YY ZZ M"), a mapping of them to values, the ten values at the link's
                frame, or {mass, com, inertia about com}, all at DH frame i: frame "link{i}", or "dh{i}" where standard
    gravity:    acceleration of gravity in the base frame
    parameters: values of parameters that should have one
    """
    from linkwright.readers.dh_table import Table, read_table
    from linkwright.readers.yaml_tree import from_python

    table = Table(from_python(rows), convention, from_python(inertials))
    return read_table(table, gravity, parameters or {}, name, snap)


def _unknown(path: Path, suffix: str) -> FileError:
    known = " ".join(_READERS)
    if path.is_dir():
        return FileError(f"'{path}' is a folder", hint=f"name a file in it that ends in one of: {known}")
    return FileError(f"files ending in '{suffix}' are not known", path.name, f"one of: {known}")

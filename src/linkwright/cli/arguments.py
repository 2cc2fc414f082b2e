"""What many commands take: a file of a mechanism, whether its root floats, whether data is printed as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from linkwright.cli.completion import files, one_of
from linkwright.cli.options import Reading
from linkwright.request import REALS

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism

RobotFile = Annotated[
    Path,
    typer.Argument(
        help="a mechanism: .urdf .xacro .xml (MJCF) .sdf .par .yaml .json .csv",
        show_default=False,
        autocompletion=files,
    ),
]
Floating = Annotated[bool, typer.Option("--floating", help="let the root body float freely")]
Real = Annotated[
    str, typer.Option("--real", help="float64, or float32 and how exact it is", autocompletion=one_of(*REALS))
]
AsJson = Annotated[bool, typer.Option("--json", help="print data as JSON")]


def load_mechanism(path: Path, reading: Reading = Reading()) -> Mechanism:
    """The mechanism of a file."""
    from linkwright.readers import load

    return load(path, floating=reading.floating, friction=reading.friction)

"""What the caller tells about the mechanism, so that generated files can say it without this room knowing robots."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.emit.checks import Check


@dataclass(frozen=True)
class Parameter:
    """A row of the parameter table in a file's header."""

    name: str
    value: float | str
    unit: str = ""
    doc: str = ""


@dataclass(frozen=True)
class Constant:
    """A fact that programs ask for: a count; counts, numbers or texts, one for each coordinate, joint or element.

    count: name of the constant that says how many there are; empty where none does
    """

    name: str
    value: int | tuple[int, ...] | tuple[float, ...] | tuple[str, ...]
    doc: str
    count: str = ""


@dataclass(frozen=True)
class BuildContext:
    """The facts behind a set of kernels.

    robot:       its name, as the user writes it
    conventions: text for every header: frames, orders, units
    parameters:  the table of parameters with their values
    constants:   sizes, names and limits of the coordinates, which generated code declares
    model_hash:  hash of the model the code was made from
    version:     version of Linkwright
    checks:      what the generated tests verify, with expected values from an independent derivation
    closed_forms: LaTeX of a readable closed form by function name, where one is short enough to be read
    picture:     SVG of the kinematic tree; with it, a folder gets its page (README.md)
    sketch:      SVG of the mechanism in a pose, or nothing
    joints:      moving joints: name, type, parent, child, coordinates
    form:        how the parameters are given, in a sentence
    left_out:    quantities that were asked for and that this robot does not have, with the reason
    """

    robot: str
    conventions: str = ""
    parameters: tuple[Parameter, ...] = ()
    model_hash: str = ""
    version: str = ""
    checks: tuple[Check, ...] = ()
    closed_forms: tuple[tuple[str, str], ...] = ()
    picture: str = ""
    joints: tuple[tuple[str, str, str, str, str], ...] = ()
    form: str = ""
    left_out: tuple[tuple[str, str], ...] = ()
    sketch: str = ""
    constants: tuple[Constant, ...] = ()
    drawn: str = "kinematic tree"
    """What the picture shows."""
    parts: tuple[str, str, str, str, str, str] = ("Joints", "joint", "type", "parent", "child", "coordinates")
    """Heading and columns of the table `joints`."""
    reference: str = "dense Jacobians of every body and Taylor series along a motion, in plain numbers"
    """Where expected values come from."""

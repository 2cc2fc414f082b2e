"""What generated files say of a tree-shaped robot besides the functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from linkwright.mechanism import derive, quantities

if TYPE_CHECKING:
    from linkwright.emit import BuildContext
    from linkwright.model.closed_robot import Robot
    from linkwright.passes.kernel import Kernel
    from linkwright.request import Request

FORMS = {
    "numeric": "The model's numbers are folded into the code.",
    "symbolic": "The parameters of the model are inputs (mass, centre of mass and inertia about it where the file names none).",
    "inertial": "Inputs are ten inertial parameters per link, at its joint's frame: m, m c, tensor about the frame's origin.",
    "base": "Inputs are base parameters: the smallest set of inertial numbers that the joint forces depend on.",
}


def about(robot: Robot, kernels: Sequence[Kernel], options: Request, languages: Sequence[str]) -> BuildContext:
    """What the files say of a robot besides the functions; a closed one adds how it closes (closed.py)."""
    from linkwright.draw.tree import coordinate_rows, kinematic_tree
    from linkwright.emit import BuildContext, Parameter
    from linkwright.emit.source_tree import generated_by

    rows = [Parameter(p.name, "input" if p.value is None else p.value, doc=p.doc) for p in robot.parameters.values()]
    rows += [Parameter(name, value) for name, value in made_up(robot, kernels).items()]
    return BuildContext(
        robot.name,
        conventions(robot, kernels, options),
        tuple(rows),
        closed_forms=closed_forms(robot, kernels, options, robot.nv) if "latex" in languages else (),
        picture=kinematic_tree(robot.tree, generated_by()),
        joints=coordinate_rows(robot.tree),
        form=FORMS[options.parameters] + kept(options) + frames(robot, kernels, options),
    )


def kept(options: Request) -> str:
    """Which parameters stay inputs besides, in a sentence."""
    return f" What matches '{options.symbolic}' stays an input." if options.symbolic else ""


def conventions(robot: Robot, kernels: Sequence[Kernel], options: Request) -> str:
    """The conventions that the functions need."""
    from linkwright.mechanism import quantities
    from linkwright.model.conventions import conventions_of

    names, table = [k.name for k in kernels], quantities(robot)
    entries = [table[n] for n in names if n in table]
    inertial = options.parameters in ("inertial", "base") or any(x.columns or x.unknown for x in entries)
    return conventions_of(robot, names, inertial)


def frames(robot: Robot, kernels: Sequence[Kernel], options: Request) -> str:
    """Which frames the functions speak of, in a sentence or two."""
    from linkwright.model.parameters import parametrised_tree

    named = sorted({value for k in kernels for key, value in k.facts if key == "frame"})
    said = "".join(f" Functions of one frame speak of '{frame}'." for frame in named)
    if options.frame is None and any(quantities(robot)[k.name].every_frame for k in kernels):
        tree = parametrised_tree(robot.tree).tree
        said += f" Functions of every frame have this order: {', '.join(tree.frames)}."
    return said


def made_up(robot: Robot, kernels: Sequence[Kernel]) -> dict[str, float | str]:
    """Parameters that the file does not name, with their values: mass_upper, Ixx_upper, ..."""
    found: dict[str, float | str] = {}
    for port in (p for k in kernels for p in k.inputs if p.name == "parameters"):
        values = port.defaults if port.defaults is not None else ("input",) * len(port.labels)
        found |= {n: x for n, x in zip(port.labels, values, strict=True) if n not in robot.parameters}
    return found


_CLOSED = 120
"""Operations up to which a function of a small robot is also written in closed form."""


def closed_forms(
    robot: Robot, kernels: Sequence[Kernel], options: Request, freedom: int
) -> tuple[tuple[str, str], ...]:
    """What LaTeX documents show of small robots: equations as a book prints them, lines that may break."""
    from linkwright.readable.equations import equations

    found: list[tuple[str, str]] = []
    for k in kernels if freedom <= 3 else ():
        if k.ops.flops <= _CLOSED and k.straight and sum(p.size for p in k.outputs) <= 36:
            extra = {"frame": options.frame} if options.frame and "frame" in quantities(robot)[k.name].options else {}
            f = derive(robot, k.name, parameters=options.parameters, symbolic=options.symbolic, **extra)
            lines = equations(f, "latex", 6, budget_seconds=20.0, max_terms=40)
            if all(len(line) < 2000 for line in lines):
                parts = [line.replace("\\left", "").replace("\\right", "") for line in lines]
                found.append(
                    (k.name, "\n".join(f"\\noindent\\raggedright$\\displaystyle {x}$\\par\\smallskip" for x in parts))
                )
    return tuple(found)

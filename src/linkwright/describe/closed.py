"""What generated files say of a robot with closed loops besides the functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwright.emit import BuildContext
    from linkwright.model.closed_robot import ClosedRobot
    from linkwright.passes.kernel import Kernel
    from linkwright.request import Request

_CLOSED = """\
Closed loops: q, v, a and tau are those of the free joints, in the order below; theta are the positions of the dependent
joints, which follow from h(q, theta) = 0. All joints of the tree move with v_tree = W(q) v, and tau = W' tau_tree. A function
without the input theta solves the closure inside, on the assembly that is near the start; a function with it wants positions
at which the loops are closed."""


def about(robot: ClosedRobot, kernels: Sequence[Kernel], options: Request, languages: Sequence[str]) -> BuildContext:
    """What the files say of its tree, and besides: what loops are, which joint is which element, a sketch."""
    from linkwright.describe import tree
    from linkwright.draw.picture import picture
    from linkwright.draw.tree import kinematic_tree
    from linkwright.emit.source_tree import generated_by

    own, mark, rows = tree.about(robot, kernels, options, languages), generated_by(), joint_rows(robot)
    return replace(
        own,
        conventions=f"{own.conventions}\n\n{_CLOSED}\n{_orders(robot)}\n",
        form=own.form + _closures(kernels),
        picture=kinematic_tree(robot.tree, mark, {row[0]: row[4] for row in rows}),
        sketch=picture(robot, mark=mark),
        joints=rows,
    )


def _closures(kernels: Sequence[Kernel]) -> str:
    """How the functions get the dependent positions."""
    given = [k.name for k in kernels if any(p.name == "theta" for p in k.inputs)]
    inside = [k.name for k in kernels if dict(k.facts).get("closure") == "explicit"]
    said = f" The closure is solved in closed form inside: {', '.join(inside)}." if inside else ""
    return said + (f" Dependent positions are an input of: {', '.join(given)}." if given else "")


def _orders(robot: ClosedRobot) -> str:
    """Which joint is which element."""
    lines: list[str] = []
    names = {"q": ("free", robot.position_names), "theta": ("dependent", robot.dependent_position_names)}
    for name, (kind, joints) in names.items():
        own = [f"{name}[{k}] {joint}" for k, joint in enumerate(joints)]
        if own:
            lines.append(f"{kind} joints: {', '.join(own)}.")
    return "\n".join(lines)


def joint_rows(robot: ClosedRobot) -> tuple[tuple[str, str, str, str, str], ...]:
    """Moving joints as rows of a table: name, type, parent, child, role with its coordinates."""
    from linkwright.model.joints import JOINT_SIZES

    own = {name: f"q[{k}], free" for k, name in enumerate(robot.position_names)}
    own |= {name: f"theta[{k}]" for k, name in enumerate(robot.dependent_position_names)}
    rows: list[tuple[str, str, str, str, str]] = []
    for j in robot.joints.values():
        if not JOINT_SIZES[j.type][1]:
            continue
        names = [j.name] if j.nq == 1 else [f"{j.name}.{k + 1}" for k in range(j.nq)]
        role = f"follows {j.mimic.joint}" if j.mimic else _span([own[n] for n in names])
        rows.append((j.name, j.type, j.parent, j.child, role + (", motor" if j.name in robot.actuated else "")))
    rows += [(x.name, f"closure: {x.kind}", x.first, x.second, "closes a loop") for x in robot.loops]
    return tuple(rows)


def _span(roles: Sequence[str]) -> str:
    return roles[0] if len(roles) == 1 else f"{roles[0]} .. {roles[-1]}"

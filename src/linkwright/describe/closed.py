"""What generated files say of a robot with closed loops besides the functions."""

from __future__ import annotations

from collections.abc import Sequence
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


def about(
    robot: ClosedRobot,
    kernels: Sequence[Kernel],
    options: Request,
    left_out: tuple[tuple[str, str], ...],
    languages: Sequence[str],
    model_hash: str,
) -> BuildContext:
    """What the files say besides the functions: robot, pictures, parameters, roles of the joints, tests."""
    from linkwright.describe import tree as of_trees
    from linkwright.describe.constants import constants
    from linkwright.draw.picture import picture
    from linkwright.draw.tree import kinematic_tree
    from linkwright.emit import BuildContext, Parameter
    from linkwright.emit.source_tree import MARK
    from linkwright.verification.suite import checks_for
    from linkwright.version import __version__

    rows = [Parameter(p.name, "input" if p.value is None else p.value, doc=p.doc) for p in robot.parameters.values()]
    rows += [Parameter(name, value) for name, value in of_trees.made_up(robot, kernels).items()]
    checks = checks_for(robot, kernels, parameters=options.parameters, symbolic=options.symbolic, frame=options.frame)
    form = of_trees.FORMS[options.parameters]
    if options.symbolic:
        form += f" What matches '{options.symbolic}' stays an input."
    form += of_trees.frames(robot, kernels, options) + _closures(kernels)
    mark, rows_of_joints = f"{MARK} {__version__}", joint_rows(robot)
    return BuildContext(
        robot.name, _conventions(robot, kernels, options), tuple(rows), model_hash, __version__, checks,
        constants=constants(robot),
        closed_forms=of_trees.closed_forms(robot, kernels, options, robot.nv) if "latex" in languages else (),
        picture=kinematic_tree(robot.tree, mark, {row[0]: row[4] for row in rows_of_joints}), sketch=picture(robot, mark=mark),
        joints=rows_of_joints, form=form,
        left_out=left_out,
    )  # fmt: skip


def _conventions(robot: ClosedRobot, kernels: Sequence[Kernel], options: Request) -> str:
    """Those of trees, what loops are, which joint is which element."""
    from linkwright.describe.tree import conventions

    return f"{conventions(robot, kernels, options)}\n\n{_CLOSED}\n{_orders(robot)}\n"


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

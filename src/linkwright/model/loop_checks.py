"""What can be wrong with the loops and couplings of a robot before anything is computed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from linkwright.errors import LinkwrightError, ModelError, counted
from linkwright.graph.expr import Expr, Scalar
from linkwright.graph.rewrite import symbols_of
from linkwright.model.closures import COORDINATE, LOOP_KINDS, Coupling, Loop, Start
from linkwright.model.joints import JOINT_SIZES
from linkwright.model.robot import Joint, Note


def coordinate_symbols(joints: Iterable[str]) -> set[str]:
    """Names of the symbols that couplings use for the coordinates of joints."""
    return {COORDINATE.format(name) for name in joints}


def loop_errors(loops: Sequence[Loop], known: Collection[str], source: str) -> list[LinkwrightError]:
    """known: names of frames, bodies and joints."""
    errors: list[LinkwrightError] = []
    names = [x.name for x in loops]
    for x in loops:
        where = x.where or source
        if names.count(x.name) > 1:
            errors.append(ModelError(f"two loops are called '{x.name}'", where, "give each a name of its own"))
        if x.kind not in LOOP_KINDS:
            hint = f"one of: {', '.join(LOOP_KINDS)}"
            errors.append(ModelError(f"loop '{x.name}' has the unknown kind '{x.kind}'", where, hint))
        for frame in (x.first, x.second):
            if frame not in known:
                what = f"loop '{x.name}' joins unknown frame '{frame}'"
                errors.append(ModelError(what, where, "name a frame, a body, or a joint (for its child's frame)"))
        if x.first == x.second:
            errors.append(ModelError(f"loop '{x.name}' joins frame '{x.first}' to itself", where, "name two frames"))
    return errors


def coupling_errors(couplings: Sequence[Coupling], joints: Mapping[str, Joint], source: str) -> list[LinkwrightError]:
    """Errors of couplings: unknown joints, joints that follow twice, circles."""
    errors: list[LinkwrightError] = []
    followers = [x.joint for x in couplings]
    masters = {x.joint: joints_in(x.value, joints) for x in couplings}
    for x in couplings:
        where = x.where or source
        for name in (x.joint, *masters[x.joint]):
            if name not in joints:
                errors.append(ModelError(f"coupling '{x.name}' moves unknown joint '{name}'", where))
            elif JOINT_SIZES.get(joints[name].type) != (1, 1) or joints[name].mimic:
                what = f"coupling '{x.name}' needs joints with one coordinate of their own; '{name}' is none"
                errors.append(ModelError(what, where, "couple joints with one degree of freedom"))
        if followers.count(x.joint) > 1:
            errors.append(ModelError(f"joint '{x.joint}' follows two couplings", where, "keep one"))
        if _reaches(x.joint, x.joint, masters):
            what = f"coupling '{x.name}': joint '{x.joint}' follows itself"
            errors.append(ModelError(what, where, "one of the coupled joints must move on its own"))
    return errors


def without(
    lost: Collection[str], loops: Sequence[Loop], couplings: Sequence[Coupling], notes: list[Note]
) -> tuple[list[Loop], list[Coupling]]:
    """What is left when some frames, bodies and joints are left out; what goes with them is noted."""
    kept_loops = [x for x in loops if x.first not in lost and x.second not in lost]
    names = {name: COORDINATE.format(name) for name in lost}
    kept = [x for x in couplings if x.joint not in lost and not _uses(x.value, set(names.values()))]
    for word, whole, rest in (("loop", loops, kept_loops), ("coupling", couplings, kept)):
        notes += [
            Note("ignored", f"{word} '{x.name}': a part of it is left out", x.where) for x in whole if x not in rest
        ]
    return kept_loops, kept


def _uses(value: Scalar, symbols: Collection[str]) -> bool:
    return isinstance(value, Expr) and any(name in symbols for name in symbols_of(value.graph, [value.index]))


def joints_in(value: Scalar, joints: Mapping[str, Joint]) -> list[str]:
    """Those whose coordinates a coupling follows."""
    if not isinstance(value, Expr):
        return []
    used = set(symbols_of(value.graph, [value.index]))
    return [name for name in joints if COORDINATE.format(name) in used]


def _reaches(start: str, wanted: str, masters: Mapping[str, Sequence[str]]) -> bool:
    """Whether following the couplings from one joint leads to another."""
    seen: set[str] = set()
    stack = [*masters.get(start, ())]
    while stack:
        name = stack.pop()
        if name == wanted:
            return True
        if name not in seen:
            seen.add(name)
            stack += masters.get(name, ())
    return False


def named_joint_errors(
    actuated: Sequence[str], start: Mapping[str, Start], joints: Mapping[str, Joint], source: str
) -> list[LinkwrightError]:
    """Errors of names under `actuated` and `start`."""
    hint = "name a joint of this robot"
    errors: list[LinkwrightError] = [
        ModelError(f"'{name}' under actuated is no joint", source, hint) for name in actuated if name not in joints
    ]
    errors += [ModelError(f"'{name}' under start is no joint", source, hint) for name in start if name not in joints]
    for name, x in start.items():
        if name in joints and (mimic := joints[name].mimic) is not None:
            what = f"joint '{name}' has a start, but mimics '{mimic.joint}'"
            errors.append(ModelError(what, source, f"give the start of '{mimic.joint}' instead: '{name}' follows it"))
        elif name in joints:
            wanted = joints[name].joint_type.start_size
            given = len(x) if isinstance(x, tuple) else 1
            if given != wanted or (isinstance(x, tuple) and wanted == 1):
                what = f"the start of {joints[name].type} joint '{name}' has {counted(given, 'number')}, not {wanted}"
                errors.append(ModelError(what, source, joints[name].joint_type.wording.start or "give it one number"))
    return errors

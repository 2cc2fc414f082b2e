"""MJCF -> Robot, through MuJoCo's own compiler (the extra `mjcf`), so that defaults, angles and inertias mean what MuJoCo takes
them for. Format: https://mujoco.readthedocs.io/en/stable/XMLreference.html

Equality constraints become loops (connect, weld) and couplings (joint). Armature, joint springs and dampers are in the
equations, dry friction with friction=True. A hinge that nothing limits is a continuous joint; coordinates are MuJoCo's qpos,
except that quaternions are x y z w here and a floating body's velocity is in its own axes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from linkwright.graph.expr import Expr, Scalar, as_number, symbol
from linkwright.graph.graph import Graph
from linkwright.graph.rewrite import symbols_of
from linkwright.model.build import make_robot
from linkwright.model.closed_robot import Robot
from linkwright.model.closures import COORDINATE, Coupling, Loop, Start
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, Limits
from linkwright.readers.mjcf_compile import compiled
from linkwright.readers.mjcf_forces import gravity, motor_part, other_forces, switched_off
from linkwright.readers.mjcf_keyframes import started
from linkwright.readers.mjcf_motors import driven_joints, motors
from linkwright.readers.mjcf_names import body_name_in, name_in, unused_in
from linkwright.readers.mjcf_source import prepare
from linkwright.readers.mjcf_tendons import tendons
from linkwright.readers.options import LoadOptions
from linkwright.readers.report import Report
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.transform import Transform
from linkwright.spatial.vector import IDENTITY, Mat, Vec, rot_axis_angle, rot_quaternion

_FREE, _BALL, _SLIDE, _HINGE = range(4)
_KINDS = {_FREE: "floating", _BALL: "spherical", _SLIDE: "prismatic", _HINGE: "revolute"}
_SINGLE = (_SLIDE, _HINGE)
_CONNECT, _WELD, _JOINT = range(3)
_NOISE = 1e-14


def read_mjcf(path: Path, options: LoadOptions) -> Robot:
    """A robot from a model file; files outside its folder are never opened."""
    report = Report(path.name)
    source = prepare(path, report)
    mujoco, model = compiled(source, report)
    return _Model(model, mujoco, report, options).robot(source.name or path.stem)


class _Model:
    """MuJoCo's compiled model, read body by body."""

    def __init__(self, m: Any, mujoco: Any, report: Report, options: LoadOptions) -> None:
        self.m, self.mujoco, self.report, self.options = m, mujoco, report, options
        self.bodies: list[Body] = [Body(WORLD)]
        self.joints: list[Joint] = []
        self.frames: list[Frame] = []
        self.graph = Graph()
        self.rotors, self.dampers = (motor_part(m, mujoco, what) for what in ("armature", "damping"))

    def robot(self, name: str) -> Robot:
        for b in range(1, self.m.nbody):
            self.body(b)
        loops, couplings = self.equalities()
        driven = driven_joints(self.m, self.mujoco, self.name, self.report)
        g = gravity(self.m, self.mujoco, self.report)
        other_forces(self.m, self.mujoco, self.report)
        pulling = tendons(self.m, self.mujoco, self.name, self.report)
        robot = make_robot(
            name,
            self.bodies,
            self.options.in_order(self.joints),
            frames=self.frames,
            gravity=self.options.gravity_or(g),
            loops=loops,
            couplings=couplings,
            actuated=motors(driven, _leaders(couplings), self.report) if loops or couplings else (),
            start={j: x for j, x in self.start(self.m.qpos0, _SINGLE).items() if loops},
            tendons=pulling,
            notes=self.report.all_notes(),
            source=self.report.file,
            root=self.options.root,
            floating=self.options.floating,
        )
        return started(robot, self.m, self.mujoco, lambda qpos: self.start(qpos, (*_SINGLE, _BALL)))

    def name(self, kind: str, index: int) -> str:
        """The file's name, or one made up: body3, joint1, ..."""
        return name_in(self.m, self.mujoco, kind, index)

    def unused(self, kind: str, name: str) -> str:
        return unused_in(self.m, self.mujoco, kind, name)

    def body_name(self, index: int) -> str:
        return body_name_in(self.m, self.mujoco, index)

    # --- bodies and joints --------------------------------------------------------------------------------------------

    def body(self, b: int) -> None:
        """A body and the chain of joints that carries it; a joint away from the body's origin gets a frame of its own."""
        m, name = self.m, self.body_name(b)
        parent = self.body_name(int(m.body_parentid[b]))
        place = Transform(_rotation(m.body_quat[b]), _vector(m.body_pos[b]))
        self.bodies.append(Body(name, self.inertia(b), self.report.file))
        self.frames.append(Frame(name, name))
        first, count = int(m.body_jntadr[b]), int(m.body_jntnum[b])
        for j in range(first, first + count):
            anchor, last = _vector(m.jnt_pos[j]), j == first + count - 1
            at = Transform(IDENTITY, anchor)
            if int(m.jnt_type[j]) == _FREE:
                place, at = Transform(), Transform()
            child = name if last and at == Transform() else self.unused("body", f"{name}_{self.name('joint', j)}")
            self.joints.append(self.joint(j, parent, child, place @ at))
            parent, place = child, at.inverse
            if child != name:
                self.bodies.append(Body(child))
        if parent != name and not (count == 0 and parent == WORLD and self.options.floating):
            self.joints.append(Joint(self.unused("joint", f"{name}_fixed"), "fixed", parent, name, place))

    def inertia(self, b: int) -> Inertia:
        m = self.m
        R = _rotation(m.body_iquat[b])
        d = [_plain(x) for x in m.body_inertia[b]]
        about = R @ Mat(Vec(d[0], 0, 0), Vec(0, d[1], 0), Vec(0, 0, d[2])) @ R.T
        floor = _NOISE * max(d, default=0.0)
        about = about.map(lambda x: 0 if abs(as_number(x)) <= floor else x)
        return Inertia.about_com(_plain(m.body_mass[b]), _vector(m.body_ipos[b]), about)

    def joint(self, j: int, parent: str, child: str, place: Transform) -> Joint:
        m, kind = self.m, _KINDS[int(self.m.jnt_type[j])]
        axis = _vector(m.jnt_axis[j])
        rest = float(m.qpos0[m.jnt_qposadr[j]])
        limits = Limits()
        if kind in ("revolute", "prismatic"):
            if rest:
                place = place @ _moved(kind, axis, -rest)
            if m.jnt_limited[j]:
                limits = Limits(float(m.jnt_range[j][0]), float(m.jnt_range[j][1]))
            elif kind == "revolute":
                kind = "continuous"
        return Joint(
            self.name("joint", j), kind, parent, child, place, axis, drive=self.drive(j), limits=limits, where=self.report.file
        )  # fmt: skip

    def drive(self, j: int) -> Drive:
        m, d = self.m, int(self.m.jnt_dofadr[j])
        single = int(m.jnt_type[j]) in _SINGLE
        stiffness = 0 if not single or self.off("SPRING") else _plain(_first(m.jnt_stiffness[j]))
        if not single and float(_first(m.jnt_stiffness[j])):
            self.report.ignore(f"the spring of {_KINDS[int(m.jnt_type[j])]} joint '{self.name('joint', j)}'", None)
        friction = 0 if self.off("FRICTIONLOSS") else _plain(m.dof_frictionloss[d])
        if friction and not self.options.friction:
            self.report.ignore("dry friction (friction=True, --friction, takes it in)", None)
        rotor = _plain(m.dof_armature[d] + self.rotors[d])
        if rotor and int(m.jnt_type[j]) == _FREE:
            self.report.ignore(f"armature of free joint '{self.name('joint', j)}': no rotor turns there")
            rotor = 0
        return Drive(
            rotor_inertia=rotor,
            coulomb=friction if self.options.friction else 0,
            stiffness=stiffness,
            rest=_plain(m.qpos_spring[m.jnt_qposadr[j]]) if stiffness else 0,
            damping=0 if self.off("DAMPER") else _plain(_first(m.dof_damping[d]) + self.dampers[d]),
        )

    def off(self, what: str) -> bool:
        return switched_off(self.m, self.mujoco, what)

    def start(self, qpos: Any, kinds: Sequence[int]) -> dict[str, Start]:
        """Where the joints of some kinds are at a configuration of MuJoCo's."""
        found: dict[str, Start] = {}
        for j in range(self.m.njnt):
            kind, at = int(self.m.jnt_type[j]), int(self.m.jnt_qposadr[j])
            if kind in kinds:
                w, *xyz = (_plain(x) for x in qpos[at : at + (4 if kind == _BALL else 1)])
                found[self.name("joint", j)] = (*xyz, w) if xyz else w
        return found

    # --- equality constraints -----------------------------------------------------------------------------------------

    def equalities(self) -> tuple[list[Loop], list[Coupling]]:
        loops: list[Loop] = []
        couplings: list[Coupling] = []
        if self.m.neq and (self.off("EQUALITY") or self.off("CONSTRAINT")):
            self.report.ignore("<equality>: the file switches its constraints off")
            return loops, couplings
        for e in range(self.m.neq):
            name = self.name("equality", e)
            if not self.m.eq_active0[e]:
                self.report.ignore("an equality constraint that is not active", None)
            elif int(self.m.eq_type[e]) == _JOINT:
                couplings.append(self.coupling(e, name))
            else:
                loops.append(self.loop(e, name))
        return loops, couplings

    def loop(self, e: int, name: str) -> Loop:
        """Frames `name`_first and `name`_second on the two bodies."""
        m, kind = self.m, int(self.m.eq_type[e])
        ids = (int(m.eq_obj1id[e]), int(m.eq_obj2id[e]))
        if int(m.eq_objtype[e]) == int(self.mujoco.mjtObj.mjOBJ_SITE):
            places = [Transform(_rotation(m.site_quat[s]), _vector(m.site_pos[s])) for s in ids]
            bodies = [int(m.site_bodyid[s]) for s in ids]
        else:
            data, bodies = m.eq_data[e], list(ids)
            if kind == _CONNECT:
                places = [Transform(IDENTITY, _vector(data[0:3])), Transform(IDENTITY, _vector(data[3:6]))]
            else:
                # the weld's point on the first body, and how the second is turned there; the point on the second body
                places = [Transform(_rotation(data[6:10]), _vector(data[3:6])), Transform(IDENTITY, _vector(data[0:3]))]
        first, second = (self.unused("body", f"{name}_{end}") for end in ("first", "second"))
        for end, b, X in zip((first, second), bodies, places, strict=True):
            self.frames.append(Frame(end, self.body_name(b), X))
        return Loop(name, "point" if kind == _CONNECT else "weld", first, second, where=self.report.file)

    def coupling(self, e: int, name: str) -> Coupling:
        """q1 - rest1 = c0 + c1 d + c2 d^2 + ..., d = q2 - rest2."""
        m = self.m
        first, second = int(m.eq_obj1id[e]), int(m.eq_obj2id[e])
        value: Scalar = _plain(m.qpos0[m.jnt_qposadr[first]]) + _plain(m.eq_data[e][0])
        if second >= 0:
            rest = _plain(m.qpos0[m.jnt_qposadr[second]])
            d = symbol(COORDINATE.format(self.name("joint", second)), self.graph) - rest
            for k in range(4, 0, -1):
                if c := _plain(m.eq_data[e][k]):
                    value = value + c * d**k
        return Coupling(name, self.name("joint", first), value, self.report.file)


def _leaders(couplings: Iterable[Coupling]) -> dict[str, list[str]]:
    """Joint -> the joints that it follows."""
    found: dict[str, list[str]] = {}
    for x in couplings:
        symbols = symbols_of(x.value.graph, [x.value.index]) if isinstance(x.value, Expr) else []
        found[x.joint] = [s.removeprefix("q(").removesuffix(")") for s in symbols]
    return found


# --- numbers ------------------------------------------------------------------------------------------------------------------


def _plain(x: Any) -> int | float:
    """A NumPy number as Python's own; whole ones stay exact."""
    y = float(x)
    return int(y) if y.is_integer() and abs(y) < 2**53 else y


def _first(x: Any) -> Any:
    """The linear coefficient, where newer models have a polynomial."""
    return x[0] if getattr(x, "ndim", 0) else x


def _vector(values: Iterable[Any]) -> Vec:
    return Vec(*(0 if abs(float(x)) < _NOISE else _plain(x) for x in values))


def _rotation(wxyz: Any) -> Mat:
    w, x, y, z = (float(v) for v in wxyz)
    R = rot_quaternion(x, y, z, w)
    return R.map(_whole)


def _whole(x: Scalar) -> Scalar:
    """A component that means a whole number."""
    value = as_number(x)
    return round(value) if abs(value - round(value)) < _NOISE * 10 else value


def _moved(kind: str, axis: Vec, way: float) -> Transform:
    return Transform(IDENTITY, axis * way) if kind == "prismatic" else Transform(rot_axis_angle(axis, way))

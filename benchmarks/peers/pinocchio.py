"""Pinocchio's C++, compiled from the headers in its wheel by gcc and, where it is installed, clang.

clang's build is up to 1.8 times faster than gcc's, so the better of both counts, and of each algorithm's variants.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import numpy as np
import pinocchio as pin

from benchmarks.compilers import FAST, available, build
from benchmarks.quantities import Quantity
from benchmarks.robots import BUILD, PREFIX, BenchRobot
from benchmarks.timing import Contestant

HERE = Path(__file__).resolve().parent
FLAGS = (
    "-std=c++17",
    "-DNDEBUG",
    "-w",
    "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
    "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
    "-DBOOST_FUSION_INVOKE_MAX_ARITY=12",
    f"-isystem{PREFIX / 'include'}",
    f"-isystem{PREFIX / 'include' / 'eigen3'}",
)
COMPILERS = ("g++", "clang++")


def model_of(robot: BenchRobot) -> pin.Model:
    """The robot as Pinocchio's own URDF reader sees it."""
    path = str(robot.file())
    return pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if robot.floating else pin.buildModelFromUrdf(path)


def sample_states(model: pin.Model, count: int) -> dict[str, np.ndarray]:
    """Random states, the same for every contestant; quaternions have length one."""
    rng = np.random.default_rng(1)
    q = rng.uniform(-3, 3, (count, model.nq))
    for joint in model.joints:
        if joint.shortname() == "JointModelFreeFlyer":
            quaternion = q[:, joint.idx_q + 3 : joint.idx_q + 7]
            quaternion /= np.linalg.norm(quaternion, axis=1, keepdims=True)
    v, a, tau = rng.uniform(-2, 2, (3, count, model.nv))
    return {"q": q, "v": v, "a": a, "tau": tau}


def problem_text(model: pin.Model, frame: str, frames: Sequence[str], states: dict[str, np.ndarray]) -> str:
    """What model_text.hpp reads. `frame` is the one asked for alone, `frames` are those asked for together."""
    lines = [f"gravity {_row(model.gravity.linear)}", f"joints {model.njoints - 1}"]
    for i in range(1, model.njoints):
        joint, inertia = model.joints[i], model.inertias[i]
        tensor = inertia.inertia[np.array([0, 0, 1, 0, 1, 2]), np.array([0, 1, 1, 2, 2, 2])]
        lines.append(
            f"{model.parents[i]} {joint.shortname()} {_row(_axis(joint))} {_placement(model.jointPlacements[i])} "
            f"{inertia.mass!r} {_row(inertia.lever)} {_row(tensor)}"
        )
    lines += [f"frame {_frame(model, frame)}", f"frames {len(frames)}", *(_frame(model, name) for name in frames)]
    count = len(states["q"])
    lines.append(f"states {count}")
    lines += [" ".join(_row(states[name][k]) for name in ("q", "v", "a", "tau")) for k in range(count)]
    return "\n".join(lines) + "\n"


def _frame(model: pin.Model, link: str) -> str:
    frame = model.frames[model.getFrameId(link, pin.BODY)]
    return f"{frame.parentJoint} {_placement(frame.placement)}"


def _axis(joint: pin.JointModel) -> np.ndarray:
    if joint.shortname().endswith("Unaligned"):
        return np.asarray(joint.extract().axis)
    return np.zeros(3)


def _row(values: np.ndarray) -> str:
    return " ".join(repr(float(x)) for x in np.asarray(values).ravel())


def _placement(X: pin.SE3) -> str:
    return f"{_row(X.rotation)} {_row(X.translation)}"


def write_problem(robot: BenchRobot, model: pin.Model, frames: Sequence[str], states: dict[str, np.ndarray]) -> Path:
    BUILD.mkdir(parents=True, exist_ok=True)
    path = BUILD / f"{robot.name}.problem"
    path.write_text(problem_text(model, robot.frame, frames, states))
    return path


class _Program:
    """One build of one of Pinocchio's programs, answering questions about one robot."""

    def __init__(self, binary: Path, problem: Path) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([str(binary), str(problem)], stdin=pipe, stdout=pipe, text=True)

    def ask(self, question: str) -> str:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(question + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.process.args} stopped at '{question}'")
        return answer

    def contestant(self, quantity: str, variant: int, label: str) -> Contestant:
        return Contestant(
            "pinocchio",
            label,
            lambda n: float(self.ask(f"time {quantity} {variant} {n}")),
            lambda: np.array(self.ask(f"value {quantity} {variant}").split(), dtype=float),
        )

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


class Pinocchio:
    """All builds, for one robot. A program starts when the first of its quantities is asked for."""

    def __init__(self, problem: Path, stack: ExitStack) -> None:
        self.problem = problem
        self.stack = stack
        self.programs: dict[tuple[str, str], _Program] = {}

    def contestants(self, quantity: Quantity) -> list[Contestant]:
        return [
            program.contestant(quantity.name, k, f"{compiler}/{k}")
            for compiler in filter(available, COMPILERS)
            for program in [self._program(compiler, quantity.group)]
            for k in range(int(program.ask(f"variants {quantity.name}")))
        ]

    def _program(self, compiler: str, group: str) -> _Program:
        if (compiler, group) not in self.programs:
            program = self.programs[compiler, group] = _Program(binary(compiler, group), self.problem)
            self.stack.callback(program.close)
        return self.programs[compiler, group]


@contextmanager
def started(problem: Path) -> Iterator[Pinocchio]:
    """Builds what is not built yet and starts processes as they are needed; ends them afterwards."""
    with ExitStack() as stack:
        yield Pinocchio(problem, stack)


def binary(compiler: str, group: str) -> Path:
    headers = [HERE / "pinocchio_bench.hpp", HERE / "model_text.hpp"]
    return build(compiler, [HERE / f"pinocchio_{group}.cpp"], [*FAST, *FLAGS], "", depends=headers)

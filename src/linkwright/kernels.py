"""From a robot and names of quantities to kernels, one line per stage; many of them at a time on two cores."""

from __future__ import annotations

import contextlib
import copyreg
import gc
import io
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from linkwright import rooms
from linkwright.errors import LinkwrightError, QuantityError

if TYPE_CHECKING:
    import subprocess

    from linkwright.model.robot import Robot
    from linkwright.passes.kernel import Kernel


@dataclass(frozen=True)
class Options:
    """How to derive and optimise. parameters: numeric, symbolic, inertial or base; symbolic: patterns of names kept as symbols;
    level: effort of the optimiser (0 none, 1 milliseconds, 2 seconds); frame: of the functions that speak of one frame."""

    parameters: str = "numeric"
    symbolic: str = ""
    level: int = 1
    frame: str | None = None

    def __post_init__(self) -> None:
        if self.level not in (0, 1, 2):
            hint = "0 does not optimise, 1 takes milliseconds, 2 searches for seconds"
            raise QuantityError(f"there is no effort {self.level!r}", hint=hint)


def kernel(robot: Robot, quantity: str, options: Options = Options(), **extra: Any) -> Kernel:
    """One quantity, from robot to straight-line code."""
    from linkwright.passes import optimise
    from linkwright.passes.schedule import schedule

    entry = rooms.quantities(robot)[quantity]
    if entry.repeats:
        from linkwright.passes.repeat import repeated

        step = kernel(robot, entry.repeats, options, **extra)
        about = (entry.doc, entry.equation, entry.reference)
        return repeated(step, entry.name, entry.output, *about)
    if options.frame is not None and "frame" in entry.options:
        extra = {"frame": options.frame, **extra}
    function = rooms.derive(robot, quantity, parameters=options.parameters, symbolic=options.symbolic, **extra)
    return schedule(optimise(function, options.level))


def available(robot: Robot, parameters: str = "numeric") -> tuple[str, ...]:
    """Default quantities that this robot and parameter form have."""
    base, table = parameters == "base", rooms.quantities(robot)
    return tuple(n for n in rooms.defaults(robot) if not (base and table[n].physical))


def kernels_of(
    robot: Robot,
    quantities: Sequence[str] | str | None,
    options: Options,
    tell: Callable[[str, float], object] = lambda what, part: None,
) -> tuple[list[Kernel], tuple[tuple[str, str], ...]]:
    """What was asked for; of "all", or of the usual ones, also what the robot does not have, with the reason."""
    if options.frame is not None:
        _check_frame(robot, options.frame)  # an unknown one is said before any work is done
    asked = quantities.split(",") if isinstance(quantities, str) else quantities
    asked = [n.strip() for n in asked or () if n.strip()]
    everything = "all" in asked
    named = [rooms.find_quantity(robot, n).name for n in asked or available(robot, options.parameters) if n != "all"]
    names = list(rooms.quantities(robot)) if everything else list(dict.fromkeys(named))
    left_out: dict[str, str] = {}
    helper = Helper(robot, options, names)
    found = helper.found
    try:
        while (name := helper.next()) is not None:
            tell(name, 0.5 * (len(found) + len(left_out)) / len(names))
            try:
                found[name] = kernel(robot, name, options)
            except QuantityError as error:
                if not everything or not _of_one(error, options):
                    raise
                left_out[name] = error.what
    finally:
        helper.end()
    if everything or not asked:
        left_out |= {
            n: f"it has no elements: {_sizes(k)}" for n, k in found.items() if not any(p.size for p in k.outputs)
        }
    found = {n: k for n, k in found.items() if n not in left_out}
    if not found:
        raise QuantityError(f"no quantity is left: {next(iter(left_out.values()), 'none was asked for')}")
    return [found[n] for n in names if n in found], tuple((n, left_out[n]) for n in names if n in left_out)


def _check_frame(robot: Robot, frame: str) -> None:
    if not any("frame" in x.options for x in rooms.quantities(robot).values()):
        raise QuantityError(f"'{robot.name}' has no frame '{frame}'", hint="only robots made of links have frames")
    from linkwright.derive.kinematics import frame_place
    from linkwright.model.parameters import form_of

    frame_place(form_of(robot).tree, frame)


def _sizes(kernel: Kernel) -> str:
    """What the outputs would be: "Yb is 1 x 0"."""
    return ", ".join(f"{p.name} is {' x '.join(map(str, p.shape))}" for p in kernel.outputs)


def _of_one(error: QuantityError, options: Options) -> bool:
    """Whether an error speaks of one quantity, and not of what was asked for all of them."""
    return not any(word and f"'{word}'" in error.what for word in (options.parameters, options.frame))


# --- a second process ------------------------------------------------------------------------------------------------------

PATIENT = (500_000, 20, 100)
"""Thresholds of the collector: graphs are millions of small objects that live, and looking for garbage among them often takes
a quarter of the time."""
MANY = 20
"""Quantities from which on a second process is worth its start."""


class Helper:
    """Another Python that makes kernels from the end of the list while the caller makes them from its start.

    It gets a pickled robot and gives pickled kernels. Whatever it cannot do comes back to the caller, who then meets the
    same error, or none. (No fork and no multiprocessing: callers may have threads, and scripts without a main guard.)
    """

    def __init__(self, robot: Robot, options: Options, names: Sequence[str]) -> None:
        self.found: dict[str, Kernel] = {}
        self._queue = deque(names)
        self._back: list[str] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        if len(names) >= MANY and (os.cpu_count() or 1) > 1 and sys.executable and not getattr(sys, "frozen", False):
            self._thread = threading.Thread(target=self._work, args=(robot, options), daemon=True)
            self._thread.start()

    def next(self) -> str | None:
        """What the caller should make; None when everything is made."""
        with contextlib.suppress(IndexError):
            return self._queue.popleft()
        if self._thread is not None:
            self._thread.join()
        return self._back.pop() if self._back else None

    def end(self) -> None:
        self._queue.clear()
        if self._process is not None:
            self._process.kill()  # it may be in the middle of a kernel that nobody waits for any more
        if self._thread is not None:
            self._thread.join()

    def _work(self, robot: Robot, options: Options) -> None:
        try:
            process = self._process = _start()
        except OSError:
            return
        try:
            self._feed(process, robot, options)
        except (OSError, EOFError, pickle.PickleError, TypeError, AttributeError):
            pass  # it broke: the caller makes the rest
        finally:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    pipe.close()  # type: ignore[union-attr]

    def _feed(self, process: subprocess.Popen[bytes], robot: Robot, options: Options) -> None:
        _send(process.stdin, (robot, options))
        while self._queue:
            try:
                name = self._queue.pop()
            except IndexError:
                return
            self._back.append(name)
            _send(process.stdin, name)
            made = pickle.load(process.stdout)  # type: ignore[arg-type]  # noqa: S301 - our own child wrote it
            if made is not None:
                self.found[name] = made
                self._back.remove(name)


def _start() -> subprocess.Popen[bytes]:
    import subprocess  # 6 ms that one kernel does not need

    places = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    # -P: modules in the folder that we happen to be in are none of ours
    command = [sys.executable, "-P", "-c", "from linkwright.kernels import serve; serve()"]
    return subprocess.Popen(  # noqa: S603 - this very Python
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=places
    )


def _send(pipe: Any, what: object) -> None:
    data = io.BytesIO()
    pickler = pickle.Pickler(data, pickle.HIGHEST_PROTOCOL)
    # robots are made of read-only mappings, which pickle does not know
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: lambda m: (_frozen, (dict(m),))}
    pickler.dump(what)
    pipe.write(data.getbuffer())
    pipe.flush()


def _frozen(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


def serve() -> None:
    """The second process: a robot comes in, then names; kernels go out, None where there is none."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr
    gc.set_threshold(*PATIENT)
    robot, options = pickle.load(source)  # noqa: S301 - our own parent wrote it
    with contextlib.suppress(EOFError):
        while True:
            name = pickle.load(source)  # noqa: S301
            try:
                made = kernel(robot, name, options)
            except LinkwrightError:
                made = None
            _send(sink, made)

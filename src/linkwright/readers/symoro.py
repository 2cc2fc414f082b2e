"""SYMORO's .par files -> Robot: chains, trees and closed loops in the notation of Khalil and Kleinfinger (1986).

Frame j stands on frame ant(j), by  Rot_z(gamma) Trans_z(b) Rot_x(alpha) Trans_x(d) Rot_z(theta) Trans_z(r). sigma: 0 revolute
(its variable is in theta), 1 prismatic (in r), 2 fixed; mu: 1 with a motor. Links are 1 to NL. Joints NL+1 to NJ are cut: they
measure the angle where a loop closes, and frame NL+k coincides with frame NJ+k, which is fixed on the loop's other side.

XX ... ZZ, MX MY MZ, M are a link's inertial parameters at its frame; IA, FV, FS rotor inertia on the joint's side, viscous and
dry friction. G is the acceleration of gravity in frame 0: SYMORO starts its recursion with VP0 - G. A floating (or mobile)
robot has a link 0, which is the first entry of each of its lists of links. eta = 1 is a joint with a spring k.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from linkwright.errors import raise_all
from linkwright.graph.expr import Scalar, is_zero
from linkwright.mechanism import Mechanism
from linkwright.model.build import make_robot
from linkwright.model.robot import WORLD, Body, Drive, Frame, Joint, Parameter
from linkwright.readers.draft import Draft
from linkwright.readers.khalil import Pair, add_rows
from linkwright.readers.khalil_rows import Row
from linkwright.readers.options import LoadOptions, read_bytes
from linkwright.readers.report import Report
from linkwright.readers.side_file import side_file
from linkwright.readers.snap import Snapper
from linkwright.readers.symoro_rows import Sizes, frame_rows, read_sizes
from linkwright.readers.symoro_text import ACTING, INERTIAL, WRENCH, Entry, ParText, parse_par
from linkwright.readers.yaml_parts import Parts
from linkwright.spatial.inertia import Inertia
from linkwright.spatial.vector import Vec

BASE = "link0"
_NAMES_OF_RATES = {"QP": "rates", "QDP": "accelerations", "GAM": "torques"}
_IDENTITY = ["1" if k % 5 == 0 else "0" for k in range(16)]


def read_par(path: Path, options: LoadOptions) -> Mechanism:
    """A robot from a file of SYMORO."""
    report = Report(path.name)
    text = parse_par(read_bytes(path), report)
    sizes = read_sizes(text, report)
    raise_all(report.errors)
    assert sizes is not None  # what else would have been an error
    reader = _Reader(text, sizes, Parts(report, Snapper(options.snap)))
    found = reader.mechanism()
    declared = reader.beside(side_file(path), found)
    bodies = list(found.bodies.values())
    gravity = reader.gravity()
    reader.note_unused(found)
    if options.friction:
        report.note("ignored", "friction=True: FV and FS are in the equations anyway")
    return make_robot(
        text.name or path.stem,
        bodies,
        options.in_order(found.joints),
        frames=[*(Frame(b.name, b.name, where=b.where) for b in bodies), *found.frames],
        gravity=options.gravity_or(gravity, reader.parts.values.graph),
        parameters=declared,
        wrenches=found.wrenches,
        loops=found.loops,
        couplings=found.couplings,
        actuated=found.actuated,
        start=found.start,
        platform=found.platform,
        notes=[*reader.parts.snapper.notes(), *report.all_notes()],
        source=report.file,
        root=options.root,
        floating=options.floating,
        errors=report.errors,
        body_word="link",
    )


class _Reader:
    def __init__(self, text: ParText, sizes: Sizes, parts: Parts) -> None:
        self.text, self.sizes, self.parts, self.report = text, sizes, parts, parts.report
        self.parts.values.names = None  # every name is a symbol

    def mechanism(self) -> Draft:
        """Links, joints, frames and loops."""
        found, base = Draft(), WORLD
        if self.sizes.moving_base:
            base = BASE
            found.bodies[base] = Body(base, where=self.report.file)
            found.joints.append(Joint("base", "floating", WORLD, base, where=self.report.file))
        rows = frame_rows(self.text, self.sizes, self.parts)
        add_rows(rows, self.pairs(rows), found, self.parts, base=base)
        absent = [key for key in INERTIAL if key not in self.text.lists]
        if absent:
            said = f"symbols for {' '.join(absent)} of every link, which the file does not give"
            self.report.note("assumed", said)
        for number in self.sizes.link_numbers:
            name = f"link{number}"
            if name in found.bodies:
                ten = [self.scalar(key, number) for key in INERTIAL]
                found.bodies[name] = replace(found.bodies[name], inertia=Inertia.from_parameters(ten))
        of = {row.name: int(row.i) for row in rows if row.body}
        found.joints = [replace(j, drive=self.drive(j, of[j.name])) if j.name in of else j for j in found.joints]
        return found

    def pairs(self, rows: Sequence[Row]) -> list[Pair]:
        """Frames that coincide: a cut joint's, and the one on the other side."""
        known = {row.i: row for row in rows}
        numbers = range(1, self.sizes.loops + 1)
        ends = [(str(self.sizes.links + k), str(self.sizes.joints + k)) for k in numbers]
        line = self.text.lines.get("NJ")
        both = [(a, b) for a, b in ends if a in known and b in known]
        return [Pair(f"loop{k}", known[a], known[b], None, line) for k, (a, b) in enumerate(both, 1)]

    def beside(self, side: Path | None, found: Draft) -> list[Parameter]:
        """What a side file adds: start, motors, values of parameters, frames, more loops."""
        if side is None:
            return []
        from linkwright.readers.side_loops import read_side_file  # most robots have none

        bodies, joints = found.bodies.values(), found.joints
        more, declared = read_side_file(side, bodies, joints, self.report, self.parts.snapper)
        found.loops += more.loops
        found.couplings += more.couplings
        found.frames += more.frames
        found.joints, found.start, found.wrenches = more.joints, more.start, more.wrenches
        found.platform = more.platform
        found.actuated = more.actuated or found.actuated
        return declared

    # --- what links and joints have ---------------------------------------------------------------------------------

    def entry(self, key: str, number: int) -> Entry | None:
        """What a list of links says of one."""
        entries = self.text.lists.get(key)
        return None if entries is None else entries[number - self.sizes.link_numbers[0]]

    def scalar(self, key: str, number: int) -> Scalar:
        """An entry of a link; SYMORO's own symbol, XX3, where there is no such list."""
        entry = self.entry(key, number)
        if entry is None:
            return self.parts.values.symbol(f"{key}{number}")
        return self.parts.values.scalar(entry.text, f"{key} of link {number}", entry.line)

    def drive(self, joint: Joint, number: int) -> Drive:
        inertia, viscous, coulomb = (
            self.scalar(key, number) if self.entry(key, number) else 0 for key in ACTING
        )  # fmt: skip
        stiffness = self.stiffness(joint, number)
        drive = Drive(rotor_inertia=inertia, viscous=viscous, coulomb=coulomb, stiffness=stiffness)
        if joint.type == "fixed" and drive != Drive():
            self.report.ignore("rotor inertia, friction or spring of a fixed joint", self.text.lines.get("IA"))
            return Drive()
        return drive

    def stiffness(self, joint: Joint, number: int) -> Scalar:
        """k where eta says that the joint is flexible."""
        eta, k = (self.text.lists.get(key) for key in ("eta", "k"))
        flexible = eta is not None and eta[number - 1].text not in ("", "0")
        value = 0 if k is None else self.parts.values.scalar(k[number - 1].text, f"k of joint {number}", k[0].line)
        if flexible and not is_zero(value):
            said = f"joint '{joint.name}' is flexible (eta): a spring k from its zero, as all that acts in it"
            self.report.note("assumed", said, self.text.lines["k"])
            return value
        if flexible or not is_zero(value):
            what = "eta of a joint without k" if flexible else "k of a joint without eta"
            self.report.ignore(what, self.text.lines["eta" if flexible else "k"])
        return 0

    # --- the world --------------------------------------------------------------------------------------------------

    def vector(self, key: str) -> Vec:
        entries = self.text.lists.get(key, ())
        values = [self.parts.values.scalar(e.text, f"entry {n} of {key}", e.line) for n, e in enumerate(entries, 1)]
        return Vec(*values) if values else Vec(0, 0, 0)

    def gravity(self) -> Vec:
        """G, less the acceleration that a fixed base is said to have."""
        if "G" not in self.text.lists:
            self.report.note("assumed", "gravity (0, 0, -9.81), which the file does not give")
        g = self.vector("G") if "G" in self.text.lists else Vec(0, 0, -9.81)
        if self.sizes.moving_base:
            self.ignore(("W0", "WP0", "V0", "VP0"), "the base's motion: a state of the floating base")
            return g
        turning = [key for key in ("W0", "WP0") if not all(map(is_zero, self.vector(key)))]
        if turning:
            hint = "write is_floating = True, or a joint that turns the base"
            self.report.error(f"{turning[0]} is not zero: the base turns", self.text.lines[turning[0]], hint)
        if not all(map(is_zero, self.vector("V0"))):
            self.ignore(("V0",), "the base's velocity, which no force depends on")
        if not all(map(is_zero, self.vector("VP0"))):
            self.report.note("assumed", "gravity is G - VP0: the base is accelerated", self.text.lines["VP0"])
        return g - self.vector("VP0")

    # --- what is not used -------------------------------------------------------------------------------------------

    def ignore(self, keys: Sequence[str], why: str) -> None:
        there = [key for key in keys if key in self.text.lists]
        if there:
            self.report.note("ignored", f"{' '.join(there)}, {why}", self.text.lines[there[0]])

    def note_unused(self, found: Draft) -> None:
        """Everything that is read by nothing above."""
        self.ignore(tuple(_NAMES_OF_RATES), "names of rates, accelerations and torques")
        acting = [
            str(number)
            for number in self.sizes.link_numbers
            if any((e := self.entry(key, number)) and e.text not in ("", "0") for key in WRENCH)
        ]
        if acting and not found.wrenches:
            frames = ", ".join(f"link{number}" for number in acting)
            said = f"FX to CZ, the wrench on the environment of link {', '.join(acting)}"
            said += f"; wrenches: [{frames}] in NAME.loops.yaml makes the one on the robot an input"
            self.report.note("ignored", said, next(self.text.lines[key] for key in WRENCH if key in self.text.lines))
        if [e.text for e in self.text.lists.get("Z", ())] not in ([], _IDENTITY):
            self.ignore(("Z",), "the place of frame 0 in the world: link frames are seen from frame 0")
        passive = [j for j in found.joints if j.type != "fixed" and j.name not in found.actuated]
        if "mu" in self.text.lists and not found.loops and passive and not self.sizes.moving_base:
            self.ignore(("mu",), "motors: a robot without loops takes forces in every joint")

"""What the API reference shows, and where (docs/make_api.py writes it)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Shown:
    """An object at 'module:name'. module: from where users import it; stub: class of native_methods.pyi with more methods;
    text: said instead of what its source says."""

    place: str
    module: str = ""
    stub: str = ""
    text: str = ""

    @property
    def name(self) -> str:
        return self.place.partition(":")[2]

    @property
    def home(self) -> str:
        return self.module or self.place.partition(":")[0]


@dataclass(frozen=True)
class Page:
    """sections: heading, text below it, what is shown."""

    file: str
    title: str
    text: str
    sections: tuple[tuple[str, str, tuple[Shown, ...]], ...]


def _door(*names: str) -> tuple[Shown, ...]:
    return tuple(Shown(f"linkwright:{name}", "linkwright") for name in names)


def _of(module: str, *names: str) -> tuple[Shown, ...]:
    return tuple(Shown(f"linkwright.{module}:{name}") for name in names)


_ROBOT = Shown(
    "linkwright:Robot",
    text="What most files hold: an {py:class}`~linkwright.OpenRobot` or a {py:class}`~linkwright.ClosedRobot`, for type hints.",
)
_VERSION = Shown("linkwright:__version__", text="The version of Linkwright, as text.")

PAGES = (
    Page(
        "functions",
        "Functions",
        "What `import linkwright as lw` gives: from a mechanism to its equations, its code, its motion and its proof.",
        (
            ("Read, make and write mechanisms", "", _door("load", "dh", "save")),
            ("Derive, compile, build", "", _door("derive", "compile", "build")),
            ("Look at it", "", _door("equations", "picture", "show")),
            ("Let it move", "", _door("simulate")),
            ("Prove it", "", _door("verify")),
            ("From measurements", "", _door("excite", "identify", "calibrate")),
            ("Besides", "", (*_door("symbol"), _VERSION)),
        ),
    ),
    Page(
        "mechanisms",
        "Mechanisms",
        "What {py:func}`~linkwright.load` and {py:func}`~linkwright.dh` return. All of it is frozen: what "
        "changes a mechanism returns another one.",
        (
            ("Robots", "", (_ROBOT, *_door("OpenRobot", "ClosedRobot"))),
            ("Lagrangians", "See [dynamics on manifolds](../manifold.md).", _door("Lagrangian")),
            (
                "What robots are made of",
                "",
                (
                    *_of("model.robot", "Joint", "Body", "Frame", "Parameter", "Limits", "Drive", "Note"),
                    *_of("model.closures", "Loop", "Coupling"),
                    *_of("spatial.transform", "Transform"),
                    *_of("spatial.inertia", "Inertia"),
                ),
            ),
        ),
    ),
    Page(
        "expressions",
        "Functions as expressions",
        "What {py:func}`~linkwright.derive` returns: named inputs and outputs over an expression graph, "
        "exact until numbers go in.",
        (
            ("Function", "", (*_door("Function"), *_of("graph.port", "Port"), *_of("graph.function", "Ops"))),
            ("Expr", "", _door("Expr")),
        ),
    ),
    Page(
        "compiled",
        "Compiled mechanisms",
        "What {py:func}`~linkwright.compile` returns: one method per [quantity](../quantities.md), native code "
        "behind it. Arrays have shape `(n,)`, or `(batch, n)`; every method takes `out=` and `threads=`.",
        (
            ("Of trees", "", (Shown("linkwright.native:OpenDynamics", stub="TreeMethods"),)),
            (
                "Of closed robots",
                "",
                (
                    Shown("linkwright.native:ClosedDynamics", stub="ClosedMethods"),
                    Shown("linkwright.native:ClosedArmDynamics"),
                ),
            ),
            ("Of Lagrangians", "", (Shown("linkwright.native:LagrangianDynamics", stub="LagrangianMethods"),)),
            ("Asking for poses", "", _of("inverse.inverse_kinematics", "Asked") + _of("inverse.follow", "Followed")),
        ),
    ),
    Page(
        "results",
        "Results",
        "What the other functions return, and the options that they take by name.",
        (
            (
                "Of simulate",
                "",
                _of("notebook.simulate", "Options")
                + _of("notebook.motion", "SimulatedMotion")
                + _of("simulation.pieces", "Event"),
            ),
            ("Of verify", "", _of("verification.verdict", "Verdict", "Row")),
            (
                "Of equations, picture and show",
                "",
                _of("notebook.written", "Equations") + _of("notebook.media", "Svg", "Page"),
            ),
            ("Of build and save", "", _of("compiler", "Built") + _of("writers.format", "Loss")),
            (
                "Of excite",
                "",
                _of("identification.excitation.plan", "Plan")
                + _of("identification.excitation.result", "Excitation", "Sampled"),
            ),
            (
                "Of identify",
                "",
                _of("identification.request", "Identify") + _of("identification.identified", "Identification", "Fit"),
            ),
            ("Of calibrate", "", _of("calibration.options", "Options") + _of("calibration.result", "Calibration")),
        ),
    ),
    Page(
        "errors",
        "Errors",
        "Everything that a user can cause is a {py:exc}`~linkwright.LinkwrightError`; [errors](../errors.md) says how to "
        "read one.",
        (
            ("The base", "", _door("LinkwrightError")),
            (
                "What is raised",
                "From `linkwright.errors`.",
                _of(
                    "errors",
                    *(
                        "Errors",
                        "FileError",
                        "ModelError",
                        "CannotClose",
                        "FarStart",
                        "Locked",
                        "ExpressionError",
                        "QuantityError",
                    ),
                    *(
                        "NoClosedForm",
                        "TooFewActuators",
                        "DependentActuators",
                        "InputError",
                        "EmitError",
                        "RunError",
                        "StudioError",
                    ),
                    "InternalError",
                ),
            ),
        ),
    ),
)

SHOWN = tuple(x for page in PAGES for _, _, entries in page.sections for x in entries)
DOOR = tuple(x for x in SHOWN if x.place.startswith("linkwright:"))

INDEX = """\
# API reference

Made from the code. [Python](../python.md) tells the same as a story, with examples.

| `lw.` | what it is |
|---|---|
{rows}

Words in signatures:

`Mechanism`
: an {{py:class}}`~linkwright.OpenRobot`, a {{py:class}}`~linkwright.ClosedRobot` or a {{py:class}}`~linkwright.Lagrangian`.

`Array`, `ArrayLike`, `X`
: an array of NumPy; what NumPy makes one of: numbers, lists.

`Numbers`
: numbers in order, numbers by name, one number, or text with formulas and units (`"0.5, 30 deg"`).

`Scalar`
: a number or an {{py:class}}`~linkwright.Expr`.

`Vec`
: three scalars.

`Tell`
: a function that is called with what is being done and how much of all is done, 0 to 1.

`Source`
: a recording: a file (.csv, .npz, .mat), or arrays by name.

```{{toctree}}
:hidden:

{names}
```
"""

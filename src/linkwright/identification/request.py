"""How parameters are to be found: the options of `linkwright identify` and of `lw.identify` at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from linkwright.errors import InputError

METHODS = ("ols", "wls", "robust", "iv")
RATES = ("auto", "measured", "differentiated")


@dataclass(frozen=True)
class Identify:
    """What was measured, what is unknown, and how it is estimated."""

    validate: str = field(
        default="", metadata={"help": "recordings to predict, comma-separated (default: the last part of each)"}
    )
    hold_out: float = field(
        default=0.3, metadata={"help": "part of each recording, at its end, that is only predicted"}
    )
    columns: str = field(
        default="", metadata={"help": "which column is what: 't=stamp, q=pos*, tau=effort*', or a YAML file with that"}
    )
    friction: str = field(
        default="viscous,coulomb,offset,rotor",
        metadata={
            "help": "unknown terms of the drives; also spring, asymmetric, stribeck, load; none",
            "flags": ("--friction",),
        },
    )
    couplings: str = field(
        default="",
        metadata={"help": "motors that move several joints, whose forces are measured: 'm5 = j5; m6 = j6 - j5'"},
    )
    method: str = field(default="wls", metadata={"help": "ols, wls, robust (Huber) or iv (instrumental variables)"})
    cutoff: float | None = field(default=None, metadata={"help": "of the low-pass filter, Hz (default: from the data)"})
    rates: str = field(default="auto", metadata={"help": "velocities: auto, measured or differentiated"})
    hold: str = field(
        default="", metadata={"help": "joints that stood still: 'finger*' or 'finger_joint1 = 0.02', comma-separated"}
    )
    current: bool = field(
        default=False, metadata={"help": "forces are motor currents (see --gain)", "flags": ("--current/--torque",)}
    )
    gain: str = field(default="", metadata={"help": "force per unit of current, one number or one per motor"})
    estimate_gain: bool = field(
        default=False,
        metadata={
            "help": "find the gains, too: one recording must be with a known load (--loaded, --load)",
            "flags": ("--estimate-gain",),
        },
    )
    loaded: str = field(default="", metadata={"help": "recording with the known load, or several, comma-separated"})
    load: str = field(
        default="", metadata={"help": "the known load: 'mass x y z' of its centre in the frame --at, then Ixx Iyy Izz"}
    )
    at: str = field(default="", metadata={"help": "frame that carries a load (default: the last one)"})
    payload: bool = field(
        default=False,
        metadata={
            "help": "find only a load at the frame --at: the robot itself is as its file says",
            "flags": ("--payload",),
        },
    )
    static: bool = field(
        default=False, metadata={"help": "rows are postures at rest, not samples along time", "flags": ("--static",)}
    )
    consistent: bool = field(default=True, metadata={"help": "also parameters that a body can have, by an SDP"})
    prior_weight: float | None = field(
        default=None, metadata={"help": "how much the file's parameters count there (default: by hold-out)"}
    )

    def __post_init__(self) -> None:
        _one_of("method", self.method, METHODS)
        _one_of("rates", self.rates, RATES)
        if not 0 <= self.hold_out < 0.95 or not (self.hold_out or self.validate):
            hint = "0.3 predicts the last 30 %; --validate (validate=) predicts another recording instead"
            raise InputError(f"a part of {self.hold_out:g} cannot be held out", hint=hint)
        if self.cutoff is not None and not self.cutoff > 0:
            raise InputError(f"a filter has no cut-off of {self.cutoff:g} Hz", hint="above 0")
        if self.current and not (self.gain or self.estimate_gain):
            hint = "give --gain, force per unit of current, or --estimate-gain (gain=, estimate_gain=True)"
            raise InputError("currents are no forces without a gain", hint=hint)
        if self.current and not (self.gain or self.estimate_gain):
            hint = "say the force per unit of current (--gain), or find it with a known load (--estimate-gain)"
            raise InputError("currents are no forces", hint=hint)
        if self.gain and not self.current:
            raise InputError("a gain without currents", hint="add --current (current=True)")
        if self.estimate_gain and not (self.loaded and self.load):
            hint = "name the recording with the load (--loaded) and the load (--load 'mass x y z')"
            raise InputError("gains cannot be found without a recording with a known load", hint=hint)
        if bool(self.load) != bool(self.loaded):
            hint = "a known load needs both: --load 'mass x y z' and --loaded, the recording with it"
            raise InputError("a load without a recording, or a recording without a load", hint=hint)

    @property
    def validation(self) -> tuple[Path, ...]:
        """Recordings that are only predicted."""
        return paths(self.validate)


def paths(text: str) -> tuple[Path, ...]:
    """Comma-separated names of files."""
    return tuple(Path(part.strip()) for part in text.split(",") if part.strip())


def _one_of(what: str, word: str, words: tuple[str, ...]) -> None:
    if word not in words:
        raise InputError(f"there is no {what} '{word}'", hint=f"one of: {', '.join(words)}")

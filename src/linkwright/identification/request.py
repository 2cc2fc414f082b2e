"""How parameters are to be found: the options of `linkwright identify` and of `lw.identify` at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from linkwright.errors import InputError
from linkwright.request import option

METHODS = ("ols", "wls", "robust", "iv")
RATES = ("auto", "measured", "differentiated")


@dataclass(frozen=True)
class Identify:
    """What was measured, what is unknown, and how it is estimated."""

    validate: str = option("", "recordings to predict, comma-separated (default: the last part of each)")
    hold_out: float = option(0.3, "part of each recording, at its end, that is only predicted")
    columns: str = option("", "which column is what: 't=stamp, q=pos*, tau=effort*', or a YAML file with that")
    friction: str = option(
        "viscous,coulomb,offset,rotor",
        "unknown terms of the drives; also spring, asymmetric, stribeck, load; none",
        "--friction",
    )
    couplings: str = option("", "motors that move several joints, whose forces are measured: 'm5 = j5; m6 = j6 - j5'")
    method: str = option("wls", "ols, wls, robust (Huber) or iv (instrumental variables)")
    cutoff: float | None = option(None, "of the low-pass filter, Hz (default: from the data)")
    rates: str = option("auto", "velocities: auto, measured or differentiated")
    hold: str = option("", "joints that stood still: 'finger*' or 'finger_joint1 = 0.02', comma-separated")
    current: bool = option(False, "forces are motor currents (see --gain)", "--current/--torque")
    gain: str = option("", "force per unit of current, one number or one per motor")
    estimate_gain: bool = option(
        False, "find the gains, too: one recording must be with a known load (--loaded, --load)", "--estimate-gain"
    )
    loaded: str = option("", "recording with the known load, or several, comma-separated")
    load: str = option("", "the known load: 'mass x y z' of its centre in the frame --at, then Ixx Iyy Izz")
    at: str = option("", "frame that carries a load (default: the platform, else the last one)")
    payload: bool = option(
        False, "find only a load at the frame --at: the robot itself is as its file says", "--payload"
    )
    static: bool = option(False, "rows are postures at rest, not samples along time", "--static")
    consistent: bool = option(True, "also parameters that a body can have, by an SDP")
    prior_weight: float | None = option(None, "how much the file's parameters count there (default: by hold-out)")

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

"""What can be wrong with a closed mechanism once it is computed, each with the numbers that show why."""

from __future__ import annotations

from linkwright.errors import ModelError


class CannotClose(ModelError):
    """No configuration satisfies the loops."""

    code = "LW210"


class FarStart(ModelError):
    """The loops close, but not near the start that the file gives."""

    code = "LW211"


class Locked(ModelError):
    """The loops close and leave no motion."""

    code = "LW212"


class TooFewActuators(ModelError):
    """Motors that leave motions open."""

    code = "LW213"


class DependentActuators(ModelError):
    """Enough motors, but some of them always move together."""

    code = "LW214"

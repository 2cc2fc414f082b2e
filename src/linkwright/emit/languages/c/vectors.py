"""How C spells the vectors of legs and columns in lanes, in double and in single precision."""

from __future__ import annotations

from linkwright.emit.target import Vectors


def vectors(real: str, end: str = "") -> Vectors:
    """What linkwright_lanes.h has for vectors of a type, whose names end alike."""
    own, near = f"linkwright_real{{lanes}}{end}", f"linkwright_near{{lanes}}{end}"
    return Vectors(
        define=f"const {own} {{name}} = {{value}};",
        load=f"*(const {near} *)&{{first}}",
        store=f"*({near} *)&{{first}}",
        gather=f"LINKWRIGHT_REAL{{lanes}}{end.upper()}{{{{{{values}}}}}}",
        lane="{vector}[{lane}]",
        put=f"LINKWRIGHT_PUT{{lanes}}{end.upper()}({{vector}}, {{lane}}, {{value}})",
        array=f"const {near} {{name}}[{{count}}] = {{{{{{rows}}}}}};",
        start=f"(const {real} *)&{{vector}}",
        sqrt=f"linkwright_sqrt{{lanes}}{end}({{vector}})",
    )

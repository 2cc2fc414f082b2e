"""Robots of the literature on operation counts, and what is known of them.

Modified DH, fixed base. A row is (type, alpha, a, d, theta) with "q" for the joint variable; names are symbols. Inertial
parameters are taken at the link's frame; "full" means all ten of every link.
"""

from __future__ import annotations

from functools import cache

import linkwright as lw
from tests.support.model import Robot

_STANFORD = "R,0,0,0,q R,-pi/2,0,d2,q P,pi/2,0,q,0 R,0,0,0,q R,-pi/2,0,0,q R,pi/2,0,0,q"
_PUMA = "R,0,0,0,q R,-pi/2,0,0,q R,0,a2,d3,q R,-pi/2,a3,d4,q R,pi/2,0,0,q R,-pi/2,0,0,q"
_GENERAL = " ".join(f"R,al{i},a{i},d{i},q" for i in range(2, 7))
_ALL = "XX XY XZ YY YZ ZZ MX MY MZ M"

ROWS = {
    "2R": "R,0,0,0,q R,0,L1,0,q",
    "SCARA_RRPR": "R,0,0,0,q R,0,L1,0,q P,0,L2,q,0 R,0,0,0,q",
    "SCARA_RRRP": "R,0,0,0,q R,0,L1,0,q R,0,L2,0,q P,0,0,q,0",
    "STANFORD_full": _STANFORD,
    "STANFORD_simpl": _STANFORD,
    "PUMA_full": _PUMA,
    "PUMA_zeros": _PUMA,
    "RX90_full": "R,0,0,0,q R,pi/2,0,0,q R,0,D3,0,q R,-pi/2,0,RL4,q R,pi/2,0,0,q R,-pi/2,0,0,q",
    "LWR7": "R,0,0,0,q R,pi/2,0,0,q R,-pi/2,0,d3,q R,-pi/2,0,0,q R,pi/2,0,d5,q R,pi/2,0,0,q R,-pi/2,0,0,q",
    "GEN6R": f"R,0,0,0,q {_GENERAL}",
    "GEN6R_all": f"R,al1,a1,d1,q {_GENERAL}",
}

INERTIALS = {
    "STANFORD_simpl": [
        "XX YY ZZ MY MZ M",
        "XX YY ZZ MY M",
        "XX YY ZZ MZ M",
        "XX YY ZZ MY M",
        "XX YY ZZ MZ M",
        "XX YY ZZ MZ M",
    ],
    "PUMA_zeros": ["ZZ", _ALL, "XX YY YZ ZZ MY MZ M", "XX YY ZZ MZ M", "XX YY ZZ M", "XX YY ZZ MZ M"],
}

BASE_PARAMETERS = {
    "2R": 6, "SCARA_RRPR": 8, "SCARA_RRRP": 8, "STANFORD_full": 33, "STANFORD_simpl": 14, "PUMA_full": 36, "PUMA_zeros": 21,
    "RX90_full": 36, "LWR7": 43, "GEN6R": 36, "GEN6R_all": 38,
}  # fmt: skip
"""Gautier & Khalil 1990; Khalil & Dombre 2002."""

QUANTITIES = {
    "ID": ("inverse_dynamics", "symbolic"), "IDb": ("inverse_dynamics", "base"), "M": ("mass_matrix", "symbolic"),
    "Mb": ("mass_matrix", "base"), "Yb": ("regressor", "base"),
}  # fmt: skip

PEERS = {
    "2R": ((25, 17), (23, 15), (10, 6), (7, 5), (16, 10)),
    "SCARA_RRPR": ((53, 42), (41, 30), (24, 22), (24, 17), (37, 25)),
    "SCARA_RRRP": ((52, 41), (41, 30), (27, 23), (27, 18), (41, 27)),
    "STANFORD_simpl": ((198, 149), (147, 100), (111, 70), (99, 53), (183, 101)),
    "STANFORD_full": ((324, 279), (262, 211), (149, 125), (147, 105), (400, 263)),
    "PUMA_zeros": ((246, 191), (203, 150), (207, 127), (175, 104), (284, 170)),
    "PUMA_full": ((345, 296), (301, 240), (273, 189), (247, 163), (567, 371)),
    "RX90_full": ((330, 282), (286, 226), (206, 151), (195, 133), (516, 327)),
    "LWR7": ((396, 337), (342, 271), (280, 202), (269, 181), (729, 446)),
    "GEN6R": ((529, 429), (479, 376), (837, 588), (720, 509), (1269, 874)),
    "GEN6R_all": ((536, 433), (486, 380), (837, 588), (720, 509), (1274, 876)),
}
"""(mul, add) of the better of OpenSYMORO and SymPyBotics for ID, IDb, M, Mb, Yb, counted by the project's rule."""


@cache
def robot(name: str) -> Robot:
    rows = [tuple(row.split(",")) for row in ROWS[name].split()]
    gravity = (0, "G2", 0) if name == "2R" else (0, 0, "G3")
    return lw.dh(rows, convention="modified", inertials=INERTIALS.get(name, "full"), gravity=gravity, name=name)

"""The robots whose operation counts are compared, and the counts of the better of OpenSYMORO and SymPyBotics.

All robots: modified DH (Craig; Khalil & Kleinfinger 1986), fixed base. A row is (type, alpha_{i-1}, a_{i-1}, d_i, theta_i) with
"q" for the joint variable. Named constants stay symbols; angles 0 and +-pi/2 are exact. No friction, rotors, springs or tools.
Inertial parameters of a link are taken at its frame: XX XY XZ YY YZ ZZ (tensor), MX MY MZ (first moments), M.
"""

from __future__ import annotations

from dataclasses import dataclass

DHRow = tuple[str, str, str, str, str]

INERTIALS = ("M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ")
"""In the project's order of the ten inertial parameters."""

FULL = " ".join(INERTIALS)


@dataclass(frozen=True)
class CountRobot:
    """`inertials`: for each link the names of its parameters that are not zero."""

    name: str
    rows: tuple[DHRow, ...]
    gravity: tuple[str, str, str]
    inertials: tuple[str, ...]


def _rows(text: str) -> tuple[DHRow, ...]:
    """'R,0,L1,0,q P,...' -> rows."""
    rows: list[DHRow] = []
    for word in text.split():
        kind, alpha, a, d, theta = word.split(",")
        rows.append((kind, alpha, a, d, theta))
    return tuple(rows)


def _robot(name: str, rows: str, *inertials: str, gravity: tuple[str, str, str] = ("0", "0", "G3")) -> CountRobot:
    parsed = _rows(rows)
    return CountRobot(name, parsed, gravity, inertials or (FULL,) * len(parsed))


_STANFORD = "R,0,0,0,q R,-pi/2,0,d2,q P,pi/2,0,q,0 R,0,0,0,q R,-pi/2,0,0,q R,pi/2,0,0,q"
_PUMA = "R,0,0,0,q R,-pi/2,0,0,q R,0,a2,d3,q R,-pi/2,a3,d4,q R,pi/2,0,0,q R,-pi/2,0,0,q"
_GENERAL = " ".join(f"R,al{i},a{i},d{i},q" for i in range(2, 7))

_TABLE = (
    _robot("2R", "R,0,0,0,q R,0,L1,0,q", gravity=("0", "G2", "0")),
    _robot("SCARA_RRPR", "R,0,0,0,q R,0,L1,0,q P,0,L2,q,0 R,0,0,0,q"),
    _robot("SCARA_RRRP", "R,0,0,0,q R,0,L1,0,q R,0,L2,0,q P,0,0,q,0"),
    _robot(
        "STANFORD_simpl", _STANFORD, "XX YY ZZ MY MZ M", "XX YY ZZ MY M", "XX YY ZZ MZ M", "XX YY ZZ MY M",
        "XX YY ZZ MZ M", "XX YY ZZ MZ M",
    ),
    _robot("STANFORD_full", _STANFORD),
    _robot(
        "PUMA_zeros", _PUMA, "ZZ", FULL, "XX YY YZ ZZ MY MZ M", "XX YY ZZ MZ M", "XX YY ZZ M", "XX YY ZZ MZ M",
    ),
    _robot("PUMA_full", _PUMA),
    _robot("RX90_full", "R,0,0,0,q R,pi/2,0,0,q R,0,D3,0,q R,-pi/2,0,RL4,q R,pi/2,0,0,q R,-pi/2,0,0,q"),
    _robot("LWR7", "R,0,0,0,q R,pi/2,0,0,q R,-pi/2,0,d3,q R,-pi/2,0,0,q R,pi/2,0,d5,q R,pi/2,0,0,q R,-pi/2,0,0,q"),
    _robot("GEN6R", f"R,0,0,0,q {_GENERAL}"),
    _robot("GEN6R_all", f"R,al1,a1,d1,q {_GENERAL}"),
)  # fmt: skip
ROBOTS = {robot.name: robot for robot in _TABLE}

BASE_PARAMETERS = {
    "2R": 6, "SCARA_RRPR": 8, "SCARA_RRRP": 8, "STANFORD_full": 33, "STANFORD_simpl": 14, "PUMA_full": 36, "PUMA_zeros": 21,
    "RX90_full": 36, "LWR7": 43, "GEN6R": 36, "GEN6R_all": 38,
}  # fmt: skip
"""How many base parameters each robot has."""

QUANTITIES = {
    "ID": ("inverse_dynamics", "inertial"),
    "IDb": ("inverse_dynamics", "base"),
    "M": ("mass_matrix", "inertial"),
    "Mb": ("mass_matrix", "base"),
    "Yb": ("regressor", "base"),
}
"""Short name -> quantity and choice of parameters: all listed inertials as inputs, or the base parameters."""

_PEERS = """
2R              25/17    23/15    10/6     7/5      16/10
SCARA_RRPR      53/42    41/30    24/22    24/17    37/25
SCARA_RRRP      52/41    41/30    27/23    27/18    41/27
STANFORD_simpl  198/149  147/100  111/70   99/53    183/101
STANFORD_full   324/279  262/211  149/125  147/105  400/263
PUMA_zeros      246/191  203/150  207/127  175/104  284/170
PUMA_full       345/296  301/240  273/189  247/163  567/371
RX90_full       330/282  286/226  206/151  195/133  516/327
LWR7            396/337  342/271  280/202  269/181  729/446
GEN6R           529/429  479/376  837/588  720/509  1269/874
GEN6R_all       536/433  486/380  837/588  720/509  1274/876
"""


def _peers() -> dict[tuple[str, str], tuple[int, int]]:
    found: dict[tuple[str, str], tuple[int, int]] = {}
    for line in _PEERS.strip().splitlines():
        robot, *cells = line.split()
        for quantity, cell in zip(QUANTITIES, cells, strict=True):
            mul, add = cell.split("/")
            found[robot, quantity] = (int(mul), int(add))
    return found


PEERS = _peers()
"""(robot, quantity) -> (mul, add) of the better peer, by the project's counting rule."""

STRETCH = {("RX90_full", "IDb"): (253, 238), ("STANFORD_simpl", "IDb"): (142, 99)}
"""Smaller figures quoted in the literature, not checked by us."""

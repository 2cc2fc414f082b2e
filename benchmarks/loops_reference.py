"""Operation counts of closed-loop robots in the literature, which ours are compared with: add / mul / div / functions.

All inertial parameters (ten per body), all kinematic constants and the gravity vector are inputs. Columns: TE and DE2 take the
free coordinates and solve the closure inside, TE by sines and cosines of the dependent angles, DE2 by the angles themselves;
IC takes all positions, rates and accelerations of the tree and only projects, by Lagrange (L) or Newton-Euler (NE); OL is the
tree alone. Schappler, Lilge & Haddadin 2019, and the models published with it.
"""

from __future__ import annotations

Count = tuple[int, int, int, int]

_INVERSE_DYNAMICS = """
fourbar1      136/268/11/4      136/268/11/4      38/56/3/8         34/48/3/8        29/42/0/6
fourbar2      9/10/0/2          9/10/0/2          38/55/2/8         34/47/2/8        29/42/0/6
fourbarpris   93/183/17/2       93/183/17/2       27/36/4/4         26/35/4/4        20/28/0/4
fourbar1turn  428/913/15/6      419/909/21/13     175/276/3/12      131/185/3/10     128/183/0/8
fivebar1      1740/3135/17/6    1584/2866/16/16   77/110/4/15       69/90/4/15       50/70/0/8
picker2Dm1    3154/5613/66/14   2950/5255/54/52   491/609/10/70     221/238/10/64    129/163/0/22
picker2Dm2    2757/4704/37/10   2630/4510/30/43   491/609/10/70     221/238/10/64    129/163/0/22
palh1m1       1943/3321/44/28   1720/3001/42/60   982/1389/8/48     555/734/8/34     522/681/0/22
palh3m2       499/730/0/22      575/801/0/79      825/1129/8/49     460/573/8/39     412/543/0/18
palh3m1       1567/2630/29/24   1410/2434/28/46   800/1135/6/36     436/582/6/26     412/543/0/18
exoskeleton   5278/7804/51/28   5063/7611/49/61   4770/6572/7/78    -                4664/6452/0/46
"""

_GRAVITY = """
fourbar1      53/81/5/4         53/81/5/4         19/28/3/8
fourbar2      6/7/0/2           6/7/0/2           19/27/2/8
fourbarpris   42/56/4/2         42/56/4/2         16/23/4/4
fourbar1turn  85/148/5/6        72/128/10/11      30/41/3/11
fivebar1      659/1027/7/6      655/1033/13/12    41/54/4/15
picker2Dm1    891/1495/21/14    825/1377/42/38    187/182/10/59
picker2Dm2    774/1240/10/10    744/1184/22/31    187/182/10/59
palh1m1       426/679/15/28     276/458/33/48     167/197/8/38
palh3m2       84/109/0/22       142/150/0/63      160/153/8/39
palh3m1       327/522/10/24     226/387/22/38     136/161/6/28
exoskeleton   710/985/12/28     491/646/24/49     964/1087/7/65
"""

_MASS_MATRIX = """
fourbar1      24/32/5/4         24/32/5/4         12/19/4/4
fourbar2      2/2/0/0           2/2/0/0           12/18/3/4
fourbarpris   18/17/7/2         18/17/7/2         10/14/4/4
fourbar1turn  72/153/12/4       73/143/13/8       39/68/5/8
fivebar1      649/1035/14/6     650/1036/13/12    38/57/7/11
picker2Dm1    845/1480/44/14    846/1452/42/35    286/331/10/60
picker2Dm2    765/1263/23/10    767/1261/22/28    286/331/10/60
palh1m1       399/724/34/26     395/700/33/44     293/443/8/32
palh3m2       229/240/0/90      229/240/0/90      275/388/12/37
palh3m1       322/585/22/22     322/584/22/34     248/375/6/24
exoskeleton   1138/1671/28/26   1142/1656/25/41   1797/2136/10/58
"""

_BASE = """
fourbar1      128/230/10/4      128/229/10/4      29/42/0/8
fourbar2      4/7/0/2           4/7/0/2           29/42/0/8
fourbarpris   79/158/15/2       79/158/15/2       18/28/0/4
fourbar1turn  347/757/15/6      328/732/21/13     105/172/0/10
"""
"""Inverse dynamics with base parameters as inputs."""

_COLUMNS = {
    "inverse_dynamics": (_INVERSE_DYNAMICS, ("TE", "DE2", "IC-L", "IC-NE", "OL")),
    "gravity": (_GRAVITY, ("TE", "DE2", "IC")),
    "mass_matrix": (_MASS_MATRIX, ("TE", "DE2", "IC")),
    "inverse_dynamics_base": (_BASE, ("TE", "DE2", "OL")),
}


def _parsed() -> dict[tuple[str, str, str], Count]:
    found: dict[tuple[str, str, str], Count] = {}
    for quantity, (text, columns) in _COLUMNS.items():
        for line in text.strip().splitlines():
            robot, *cells = line.split()
            for column, cell in zip(columns, cells, strict=True):
                if cell != "-":
                    add, mul, div, functions = map(int, cell.split("/"))
                    found[robot, quantity, column] = (add, mul, div, functions)
    return found


COUNTS = _parsed()
"""(robot, quantity, column) -> add, mul, div, functions."""

EXOSKELETON: dict[tuple[str, str], tuple[int, int, int, int, int, int]] = {
    ("gravity", "TE"): (721, 977, 18, 3, 22, 0),
    ("gravity", "DE2"): (504, 641, 30, 3, 38, 5),
    ("gravity", "tree"): (433, 488, 0, 0, 28, 0),
    ("projection_matrix", "tree"): (40, 68, 6, 0, 22, 0),
    ("mass_matrix", "TE"): (1144, 1531, 172, 3, 20, 0),
    ("mass_matrix", "DE2"): (1148, 1516, 169, 3, 30, 5),
    ("mass_matrix", "tree"): (1206, 1583, 84, 0, 26, 0),
}
"""The exoskeleton, counted from the published text: add, mul, div, sqrt, sin and cos, atan. "tree": the tree alone, or W."""

ASSIGNMENTS = {
    ("gravity", "TE"): 365, ("gravity", "DE2"): 272, ("gravity", "tree"): 228, ("projection_matrix", "tree"): 36,
    ("mass_matrix", "TE"): 598, ("mass_matrix", "DE2"): 591, ("mass_matrix", "tree"): 501,
}  # fmt: skip
WEIGHTS = {"add": 1, "mul": 1, "div": 4, "sqrt": 5, "trig": 10, "atan": 15}

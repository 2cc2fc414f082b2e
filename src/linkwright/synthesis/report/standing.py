"""What became of every structure: the table, and how the best so far came about."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.synthesis.evaluation import CONSTRAINTS, OBJECTIVES
from linkwright.synthesis.found import Found, Tried
from linkwright.view.chart import Chart, Curve, legend, sign, stroke
from linkwright.view.markup import Markup, in_unit, number, table, tag

Kinds = Mapping[str, int]
"""Structure -> its colour and form."""


def standing(found: Found, kinds: Kinds, shown: Mapping[str, int]) -> Markup:
    """The table of structures. shown: number of the robot in the player, by structure."""
    names = found.task.objectives
    heads = ["structure", "remark", "tried", "feasible", *(in_unit(n, OBJECTIVES[n].unit) for n in names)]
    rows = [
        [_name(t, kinds, shown), remark(t), str(t.evaluations), str(t.feasible), *_best(t, names)] for t in found.tried
    ]
    return table(heads, rows, left=2)


def _name(tried: Tried, kinds: Kinds, shown: Mapping[str, int]) -> Markup:
    own = tried.structure
    name = tag("a", own.name, href=f"#robot-{shown[own.name]}") if own.name in shown else own.name
    return tag("span", sign(kinds[own.name]), " ", name, tag("small", own.title), class_="structure")


def _best(tried: Tried, names: tuple[str, ...]) -> list[str]:
    return [number(tried.best[n].objectives[n]) if n in tried.best else "—" for n in names]


def remark(tried: Tried) -> str:
    """Why it was not tried, why nothing is feasible, when it was dropped; what most candidates failed at."""
    if tried.message:
        return tried.message
    dropped = f"dropped after {100 * tried.dropped:.0f} %" if tried.dropped < 1 else ""
    if not tried.reasons:
        return dropped
    name, count = max(tried.reasons.items(), key=lambda item: item[1])
    failed = max(1, sum(tried.reasons.values()))
    known = CONSTRAINTS.get(name) or OBJECTIVES.get(name)
    most = f"{100 * count / failed:.0f} % of the failures: {name}" + (f" ({known.doc})" if known else "")
    return "; ".join(x for x in ("" if tried.feasible else "nothing feasible", dropped, most) if x)


def reasons(found: Found) -> Markup:
    """Where nothing is feasible: at what the candidates of each structure failed, all of it."""
    rows: list[Markup] = []
    for t in found.tried:
        told = [f"{name}: {count} of {t.evaluations}" for name, count in t.reasons.items()]
        rows.append(
            tag("li", tag("strong", t.structure.name), ": ", t.message or "; ".join(told) or "nothing was tried")
        )
    return tag("ul", rows)


def convergence(found: Found, kinds: Kinds) -> Markup:
    """The best so far by the first objective, of every structure that had a feasible candidate."""
    name = found.task.objectives[0]
    known = [t for t in found.tried if t.progress]
    curves = [
        Curve([*(n for n, _ in t.progress), t.evaluations], [*(v for _, v in t.progress), t.progress[-1][1]],
              kinds[t.structure.name], f"{t.structure.name}: {number(t.progress[-1][1])}", steps=True)
        for t in known
    ]  # fmt: skip
    chart = Chart(
        f"best {name} so far over candidates", "candidates", in_unit(name, OBJECTIVES[name].unit), curves=curves
    )
    return tag(
        "figure",
        tag("div", chart.svg(), class_="charts"),
        legend([(stroke(kinds[t.structure.name]), t.structure.name) for t in known]),
    )


def ladder(found: Found, kinds: Kinds) -> Markup:
    """Of one objective: the best of every structure, best first."""
    name = found.task.objectives[0]
    best = {t.structure.name: t.best[name].objectives[name] for t in found.tried if name in t.best}
    most = max(best.values(), default=1.0)
    unit = OBJECTIVES[name].unit
    bars = {n: tag("meter", value=v, max=most or 1.0) for n, v in best.items()}
    rows = [tag("li", sign(kinds[n]), tag("span", n), bars[n], tag("b", number(v, unit))) for n, v in best.items()]
    return tag("ol", rows, class_="ladder")

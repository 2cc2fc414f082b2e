"""What `linkwright check` prints of loops."""

from __future__ import annotations

from typing import Any

from linkwright.cli.console import table
from linkwright.errors import counted

_SHOWN = 8
"""Assembly modes, and names of parameters, that are printed; `--json` has all."""


def print_closure(facts: dict[str, Any], out: Any) -> None:
    """How each loop closes, how the mechanism moves, which coordinates are free, and the ways to assemble it."""
    closure = facts["closure"]
    rows = [
        [x["name"], f"{x['kind']}: {x['frames'][0]} = {x['frames'][1]}", " ".join(x["joints"]), _motion(x),
         ", ".join(x["rows"]), "; ".join(x["solved_by"])]
        for x in facts["loops"]
    ]  # fmt: skip
    if rows:
        out.print()
        out.print(table("loops", ("loop", "closure", "joints", "motion", "equations", "solved by"), rows))
    for x in facts["loops"]:
        for reason in dict.fromkeys(d["why"] for d in x["dropped"]):
            dropped = ", ".join(d["row"] for d in x["dropped"] if d["why"] == reason)
            out.print(f"  {x['name']}: {dropped} left out: {reason}", soft_wrap=True)
    if closure["couplings"]:
        out.print()
        out.print(
            table("couplings", ("coupling", "joint", "follows"), [list(c.values()) for c in closure["couplings"]])
        )
    out.print()
    for line in _sentences(closure):
        out.print(line, soft_wrap=True)
    _print_assemblies(closure, out)


def _motion(x: dict[str, Any]) -> str:
    normal = x["normal"]
    return (
        x["motion"] if normal is None else f"{x['motion']}, normal {' '.join(f'{v:g}' for v in normal)} on {x['meet']}"
    )


def _sentences(facts: dict[str, Any]) -> list[str]:
    m = facts["mobility"]
    counts = f"by counting {m['by_counting']}, by screws {m['by_screws']}"
    rank = f"{counted(m['joint_rates'], 'joint rate')}, {counted(m['equations'], 'equation')} of rank {m['rank']}"
    lines = [f"mobility {m['degrees_of_freedom']} ({counts}; {rank})"]
    if m["at_start"] != m["degrees_of_freedom"]:
        lines.append(f"the start is singular: {m['at_start']} degrees of freedom there")
    lines.append(f"free: {', '.join(facts['free'])};  dependent: {', '.join(facts['dependent']) or 'none'}")
    if facts["actuated"]:
        more = facts["redundant_motors"]
        told = f"; {more} of them follow{'s' * (more == 1)} from the others" if more else ""
        lines.append(f"motors: {', '.join(facts['actuated'])}{told}")
    if facts["idle"]:
        lines.append(f"{facts['idle']} degrees of freedom that nothing drives and nothing feels")
    order = "; then ".join(f"{', '.join(b['rates'])} from {', '.join(b['closes'])}" for b in facts["order"])
    lines.append(f"{'closed form' if facts['closed_form'] else 'iterative'}: {order}")
    condition = facts["condition"]
    said = "singular" if condition is None else f"{condition:.3g}"
    lines.append(f"conditioning of the dependent joints at the start: {said}; closed there to {facts['residual']:.1e}")
    for key, what in (("singular_inverse", "platform"), ("singular_direct", "motors")):
        if facts[key] is not None:
            lines.append(f"smallest singular value of the {what}: {facts[key]:.3g}")
    if facts["assumed"]:
        names = facts["assumed"]
        more = f", ... ({len(names)} parameters without a value)" if len(names) > _SHOWN else ""
        lines.append(f"values made up for the analysis: {', '.join(names[:_SHOWN])}{more}")
    return lines


def _print_assemblies(facts: dict[str, Any], out: Any) -> None:
    for ways in (w for w in facts["assemblies"] if len(w["positions"]) > 1):
        found = ways["positions"]
        joints = [n for n in ways["joints"] if not isinstance(found[0][n], list)]
        rows = [
            ["start" if k == 0 else str(k + 1), *(f"{q[n]:.4g}" for n in joints)] for k, q in enumerate(found[:_SHOWN])
        ]
        more = f", {_SHOWN} of them" if len(found) > _SHOWN else ""
        plural = "" if len(found) == 1 else "s"
        title = f"{len(found)} way{plural} to assemble {', '.join(ways['loops'])} at the start's free coordinates{more}"
        out.print()
        out.print(title, style="italic")
        out.print(table("", ("", *joints), rows))

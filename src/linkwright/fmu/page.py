"""README.md beside the units: what is in them, and how they are used."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwright.emit.readme import text
from linkwright.fmu.variables import Variable, Variables

_USE = """Every unit has model exchange and co-simulation. Import it (Simulink: block FMU; OpenModelica: `importFMU`; Python:
`fmpy`), connect the inputs, set start values and parameters, simulate. Co-simulation holds its inputs during a step; it
integrates by Dormand-Prince 5(4) to the importer's tolerance, else to `solver_tolerance`, or, with `solver_step` above 0, in
fixed steps of that length by Runge-Kutta of order 4."""


def page(variables: Variables, mark: str, names: Mapping[int, str], binary: str) -> str:
    """Markdown; names: the file of each version; binary: what became of it."""
    plant = variables.plant
    accelerations = variables.rates[plant.nq :]
    parts = [
        f"# {text(plant.name)}: Functional Mock-up Units",
        f"<!-- {' '.join(mark.replace('--', '- -').split())} -->",
        "\n".join(f"- `{names[version]}`: FMI {version}.0" for version in sorted(names, reverse=True)),
        f"C sources inside; {text(binary)}.",
        _USE,
        *(f"{note[0].upper()}{note[1:]}." for note in plant.notes),
        *_table("Inputs", variables.inputs),
        *_table("States, which are outputs", variables.states),
        *_table("Other outputs", (*accelerations, *variables.outputs)),
        *_table("Parameters", variables.parameters),
    ]
    return "\n\n".join(parts) + "\n"


def _table(title: str, rows: Sequence[Variable]) -> list[str]:
    if not rows:
        return []
    lines = [
        f"| `{text(v.signal.name)}` | {v.signal.unit} | {'' if v.start is None else repr(v.start)} | {text(v.signal.doc)} |"
        for v in rows
    ]
    return [f"## {title}", "\n".join(["| name | unit | start | what it is |", "|---|---|---|---|", *lines])]

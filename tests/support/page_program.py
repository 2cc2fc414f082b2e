"""A generated program of the studio, run in Node as the page runs it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from linkwright.studio.desk import answer

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="node is not here")

RK4 = """
/** Classical Runge-Kutta, as the page does it; the work of all that is not in the energy is integrated with the state. */
export function run(program, layout, { time, step, every, signals = () => [], push, parameters }) {
  const p = parameters ?? layout.parameters.map((x) => x.value);
  const { nq, nv } = layout;
  const force = push ?? new Float64Array(nv);
  let q = Float64Array.from(layout.start.q), v = Float64Array.from(layout.start.v), work = 0;
  const out = [];
  const f = (t, q, v) => program.slope(t, q, v, signals(t), force, p);
  const moved = (x, dx, h) => x.map((e, k) => e + h * dx[k]);
  const steps = Math.round(time / step);
  for (let n = 0; ; n++) {
    const t = n * step, k1 = f(t, q, v);
    if (n % every === 0) {
      const seen = program.observe(t, q, v, k1.a, signals(t), force, p);
      out.push({ t, q: [...q], v: [...v], a: [...k1.a], tau: [...seen.tau], acting: [...seen.acting],
        kinetic: seen.kinetic, potential: seen.potential, power: k1.power, work });
    }
    if (n === steps) return out;
    const half = step / 2;
    const v2 = moved(v, k1.a, half), k2 = f(t + half, moved(q, k1.dq, half), v2);
    const v3 = moved(v, k2.a, half), k3 = f(t + half, moved(q, k2.dq, half), v3);
    const v4 = moved(v, k3.a, step), k4 = f(t + step, moved(q, k3.dq, step), v4);
    const mean = (name, k) => (k1[name][k] + 2 * (k2[name][k] + k3[name][k]) + k4[name][k]) / 6;
    work += (step * (k1.power + 2 * (k2.power + k3.power) + k4.power)) / 6;
    q = q.map((e, k) => e + step * mean("dq", k));
    v = v.map((e, k) => e + step * mean("a", k));
  }
}
"""


def program_of(document: str, run: dict[str, Any] | None = None) -> dict[str, Any]:
    """The program of a document; it must have one."""
    found = answer("program", {"document": document, "run": run or {}})
    assert found["ok"], found
    return found


def in_node(folder: Path, found: dict[str, Any], script: str) -> Any:
    """What a script says with `tell(x)`; it has `program`, `layout` and `run`."""
    assert NODE is not None
    (folder / "program.mjs").write_text(found["javascript"])
    (folder / "run.mjs").write_text(RK4)
    head = """import * as program from "./program.mjs"; import { run } from "./run.mjs"; import { readFileSync } from "node:fs";
const layout = JSON.parse(readFileSync(new URL("./layout.json", import.meta.url)));
const tell = (x) => console.log(JSON.stringify(x));
"""
    (folder / "layout.json").write_text(json.dumps(found["layout"]))
    (folder / "main.mjs").write_text(head + script)
    done = subprocess.run([NODE, "main.mjs"], cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout.splitlines()[-1])

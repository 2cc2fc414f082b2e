/** Ways of points along a run: which points leave one, and where it went. */
import type { Layout } from "@/backend/protocol";
import { at, isMap, type JsonMap, partOf, pathOf } from "@/document/data";
import type { Program, Tape } from "@/motion/state";
import type { Placed } from "./anatomy";

/** What can leave a trace, and its place among the results of `place`. */
export interface Traceable {
  part: string;
  name: string;
  of: "poses" | "centers";
  offset: number;
}

/** Frames, and centres of mass of bodies. */
export function traceable(layout: Layout): Traceable[] {
  const frames = layout.poses.flatMap((p, k) => (p.kind === "frame" ? [{ part: partOf(["frames", p.name]), name: p.name, of: "poses" as const, offset: 12 * k + 9 }] : []));
  const centers = layout.bodies.map((b, k) => ({ part: partOf(["bodies", b.name]), name: `centre of ${b.name}`, of: "centers" as const, offset: 3 * k }));
  return [...frames, ...centers];
}

const FEW = 3;

/** Those that leave a trace as long as nobody chose: frames with a probe; where there is none, the document's first frames. */
export function tracedAtFirst(data: JsonMap, layout: Layout): string[] {
  const known = new Set(traceable(layout).map((t) => t.part));
  const probes = at(data, ["studio", "probes"]);
  const probed = (Array.isArray(probes) ? probes : []).flatMap((p) => (isMap(p) && typeof p.of === "string" && pathOf(p.of)[0] === "frames" && known.has(p.of) ? [p.of] : []));
  if (probed.length > 0) return [...new Set(probed)];
  const frames = isMap(data.frames) ? Object.keys(data.frames).map((name) => partOf(["frames", name])) : [];
  return frames.filter((part) => known.has(part)).slice(0, FEW);
}

/** Positions along a tape, computed once per sample. */
export class Ways {
  private known = new WeakMap<Float64Array, Placed>();
  private of: unknown[] = [];

  /** Points of the last `seconds` before t, at most `most`, oldest first: three numbers each. */
  points(program: Program, parameters: Float64Array, tape: Tape, t: number, what: Traceable, { seconds, most }: { seconds: number; most: number }): Float32Array {
    const of = [program.functions, parameters];
    if (of.some((x, k) => x !== this.of[k])) this.known = new WeakMap();
    this.of = of;
    const [from, to] = span(tape.t, t - seconds, t);
    const every = Math.max(1, Math.ceil((to - from) / most));
    const first = Math.ceil(from / every) * every; // whole multiples: points stay where they are while time goes on
    const picked: number[] = [];
    for (let k = first; k < to; k += every) picked.push(k);
    if (to > from && picked.at(-1) !== to - 1) picked.push(to - 1);
    const out = new Float32Array(3 * picked.length);
    picked.forEach((k, n) => {
      const all = this.at(program, parameters, tape.q[k]!)[what.of];
      for (let i = 0; i < 3; i++) out[3 * n + i] = all[what.offset + i]!;
    });
    return out;
  }

  private at(program: Program, parameters: Float64Array, q: Float64Array): Placed {
    let found = this.known.get(q);
    if (!found) {
      const made = program.functions.place!(q, parameters) as unknown as { poses: Float64Array; centers: Float64Array };
      found = { poses: Float32Array.from(made.poses), centers: Float32Array.from(made.centers) };
      this.known.set(q, found);
    }
    return found;
  }
}

/** Samples of the instants between two. */
function span(t: readonly number[], from: number, to: number): [number, number] {
  const place = (x: number): number => {
    let [low, high] = [0, t.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (t[middle]! < x) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return [place(from), place(to + 1e-9)];
}

/** A body of the generated program as something that can be drawn to a place by one of its points. */
import type { Layout } from "@/backend/protocol";
import { scalar, tidier } from "@/motion/mover";
import type { Program } from "@/motion/state";
import type { Placed } from "./anatomy";
import type { Movable } from "./reach";
import { placed, poseAt, type Vec } from "./rigid";

const CLOSED = 1e-8;

/** Whether bodies of a program can be drawn to places: open trees, and closed ones whose loops the page can close. */
export const canReach = ({ layout, functions }: Program): boolean =>
  layout.tree.nv > 0 && Boolean(functions.place && (layout.kind === "open" ? functions.pull && functions.slope : functions.free_pull && functions.close));

/** q: all coordinates of the tree; v: of closed robots the free coordinates, else the degrees of freedom. */
export function movable(program: Program, parameters: Float64Array, body: string, local: Vec): Movable {
  const { layout, functions } = program;
  const pose = layout.poses.findIndex((p) => p.kind === "body" && p.name === body);
  const index = layout.bodies.findIndex((b) => b.name === body);
  const point = (q: Float64Array): Vec => placed(poseAt((functions.place!(q, parameters) as unknown as Placed).poses, pose), local);
  const pull = functions[layout.kind === "closed" ? "free_pull" : "pull"]!;
  const rows = (q: Float64Array) => {
    const at = point(q);
    return [0, 1, 2].map((axis) => {
      const points = new Float64Array(3 * layout.bodies.length);
      const forces = new Float64Array(3 * layout.bodies.length);
      points.set(at, 3 * index);
      forces[3 * index + axis] = 1;
      return pull(q, points, forces, parameters).push!.slice();
    });
  };
  return layout.kind === "closed" ? { point, rows, ...closed(program, parameters) } : { point, rows, ...open(program, parameters) };
}

type Moves = Pick<Movable, "moved" | "room">;

function open({ layout, functions }: Program, parameters: Float64Array): Moves {
  const tidy = tidier(layout);
  const plain = layout.nq === layout.nv;
  const signals = new Float64Array(layout.signals.length);
  const push = new Float64Array(layout.nv);
  return {
    moved(q, dv) {
      const dq = plain ? dv : functions.slope!(0, q, dv, signals, push, parameters).dq!;
      const next = q.map((x, k) => x + dq[k]!);
      tidy(next);
      return next;
    },
    room: (q) => roomOf(layout.freedoms.map((f) => layout.coordinates.find((c) => c.name === f.name && c.joint === f.joint)), q),
  };
}

function closed({ layout, functions }: Program, parameters: Float64Array): Moves {
  const free = layout.coordinates.filter((c) => c.free);
  return {
    moved(tree, dv) {
      const wanted = Float64Array.from(free, (c, k) => tree[c.index]! + dv[k]!);
      const found = functions.close!(wanted, tree, parameters);
      return Math.abs(scalar(found.residual)) < CLOSED ? found.tree!.slice() : null;
    },
    room: (tree) => roomOf(free, tree),
  };
}

function roomOf(list: (Layout["coordinates"][number] | undefined)[], q: Float64Array) {
  return {
    down: list.map((c) => (c && c.lower !== null ? Math.max(0, q[c.index]! - c.lower) : Infinity)),
    up: list.map((c) => (c && c.upper !== null ? Math.max(0, c.upper - q[c.index]!) : Infinity)),
  };
}

/** Columns of measured tables and the curves that they belong to. */
import type { Layout } from "@/backend/protocol";
import { possible, type Probe, watchOf } from "./probes";
import type { Tape } from "./state";

/** A curve that a column can be laid over. */
export interface Target {
  id: string;
  title: string;
  probe: Probe;
  curve: number;
  /** Heads by which it is found. */
  heads: string[];
}

/** All curves of a mechanism. */
export function targets(layout: Layout, tape: Tape | null): Target[] {
  return possible(layout).flatMap(({ of, name, whats }) =>
    whats.flatMap((what) => {
      const probe = { of, what };
      const watch = watchOf(probe, layout, tape);
      if (typeof watch === "string") return [];
      return watch.curves.map((c, curve) => {
        const title = watch.curves.length > 1 ? `${watch.title} ${c.label}` : watch.title;
        const numbered = number(layout, what, c.label);
        return { id: `${of} ${what} ${curve}`, title, probe, curve, heads: [title, `${name} ${what}`, ...numbered] };
      });
    }),
  );
}

/** q1, v2, ...: as `linkwright simulate` names columns. */
function number(layout: Layout, what: string, label: string): string[] {
  const letters = { position: ["q"], speed: ["v", "qd", "dq"], acceleration: ["a", "qdd"], force: ["tau", "torque"] }[what] ?? [];
  const list = what === "position" ? layout.coordinates : layout.freedoms;
  const k = list.findIndex((e) => e.name === label);
  return k < 0 ? [] : letters.map((letter) => `${letter}${k + 1}`).concat(what === "position" ? [label] : []);
}

const plain = (text: string): string => text.toLowerCase().replace(/\[.*?\]|\(.*?\)/g, "").replace(/[^a-z0-9]+/g, "");

/** The curve that a head seems to mean, and whether it says degrees. */
export function guess(head: string, all: readonly Target[]): { to: string; degrees: boolean } {
  const found = all.find((t) => t.heads.some((h) => plain(h) === plain(head.replace(/\b(rad|deg)\b.*$/i, ""))));
  return { to: found?.id ?? "", degrees: /\bdeg/i.test(head) };
}

/** How the plots look: what a reload may lose. */
import type { Tape } from "@/motion/state";
import { motion } from "@/motion/state";
import { createStore, useStore } from "@/store/state";

/** Columns of a measured table over the plots, by the key of a probe and the number of its curve, in SI units. */
export interface Measured {
  id: number;
  label: string;
  t: Float64Array;
  columns: ReadonlyMap<string, Float64Array>;
}

export interface View {
  degrees: boolean;
  /** Ids of kept runs and measured tables that are not drawn. */
  hidden: ReadonlySet<number>;
  measured: readonly Measured[];
  dialog: "none" | "measured" | "sweep" | "modes";
}

export const view = createStore<View>({ degrees: false, hidden: new Set(), measured: [], dialog: "none" });
export const useView = <S>(select: (now: View) => S): S => useStore(view, select);

export const curveKey = (probe: string, curve: number): string => `${probe} ${curve}`;

export function toggleShown(id: number): void {
  const hidden = new Set(view.get().hidden);
  if (!hidden.delete(id)) hidden.add(id);
  view.set({ hidden });
}

export function renameKept(id: number, label: string): void {
  motion.set((s) => ({ kept: s.kept.map((tape) => (tape.id === id ? relabelled(tape, label) : tape)) }));
  view.set((s) => ({ measured: s.measured.map((m) => (m.id === id ? { ...m, label } : m)) }));
}

/** The same samples: columns made of them are kept, too. */
function relabelled(tape: Tape, label: string): Tape {
  tape.label = label;
  return tape;
}

export function removeKept(id: number): void {
  motion.set((s) => ({ kept: s.kept.filter((tape) => tape.id !== id) }));
  view.set((s) => ({ measured: s.measured.filter((m) => m.id !== id) }));
}

let measuredIds = -1;
export const newMeasuredId = (): number => measuredIds--;

export const openDialog = (dialog: View["dialog"]): void => view.set({ dialog });

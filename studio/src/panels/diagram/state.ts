/** What the diagram holds besides the document: what is being renamed, which list is open. A reload may lose it. */
import { createStore } from "@/store/state";
import { select } from "@/store/studio";

export interface DiagramState {
  renaming: string | null;
  /** The open dialog: add to the selection, connect it, find by name, or ask what to do with bodies below a deleted one. */
  dialog: { kind: "add" | "connect" | "find" } | { kind: "delete"; part: string; body: string; below: number; parent: string | null } | null;
  /** Counts wishes to see everything. */
  fit: number;
}

/** The diagram's own state. */
export const diagram = createStore<DiagramState>({ renaming: null, dialog: null, fit: 0 });

/** Show all parts. */
export const fitAll = (): void => diagram.set((s) => ({ fit: s.fit + 1 }));

let wanted = 0;

/** Give the keyboard to a part of the diagram: at once, or as soon as it is drawn; not while something is being typed. */
export function focusPart(part: string): void {
  const mine = ++wanted;
  const look = (frames: number): void => {
    if (mine !== wanted || diagram.get().renaming !== null || diagram.get().dialog !== null) return;
    const found = document.querySelector<HTMLElement>(`.diagram .react-flow__node[data-id="${CSS.escape(part)}"]`);
    found?.focus({ preventScroll: true });
    if ((!found || document.activeElement !== found) && frames > 0) requestAnimationFrame(() => look(frames - 1)); // not drawn, or behind a dialog that closes
  };
  look(20);
}

/** Select a part and give it the keyboard. */
export function go(part: string): void {
  select([part]);
  focusPart(part);
}

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

export const diagram = createStore<DiagramState>({ renaming: null, dialog: null, fit: 0 });

/** Show all parts. */
export const fitAll = (): void => diagram.set((s) => ({ fit: s.fit + 1 }));

/** Give the keyboard to a part of the diagram. */
export function focusPart(part: string): void {
  if (!focusNode(part)) requestAnimationFrame(() => focusNode(part));
}

function focusNode(part: string): boolean {
  const node = document.querySelector<HTMLElement>(`.diagram .react-flow__node[data-id="${CSS.escape(part)}"]`);
  node?.focus();
  return node !== null;
}

/** Select a part and give it the keyboard. */
export function go(part: string): void {
  select([part]);
  focusPart(part);
}

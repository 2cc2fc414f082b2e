/** The line that the text editor is asked to show; id tells two equal wishes apart. */
import { show } from "@/app/layout";
import { createStore } from "@/store/state";

export const wanted = createStore<{ line: number | null; id: number }>({ line: null, id: 0 });

/** Open the text at a line (from 1). */
export function showLine(line: number): void {
  show("text");
  wanted.set((w) => ({ line, id: w.id + 1 }));
}

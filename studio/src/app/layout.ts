/** Sizes of the columns and the open tab: what a reload may lose, kept in the browser. */
import { createStore } from "@/store/state";

export interface Layout {
  left: number;
  right: number;
  bottom: number;
  /** Part of the middle that the diagram has. */
  middle: number;
  tab: string;
  /** On narrow screens: the one panel that shows. */
  narrow: string;
}

const START: Layout = { left: 168, right: 320, bottom: 300, middle: 0.5, tab: "plots", narrow: "scene" };

function kept(): Layout {
  try {
    return { ...START, ...(JSON.parse(localStorage.getItem("layout") ?? "{}") as Partial<Layout>) };
  } catch {
    return START;
  }
}

export const layout = createStore<Layout>(kept());
layout.subscribe(() => {
  try {
    localStorage.setItem("layout", JSON.stringify(layout.get()));
  } catch {
    // a browser without storage: sizes are those of the start next time
  }
});

/** Bring a panel to the front, wherever it is. */
export function show(id: string): void {
  layout.set({ tab: id, narrow: id });
}

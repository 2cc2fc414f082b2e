/** A panel is a folder of src/panels whose index.tsx gives one or several of these; nothing else has to know of it. */
import type { ComponentType } from "react";

export interface Panel {
  id: string;
  title: string;
  /** toolbar: a group of controls; left, diagram, scene, right: the columns; bottom: a tab; layer: always there, draws itself (dialogs). */
  place: "toolbar" | "left" | "diagram" | "scene" | "right" | "bottom" | "layer";
  order: number;
  /** Keys that go to it, e.g. "Alt+I"; the list of commands has all panels anyway. */
  keys?: string[];
  /** Takes the focus where its first control should not. */
  enter?: () => void;
  Component: ComponentType;
  /** A short text beside a tab's title ("3"), as a hook. */
  useBadge?: () => string;
}

const found = import.meta.glob<{ default: Panel | Panel[] }>("../panels/*/index.tsx", { eager: true });

export const panels: Panel[] = Object.values(found)
  .flatMap((m) => m.default)
  .sort((a, b) => a.order - b.order);

export const panelsAt = (place: Panel["place"]): Panel[] => panels.filter((p) => p.place === place);

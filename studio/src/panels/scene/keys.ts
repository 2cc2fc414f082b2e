/** Keys of the 3D view, while it has the focus. */
import type { KeyboardEvent } from "react";
import { motion } from "@/motion/state";
import { cameraKey } from "./camera_keys";
import { MODES, whyNot } from "./drags";
import type { Show } from "./show";
import { setMode } from "./state";

/** While things are placed: along x, y and z of the parent's frame; with Shift about them. */
const NUDGES: Readonly<Record<string, [0 | 1 | 2, 1 | -1]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowUp: [1, 1],
  ArrowDown: [1, -1],
  PageUp: [2, 1],
  PageDown: [2, -1],
};

/** Do what a key means; whether it meant something. */
export function keyDone(e: KeyboardEvent, show: Show): boolean {
  if (e.ctrlKey || e.metaKey || e.altKey) return false;
  const mode = MODES.find((m) => m.key === e.key.toLowerCase())?.mode;
  if (mode && !whyNot(mode, motion.get().program)) {
    setMode(mode);
    return true;
  }
  const nudge = show.handles ? NUDGES[e.key] : undefined;
  if (nudge) {
    show.handles?.nudge(...nudge, e.shiftKey);
    return true;
  }
  return cameraKey(e.key, show);
}

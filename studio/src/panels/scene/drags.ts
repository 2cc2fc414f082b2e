/** What a drag in the 3D view does. */
import type { Program } from "@/motion/state";
import { canReach } from "@/scene/movable";
import type { Mode } from "./state";

export const MODES: { mode: Mode; title: string; key: string; about: string }[] = [
  { mode: "orbit", title: "Orbit", key: "o", about: "Drag: turn the view; click: select (O)" },
  { mode: "push", title: "Push", key: "p", about: "Drag a body: pull it with a force while the motion runs (P)" },
  { mode: "pose", title: "Pose", key: "i", about: "Drag a body: the mechanism goes where its point goes (I)" },
  { mode: "place", title: "Place", key: "l", about: "Handles on the selected joint, frame or shape: move and turn it (L)" },
];

/** Why a mode cannot be used with this robot; empty where it can. */
export function whyNot(mode: Mode, program: Program | null): string {
  if (mode === "orbit") return "";
  if (program?.layout.kind === "lagrangian") return "a Lagrangian is moved by its start and its inputs, not by hand";
  if (mode === "place") return program?.functions.place ? "" : "there is nothing to place";
  if (!program?.functions.place) return "there is nothing to take hold of";
  if (mode === "push" && !program.functions.pull) return "a robot with loops is moved by the server: a hand cannot push it while it runs";
  if (mode === "pose" && !canReach(program)) return "the page cannot pose this robot";
  return "";
}

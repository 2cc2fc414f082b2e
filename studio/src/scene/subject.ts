/** What is shown in 3D: a robot's program as it is; of a Lagrangian, its masses and rotations as if they were bodies and frames. */
import type { JsonMap } from "@/document/data";
import type { Program } from "@/motion/state";
import { type LagrangianPicture, lagrangianPicture } from "./lagrangian";

export interface Subject extends Program {
  picture: LagrangianPicture | null;
}

let last: { program: Program; lagrangian: unknown; subject: Subject } | null = null;

/** The same object as long as the program is the same. */
export function subjectOf(program: Program | null, data: JsonMap): Subject | null {
  if (!program) return null;
  if (last?.program === program && last.lagrangian === data.lagrangian) return last.subject;
  last = { program, lagrangian: data.lagrangian, subject: made(program, data) };
  return last.subject;
}

function made(program: Program, data: JsonMap): Subject {
  if (program.layout.kind !== "lagrangian") return { ...program, picture: null };
  const picture = lagrangianPicture(program.layout, data);
  const place = picture.place as unknown as Program["functions"][string];
  return { ...program, layout: picture.layout, functions: { ...program.functions, place }, picture };
}

/** A run that the server makes: closed mechanisms, and stiff ones. The page plays its tape. */
import { ask, type Progress } from "@/backend/backend";
import type { RunSetup, ServerMotion } from "@/backend/protocol";
import type { Program, Tape } from "./state";
import { signalsAt, signalTables } from "./signals";
import { newTape } from "./tape";

export type ServerRun = { ok: true; tape: Tape; error: number; said: string[] } | { ok: false; what: string };

/** Ask for a run; a newer request cancels it (`Cancelled`). parameters: their values in the document, which may be newer than the program. */
export async function serverRun(program: Program, parameters: Float64Array, document: string, run: RunSetup, progress: Progress): Promise<ServerRun> {
  const signals = signalTables(program.layout.signals);
  const answer = await ask("simulate", { document, run: { ...run, signals } }, { progress });
  if (!answer.ok) return { ok: false, what: answer.messages.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`).join("; ") };
  const { motion } = answer;
  return { ok: true, tape: tapeOf(program, motion, parameters), error: motion.energy_error, said: motion.said };
}

function tapeOf(program: Program, motion: ServerMotion, values: Float64Array): Tape {
  const rows = (x: number[][]) => x.map((row) => Float64Array.from(row));
  const [q, v, a, tau] = [rows(motion.q), rows(motion.v), rows(motion.a), rows(motion.tau)];
  return {
    ...newTape(program.layout),
    t: motion.t,
    q,
    v,
    a,
    tau,
    acting: q.map((_, k) => acting(program, motion.t[k]!, q[k]!, v[k]!, a[k]!, values) ?? tau[k]!),
    kinetic: motion.kinetic,
    potential: motion.potential,
    work: motion.work,
    gaps: motion.gaps ?? [],
    functions: program.functions,
    parameters: q.map(() => values),
    ...(motion.constraint_forces ? { constraint: motion.constraint_forces } : {}),
  };
}

/** What acts in the joints of a sample, by the generated program where it has the function. */
function acting({ functions, layout }: Program, t: number, q: Float64Array, v: Float64Array, a: Float64Array, parameters: Float64Array): Float64Array | null {
  if (!functions.observe || layout.kind === "lagrangian") return null;
  return functions.observe(t, q, v, a, signalsAt(layout.signals)(t), new Float64Array(layout.tree.nv), parameters).acting ?? null;
}

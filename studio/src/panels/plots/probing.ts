/** Probes into and out of the document, each one undoable step. */
import { JOINT, keyOf, possible, type Probe, probesOf } from "@/motion/probes";
import { motion } from "@/motion/state";
import { data, say, setAt } from "@/store/studio";

/** Add those that are not there yet. */
export function addProbes(label: string, wanted: readonly Probe[]): void {
  const there = probesOf(data());
  const known = new Set(there.map(keyOf));
  const added = wanted.filter((p) => !known.has(keyOf(p)));
  if (added.length === 0) return say("it is probed already");
  setAt(label, ["studio", "probes"], [...there, ...added].map((p) => ({ of: p.of, what: p.what })));
}

/** Position, speed, acceleration and force of every joint. */
export function probeAllJoints(): void {
  const { program } = motion.get();
  if (!program) return;
  const joints = possible(program.layout).filter((p) => p.group === "joints" || p.group === "variables");
  addProbes(
    "probe all joints",
    joints.flatMap(({ of, whats }) => JOINT.filter((what) => whats.includes(what)).map((what) => ({ of, what }))),
  );
}

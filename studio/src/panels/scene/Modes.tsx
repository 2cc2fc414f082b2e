import { useMotion } from "@/motion/state";
import { motion } from "@/motion/state";
import { startOf } from "@/scene/start";
import { say, setAt } from "@/store/studio";
import { MODES, whyNot } from "./drags";
import { setMode, useView, view } from "./state";

/** The modes as buttons, and what belongs to the one that is on. */
export function Modes() {
  const mode = useView((s) => s.mode);
  const program = useMotion((s) => s.program);
  return (
    <>
      <div role="group" aria-label="what a drag does" className="scene-group scene-modes">
        {MODES.map((m) => {
          const why = whyNot(m.mode, program);
          return (
            <button key={m.mode} type="button" aria-pressed={mode === m.mode} disabled={why !== "" && mode !== m.mode} title={why ? `${m.title}: ${why}` : m.about} onClick={() => setMode(m.mode)}>
              {m.title}
            </button>
          );
        })}
      </div>
      {mode === "push" && <Strength />}
      {mode === "pose" && <KeepStart />}
    </>
  );
}

function Strength() {
  const strength = useView((s) => s.strength);
  return (
    <label className="scene-strength" title="How strongly a drag pulls">
      strength
      <input type="range" min={-1.5} max={1.5} step={0.1} value={Math.log10(strength)} onChange={(e) => view.set({ strength: 10 ** Number(e.target.value) })} />
    </label>
  );
}

function KeepStart() {
  const ready = useMotion((s) => s.program !== null);
  return (
    <button type="button" disabled={!ready} onClick={keepAsStart} title="Write this pose into the document as the start of the run">
      Keep as start
    </button>
  );
}

/** The pose that is shown becomes the document's start: one step. */
export function keepAsStart(): void {
  const { program, q } = motion.get();
  if (!program) return;
  setAt("keep the pose as start", ["studio", "start", "q"], startOf(program.layout, q));
  say("the run starts at this pose");
}

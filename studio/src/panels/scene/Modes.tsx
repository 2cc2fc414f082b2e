import { motion, useMotion } from "@/motion/state";
import { startOf } from "@/scene/start";
import { pathOf } from "@/document/data";
import { shapesOf } from "@/solids/shape";
import { say, setAt, useDocument, useStudio } from "@/store/studio";
import { MODES, whyNot } from "./drags";
import { setMode, useView, view } from "./state";

/** The modes as buttons. */
export function Modes() {
  const mode = useView((s) => s.mode);
  const program = useMotion((s) => s.program);
  return (
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
  );
}

/** What belongs to the mode that is on: over the picture, which stays where it is. */
export function ModeTools() {
  const mode = useView((s) => s.mode);
  if (mode === "orbit") return null;
  return (
    <div className="scene-tools scene-over">
      {mode === "push" && <Strength />}
      {mode === "pose" && <KeepStart />}
      {mode === "place" && <PlaceTools />}
    </div>
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

/** What the handles do, whether they snap, and on which shape of the body they are. */
function PlaceTools() {
  const { handle, snap, shape } = useView((s) => s);
  const chosen = useStudio((s) => s.selection.at(-1) ?? "");
  const data = useDocument();
  const [section, name = ""] = pathOf(chosen);
  const count = section === "bodies" ? shapesOf(data, name).length : 0;
  return (
    <div role="group" aria-label="handles" className="scene-group">
      <button type="button" aria-pressed={handle === "translate"} onClick={() => view.set({ handle: "translate" })} title="Handles move; arrow keys and Page Up, Page Down move by steps">
        Move
      </button>
      <button type="button" aria-pressed={handle === "rotate"} onClick={() => view.set({ handle: "rotate" })} title="Handles turn; Shift with arrow keys turns by 15 degrees">
        Turn
      </button>
      <label title="To round steps, 15 degrees, and origins of other frames">
        <input type="checkbox" checked={snap} onChange={() => view.set({ snap: !snap })} /> snap
      </label>
      {count > 1 && (
        <label>
          shape{" "}
          <select value={Math.min(shape, count - 1)} onChange={(e) => view.set({ shape: Number(e.target.value) })}>
            {Array.from({ length: count }, (_, k) => (
              <option key={k} value={k}>
                {k + 1}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
}

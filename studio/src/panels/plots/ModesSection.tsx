import type { Mode } from "@/backend/protocol";
import { useStore } from "@/store/state";
import { canAnimate, findModes, kindOf, modes, stopMode, watchMode } from "@/motion/modes";
import { useMotion } from "@/motion/state";
import { openDialog } from "./view";

/** Natural frequencies and modes about the pose shown; a mode can be watched in 3D. */
export function ModesSection() {
  const { found, stable, playing, size, waiting, said } = useStore(modes, (s) => s);
  const close = () => {
    stopMode();
    openDialog("none");
  };
  return (
    <section className="modes" aria-label="modes">
      <div className="modes-head">
        <h3>Modes about the pose shown</h3>
        <button type="button" onClick={() => void findModes()} disabled={waiting}>
          {waiting ? "Computing" : found ? "Again, about this pose" : "Compute"}
        </button>
        {playing >= 0 && (
          <button type="button" className="primary" onClick={stopMode}>
            Stop
          </button>
        )}
        <label>
          size{" "}
          <input type="range" min={0.05} max={1} step={0.05} value={size} aria-valuetext={`${size} rad or m`} onChange={(e) => modes.set({ size: Number(e.target.value) })} />
        </label>
        <button type="button" onClick={close} aria-label="close the modes">
          ×
        </button>
      </div>
      {said && <p className="note">{said}</p>}
      {found && <p>{stable ? "No mode grows." : "Some modes grow: the mechanism leaves this pose."} Fast modes are watched slowly.</p>}
      {found && <ModesTable found={found} />}
    </section>
  );
}

function ModesTable({ found }: { found: readonly Mode[] }) {
  const playing = useStore(modes, (s) => s.playing);
  const movable = useMotion((s) => canAnimate(s.program) && s.status !== "running");
  return (
    <div className="modes-table" tabIndex={0} role="region" aria-label="table of modes">
      <table>
        <thead>
          <tr>
            <th scope="col">mode</th>
            <th scope="col">frequency (Hz)</th>
            <th scope="col">damping ratio</th>
            <th scope="col">kind</th>
            <th scope="col">watch</th>
          </tr>
        </thead>
        <tbody>
          {found.map((m, k) => (
            <tr key={k}>
              <th scope="row">{k + 1}</th>
              <td>{m.frequency.toPrecision(5)}</td>
              <td>{Number.isFinite(m.damping) ? m.damping.toPrecision(3) : "–"}</td>
              <td>{kindOf(m)}</td>
              <td>
                <button type="button" aria-pressed={playing === k} disabled={!movable} onClick={() => (playing === k ? stopMode() : watchMode(k))} aria-label={`watch mode ${k + 1}`}>
                  {playing === k ? "Stop" : "Watch"}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { useState } from "react";
import { Menu } from "@/app/Menu";
import type { Layout } from "@/backend/protocol";
import { keepRun } from "@/motion/player";
import { possible } from "@/motion/probes";
import { motion, useMotion } from "@/motion/state";
import { exportPng, exportProbes, exportRun, exportSvg } from "./exports";
import { Measured } from "./Measured";
import { addProbes, probeAllJoints } from "./probing";
import { Sweep } from "./Sweep";
import { openDialog, removeKept, renameKept, toggleShown, useView, view } from "./view";

/** What can be done with all plots. */
export function Head({ layout }: { layout: Layout | undefined }) {
  const degrees = useView((s) => s.degrees);
  const dialog = useView((s) => s.dialog);
  const has = useMotion((s) => s.tape !== null);
  const nothing = has ? undefined : "play first";
  return (
    <div className="plots-head">
      {layout && <AddProbe layout={layout} />}
      <button type="button" onClick={probeAllJoints} disabled={!layout} title="position, speed, acceleration and force of every joint">
        Probe all joints
      </button>
      <label>
        <input type="checkbox" checked={degrees} onChange={(e) => view.set({ degrees: e.target.checked })} /> degrees
      </label>
      <button type="button" onClick={() => keepRun(`run ${motion.get().kept.length + 1}`)} disabled={!has} title={nothing ?? "keep this run, dashed, beside the next ones (K)"}>
        Keep run
      </button>
      <button type="button" onClick={() => openDialog("measured")} disabled={!layout} title="a measured CSV over the plots">
        Measured CSV
      </button>
      <button type="button" onClick={() => openDialog("sweep")} disabled={!layout} title="runs with other values of one or two parameters">
        Sweep
      </button>
      <button type="button" onClick={() => openDialog(dialog === "modes" ? "none" : "modes")} aria-expanded={dialog === "modes"} disabled={!layout} title="natural frequencies and modes about the pose shown">
        Modes
      </button>
      <Menu title="Export" className="plots-menu">
        <button type="button" onClick={exportRun} disabled={!has} title={nothing}>
          Run as CSV
        </button>
        <button type="button" onClick={exportProbes} disabled={!has} title={nothing}>
          Probes as CSV
        </button>
        <button type="button" onClick={() => void exportSvg()} disabled={!has} title={nothing}>
          Plots as SVG
        </button>
        <button type="button" onClick={() => void exportPng()} disabled={!has} title={nothing}>
          Plots as PNG
        </button>
      </Menu>
      <Kept />
      {dialog === "measured" && layout && <Measured layout={layout} />}
      {dialog === "sweep" && motion.get().program && <Sweep program={motion.get().program!} />}
    </div>
  );
}

function AddProbe({ layout }: { layout: Layout }) {
  const all = possible(layout);
  const groups = [...new Set(all.map((p) => p.group))];
  const [of, setOf] = useState("");
  const [what, setWhat] = useState("");
  const chosen = all.find((p) => p.of === of) ?? all[0]!;
  const quantity = chosen.whats.includes(what) ? what : chosen.whats[0]!;
  return (
    <form
      className="plots-add"
      aria-label="add a probe"
      onSubmit={(e) => {
        e.preventDefault();
        addProbes(`probe ${chosen.name} ${quantity}`, [{ of: chosen.of, what: quantity }]);
      }}
    >
      <select aria-label="probe of" value={chosen.of} onChange={(e) => setOf(e.target.value)}>
        {groups.map((g) => (
          <optgroup key={g} label={g}>
            {all
              .filter((p) => p.group === g)
              .map((p) => (
                <option key={p.of} value={p.of}>
                  {p.name}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <select aria-label="quantity" value={quantity} onChange={(e) => setWhat(e.target.value)}>
        {chosen.whats.map((w) => (
          <option key={w}>{w}</option>
        ))}
      </select>
      <button type="submit">Add probe</button>
    </form>
  );
}

const DASH_TEXT = ["– –", "· ·", "– ·", "·  ·", "–– ––"];

/** Runs and tables beside the present one: shown or not, named, removed. */
function Kept() {
  const kept = useMotion((s) => s.kept);
  const measured = useView((s) => s.measured);
  const hidden = useView((s) => s.hidden);
  if (kept.length + measured.length === 0) return null;
  return (
    <ul className="plots-kept" aria-label="kept runs">
      {[...kept, ...measured].map((run, n) => (
        <KeptRun key={run.id} id={run.id} label={run.label} dash={DASH_TEXT[n % DASH_TEXT.length]!} shown={!hidden.has(run.id)} />
      ))}
    </ul>
  );
}

function KeptRun({ id, label, dash, shown }: { id: number; label: string; dash: string; shown: boolean }) {
  const [text, setText] = useState(label);
  return (
    <li>
      <input type="checkbox" checked={shown} onChange={() => toggleShown(id)} aria-label={`show ${text}`} />
      <span aria-hidden="true">{dash}</span>
      <input
        aria-label="name of the run"
        value={text}
        size={Math.max(6, text.length)}
        onChange={(e) => {
          setText(e.target.value);
          renameKept(id, e.target.value);
        }}
      />
      <button type="button" onClick={() => removeKept(id)} aria-label={`remove ${text}`}>
        ×
      </button>
    </li>
  );
}

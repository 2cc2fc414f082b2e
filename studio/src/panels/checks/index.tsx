import { useState } from "react";
import type { Panel } from "@/app/panel";
import { backendKind } from "@/backend/backend";
import type { Message } from "@/backend/protocol";
import { answered, type Model, useModel } from "@/store/answer";
import { createStore, useStore } from "@/store/state";
import { say } from "@/store/studio";
import { type LawRow, lawRows, summary } from "./laws";
import "./checks.css";

interface Checks {
  /** The last verdict, and the model that it speaks of. */
  rows: readonly LawRow[];
  of: string;
  against: string;
  running: { part: number; what: string } | null;
  messages: readonly Message[];
}

const PEERS = { "": "nothing else", pinocchio: "Pinocchio", mujoco: "MuJoCo" };
const checks = createStore<Checks>({ rows: [], of: "", against: "", running: null, messages: [] });


async function run(model: Model, against: string): Promise<void> {
  checks.set({ running: { part: 0, what: "" }, messages: [] });
  const progress = (part: number, what: string) => checks.set({ running: { part, what } });
  const found = await answered("verify", { document: model.text, ...(against ? { against } : {}) }, { progress });
  if (found === null) return;
  if (!found.ok) return checks.set({ running: null, messages: found.messages });
  const rows = lawRows(found.verdict, found.tolerances);
  checks.set({ rows, of: model.hash, against, running: null });
  say(summary(rows));
}

/** The laws of mechanics, asked of what was derived of this mechanism. */
function ChecksPanel() {
  const model = useModel();
  const { rows, of, running, messages, against } = useStore(checks, (s) => s);
  const [peer, setPeer] = useState(against);
  const stale = rows.length > 0 && of !== model.hash;
  return (
    <div className="checks">
      <div className="panel-controls" role="toolbar" aria-label="checks">
        <button type="button" className="primary" disabled={running !== null} onClick={() => void run(model, peer)}>
          Ask the laws
        </button>
        <label>
          Compare with{" "}
          <select value={peer} onChange={(e) => setPeer(e.target.value)}>
            {Object.entries(PEERS).map(([id, title]) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        {running && (
          <>
            <progress max={1} value={running.part} aria-label="laws asked" /> <span className="soft">{running.what}</span>
          </>
        )}
      </div>
      {messages.map((m, k) => (
        <p key={k} className="error">
          {m.what}
          {m.hint && `; ${m.hint}`}
        </p>
      ))}
      {rows.length === 0 && messages.length === 0 && !running && <Empty />}
      {stale && <p className="note">The mechanism was changed since: this is the verdict on the older one. Ask again.</p>}
      {rows.length > 0 && <Laws rows={rows} stale={stale} />}
    </div>
  );
}

function Empty() {
  return (
    <p className="soft">
      Every quantity is derived in several ways, and laws of mechanics connect them: energy is kept, dM/dt − 2C is skew, forward dynamics undoes inverse dynamics. Ask them of this
      mechanism, at random states and, where that is possible, exactly{backendKind() === "static" ? ". This needs the installed studio: pip install linkwright, linkwright studio" : ""}.
    </p>
  );
}

function Laws({ rows, stale }: { rows: readonly LawRow[]; stale: boolean }) {
  const bad = rows.some((r) => r.result === "FAILED");
  return (
    <>
      <p className={bad ? "error" : "good"} data-testid="verdict">
        {summary(rows)}
      </p>
      <div className="laws" role="region" aria-label="laws" tabIndex={0}>
        <table className={stale ? "stale" : ""}>
          <thead>
            <tr>
              {["", "law", "result", "residual", "tolerance", "", "note"].map((title, k) => (title ? <th key={k} scope="col">{title}</th> : <td key={k} />))}
            </tr>
          </thead>
          <tbody>
            {rows.map((r) => (
              <tr key={r.number}>
                <td className="number">{r.number}</td>
                <td>{r.name}</td>
                <td className={r.result === "FAILED" ? "error" : r.result === "holds" ? "good" : "soft"}>{r.result}</td>
                <td className="number">{r.residual}</td>
                <td className="number">{r.tolerance}</td>
                <td>{r.exact}</td>
                <td className="soft">{r.note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** How many laws failed; a verdict on an older model is no badge. */
function useBadge(): string {
  const model = useModel();
  const { rows, of } = useStore(checks, (s) => s);
  if (!rows.length || of !== model.hash) return "";
  const failed = rows.filter((r) => r.result === "FAILED").length;
  return failed ? `${failed} failed` : "all hold";
}

export default { id: "checks", title: "Checks", keys: ["Alt+L"], place: "bottom", order: 40, Component: ChecksPanel, useBadge } satisfies Panel;

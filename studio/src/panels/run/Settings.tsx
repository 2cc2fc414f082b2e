import { useId, useRef, useState } from "react";
import { isMap, type Json, type JsonMap, mapAt } from "@/document/data";
import { setupOf, USUAL, USUAL_STOPS } from "@/motion/setup";
import { loadSignals, signals } from "@/motion/signals";
import { useStore } from "@/store/state";
import { data, say, setAt, useDocument } from "@/store/studio";

interface Draft {
  time: string;
  rate: string;
  step: string;
  tolerance: string;
  method: string;
  stops: boolean;
  stiffness: string;
  damping: string;
}

function draftOf(document: JsonMap): Draft {
  const run = setupOf(document);
  const stops = run.stops ?? USUAL_STOPS;
  return {
    time: String(run.time),
    rate: String(run.rate),
    step: String(run.step),
    tolerance: String(run.tolerance),
    method: run.method,
    stops: run.stops !== null,
    stiffness: String(stops.stiffness),
    damping: String(stops.damping),
  };
}

const NUMBERS = ["time", "rate", "step", "tolerance", "stiffness", "damping"] as const;

/** The first field that is no number above zero (of stops: zero or above). */
function wrong(draft: Draft): string {
  for (const name of NUMBERS) {
    const x = Number(draft[name]);
    const least = name === "stiffness" || name === "damping" ? x >= 0 : x > 0;
    if (draft[name].trim() === "" || !Number.isFinite(x) || !least) return `${name} is '${draft[name]}': write a number above zero`;
  }
  return "";
}

/** `studio.run` with what the draft says; what is usual is left out, the rest of it stays. */
function written(draft: Draft): Json | undefined {
  const run: JsonMap = { ...mapAt(data(), ["studio", "run"]) };
  const put = (name: string, value: Json, usual: Json) => {
    if (value === usual) delete run[name];
    else run[name] = value;
  };
  for (const name of ["time", "rate", "step", "tolerance"] as const) put(name, Number(draft[name]), USUAL[name]);
  put("method", draft.method, USUAL.method);
  if (draft.stops) run.stops = { ...(isMap(run.stops) ? run.stops : {}), stiffness: Number(draft.stiffness), damping: Number(draft.damping) };
  else delete run.stops;
  return Object.keys(run).length > 0 ? run : undefined;
}

/** How a run is made: a dialog whose answer is one step of the document's history. */
export function Settings({ served }: { served: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const document = useDocument();
  const [draft, setDraft] = useState<Draft>(() => draftOf(document));
  const bad = wrong(draft);
  const open = () => {
    setDraft(draftOf(data()));
    dialog.current?.showModal();
  };
  const done = () => {
    if (bad) return;
    setAt("run settings", ["studio", "run"], written(draft));
    dialog.current?.close();
  };
  return (
    <>
      <button type="button" onClick={open} title="time, rate, step, method, stops, signals">
        Run settings
      </button>
      <dialog ref={dialog} aria-label="run settings" className="run-settings">
        <form
          method="dialog"
          onSubmit={(e) => {
            e.preventDefault();
            done();
          }}
        >
          <h2>Run settings</h2>
          <Fields draft={draft} change={setDraft} served={served} />
          <Table />
          {bad && (
            <p className="error" role="alert">
              {bad}
            </p>
          )}
          <div className="run-buttons">
            <button type="submit" className="primary" disabled={bad !== ""}>
              Use these
            </button>
            <button type="button" onClick={() => dialog.current?.close()}>
              Cancel
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

/** All but the table of signals. */
function Fields({ draft, change, served }: { draft: Draft; change: (draft: Draft) => void; served: boolean }) {
  const number = (name: (typeof NUMBERS)[number], label: string, unit: string, disabled = false) => (
    <Field label={label} unit={unit} value={draft[name]} disabled={disabled} change={(text) => change({ ...draft, [name]: text })} />
  );
  return (
    <>
      {number("time", "time", "s")}
      {number("rate", "samples kept", "per s")}
      <label className="run-field">
        <span>method</span>
        <select value={draft.method} onChange={(e) => change({ ...draft, method: e.target.value })}>
          <option value="rk4">Runge-Kutta 4, fixed step, in the page</option>
          <option value="dopri5">Dormand-Prince 5(4), adaptive, in the page</option>
          <option value="server">by the server (stiff mechanisms)</option>
        </select>
      </label>
      {served && draft.method !== "server" && <p className="note">This mechanism has loops: its motion comes from the server whatever is chosen here.</p>}
      {number("step", "step", "s", draft.method !== "rk4")}
      {number("tolerance", "tolerance", "", draft.method !== "dopri5")}
      <label className="run-check">
        <input type="checkbox" checked={draft.stops} onChange={(e) => change({ ...draft, stops: e.target.checked })} /> joint limits act as stops (springs and dampers)
      </label>
      {number("stiffness", "stiffness of stops", "N m/rad, N/m", !draft.stops)}
      {number("damping", "damping of stops", "N m s/rad, N s/m", !draft.stops)}
    </>
  );
}

function Field({ label, unit, value, change, disabled }: { label: string; unit: string; value: string; change: (text: string) => void; disabled: boolean }) {
  const id = useId();
  return (
    <div className="run-field">
      <label htmlFor={id}>
        {label}
        {unit && <small> {unit}</small>}
      </label>
      <input id={id} inputMode="decimal" value={value} disabled={disabled} onChange={(e) => change(e.target.value)} />
    </div>
  );
}

/** The CSV that inputs of kind "signal" read. */
function Table() {
  const { name, table } = useStore(signals, (s) => s);
  const [bad, setBad] = useState("");
  const id = useId();
  const take = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > 40e6) return setBad(`${file.name} has ${Math.round(file.size / 1e6)} MB: at most 40 are read`);
    const said = loadSignals(await file.text(), file.name);
    setBad(said);
    if (!said) say(`signals from ${file.name}`);
  };
  return (
    <div className="run-table">
      <label htmlFor={id}>signals (CSV with a column t)</label>
      <input id={id} type="file" accept=".csv,text/csv" onChange={(e) => void take(e.target.files?.[0])} />
      {table && (
        <small>
          {name}: {table.heads.join(", ")}
        </small>
      )}
      {bad && (
        <p className="error" role="alert">
          {bad}
        </p>
      )}
    </div>
  );
}

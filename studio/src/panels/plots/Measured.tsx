import { useEffect, useRef, useState } from "react";
import type { Layout } from "@/backend/protocol";
import { parseCsv, type Table, timeColumn } from "@/motion/csv";
import { guess, type Target, targets } from "@/motion/measured";
import { motion } from "@/motion/state";
import { say } from "@/store/studio";
import { curveKey, newMeasuredId, openDialog, view } from "./view";
import { addProbes } from "./probing";

/** A measured table over the plots: each of its columns is given to a curve. */
export function Measured({ layout }: { layout: Layout }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [file, setFile] = useState<{ name: string; table: Table } | null>(null);
  const [bad, setBad] = useState("");
  const close = () => openDialog("none");
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    if (chosen.size > 40e6) return setBad(`${chosen.name} has ${Math.round(chosen.size / 1e6)} MB: at most 40 are read`);
    const table = parseCsv(await chosen.text());
    if (typeof table === "string") return setBad(`${chosen.name}: ${table}`);
    if (timeColumn(table) < 0) return setBad(`${chosen.name}: no column is called t: one must hold the time in seconds`);
    setBad("");
    setFile({ name: chosen.name, table });
  };
  return (
    <dialog ref={dialog} aria-label="measured CSV" onClose={close} className="plots-dialog">
      <h2>Measured CSV over the plots</h2>
      <label>
        table with a column t (seconds){" "}
        <input type="file" accept=".csv,text/csv" onChange={(e) => void take(e.target.files?.[0])} />
      </label>
      {bad && (
        <p className="error" role="alert">
          {bad}
        </p>
      )}
      {file ? <Columns key={file.name} name={file.name} table={file.table} layout={layout} close={close} /> : <button onClick={close}>Cancel</button>}
    </dialog>
  );
}

interface Choice {
  to: string;
  degrees: boolean;
}

function Columns({ name, table, layout, close }: { name: string; table: Table; layout: Layout; close: () => void }) {
  const possible = targets(layout, motion.get().tape);
  const heads = table.heads.filter((_, k) => k !== timeColumn(table));
  const [chosen, setChosen] = useState<Record<string, Choice>>(() => Object.fromEntries(heads.map((h) => [h, guess(h, possible)])));
  const used = heads.filter((h) => chosen[h]?.to);
  const set = (head: string, change: Partial<Choice>) => setChosen({ ...chosen, [head]: { ...chosen[head]!, ...change } });
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        lay(name, table, used.map((head) => ({ head, ...chosen[head]! })), possible);
        close();
      }}
    >
      <table className="plots-map">
        <thead>
          <tr>
            <th scope="col">column</th>
            <th scope="col">over the curve</th>
            <th scope="col">in degrees</th>
          </tr>
        </thead>
        <tbody>
          {heads.map((head) => (
            <tr key={head}>
              <th scope="row">{head}</th>
              <td>
                <select aria-label={`curve for ${head}`} value={chosen[head]!.to} onChange={(e) => set(head, { to: e.target.value })}>
                  <option value="">not shown</option>
                  {possible.map((p) => (
                    <option key={p.id} value={p.id}>
                      {p.title}
                    </option>
                  ))}
                </select>
              </td>
              <td>
                <input type="checkbox" aria-label={`${head} is in degrees`} checked={chosen[head]!.degrees} onChange={(e) => set(head, { degrees: e.target.checked })} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="submit" className="primary" disabled={used.length === 0}>
        Show {used.length} {used.length === 1 ? "column" : "columns"}
      </button>{" "}
      <button type="button" onClick={close}>
        Cancel
      </button>
    </form>
  );
}

/** Lay columns over the plots; probes that they need are added. */
function lay(name: string, table: Table, choices: (Choice & { head: string })[], possible: readonly Target[]): void {
  const columns = new Map<string, Float64Array>();
  const wanted: Target[] = [];
  for (const { head, to, degrees } of choices) {
    const target = possible.find((p) => p.id === to);
    if (!target) continue;
    const y = table.columns[table.heads.indexOf(head)]!;
    columns.set(curveKey(`${target.probe.of} ${target.probe.what}`, target.curve), degrees ? y.map((x) => (x * Math.PI) / 180) : y);
    wanted.push(target);
  }
  view.set((s) => ({ measured: [...s.measured, { id: newMeasuredId(), label: name, t: table.columns[timeColumn(table)]!, columns }] }));
  addProbes(`probes for ${name}`, wanted.map((t) => t.probe).filter((p, n, all) => all.findIndex((o) => o.of === p.of && o.what === p.what) === n));
  say(`${name}: ${columns.size} columns over the plots`);
}

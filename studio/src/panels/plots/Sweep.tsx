import { useEffect, useId, useRef, useState } from "react";
import { download } from "@/app/clipboard";
import { targets } from "@/motion/measured";
import { byServer } from "@/motion/player";
import { shown, watchOf } from "@/motion/probes";
import { setupOf } from "@/motion/setup";
import { motion, type Program } from "@/motion/state";
import { type Range, sweep, type SweepAsked, sweepCsv, type SweptRun } from "@/motion/sweep";
import { data } from "@/store/studio";
import { stem } from "./exports";
import { SweepResult } from "./SweepResult";
import { openDialog, view } from "./view";

const MOST = { one: 100, two: 40 };

interface Draft {
  name: string;
  from: string;
  to: string;
  count: string;
}

export interface Done {
  asked: SweepAsked;
  runs: SweptRun[];
  title: string;
  unit: string;
  factor: number;
  end: number;
}

function draftOf(name: string): Draft {
  const { program, parameters } = motion.get();
  const value = parameters[program?.layout.parameters.findIndex((p) => p.name === name) ?? -1] ?? 1;
  return { name, from: String(Number((value * 0.5).toPrecision(4))), to: String(Number((value * 1.5).toPrecision(4))), count: "7" };
}

const rangeOf = (d: Draft): Range => ({ name: d.name, from: Number(d.from), to: Number(d.to), count: Math.round(Number(d.count)) });

function wrong(ranges: Range[]): string {
  const most = ranges.length === 1 ? MOST.one : MOST.two;
  for (const r of ranges) {
    if (!Number.isFinite(r.from) || !Number.isFinite(r.to)) return `${r.name}: both ends must be numbers`;
    if (!(r.count >= 2 && r.count <= most)) return `${r.name}: from 2 to ${most} values`;
  }
  return ranges.length === 2 && ranges[0]!.name === ranges[1]!.name ? "choose two different parameters" : "";
}

/** Runs with other values of one or two parameters, as curves or as a map. */
export function Sweep({ program }: { program: Program }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const going = useRef(false);
  const [part, setPart] = useState<number | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const close = () => {
    going.current = false;
    openDialog("none");
  };
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const start = async (asked: SweepAsked) => {
    const watch = watchOf(asked.probe, program.layout);
    if (typeof watch === "string") return;
    const { factor, unit } = shown(watch.unit, view.get().degrees);
    const setup = setupOf(data());
    going.current = true;
    setDone(null);
    setPart(0);
    const runs = await sweep(program, motion.get().parameters, setup, asked, (x) => (setPart(x), going.current));
    setPart(null);
    const title = watch.curves.length > 1 ? `${watch.title} ${watch.curves[asked.curve]!.label}` : watch.title;
    if (runs.length > 0) setDone({ asked, runs, title, unit, factor, end: setup.time });
  };
  return (
    <dialog ref={dialog} aria-label="sweep" onClose={close} className="plots-dialog plots-sweep">
      <h2>Sweep parameters</h2>
      {program.layout.parameters.length === 0 ? (
        <p>The document has no parameters: give a length or a mass a name first.</p>
      ) : byServer(program) ? (
        <p>Sweeps are made in the page; this motion comes from the server. Choose another method in the run settings, where there are no loops.</p>
      ) : (
        <Form program={program} start={(asked) => void start(asked)} busy={part !== null} />
      )}
      {part !== null && (
        <p>
          <progress aria-label="progress of the sweep" max={1} value={part} />{" "}
          <button type="button" onClick={() => (going.current = false)}>
            Stop
          </button>
        </p>
      )}
      {done && <SweepResult done={done} />}
      <div className="run-buttons">
        {done && (
          <button type="button" onClick={() => download(`${stem()}_sweep.csv`, sweepCsv(done.asked, done.runs, done.title), "text/csv")}>
            Sweep as CSV
          </button>
        )}
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}

function Form({ program, start, busy }: { program: Program; start: (asked: SweepAsked) => void; busy: boolean }) {
  const names = program.layout.parameters.map((p) => p.name);
  const [first, setFirst] = useState(() => draftOf(names[0]!));
  const [second, setSecond] = useState<Draft | null>(null);
  const curves = targets(program.layout, null);
  const [to, setTo] = useState(curves[0]!.id);
  const target = curves.find((c) => c.id === to) ?? curves[0]!;
  const ranges = [first, ...(second ? [second] : [])].map(rangeOf);
  const bad = wrong(ranges);
  const quantity = useId();
  return (
    <form
      onSubmit={(e) => {
        e.preventDefault();
        if (!bad) start({ ranges, probe: target.probe, curve: target.curve });
      }}
    >
      <RangeRow label="parameter" names={names} draft={first} change={setFirst} />
      <label>
        <input type="checkbox" checked={second !== null} disabled={names.length < 2} onChange={(e) => setSecond(e.target.checked ? draftOf(names.find((n) => n !== first.name)!) : null)} /> a second parameter: a map
      </label>
      {second && <RangeRow label="second parameter" names={names} draft={second} change={setSecond} />}
      <div className="sweep-row">
        <label htmlFor={quantity}>quantity</label>
        <select id={quantity} value={target.id} onChange={(e) => setTo(e.target.value)}>
          {curves.map((c) => (
            <option key={c.id} value={c.id}>
              {c.title}
            </option>
          ))}
        </select>
        <button type="submit" className="primary" disabled={busy || bad !== ""}>
          Sweep: {ranges.reduce((n, r) => n * (r.count || 0), 1)} runs
        </button>
      </div>
      {bad && (
        <p className="error" role="alert">
          {bad}
        </p>
      )}
    </form>
  );
}

function RangeRow({ label, names, draft, change }: { label: string; names: string[]; draft: Draft; change: (d: Draft) => void }) {
  const field = (key: "from" | "to" | "count") => (
    <label>
      {key === "count" ? "values" : key} <input aria-label={`${label}: ${key}`} inputMode="decimal" size={7} value={draft[key]} onChange={(e) => change({ ...draft, [key]: e.target.value })} />
    </label>
  );
  return (
    <div className="sweep-row">
      <select aria-label={label} value={draft.name} onChange={(e) => change({ ...draftOf(e.target.value), count: draft.count })}>
        {names.map((n) => (
          <option key={n}>{n}</option>
        ))}
      </select>
      {field("from")}
      {field("to")}
      {field("count")}
    </div>
  );
}

import { Fragment, useState } from "react";
import type { Coordinate } from "@/backend/protocol";
import { cut, type Json } from "@/document/data";
import { evaluate, type Names } from "@/document/formula";
import type { Three } from "@/document/turns";
import { motion, useMotion } from "@/motion/state";
import { change, data as now, light, useDocument, useStudio } from "@/store/studio";
import { Field } from "./Field";
import { changedStarts, doubt, givenStart, poseParts, quaternions, rotationPatches, startPatch, startRpy, type Which } from "./start";

const NONE: readonly Coordinate[] = [];

/** Where the motion begins: coordinates and speeds, as typed. joint: those of one joint only. */
export function Start({ values, joint }: { values: Names; joint?: string }) {
  const data = useDocument();
  const all = useStudio((s) => s.good?.checked.coordinates ?? NONE);
  const layout = useMotion((s) => s.program?.layout);
  const mine = all.filter((c) => joint === undefined || c.joint === joint);
  const speeds = (layout?.freedoms ?? []).filter((f) => joint === undefined || f.joint === joint);
  const changed = changedStarts(data);
  const usual = commonReason(mine);
  const turns = quaternions(mine);
  if (mine.length === 0) return null;
  return (
    <section className="inspector-group start" aria-label="initial conditions">
      <h3>Initial conditions</h3>
      {joint === undefined && <p className="empty">{changed.length === 0 ? "all as the mechanism rests by itself" : `changed: ${changed.join(", ")}`}</p>}
      {usual && <p className="empty">free: {usual}</p>}
      {mine.map((c, k) => (
        <Fragment key={c.name}>
          <Position c={c} data={data} values={values} why={reason(c) !== usual && mine[k - 1]?.joint !== c.joint} />
          {turns.get(c.joint)?.at(-1) === c && <Rotation name={c.joint} group={turns.get(c.joint)!} values={values} />}
        </Fragment>
      ))}
      {joint === undefined && (
        <span className="start-buttons">
          <button type="button" onClick={takePose} disabled={!layout} title="the free coordinates start where 3D shows them now">
            Take the pose shown
          </button>
          <button type="button" disabled={changed.length === 0} onClick={() => change("reset all initial conditions", [cut(now(), ["studio", "start"], 0)])}>
            Reset all
          </button>
        </span>
      )}
      {speeds.length > 0 && (
        <details open={speeds.some((f) => givenStart(data, "v", f.name) !== undefined)}>
          <summary>speeds</summary>
          {speeds.map((f) => (
            <Line key={f.name} which="v" name={f.name} unit={f.unit} usual="0" help={`speed of ${f.name} at the start`} said="" />
          ))}
        </details>
      )}
    </section>
  );
}

function takePose(): void {
  const { program, q } = motion.get();
  if (!program) return;
  const free = program.layout.coordinates.filter((c) => c.free && c.index < q.length);
  change("start at the pose shown", poseParts(now(), free.map((c) => [c.name, q[c.index]!] as const)));
}

/** Why a coordinate is free or not, without its own name. */
const reason = (c: Coordinate): string => (c.why.startsWith(`${c.joint}: `) ? c.why.slice(c.joint.length + 2) : c.why);

/** The reason that several free coordinates share: said once. */
function commonReason(coordinates: readonly Coordinate[]): string {
  const counts = new Map<string, number>();
  for (const c of coordinates) if (c.free) counts.set(reason(c), (counts.get(reason(c)) ?? 0) + 1);
  const [most] = [...counts].sort((a, b) => b[1] - a[1]);
  return most && (most[1] > 1 || coordinates.length === 1) ? most[0] : "";
}

function Position({ c, data, values, why }: { c: Coordinate; data: ReturnType<typeof now>; values: Names; why: boolean }) {
  const typed = givenStart(data, "q", c.name);
  const rest = Number(c.start.toPrecision(5));
  if (!c.free)
    return (
      <div className="start-line start-follows" title={c.why}>
        <span className="row-label">{c.name}</span>
        <span>
          {rest} {c.unit} <span className="empty">{reason(c)}</span>
        </span>
      </div>
    );
  return <Line which="q" name={c.name} unit={c.unit} usual={String(rest)} help={reason(c)} said={doubt(c, typed, values)} why={why} />;
}

interface LineProps {
  which: Which;
  name: string;
  unit: string;
  usual: string;
  help: string;
  said: string;
  /** The reason stands below the field, too. */
  why?: boolean;
}

function Line({ which, name, unit, usual, help, said, why = false }: LineProps) {
  const typed = useStudio((s) => givenStart(s.edited.data, which, name));
  const label = which === "q" ? `start of ${name}` : `speed of ${name} at the start`;
  const commit = (next: Json | undefined, merge: boolean) => change(label, [startPatch(now(), which, name, next)], { merge });
  return (
    <div className={`start-line${typed === undefined ? "" : " changed"}`} onFocus={() => light([name])} onBlur={() => light([])}>
      <span className="row-label" title={help}>
        {name}
      </span>
      <span>
        <Field label={label} value={typed} commit={commit} path={["studio", "start", which, name]} usual={usual} unit={unit} help={help}>
          {typed !== undefined && (
            <button type="button" className="symbol" tabIndex={-1} aria-label={`reset ${label}`} title="as the mechanism rests by itself" onClick={() => commit(undefined, false)}>
              ↺
            </button>
          )}
        </Field>
        {said && <span className="field-error">{said}</span>}
        {why && <span className="empty start-why">{help}</span>}
      </span>
    </div>
  );
}

const ANGLES = ["roll", "pitch", "yaw"] as const;

function Rotation({ name, group, values }: { name: string; group: readonly Coordinate[]; values: Names }) {
  const [typed, setTyped] = useState<string[] | null>(null);
  if (typed === null)
    return (
      <button type="button" className="link" onClick={() => setTyped(startRpy(now(), group, values).map((x) => `${x} deg`))}>
        {name}: set by roll, pitch, yaw
      </button>
    );
  const rpy = typed.map((x) => evaluate(x, values));
  return (
    <form
      className="start-rotation"
      aria-label={`rotation of ${name}`}
      onSubmit={(e) => {
        e.preventDefault();
        change(`start of ${name} by roll, pitch, yaw`, rotationPatches(now(), group, rpy as Three));
        setTyped(null);
      }}
    >
      <span className="row-label">{name}</span>
      {ANGLES.map((angle, k) => (
        <input key={angle} aria-label={`${angle} of ${name}`} title={angle} value={typed[k]} aria-invalid={rpy[k] === null} onChange={(e) => setTyped(typed.map((x, n) => (n === k ? e.target.value : x)))} />
      ))}
      <button type="submit" disabled={rpy.includes(null)}>
        Set
      </button>
    </form>
  );
}

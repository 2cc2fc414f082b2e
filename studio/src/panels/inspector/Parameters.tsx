import { useState } from "react";
import { at, type Json, type JsonMap, put } from "@/document/data";
import { evaluate, isName, namesIn, type Names, parameterSection, parametersOf, shown } from "@/document/formula";
import { removeParameter, renameParameter, usesOf } from "@/document/operations/parameters";
import { tidy } from "@/document/turns";
import { setParameter } from "@/motion/player";
import { change, data as now, light, say, select, useDocument, useStudio } from "@/store/studio";
import { Field } from "./Field";
import { parameterPath, rangeOf, steppedValue } from "./slider";

/** All parameters: value as typed, slider, where it is used; a new one below. */
export function Parameters({ values }: { values: Names }) {
  const data = useDocument();
  const lit = useStudio((s) => s.lit);
  const given = Object.entries(parametersOf(data));
  return (
    <section className="inspector-group parameters" aria-label="parameters">
      <h3>{parameterSection(data) === "constants" ? "Constants" : "Parameters"}</h3>
      {given.length === 0 && <p className="empty">none yet: name one below, or press the small button at the end of a number (Alt+X)</p>}
      <ul>
        {given.map(([name, value]) => (
          <Parameter key={name} name={name} value={value} data={data} values={values} lit={lit.includes(name)} />
        ))}
      </ul>
      <NewParameter />
    </section>
  );
}

interface Props {
  name: string;
  value: Json;
  data: JsonMap;
  values: Names;
  lit?: boolean;
  opened?: boolean;
}

/** One parameter in a line; more of it when it is opened. */
export function Parameter({ name, value, data, values, lit = false, opened = false }: Props) {
  const [open, setOpen] = useState(opened);
  const formula = namesIn(value).length > 0;
  const set = (next: Json | undefined, merge: boolean) => change(`parameter ${name}`, [put(now(), parameterPath(now(), name), next ?? null)], { merge });
  return (
    <li className={lit ? "lit" : undefined} onPointerEnter={() => light([name])} onPointerLeave={() => light([])} onFocus={() => light([name])} onBlur={() => light([])}>
      <div className="parameter">
        <button type="button" className="parameter-name" aria-expanded={open} onClick={() => setOpen(!open)} title={`${name}: range, uses, rename, remove`}>
          {name}
        </button>
        {typeof value === "object" && value !== null ? <code className="parameter-list">{shown(value)}</code> : <Field label={`value of ${name}`} value={value ?? undefined} commit={set} path={parameterPath(data, name)} usual="symbol" />}
        {value !== null && typeof value !== "object" && !formula ? <Slider name={name} data={data} value={evaluate(value, values)} /> : <span className="empty">{formula ? (evaluate(value, values) ?? "") : value === null ? "no value" : ""}</span>}
      </div>
      {open && <More name={name} data={data} value={evaluate(value, values)} close={() => setOpen(false)} />}
    </li>
  );
}

/** Moves the mechanism at once; the document gets the value when it is let go, as one step. */
function Slider({ name, data, value }: { name: string; data: JsonMap; value: number | null }) {
  const [held, setHeld] = useState<number | null>(null);
  if (value === null) return <span />;
  const [min, max] = rangeOf(data, name, value);
  const end = (merge: boolean) => {
    if (held === null) return;
    change(`slider ${name}`, [put(now(), parameterPath(now(), name), steppedValue(parametersOf(now())[name] ?? null, held))], { merge });
    setHeld(null);
  };
  return (
    <span className="slider">
      <input
        type="range"
        aria-label={`slider of ${name}`}
        aria-valuetext={String(held ?? value)}
        min={min}
        max={max}
        step="any"
        value={held ?? value}
        onChange={(e) => {
          const next = tidy(Number(Number(e.target.value).toPrecision(4)));
          setHeld(next);
          setParameter(name, next);
        }}
        onKeyDown={(e) => {
          const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[e.key];
          if (by === undefined) return;
          e.preventDefault();
          const next = tidy(Number(Math.min(max, Math.max(min, (held ?? value) + (by * (max - min)) / 100)).toPrecision(6)));
          setHeld(next);
          setParameter(name, next);
        }}
        onPointerUp={() => end(false)}
        onKeyUp={() => end(true)}
        onBlur={() => end(true)}
      />
      <output>{held ?? ""}</output>
    </span>
  );
}

function More({ name, data, value, close }: { name: string; data: JsonMap; value: number | null; close: () => void }) {
  const [to, setTo] = useState(name);
  const [wrong, setWrong] = useState("");
  const uses = usesOf(data, name);
  const [min, max] = rangeOf(data, name, value ?? 0);
  const does = (label: string, made: ReturnType<typeof renameParameter>) => {
    if (typeof made === "string") return setWrong(made);
    change(label, made);
    say(label);
    close();
  };
  const range = (k: number) => (next: Json | undefined, merge: boolean) => {
    const pair: Json[] = [min, max];
    pair[k] = evaluate(next) ?? pair[k]!;
    change(`range of ${name}`, [put(now(), ["studio", "sliders", name], pair)], { merge });
  };
  return (
    <div className="parameter-more">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          does(`rename ${name} to ${to.trim()}`, renameParameter(now(), name, to.trim()));
        }}
      >
        <input aria-label={`new name of ${name}`} value={to} onChange={(e) => setTo(e.target.value)} aria-invalid={wrong !== ""} />
        <button type="submit" disabled={to.trim() === name}>
          Rename
        </button>
      </form>
      <div className="parameter-range">
        <span>slider from</span>
        <Field label={`least value of the slider of ${name}`} value={min} commit={range(0)} path={["studio", "sliders", name, 0]} />
        <span>to</span>
        <Field label={`largest value of the slider of ${name}`} value={max} commit={range(1)} path={["studio", "sliders", name, 1]} />
      </div>
      <p>
        {uses.length === 0 ? "used nowhere" : `used in ${uses.length}: `}
        {uses.slice(0, 6).map((path) => (
          <button type="button" key={path.join("/")} className="link" onClick={() => select([path.slice(0, 2).join("/")])}>
            {path.slice(0, 3).join(" ")}
          </button>
        ))}
      </p>
      <button type="button" onClick={() => does(uses.length ? `${name} replaced by its value` : `remove ${name}`, removeParameter(now(), name, uses.length > 0))}>
        {uses.length > 0 ? "Replace by its value" : "Remove"}
      </button>
      {wrong && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

function NewParameter() {
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  return (
    <form
      className="parameter-new"
      onSubmit={(e) => {
        e.preventDefault();
        const made = declared(name.trim());
        setWrong(typeof made === "string" ? made : "");
        if (typeof made === "string") return;
        change(`add parameter ${name.trim()}`, made);
        setName("");
      }}
    >
      <input aria-label="name of a new parameter" placeholder="new parameter" value={name} onChange={(e) => setName(e.target.value)} aria-invalid={wrong !== ""} />
      <button type="submit" disabled={name.trim() === ""}>
        Add
      </button>
      {wrong && <span className="field-error">{wrong}</span>}
    </form>
  );
}

function declared(name: string) {
  if (!isName(name)) return `'${name}' cannot name a parameter: letters, digits and _, not a function, not pi`;
  if (name in parametersOf(now())) return `there is a parameter '${name}' already`;
  const key = parameterSection(now());
  const section = at(now(), [key]);
  return [Array.isArray(section) ? put(now(), [key], [...section, name]) : put(now(), [key, name], 1)];
}

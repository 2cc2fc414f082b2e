import { useId, useState } from "react";
import type { Json } from "@/document/data";
import { change, say, useStudio } from "@/store/studio";
import { Field, useSaid } from "./Field";
import { MoveRow } from "./Move";
import { entryWritten, formsOf, type Group, holds, nameOf, type Place, placeOfGroup, removed, type Row, type RowOf, unitOf, valueOf, written } from "./row";
import { useSymbol } from "./Symbol";

const stepName = (x: Place, label: string): string => (x.part.length > 1 ? `${label} of ${nameOf(x.part)}` : label);

/** A group of rows with its title; closed where it holds nothing and may be closed. */
export function GroupOfRows({ data, part, group, values }: { data: Place["data"]; part: string[]; group: Group; values: Place["values"] }) {
  const x = placeOfGroup(data, part, group, values);
  const id = useId();
  const [open, setOpen] = useState(() => holds(x, group));
  if (group.when && !group.when(x)) return null;
  const rows = group.rows.filter((row) => row.when?.(x) ?? true);
  const body = rows.map((row, k) => <OneRow key={`${row.kind} ${"path" in row ? row.path.join("/") : k}`} x={x} row={row} />);
  if (group.folded)
    return (
      <details className="inspector-group" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary>{group.title}</summary>
        {body}
      </details>
    );
  return (
    <section className="inspector-group" aria-labelledby={id}>
      <div className="inspector-group-head">
        <h3 id={id}>{group.title}</h3>
        {group.removable && (
          <button type="button" onClick={() => change(`remove ${group.removable}`, removed(x))} aria-label={`remove ${group.removable}`} title={`remove ${group.removable}`}>
            ✕
          </button>
        )}
      </div>
      {body}
    </section>
  );
}

function OneRow({ x, row }: { x: Place; row: Row }) {
  switch (row.kind) {
    case "scalar":
      return <ScalarRow x={x} row={row} />;
    case "vector":
      return <VectorRow x={x} row={row} />;
    case "form":
      return <FormRow x={x} row={row} />;
    case "choice":
      return <ChoiceRow x={x} row={row} />;
    case "flag":
      return <FlagRow x={x} row={row} />;
    case "text":
      return <TextRow x={x} row={row} />;
    case "move":
      return <MoveRow x={x} label={row.label} help={row.help} />;
    case "colour":
      return <ColourRow x={x} row={row} />;
  }
}

function Labelled({ row, unit, children }: { row: Row; unit?: string; children: React.ReactNode }) {
  return (
    <div className={`row row-${row.kind}`} role="group" aria-label={row.label}>
      <span className="row-label" title={row.help}>
        {row.label}
        {unit && <span className="field-unit"> {unit}</span>}
      </span>
      <div className="row-value">{children}</div>
    </div>
  );
}

function ScalarRow({ x, row }: { x: Place; row: RowOf<"scalar"> }) {
  const value = valueOf(x, row.path);
  const path = [...x.base, ...row.path];
  const label = stepName(x, row.label);
  const symbol = useSymbol({ label: row.label, path, part: x.part, value });
  const symbols = !row.numbers && !row.wide;
  const put1 = (next: Json | undefined, merge: boolean) => change(label, written(x, row.path, next ?? (row.path.length === 0 ? 0 : undefined)), { merge });
  return (
    <Labelled row={row}>
      <Field label={row.label} value={value} commit={put1} path={path} usual={row.usual} unit={unitOf(row.unit, x)} help={row.help} onSymbol={symbols ? symbol.toggle : undefined}>
        {symbols && value !== undefined && symbol.button}
      </Field>
      {symbol.question}
    </Labelled>
  );
}

function VectorRow({ x, row }: { x: Place; row: RowOf<"vector"> }) {
  const said = useSaid([...x.base, ...row.path]);
  const many = row.parts.length > 4;
  return (
    <Labelled row={row} unit={unitOf(row.unit, x)}>
      <div className={`vector${many ? " vector-many" : ` vector-${row.parts.length}`}`}>
        {row.parts.map((part, k) => (
          <Entry key={part} x={x} row={row} part={part} k={k} />
        ))}
      </div>
      {said && !/entry \d/.test(said) && <span className="field-error">{said}</span>}
    </Labelled>
  );
}

function Entry({ x, row, part, k }: { x: Place; row: RowOf<"vector">; part: string; k: number }) {
  const list = valueOf(x, row.path);
  const value = Array.isArray(list) ? list[k] : undefined;
  const path = [...x.base, ...row.path, k];
  const label = `${row.label} ${part}`;
  const symbol = useSymbol({ label, path, part: x.part, value, entry: part });
  const put1 = (next: Json | undefined, merge: boolean) => change(stepName(x, label), entryWritten(x, row, k, next), { merge });
  return (
    <span className="entry">
      <Field label={label} value={value} commit={put1} path={path} usual={String(row.usual[k] ?? 0)} help={row.help} prefix={part} onSymbol={row.numbers || value === undefined ? undefined : symbol.toggle}>
        {!row.numbers && value !== undefined && symbol.button}
      </Field>
      {symbol.question}
    </span>
  );
}

function FormRow({ x, row }: { x: Place; row: RowOf<"form"> }) {
  const [wrong, setWrong] = useState("");
  const said = useStudio((s) => s.runMessages.find((m) => m.path?.join("/") === x.base.join("/"))?.what ?? "");
  const now = row.is(x);
  const forms = formsOf(row.forms, x);
  const become = (form: string) => {
    const made = row.become(x, form);
    if ("refused" in made) return setWrong(made.refused);
    setWrong("");
    change(stepName(x, row.label), made.patches, made.select ? { select: made.select } : {});
    if (made.said) say(made.said);
  };
  return (
    <Labelled row={row}>
      <select aria-label={row.label} value={now} onChange={(e) => become(e.target.value)} title={row.help}>
        {!forms.some(([id]) => id === now) && <option value={now}>{now || "not said"}</option>}
        {forms.map(([id, title]) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
      {(wrong || said) && (
        <span className="field-error" role="alert">
          {wrong || said}
        </span>
      )}
    </Labelled>
  );
}

function ChoiceRow({ x, row }: { x: Place; row: RowOf<"choice"> }) {
  const value = valueOf(x, row.path);
  const said = useSaid([...x.base, ...row.path]);
  const now = value === undefined || value === null ? "" : String(value);
  const choices = row.choices(x);
  return (
    <Labelled row={row}>
      <select aria-label={row.label} value={now} aria-invalid={said !== ""} title={row.help} onChange={(e) => change(stepName(x, row.label), written(x, row.path, e.target.value || undefined))}>
        {(row.none !== undefined || now === "") && <option value="">{row.none ?? "not said"}</option>}
        {now !== "" && !choices.includes(now) && <option value={now}>{now}</option>}
        {choices.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {said && <span className="field-error">{said}</span>}
    </Labelled>
  );
}

function FlagRow({ x, row }: { x: Place; row: RowOf<"flag"> }) {
  return (
    <Labelled row={row}>
      <input type="checkbox" aria-label={row.label} title={row.help} checked={valueOf(x, row.path) === true} onChange={(e) => change(stepName(x, row.label), written(x, row.path, e.target.checked || undefined))} />
    </Labelled>
  );
}

function TextRow({ x, row }: { x: Place; row: RowOf<"text"> }) {
  const put1 = (next: Json | undefined, merge: boolean) => change(stepName(x, row.label), written(x, row.path, next), { merge });
  return (
    <Labelled row={row}>
      <Field label={row.label} value={valueOf(x, row.path)} commit={put1} path={[...x.base, ...row.path]} usual={row.usual} help={row.help} words />
    </Labelled>
  );
}

function ColourRow({ x, row }: { x: Place; row: RowOf<"colour"> }) {
  const value = valueOf(x, row.path);
  const now = typeof value === "string" ? value : row.usual(x);
  return (
    <Labelled row={row}>
      <span className="colour">
        <input type="color" aria-label={row.label} title={row.help} value={/^#[0-9a-f]{6}$/i.test(now) ? now : "#888888"} onChange={(e) => change(stepName(x, row.label), written(x, row.path, e.target.value), { merge: true })} />
        {value !== undefined && (
          <button type="button" onClick={() => change(stepName(x, row.label), written(x, row.path, undefined))}>
            as the material
          </button>
        )}
      </span>
    </Labelled>
  );
}

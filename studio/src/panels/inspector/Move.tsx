import { useId, useState } from "react";
import type { Coordinate, MoveAsked } from "@/backend/protocol";
import { answered } from "@/store/answer";
import { change, data as now, useStudio } from "@/store/studio";
import { durationSaid, FIELDS, firstTexts, type Key, moveAsked, movePatches, moveUnit, positionUnit, type Texts } from "./move";
import { nameOf, type Place } from "./row";

const NONE: readonly Coordinate[] = [];
type Told = { said: string } | { wrong: string } | null;

/** Ask for the formula and write it, in one step; what is to be said of it. */
async function writeMove(x: Place, asked: MoveAsked): Promise<Told> {
  const found = await answered("move", asked);
  if (found === null) return null;
  if (!found.ok) return { wrong: found.messages.map((m) => [m.what, m.hint].filter(Boolean).join(": ")).join("; ") };
  const patches = movePatches(x, now(), found.formula);
  if (patches.length === 0) return { wrong: `${nameOf(x.part)} follows no motion any more` };
  change(`motion of ${nameOf(x.part)} from rest to rest`, patches);
  return { said: durationSaid(found.duration, asked.start) };
}

/** Beside a motion's formula: numbers that make one, from rest to rest within bounds. */
export function MoveRow({ x, label, help }: { x: Place; label: string; help: string }) {
  const coordinates = useStudio((s) => s.good?.checked.coordinates ?? NONE);
  const [typed, setTyped] = useState<Partial<Texts>>({});
  const [told, setTold] = useState<Told>(null);
  const texts = { ...firstTexts(x, coordinates), ...typed };
  const question = moveAsked(texts, x.values);
  const wrong: Partial<Record<Key, string>> = "wrong" in question ? question.wrong : {};
  const type = (key: Key, text: string) => {
    setTyped({ ...typed, [key]: text });
    setTold(null);
  };
  return (
    <details className="move">
      <summary title={help}>{label}</summary>
      <form
        aria-label={label}
        onSubmit={(e) => {
          e.preventDefault();
          if ("asked" in question) void writeMove(x, question.asked).then(setTold);
        }}
      >
        {FIELDS.map((field) => (
          <MoveField key={field.key} label={field.label} help={field.help} unit={moveUnit(field, positionUnit(x))} text={texts[field.key]} wrong={wrong[field.key] ?? ""} type={(text) => type(field.key, text)} />
        ))}
        <button type="submit" disabled={"wrong" in question}>
          Write the formula
        </button>
        {told && "wrong" in told && (
          <span className="field-error" role="alert">
            {told.wrong}
          </span>
        )}
        <span className="empty" role="status">
          {told && "said" in told ? told.said : ""}
        </span>
      </form>
    </details>
  );
}

function MoveField({ label, help, unit, text, wrong, type }: { label: string; help: string; unit: string; text: string; wrong: string; type: (text: string) => void }) {
  const id = useId();
  return (
    <div className="row">
      <span className="row-label" title={help}>
        {label}
      </span>
      <span className="field">
        <span className="field-box">
          <input type="text" spellCheck={false} autoComplete="off" aria-label={label} aria-invalid={wrong !== ""} aria-describedby={wrong ? id : undefined} title={help} value={text} onChange={(e) => type(e.target.value)} />
          <span className="field-unit" aria-hidden="true">
            {unit}
          </span>
        </span>
        {wrong && (
          <span id={id} className="field-error">
            {wrong}
          </span>
        )}
      </span>
    </div>
  );
}

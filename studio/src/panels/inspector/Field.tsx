import { useId, useRef, useState } from "react";
import { type Json, same } from "@/document/data";
import { shown, typed } from "@/document/formula";
import { redo, studio, undo, useStudio } from "@/store/studio";

interface Props {
  label: string;
  /** As the document has it. */
  value: Json | undefined;
  /** Puts a value into the document; merge: this letter belongs to the step of the letter before. */
  commit: (value: Json | undefined, merge: boolean) => void;
  path: readonly (string | number)[];
  usual?: string | undefined;
  unit?: string | undefined;
  help?: string | undefined;
  /** Words: kept as text, not read as numbers. */
  words?: boolean | undefined;
  /** Alt+X. */
  onSymbol?: (() => void) | undefined;
  prefix?: string | undefined;
  children?: React.ReactNode;
}

const FORMULA = /^[\w\s+\-*/^().,·×−π°]*$/;

/** Why a text cannot stand in the document; "" where the reader shall judge it. */
function refusal(text: string, words: boolean): string {
  if (words || FORMULA.test(text)) return "";
  const odd = [...text].find((c) => !FORMULA.test(c));
  return `'${odd}' cannot stand in a formula: numbers, names, + - * / ** ( ) and functions`;
}

/** What the desk says of a place of the document. */
export function useSaid(path: readonly (string | number)[]): string {
  const messages = useStudio((s) => s.messages);
  const run = useStudio((s) => s.runMessages);
  const here = path.map(String);
  const found = [...(messages ?? []), ...run].find((m) => m.path && m.severity === "error" && m.path.length >= here.length && here.every((key, k) => m.path![k] === key));
  return found ? [found.what, found.hint].filter(Boolean).join(": ") : "";
}

/** A field that holds what is typed: every text that may be a formula goes into the document, the reader's message stands below it. */
export function Field({ label, value, commit, path, usual, unit, help, words = false, onSymbol, prefix, children }: Props) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const began = useRef(false);
  const said = useSaid(path);
  const wrong = draft === null ? "" : refusal(draft, words);
  const message = wrong || said;
  const type = (text: string) => {
    setDraft(text);
    const next = words ? text || undefined : typed(text);
    if (refusal(text, words) || same(next, value)) return;
    const before = studio.get().edited;
    commit(next, began.current);
    began.current ||= studio.get().edited !== before;
  };
  const leave = () => {
    began.current = false;
    if (!wrong) setDraft(null);
  };
  const back = (step: () => void) => {
    step();
    began.current = false;
    setDraft(null);
  };
  const key = (e: React.KeyboardEvent<HTMLInputElement>) => {
    const control = e.ctrlKey || e.metaKey;
    if (e.key === "Enter") leave();
    else if (e.key === "Escape") began.current ? back(undo) : setDraft(null);
    else if (control && e.key.toLowerCase() === "z" && !e.shiftKey) back(undo);
    else if (control && (e.key.toLowerCase() === "y" || e.key.toLowerCase() === "z")) back(redo);
    else if (e.altKey && e.key.toLowerCase() === "x" && onSymbol) onSymbol();
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  return (
    <span className="field">
      <span className={`field-box${prefix ? " field-entry" : ""}`}>
        {prefix && <span className="field-prefix" aria-hidden="true">{prefix}</span>}
        <input
          type="text"
          spellCheck={false}
          autoComplete="off"
          aria-label={label}
          aria-invalid={message !== ""}
          aria-describedby={message ? id : undefined}
          aria-keyshortcuts={onSymbol ? "Alt+X" : undefined}
          title={help}
          placeholder={usual}
          value={draft ?? shown(value)}
          onChange={(e) => type(e.target.value)}
          onBlur={leave}
          onKeyDown={key}
        />
        {unit && <span className="field-unit" aria-hidden="true">{unit}</span>}
        {children}
      </span>
      {message && <span id={id} className="field-error">{message}</span>}
    </span>
  );
}

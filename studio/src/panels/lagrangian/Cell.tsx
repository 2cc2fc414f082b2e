import { useState } from "react";
import { type Json, type Path, same } from "@/document/data";
import { useSaid } from "@/panels/inspector/Field";
import { light, setAt } from "@/store/studio";
import { lineOf, valueOf } from "./values";

interface Props {
  label: string;
  path: Path;
  value: Json | undefined;
  /** Many lines, kept as text. */
  long?: boolean;
  /** Lights up with the symbol that it belongs to. */
  symbol?: string;
}

/** A value of the document that is set when it is left, or by Enter (Ctrl+Enter where it is long). Escape gives it up. */
export function Cell({ label, path, value, long = false, symbol }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const said = useSaid(path);
  const commit = () => {
    if (draft === null) return;
    const next = long ? draft.trim() || undefined : valueOf(draft);
    setDraft(null);
    if (!same(next, value)) setAt(`set ${label}`, path, next);
  };
  const shared = {
    "aria-label": label,
    "aria-invalid": said !== "",
    spellCheck: false,
    value: draft ?? lineOf(value),
    onChange: (e: { target: { value: string } }) => setDraft(e.target.value),
    onFocus: () => symbol && light([symbol]),
    onBlur: () => {
      if (symbol) light([]);
      commit();
    },
    onKeyDown: (e: React.KeyboardEvent) => {
      if (e.key === "Enter" && (!long || e.ctrlKey || e.metaKey)) commit();
      else if (e.key === "Escape") setDraft(null);
      else return;
      e.preventDefault();
      e.stopPropagation();
    },
  };
  return (
    <>
      {long ? <textarea rows={Math.min(8, Math.max(2, Math.ceil(shared.value.length / 60)))} {...shared} /> : <input type="text" autoComplete="off" {...shared} />}
      {said && <span className="error">{said}</span>}
    </>
  );
}

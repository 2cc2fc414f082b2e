import { useMemo, useState } from "react";
import { linesOf } from "./files";

const SHOWN = 1200; // lines that are laid out before a person asks for more

/** A file's text with line numbers; a long one is cut until asked for. */
export function Source({ path, text }: { path: string; text: string }) {
  const [whole, setWhole] = useState("");
  const total = linesOf(text);
  const cut = total > SHOWN && whole !== path;
  const shown = useMemo(() => (cut ? text.split("\n").slice(0, SHOWN).join("\n") : text), [cut, text]);
  const numbers = useMemo(() => Array.from({ length: linesOf(shown) }, (_, k) => k + 1).join("\n"), [shown]);
  return (
    <div className="source" role="region" aria-label={path} tabIndex={0}>
      <div className="source-text">
        <pre aria-hidden="true" className="source-numbers">
          {numbers}
        </pre>
        <pre data-testid="source">{shown}</pre>
      </div>
      {cut && (
        <button type="button" onClick={() => setWhole(path)}>
          Show all {total} lines
        </button>
      )}
    </div>
  );
}

import { useRef, useState } from "react";
import type { Json, Path } from "@/document/data";
import { namesIn } from "@/document/formula";
import { madeSymbol, numberFor, suggestedName } from "@/document/operations/parameters";
import { change, data, say } from "@/store/studio";

interface Asked {
  label: string;
  path: Path;
  part: readonly string[];
  value: Json | undefined;
  entry?: string;
}

/** Whether a field is a symbol (a formula of parameters) or a number, and how it becomes the other. */
export function useSymbol({ label, path, part, value, entry = "" }: Asked) {
  const [asking, setAsking] = useState(false);
  const isSymbol = namesIn(value).length > 0;
  const toggle = () => {
    if (!isSymbol) return setAsking(!asking);
    const number = numberFor(data(), value);
    if (number === null) return say(`${String(value)} has no value: give its parameters one first`);
    change(`${label} as a number`, [{ path, before: value, after: number }]);
  };
  const button = (
    <button
      type="button"
      tabIndex={-1}
      className="symbol"
      aria-pressed={isSymbol}
      aria-label={`${label}: ${isSymbol ? "make it a number" : "make it a symbol"}`}
      title={isSymbol ? "a formula of parameters; click: the number (Alt+X)" : "a number; click: make it a parameter (Alt+X)"}
      onClick={toggle}
    >
      {isSymbol ? "𝑥" : "1"}
    </button>
  );
  const question = asking && <SymbolName start={suggestedName(data(), part, path.slice(part.length), entry)} label={label} close={() => setAsking(false)} make={(name) => madeSymbol(data(), path, name, value)} />;
  return { toggle, button, question };
}

function SymbolName({ start, label, make, close }: { start: string; label: string; make: (name: string) => ReturnType<typeof madeSymbol>; close: () => void }) {
  const [name, setName] = useState(start);
  const [wrong, setWrong] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const done = () => {
    form.current?.closest(".inspector")?.querySelector<HTMLInputElement>(`input[aria-label="${CSS.escape(label)}"]`)?.focus();
    close();
  };
  return (
    <form
      ref={form}
      className="symbol-name"
      aria-label={`symbol for ${label}`}
      onKeyDown={(e) => {
        if (e.key !== "Escape") return;
        e.stopPropagation();
        done();
      }}
      onSubmit={(e) => {
        e.preventDefault();
        const made = make(name.trim());
        if (typeof made === "string") return setWrong(made);
        change(`${label} as the symbol ${name.trim()}`, made);
        done();
      }}
    >
      <input aria-label="name of the symbol" value={name} autoFocus onFocus={(e) => e.target.select()} onChange={(e) => setName(e.target.value)} aria-invalid={wrong !== ""} />
      <button type="submit">Make</button>
      <button type="button" onClick={done}>
        Cancel
      </button>
      {wrong && <span className="field-error">{wrong}</span>}
    </form>
  );
}

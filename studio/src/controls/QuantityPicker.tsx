import { useId, useMemo, useRef, useState } from "react";
import type { QuantityRow } from "@/backend/protocol";
import { shortName } from "@/store/conventions";
import "./quantities.css";

interface Props {
  quantities: readonly QuantityRow[];
  chosen: readonly string[];
  choose: (names: string[]) => void;
  /** What none chosen means: "usual: M, V, G". */
  usual: string;
}

/** A list of quantities to tick, with a search field; opens over the page. */
export function QuantityPicker({ quantities, chosen, choose, usual }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [wanted, setWanted] = useState("");
  const [place, setPlace] = useState<React.CSSProperties>({});
  const matching = useMemo(() => {
    const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    return quantities.filter((q) => words.every((w) => `${q.name} ${q.aliases.join(" ")} ${q.equation}`.toLowerCase().includes(w)));
  }, [quantities, wanted]);
  const shown = chosen.map((name) => {
    const row = quantities.find((q) => q.name === name);
    return row ? shortName(row) : name;
  });
  const toggle = (name: string) => choose(chosen.includes(name) ? chosen.filter((n) => n !== name) : [...chosen, name]);
  return (
    <>
      <button ref={button} type="button" popoverTarget={id} className="quantities-button" title={chosen.join(", ") || usual}>
        Quantities: {shown.length === 0 ? usual : shown.length > 8 ? `${shown.length} chosen` : shown.join(", ")} <span aria-hidden="true">▾</span>
      </button>
      <div id={id} popover="auto" className="quantities" role="dialog" aria-label="quantities" style={place} onBeforeToggle={() => setPlace(beside(button.current))}>
        <div className="quantities-head">
          <input type="search" aria-label="find a quantity" placeholder="find: jacobian, energy, tau ..." value={wanted} onChange={(e) => setWanted(e.target.value)} />
          <button type="button" onClick={() => choose([])} disabled={chosen.length === 0}>
            {usual}
          </button>
        </div>
        <ul>
          {matching.map((q) => (
            <li key={q.name}>
              <label>
                <input type="checkbox" checked={chosen.includes(q.name)} onChange={() => toggle(q.name)} />
                <span className="quantities-name">{q.name.replaceAll("_", " ")}</span>
                <span className="quantities-alias">{q.aliases.join(", ")}</span>
                <span className="quantities-equation">{q.equation}</span>
              </label>
            </li>
          ))}
        </ul>
        {matching.length === 0 && <p>no quantity of this mechanism is called so</p>}
      </div>
    </>
  );
}

/** Above or below its button, where there is more room. */
function beside(button: HTMLElement | null): React.CSSProperties {
  if (!button) return {};
  const box = button.getBoundingClientRect();
  const above = box.top > innerHeight - box.bottom;
  const left = Math.max(8, Math.min(box.left, innerWidth - 660));
  return above
    ? { left, bottom: innerHeight - box.top + 4, maxHeight: Math.min(520, box.top - 16) }
    : { left, top: box.bottom + 4, maxHeight: Math.min(520, innerHeight - box.bottom - 16) };
}

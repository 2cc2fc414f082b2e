import { useMemo } from "react";
import { copyText } from "@/app/clipboard";
import type { Panel } from "@/app/panel";
import { backendKind } from "@/backend/backend";
import type { Formula, Report } from "@/backend/protocol";
import { QuantityPicker } from "@/controls/QuantityPicker";
import { symbolsOf } from "@/document/symbols";
import { NO_MODEL, useAnswer, useErrors } from "@/store/answer";
import { quantitiesOf, useConventions } from "@/store/conventions";
import { useStore } from "@/store/state";
import { light, select, useStudio } from "@/store/studio";
import { asLatex, asText, wanted } from "./asked";
import { FormulaView } from "./FormulaView";
import type { Marked, Table } from "./latex";
import { symbolTable } from "./table";
import "./equations.css";


const NONE: readonly Formula[] = [];
const EMPTY: Table = new Map();
const SHELL = 6; // s for closed forms, as long as the shell looks for them (2 s for each of M, V, G)
const PATIENT = 60; // s, where a person asks for them

/** The equations of the mechanism, as a person reads them; symbols and parts of the mechanism light each other up. */
function Equations() {
  const { quantities, style, frame, seconds } = useStore(wanted, (s) => s);
  const good = useStudio((s) => s.good);
  const errors = useErrors();
  const lagrangian = good?.checked.report.kind === "lagrangian";
  const asked = { quantities: [...quantities], style, ...(frame ? { frame } : {}), ...(seconds ? { seconds } : {}) };
  const inSteps = (found: { formulas: Formula[] } | null) => style === "closed" && !lagrangian && (found?.formulas.some((f) => f.style === "steps") ?? false);
  const { answer, waiting, refining, messages } = useAnswer("equations", asked, (found) => (backendKind() === "server" && !seconds && inSteps(found) ? { ...asked, seconds: SHELL } : null));
  const table = useMemo(() => (good ? symbolTable(good.data, good.checked.report) : EMPTY), [good]);
  const formulas = answer?.formulas ?? NONE;
  const lit = useLit();
  return (
    <div className="equations">
      <Controls report={good?.checked.report} formulas={formulas} />
      {messages.map((m, k) => (
        <p key={k} className="error">
          {m.what}
          {m.hint && `; ${m.hint}`}
        </p>
      ))}
      {inSteps(answer) && seconds !== PATIENT && (
        <p className="soft">
          {refining ? "Shorter forms are being looked for ..." : "What is long is written as steps. "}
          {!refining && (
            <button type="button" onClick={() => wanted.set({ seconds: PATIENT })}>
              Look for closed forms for {PATIENT} s
            </button>
          )}
        </p>
      )}
      {formulas.length > 0 && <Legend formulas={formulas} table={table} lit={lit} />}
      <div className={waiting ? "formulas waiting" : "formulas"} aria-busy={waiting}>
        {formulas.map((f, k) => (
          <FormulaView key={`${f.quantity} ${k}`} formula={f} table={table} lit={lit} />
        ))}
        {formulas.length === 0 && messages.length === 0 && <p className="soft">{errors ? NO_MODEL : waiting ? "The equations are being derived ..." : "Add a joint and a body to see equations."}</p>}
      </div>
    </div>
  );
}

/** Names that are lit: under the pointer; else a selected parameter; else those of the selected parts. */
function useLit(): ReadonlySet<string> {
  const lit = useStudio((s) => s.lit);
  const selection = useStudio((s) => s.selection);
  const data = useStudio((s) => s.good?.data);
  return useMemo(() => {
    if (lit.length || !data) return new Set(lit);
    const main = selection.at(-1) ?? "";
    const parts = /^(parameters|constants)\//.test(main) ? [main] : selection;
    return new Set(parts.flatMap((part) => [...symbolsOf(data, part)]));
  }, [lit, selection, data]);
}

function Controls({ report, formulas }: { report: Report | undefined; formulas: readonly Formula[] }) {
  const { quantities, style, frame } = useStore(wanted, (s) => s);
  const rows = quantitiesOf(useConventions(), report?.kind);
  const frames = report?.tree?.frames ?? [];
  const usual = report?.kind === "lagrangian" ? "equations of motion" : "usual: M, V, G";
  return (
    <div className="panel-controls" role="toolbar" aria-label="equations">
      <QuantityPicker quantities={rows} chosen={quantities} choose={(names) => wanted.set({ quantities: names, seconds: null })} usual={usual} />
      <label>
        Form{" "}
        <select value={style} onChange={(e) => wanted.set({ style: e.target.value as "closed" | "steps", seconds: null })}>
          <option value="closed">closed</option>
          <option value="steps">steps</option>
        </select>
      </label>
      {frames.length > 0 && quantities.length > 0 && (
        <label>
          Frame{" "}
          <select value={frame} onChange={(e) => wanted.set({ frame: e.target.value })}>
            <option value="">last</option>
            {frames.map((f) => (
              <option key={f}>{f}</option>
            ))}
          </select>
        </label>
      )}
      <button type="button" disabled={!formulas.length} onClick={() => void copyText(asLatex(formulas), "all equations as LaTeX")}>
        Copy LaTeX
      </button>
      <button type="button" disabled={!formulas.length} onClick={() => void copyText(asText(formulas), "all equations as text")}>
        Copy text
      </button>
    </div>
  );
}

/** The symbols of the equations as buttons: for the keyboard, and to see what there is. */
function Legend({ formulas, table, lit }: { formulas: readonly Formula[]; table: Table; lit: ReadonlySet<string> }) {
  const symbols = useMemo(() => {
    const used = new Set(formulas.flatMap((f) => f.lines.flatMap((x) => x.symbols.map((name) => name.replace(/\.\d+$/, ""))))); // ball.2 is of the joint ball
    const found = new Map<string, Marked>();
    for (const m of table.values()) if (used.has(m.name)) found.set(m.name, m);
    return [...found.values()];
  }, [formulas, table]);
  if (symbols.length === 0) return null;
  return (
    <ul className="legend" aria-label="symbols">
      {symbols.map((m) => (
        <li key={m.name}>
          <button
            type="button"
            className={lit.has(m.name) ? "lit" : ""}
            aria-pressed={lit.has(m.name)}
            onMouseEnter={() => light([m.name])}
            onMouseLeave={() => light([])}
            onFocus={() => light([m.name])}
            onBlur={() => light([])}
            onClick={() => select(m.parts)}
            title={`select ${m.parts.join(", ")}`}
          >
            {m.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

export default { id: "equations", title: "Equations", keys: ["E", "Alt+E"], place: "bottom", order: 20, Component: Equations } satisfies Panel;

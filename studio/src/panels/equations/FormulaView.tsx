import { copyText } from "@/app/clipboard";
import type { Formula } from "@/backend/protocol";
import { asLatex, operationsInWords, rowsOf } from "./asked";
import type { Table } from "./latex";
import { Row } from "./Row";

interface Props {
  formula: Formula;
  table: Table;
  lit: ReadonlySet<string>;
}

/** The equations of one quantity: what it is, how much it costs, one row per entry. */
export function FormulaView({ formula, table, lit }: Props) {
  const cost = operationsInWords(formula.operations);
  return (
    <section className="formula" aria-label={formula.title}>
      <header>
        <h2>{formula.title}</h2>
        {formula.equation !== formula.title && <code>{formula.equation}</code>}
        {cost && <span className="soft">{cost} in generated code</span>}
        <button type="button" className="equation-copy" aria-label={`copy ${formula.title} as LaTeX`} onClick={() => void copyText(asLatex([formula]), `${formula.title} as LaTeX`)}>
          LaTeX
        </button>
      </header>
      {formula.doc && <p className="soft formula-doc">{formula.doc}</p>}
      {rowsOf(formula.lines).map((row, k) =>
        row.zero ? (
          <p key={`zero ${k}`} className="equation-zero">
            {row.lines.map((x) => x.name).join(" = ")} = 0
          </p>
        ) : (
          <Row key={row.lines[0]!.name || k} {...row.lines[0]!} table={table} lit={lit} />
        ),
      )}
    </section>
  );
}

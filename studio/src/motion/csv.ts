/** Tables as comma-separated values: numbers with every digit, heads in the first row. */

export interface Table {
  heads: string[];
  /** One per head. */
  columns: Float64Array[];
}

const MOST_CELLS = 5_000_000;

/** A table of a text, or a sentence that says what is wrong and where. Separators: comma, semicolon or tab. */
export function parseCsv(text: string): Table | string {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  while (lines.length > 0 && lines.at(-1)!.trim() === "") lines.pop();
  const first = lines[0];
  if (first === undefined) return "the table is empty: its first row must name the columns";
  const mark = [",", ";", "\t"].reduce((a, b) => (first.split(b).length > first.split(a).length ? b : a));
  const heads = first.split(mark).map((h) => h.trim().replace(/^"(.*)"$/, "$1"));
  if (heads.every((h) => h !== "" && Number.isFinite(Number(h)))) return "line 1 holds numbers: it must name the columns (t, tau1, ...)";
  if (lines.length * heads.length > MOST_CELLS) return `the table has ${lines.length * heads.length} cells: at most ${MOST_CELLS} are read`;
  const columns = heads.map(() => new Float64Array(lines.length - 1));
  for (let n = 1; n < lines.length; n++) {
    const cells = lines[n]!.split(mark);
    if (cells.length !== heads.length) return `line ${n + 1} has ${cells.length} cells, the first has ${heads.length}`;
    for (let k = 0; k < heads.length; k++) {
      const cell = cells[k]!.trim();
      const x = cell === "" ? NaN : Number(cell);
      if (cell !== "" && Number.isNaN(x) && cell.toLowerCase() !== "nan") return `line ${n + 1}, column '${heads[k]}': '${cell.slice(0, 40)}' is no number`;
      columns[k]![n - 1] = x;
    }
  }
  return { heads, columns };
}

/** The text of a table: "\r\n" between rows, as RFC 4180 wants it. */
export function writeCsv(heads: readonly string[], rows: readonly ArrayLike<number>[]): string {
  const quoted = heads.map((h) => (/[",\r\n]/.test(h) ? `"${h.replaceAll('"', '""')}"` : h));
  return [quoted.join(","), ...rows.map((row) => Array.from(row, String).join(","))].join("\r\n") + "\r\n";
}

/** The column of time: called t, time, or with a unit in brackets; -1 where there is none. */
export const timeColumn = (table: Table): number => table.heads.findIndex((h) => /^(t|time)(\s*[[(]?s[\])]?)?$/i.test(h.trim()));

/** A column at an instant: straight lines between rows, the first and last value outside. */
export function valueAt(t: Float64Array, x: Float64Array, instant: number): number {
  if (t.length === 0) return 0;
  if (!(instant > t[0]!)) return x[0]!;
  let [low, high] = [0, t.length - 1];
  if (instant >= t[high]!) return x[high]!;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= instant) low = middle;
    else high = middle;
  }
  const part = (instant - t[low]!) / (t[high]! - t[low]!);
  return x[low]! + part * (x[high]! - x[low]!);
}

/** LaTeX of an equation with its symbols marked, so that the page knows which name stands where. */

/** What a symbol of the equations is: its name in the document, and the parts that it stands for there. */
export interface Marked {
  name: string;
  parts: readonly string[];
}
export type Table = ReadonlyMap<string, Marked>;

const ACCENTS = ["dot", "ddot", "hat", "bar", "tilde", "vec", "mathrm", "mathbf", "boldsymbol", "mathit"];
/** Commands whose argument is no formula. */
const WORDS = ["text", "operatorname", "textbf"];
const GREEK = /^(alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|psi|omega)$/i;

/** A name or a symbol's LaTeX without spelling: m_cart, m_{\mathrm{cart}} -> mcart; \dot{q}_{1} -> q1. */
export const plain = (text: string): string => text.replace(/\\(d?dot|hat|bar|tilde|vec|math\w+|boldsymbol)\b/g, "").replace(/[\\_{},\s]/g, "");

/** Mark the symbols that the table knows: \htmlData{symbol=k}{...}, k counting `marks`. left: whether the left side may be marked. */
export function mark(latex: string, table: Table, left = true): { latex: string; marks: Marked[] } {
  const marks: Marked[] = [];
  const start = left ? 0 : Math.max(0, latex.indexOf(" = "));
  let out = latex.slice(0, start);
  let at = start;
  let factor = false; // whether what stands before is a factor: a product's factors stand a thin space apart
  while (at < latex.length) {
    const atom = atomAt(latex, at);
    if (!atom) {
      const end = wordAt(latex, at) || at + (/^\\[A-Za-z]+|^\\./.exec(latex.slice(at, at + 40))?.[0].length ?? 1);
      const piece = latex.slice(at, end);
      if (piece !== " ") factor = /^[\d.})]$/.test(piece);
      out += piece;
      at = end;
      continue;
    }
    const known = table.get(plain(latex.slice(at, atom.base)));
    const text = latex.slice(at, atom.end);
    if (factor && out.endsWith(" ")) out += "\\, ";
    out += known ? `\\htmlData{symbol=${marks.push(known) - 1}}{${text}}` : text;
    factor = true;
    at = atom.end;
  }
  return { latex: out, marks };
}

/** The end of \text{...} and its like at a place; 0 where there is none. */
function wordAt(latex: string, at: number): number {
  const name = commandAt(latex, at);
  return name && WORDS.includes(name) ? groupEnd(latex, at + name.length + 1) : 0;
}

const commandAt = (latex: string, at: number): string => (latex[at] === "\\" ? (/^\\([A-Za-z]+)/.exec(latex.slice(at, at + 40))?.[1] ?? "") : "");

/** A letter with its accent and index: where these end, and where its power ends. */
function atomAt(latex: string, at: number): { base: number; end: number } | null {
  const name = commandAt(latex, at);
  let end: number;
  if (name && ACCENTS.includes(name)) end = groupEnd(latex, at + name.length + 1);
  else if (name && GREEK.test(name)) end = at + name.length + 1;
  else if (/[A-Za-z]/.test(latex[at]!)) end = at + 1;
  else return null;
  if (latex[end] === "_") end = groupEnd(latex, end + 1);
  const base = end;
  while (latex[end] === "'") end++;
  if (latex[end] === "^") end = groupEnd(latex, end + 1);
  return { base, end };
}

/** The end of a group {...} or of a single sign. */
function groupEnd(latex: string, at: number): number {
  if (latex[at] !== "{") return at + (commandAt(latex, at).length || 0) + 1;
  let depth = 0;
  for (let k = at; k < latex.length; k++) {
    if (latex[k] === "\\") k++;
    else if (latex[k] === "{") depth++;
    else if (latex[k] === "}" && --depth === 0) return k + 1;
  }
  return latex.length;
}

/** Brackets that do not stretch: a line with them may break at its signs. */
export const breakable = (latex: string): string => latex.replace(/\\(left|right)(?![A-Za-z])\s?/g, "");

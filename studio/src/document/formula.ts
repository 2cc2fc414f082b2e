/**
 * Formulas of the document as the page needs them at once: their value, their names, the unit that was typed. The language is that of
 * docs/formulas.md; whether a document is right is said by the reader alone (its messages), so what this cannot read is just "no value".
 */
import { isMap, type Json, type JsonMap } from "./data";

const UNITS: Readonly<Record<string, number>> = {
  m: 1, km: 1e3, dm: 0.1, cm: 0.01, mm: 1e-3, um: 1e-6, inch: 0.0254, rad: 1, mrad: 1e-3, deg: Math.PI / 180, rev: 2 * Math.PI, rpm: Math.PI / 30,
  kg: 1, g: 1e-3, t: 1e3, s: 1, ms: 1e-3, Hz: 1, N: 1, kN: 1e3, mN: 1e-3, Nm: 1, mNm: 1e-3, J: 1, W: 1,
};
const FUNCTIONS: Readonly<Record<string, (...x: number[]) => number>> = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan, atan2: Math.atan2, sinh: Math.sinh, cosh: Math.cosh,
  tanh: Math.tanh, sqrt: Math.sqrt, exp: Math.exp, log: Math.log, abs: Math.abs, min: Math.min, max: Math.max, sign: Math.sign, hypot: Math.hypot,
};
const SPELLINGS: Readonly<Record<string, string>> = { "^": "**", "·": "*", "×": "*", "−": "-", π: "pi", "°": "deg" };
const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*|[π°])|(\*\*|[-+*/^(),·×−]))/y;

interface Token {
  kind: "number" | "name" | "sign" | "end";
  text: string;
}

/** Values of names in formulas. */
export type Names = Readonly<Record<string, number>>;

function tokens(text: string): Token[] | null {
  const found: Token[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (!match) return null;
    const raw = match[1] ?? match[2] ?? match[3] ?? "";
    found.push({ kind: match[1] ? "number" : match[2] ? "name" : "sign", text: SPELLINGS[raw] ?? raw });
  }
  return [...found, { kind: "end", text: "" }];
}

/** Names in a formula that are neither units behind numbers, functions nor pi. */
export function namesIn(formula: Json | undefined): string[] {
  const words = typeof formula === "string" ? (tokens(formula) ?? []) : [];
  const names = words.filter((w, k) => {
    if (w.kind !== "name" || w.text === "pi") return false;
    const before = words[k - 1];
    const after = words[k + 1];
    if (after?.text === "(" && w.text in FUNCTIONS) return false;
    return !(w.text in UNITS && unitPlace(words, k, before));
  });
  return [...new Set(names.map((w) => w.text))];
}

/** Whether a unit's name stands behind a number or bracket, or behind such a unit (N*m/rad). */
function unitPlace(words: Token[], k: number, before: Token | undefined): boolean {
  if (before?.kind === "number" || before?.text === ")") return true;
  const earlier = words[k - 2];
  return (before?.text === "*" || before?.text === "/") && earlier?.kind === "name" && earlier.text in UNITS && unitPlace(words, k - 2, words[k - 3]);
}

/** The value of a number or formula in SI and radians; null where it has none (unknown names, mistakes). */
export function evaluate(formula: Json | undefined, names: Names = {}): number | null {
  if (typeof formula === "number") return Number.isFinite(formula) ? formula : null;
  if (typeof formula !== "string" || formula.length > 20000) return null;
  const words = tokens(formula);
  if (!words || words[0]?.kind === "end") return null;
  const value = new Parser(words, names).whole();
  return Number.isFinite(value) ? value : null;
}

const PRECEDENCE: Readonly<Record<string, number>> = { "+": 1, "-": 1, "*": 2, "/": 2, "**": 4 };

/** By precedence climbing; NaN stands for "no value". */
class Parser {
  private k = 0;
  constructor(
    private readonly words: Token[],
    private readonly names: Names,
  ) {}

  whole(): number {
    const value = this.sum(1);
    return this.next.kind === "end" ? value : NaN;
  }

  private get next(): Token {
    return this.words[this.k]!;
  }

  private take(text: string): boolean {
    const found = this.next.kind === "sign" && this.next.text === text;
    if (found) this.k++;
    return found;
  }

  private sum(floor: number): number {
    let left = this.prefix();
    for (;;) {
      const sign = this.next.kind === "sign" ? this.next.text : "";
      const strength = PRECEDENCE[sign] ?? 0;
      if (strength < floor || strength === 0) return left;
      this.k++;
      const right = this.sum(sign === "**" ? 3 : strength + 1);
      left = sign === "+" ? left + right : sign === "-" ? left - right : sign === "*" ? left * right : sign === "/" ? left / right : left ** right;
    }
  }

  private prefix(): number {
    if (this.take("-")) return -this.sum(3);
    if (this.take("+")) return this.sum(3);
    if (this.take("(")) {
      const inner = this.sum(1);
      return this.take(")") ? inner * this.unit() : NaN;
    }
    const word = this.next;
    if (word.kind === "end" || word.kind === "sign") return NaN;
    this.k++;
    return word.kind === "number" ? Number(word.text) * this.unit() : this.name(word.text);
  }

  private name(name: string): number {
    if (!this.take("(")) return Object.hasOwn(this.names, name) ? this.names[name]! : name === "pi" ? Math.PI : NaN;
    const args = [this.sum(1)];
    while (this.take(",")) args.push(this.sum(1));
    const f = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    return f && this.take(")") ? f(...args) : NaN;
  }

  private unit(): number {
    let factor = 1;
    let sign = 1;
    for (;;) {
      const word = this.next;
      if (word.kind !== "name" || !Object.hasOwn(UNITS, word.text) || Object.hasOwn(this.names, word.text)) return factor;
      this.k++;
      let power = sign;
      if (this.next.text === "**" && this.words[this.k + 1]?.kind === "number") {
        power *= Number(this.words[this.k + 1]!.text);
        this.k += 2;
      }
      factor *= UNITS[word.text]! ** power;
      const follows = this.words[this.k + 1];
      if ((this.next.text !== "*" && this.next.text !== "/") || follows?.kind !== "name" || !(follows.text in UNITS) || Object.hasOwn(this.names, follows.text)) return factor;
      sign = this.next.text === "/" ? -1 : 1;
      this.k++;
    }
  }
}

/** The unit behind a lone number ("250 mm" -> "mm"); "" where there is none. */
export function unitIn(formula: Json | undefined): string {
  const match = typeof formula === "string" ? /^\s*[-+]?[\d.]+(?:[eE][+-]?\d+)?\s*([A-Za-z°][\w°^*/\s]*)$/.exec(formula) : null;
  return match?.[1]?.trim() ?? "";
}

/** What a person typed, as the document holds it: numbers as numbers, nothing as nothing, all else as it was typed. */
export function typed(text: string): Json | undefined {
  const trimmed = text.trim();
  if (trimmed === "") return undefined;
  return /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(trimmed) && Number.isFinite(Number(trimmed)) ? Number(trimmed) : trimmed;
}

/** A value of the document as text for a field. */
export const shown = (value: Json | undefined): string => (value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value));

/** The value that a declared parameter was given (written as `L: 1` or `L: {value: 1, doc: ..}`); null: none. */
export function givenValue(entry: Json | undefined): Json {
  return (isMap(entry) ? entry.value : entry) ?? null;
}

/** The section that declares parameters; Lagrangians call them constants. */
export const parameterSection = (data: JsonMap): "parameters" | "constants" => ("manifold" in data ? "constants" : "parameters");

/** The document's parameters by name, in order, as they were typed; those written as a list have no values. */
export function parametersOf(data: JsonMap): Record<string, Json> {
  const section = data[parameterSection(data)];
  if (Array.isArray(section)) return Object.fromEntries(section.map((name) => [String(name), null]));
  return isMap(section) ? Object.fromEntries(Object.entries(section).map(([name, entry]) => [name, givenValue(entry)])) : {};
}

/** Values of the parameters, for `evaluate`; those without a value are absent. */
export function parameterValues(data: JsonMap): Record<string, number> {
  const values: Record<string, number> = {};
  for (const [name, given] of Object.entries(parametersOf(data))) {
    const value = evaluate(given, values);
    if (value !== null) values[name] = value;
  }
  return values;
}

/** Whether a word can name a parameter. */
export const isName = (word: string): boolean => /^[A-Za-z_]\w*$/.test(word) && !["pi", "inf", "nan"].includes(word) && !Object.hasOwn(FUNCTIONS, word);

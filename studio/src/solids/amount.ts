/** Numbers that know the formula they came from, where parameters are in it: results stay formulas of those parameters. */
import type { Json } from "@/document/data";
import { evaluate, type Names, namesIn } from "@/document/formula";

/** value = factor * formula, where formula has parameters in it; null: a plain number, then factor is the value. */
export interface Amount {
  value: number;
  factor: number;
  formula: string | null;
}

/** A plain number. */
export const number = (value: number): Amount => ({ value, factor: value, formula: null });
/** Nothing. */
export const ZERO = number(0);

const symbolic = (value: number, formula: string, factor = 1): Amount => ({ value, factor, formula });

/** The value of what is written; throws where it has none. */
export function valueOf(written: Json | undefined, names: Names): number {
  const value = evaluate(written, names);
  if (value === null) throw new Error(written === undefined || written === null ? "a number is missing" : `'${String(written)}' has no value`);
  return value;
}

/** What a document says at some place. */
export function amount(written: Json | undefined, names: Names): Amount {
  const value = valueOf(written, names);
  return namesIn(written).length > 0 ? symbolic(value, bracketed(String(written).trim())) : number(value);
}

/** The sum. */
export function add(...terms: Amount[]): Amount {
  const value = terms.reduce((s, t) => s + t.value, 0);
  const texts = terms.filter((t) => t.formula !== null).map(textOf);
  if (texts.length === 0) return number(value);
  const rest = terms.filter((t) => t.formula === null).reduce((s, t) => s + t.value, 0);
  if (texts.length === 1 && rest === 0) return terms.find((t) => t.formula !== null)!;
  return symbolic(value, `(${[...texts, ...(rest === 0 ? [] : [digits(rest)])].join(" + ").replaceAll("+ -", "- ")})`);
}

/** The product. */
export function multiply(...factors: Amount[]): Amount {
  const value = factors.reduce((p, f) => p * f.value, 1);
  const factor = factors.reduce((p, f) => p * f.factor, 1);
  const texts = factors.filter((f) => f.formula !== null).map((f) => f.formula!);
  return texts.length === 0 || factor === 0 ? number(factor === 0 ? 0 : value) : symbolic(value, texts.join("*"), factor);
}

/** k times x. */
export const scale = (k: number, x: Amount): Amount => multiply(number(k), x);
/** x times x. */
export const square = (x: Amount): Amount => (x.formula === null ? number(x.value ** 2) : symbolic(x.value ** 2, `${bracketed(x.formula)}**2`, x.factor ** 2));
/** a - b; nothing where both are written alike. */
export const subtract = (a: Amount, b: Amount): Amount => (a.formula !== null && textOf(a) === textOf(b) ? ZERO : add(a, scale(-1, b)));

/** a / b. */
export function divide(a: Amount, b: Amount): Amount {
  if (a.formula === null && a.value === 0) return ZERO;
  if (b.formula === null) return scale(1 / b.value, a);
  return symbolic(a.value / b.value, `${a.formula ?? "1"}/${bracketed(b.formula)}`, a.factor / b.factor);
}

/** For the document: a formula, or a number without the noise of its last digits. */
export function written(x: Amount): number | string {
  if (x.formula === null) return rounded(x.value);
  const text = textOf(x);
  return text.startsWith("(") && closesAtEnd(text) ? text.slice(1, -1) : text;
}

/** Twelve digits: more are rounding. */
export const rounded = (x: number): number => (x === 0 ? 0 : Number(x.toPrecision(12)));

/** Its text as a term of a sum. */
function textOf(x: Amount): string {
  if (x.formula === null) return digits(x.value);
  return x.factor === 1 ? x.formula : x.factor === -1 ? `-${x.formula}` : `${digits(x.factor)}*${x.formula}`;
}

const digits = (x: number): string => String(rounded(x));

function bracketed(text: string): string {
  return /^\w+$/.test(text) || (text.startsWith("(") && closesAtEnd(text)) ? text : `(${text})`;
}

/** Whether the first bracket is closed by the last character. */
function closesAtEnd(text: string): boolean {
  let depth = 0;
  for (let k = 0; k < text.length; k++) {
    if (text[k] === "(") depth++;
    if (text[k] === ")" && --depth === 0) return k === text.length - 1;
  }
  return false;
}

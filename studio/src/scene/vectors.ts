/** Formulas of Lagrangians over numbers, vectors and rotations, as far as points of space are written with them. */
import { add, cross, dot, scale, type Vec } from "./rigid";

export type Matrix = [Vec, Vec, Vec];
export type Value = number | Vec | Matrix;
export type Formula = (names: (name: string) => Value) => Value;

/** What cannot be read is not drawn. */
export class Unread extends Error {}

const TOKEN = /\s*(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[A-Za-z_]\w*|\*\*|[-+*/^(),.])/y;

function tokens(text: string): string[] {
  const found: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text);
    if (!match) throw new Unread(text);
    found.push(match[1]!);
  }
  return found;
}

const isVec = (x: Value): x is Vec => Array.isArray(x) && typeof x[0] === "number";
const number = (x: Value): number => {
  if (typeof x !== "number") throw new Unread("a number is wanted");
  return x;
};
const vector = (x: Value): Vec => {
  if (!isVec(x)) throw new Unread("a vector is wanted");
  return x;
};
const transposed = (m: Matrix): Matrix => [0, 1, 2].map((k) => [m[0][k as 0], m[1][k as 0], m[2][k as 0]]) as Matrix;

function plus(a: Value, b: Value): Value {
  if (typeof a === "number" && typeof b === "number") return a + b;
  return add(vector(a), vector(b));
}

function times(a: Value, b: Value): Value {
  if (typeof a === "number") return typeof b === "number" ? a * b : isVec(b) ? scale(b, a) : (b.map((row) => scale(row, a)) as Matrix);
  if (typeof b === "number") return times(b, a);
  if (isVec(a)) throw new Unread("vectors are not multiplied");
  if (isVec(b)) return a.map((row) => dot(row, b)) as Vec;
  const columns = transposed(b);
  return a.map((row) => columns.map((c) => dot(row, c))) as Matrix;
}

const UNITS: Readonly<Record<string, Vec>> = { e1: [1, 0, 0], e2: [0, 1, 0], e3: [0, 0, 1] };
const PLAIN: Readonly<Record<string, (x: number) => number>> = { sin: Math.sin, cos: Math.cos, sqrt: Math.sqrt };

/** A formula that can be asked for its value again and again. */
export function formula(text: string): Formula {
  const reader = new Reader(tokens(text));
  const found = reader.sum();
  if (reader.now !== "") throw new Unread(reader.now);
  return found;
}

class Reader {
  private at = 0;
  constructor(private readonly list: string[]) {}
  get now(): string {
    return this.list[this.at] ?? "";
  }
  private takes(sign: string): boolean {
    if (this.now !== sign) return false;
    this.at++;
    return true;
  }
  private need(sign: string): void {
    if (!this.takes(sign)) throw new Unread(`'${sign}' is missing`);
  }

  sum(): Formula {
    let left = this.product();
    for (;;) {
      const [a, minus] = [left, this.now === "-"];
      if (!this.takes("+") && !this.takes("-")) return left;
      const b = this.product();
      left = (n) => plus(a(n), minus ? times(-1, b(n)) : b(n));
    }
  }

  private product(): Formula {
    let left = this.signed();
    for (;;) {
      const [a, over] = [left, this.now === "/"];
      if (!this.takes("*") && !this.takes("/")) return left;
      const b = this.signed();
      left = (n) => times(a(n), over ? 1 / number(b(n)) : b(n));
    }
  }

  private signed(): Formula {
    if (!this.takes("-")) return this.power();
    const a = this.signed();
    return (n) => times(-1, a(n));
  }

  private power(): Formula {
    const a = this.thing();
    if (!this.takes("**") && !this.takes("^")) return a;
    const b = this.signed();
    return (n) => number(a(n)) ** number(b(n));
  }

  private thing(): Formula {
    const word = this.now;
    this.at++;
    if (word === "(") {
      const inner = this.sum();
      this.need(")");
      return inner;
    }
    if (/^[\d.]/.test(word)) return () => Number(word);
    if (!/^[A-Za-z_]/.test(word)) throw new Unread(`'${word}' is not expected`);
    if (this.takes("(")) return this.call(word);
    if (this.takes(".")) {
      this.need("T");
      return (n) => transposed(n(word) as Matrix);
    }
    return (n) => UNITS[word] ?? n(word);
  }

  private call(name: string): Formula {
    const a = this.sum();
    const b = this.takes(",") ? this.sum() : null;
    this.need(")");
    if (name === "cross" && b) return (n) => cross(vector(a(n)), vector(b(n)));
    if (name === "dot" && b) return (n) => dot(vector(a(n)), vector(b(n)));
    const plain = PLAIN[name];
    if (plain) return (n) => plain(number(a(n)));
    throw new Unread(`${name}() is not known here`);
  }
}

/** Inputs of a call whose bracket opens at `open`, and where it closes. */
export function inputsAt(text: string, open: number): { inputs: string[]; end: number } {
  const inputs: string[] = [];
  let [depth, from] = [0, open + 1];
  for (let k = open; k < text.length; k++) {
    const c = text[k]!;
    if (c === "(" || c === "[") depth++;
    else if (c === ")" || c === "]") depth--;
    if ((c === "," && depth === 1) || depth === 0) {
      inputs.push(text.slice(from, k).trim());
      from = k + 1;
    }
    if (depth === 0) return { inputs, end: k };
  }
  throw new Unread("a bracket is not closed");
}

const LONGEST = 20_000;

/** Sums written out (Sum(i, 1, n, ...)), elements of arrays by their own names (q[2] is q2). sizes: values of n. */
export function expanded(text: string, sizes: Readonly<Record<string, number>>): string {
  let now = text;
  for (let at = now.search(/\bSum\s*\(/); at >= 0; at = now.search(/\bSum\s*\(/)) {
    const { inputs, end } = inputsAt(now, now.indexOf("(", at));
    const [index, low, high, body] = inputs;
    const bound = (x: string) => number(formula(x)((name) => sizes[name] ?? NaN));
    const [from, to] = [bound(low!), bound(high!)];
    if (!index || !body || !(to - from < 100)) throw new Unread("a sum cannot be written out");
    const terms = Array.from({ length: Math.max(0, to - from + 1) }, (_, k) => body.replace(new RegExp(`\\b${index}\\b`, "g"), String(from + k)));
    now = `${now.slice(0, at)}(${terms.join(" + ") || "0"})${now.slice(end + 1)}`;
    if (now.length > LONGEST) throw new Unread("a sum is too long");
  }
  return now.replace(/\b(\w+)\[(\d+)\]/g, "$1$2");
}

/** Terms of a sum, each with its sign. */
export function terms(text: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (let k = 0; k < text.length; k++) {
    const c = text[k]!;
    if (c === "(") depth++;
    else if (c === ")") depth--;
    else if (depth === 0 && (c === "+" || c === "-") && text.slice(from, k).trim() && !/([*/^]\s*|\d[eE])$/.test(text.slice(from, k))) {
      found.push(text.slice(from, k));
      from = k;
    }
  }
  return [...found, text.slice(from)].map((t) => t.trim().replace(/^\+\s*/, "")).flatMap((t) => (t.startsWith("(") && inputsAt(t, 0).end === t.length - 1 ? terms(t.slice(1, -1)) : [t]));
}

/**
 * Numbers as people type them into a document ("L1/2", "250 mm", "30 deg"), evaluated in the page: what is drawn before the desk
 * has answered. The language is that of docs/files.md; the desk's reader is the one that judges.
 */
import { isMap, type Json, type JsonMap } from "./data";

export type Values = Readonly<Record<string, number>>;

const UNITS: Values = {
  m: 1, km: 1e3, dm: 0.1, cm: 0.01, mm: 1e-3, um: 1e-6, inch: 0.0254, rad: 1, mrad: 1e-3, deg: Math.PI / 180, rev: 2 * Math.PI,
  rpm: Math.PI / 30, kg: 1, g: 1e-3, t: 1e3, s: 1, ms: 1e-3, Hz: 1, N: 1, kN: 1e3, mN: 1e-3, Nm: 1, mNm: 1e-3, J: 1, W: 1,
};
const FUNCTIONS: Record<string, (...x: number[]) => number> = {
  sin: Math.sin, cos: Math.cos, tan: Math.tan, asin: Math.asin, acos: Math.acos, atan: Math.atan, atan2: Math.atan2, sqrt: Math.sqrt,
  exp: Math.exp, log: Math.log, abs: Math.abs, min: Math.min, max: Math.max, sign: Math.sign, hypot: Math.hypot,
};
const SPELLINGS: Record<string, string> = { "^": "**", "·": "*", "×": "*", "−": "-", "π": "pi", "°": "deg" };
const TOKEN = /\s*(?:((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*|[π°])|(\*\*|[-+*/^(),·×−]))/y;
const DEEPEST = 60;

/** What is wrong with a formula. */
export class FormulaError extends Error {}

interface Token {
  kind: "number" | "name" | "sign" | "end";
  text: string;
}

/** The value of a number or formula; throws FormulaError where it has none. */
export function evaluate(written: Json | undefined, names: Values = {}): number {
  if (typeof written === "number" && Number.isFinite(written)) return written;
  if (typeof written !== "string" || written.length > 2000) throw new FormulaError("a number or a formula is missing");
  const value = new Parser(written, names).result();
  if (!Number.isFinite(value)) throw new FormulaError(`'${written}' has no finite value`);
  return value;
}

/** Names of parameters that a formula uses. */
export function namesIn(written: Json | undefined, names: Iterable<string>): string[] {
  if (typeof written !== "string") return [];
  const found = new Set(written.match(/[A-Za-z_]\w*/g) ?? []);
  return [...names].filter((n) => found.has(n));
}

/** Values of a document's parameters; those without one are left out. */
export function parameterValues(data: JsonMap): Values {
  const made: Record<string, number> = {};
  for (const [name, written] of Object.entries(isMap(data.parameters) ? data.parameters : {})) {
    try {
      made[name] = evaluate(isMap(written) ? written.value : written);
    } catch {
      continue; // a symbol without a value, or one whose formula the desk complains of
    }
  }
  return made;
}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const m = TOKEN.exec(text);
    if (!m) throw new FormulaError(`'${text.slice(at).trim().charAt(0)}' in '${text}' is not understood`);
    const raw = m[1] ?? m[2] ?? m[3] ?? "";
    found.push({ kind: m[1] !== undefined ? "number" : m[2] !== undefined ? "name" : "sign", text: SPELLINGS[raw] ?? raw });
  }
  return [...found, { kind: "end", text: "" }];
}

class Parser {
  private readonly tokens: Token[];
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly names: Values,
  ) {
    this.tokens = tokens(text);
  }

  result(): number {
    const value = this.sum();
    if (this.next.kind !== "end") throw this.wrong(`'${this.next.text}' is not expected`);
    return value;
  }

  private get next(): Token {
    return this.tokens[this.at] ?? { kind: "end", text: "" };
  }

  private take(text: string): boolean {
    const found = this.next.kind === "sign" && this.next.text === text;
    if (found) this.at++;
    return found;
  }

  private sum(): number {
    if (++this.depth > DEEPEST) throw this.wrong("it is nested too deeply");
    let value = this.product();
    for (;;) {
      if (this.take("+")) value += this.product();
      else if (this.take("-")) value -= this.product();
      else break;
    }
    this.depth--;
    return value;
  }

  private product(): number {
    let value = this.signed();
    for (;;) {
      if (this.take("*")) value *= this.signed();
      else if (this.take("/")) value /= this.signed();
      else return value;
    }
  }

  private signed(): number {
    if (this.take("-")) return -this.signed();
    if (this.take("+")) return this.signed();
    const base = this.atom();
    return this.take("**") ? base ** this.signed() : base;
  }

  private atom(): number {
    const token = this.next;
    this.at++;
    if (token.kind === "number") return this.unit(Number(token.text));
    if (token.kind === "sign" && token.text === "(") {
      const inner = this.sum();
      if (!this.take(")")) throw this.wrong("a bracket is not closed");
      return this.unit(inner);
    }
    if (token.kind !== "name") throw this.wrong("a number or a name is missing");
    if (this.take("(")) return this.call(token.text);
    if (Object.hasOwn(this.names, token.text)) return this.names[token.text]!;
    if (token.text === "pi") return Math.PI;
    throw this.wrong(`'${token.text}' has no value`);
  }

  private call(name: string): number {
    const f = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!f) throw this.wrong(`'${name}' is no function`);
    const given = [this.sum()];
    while (this.take(",")) given.push(this.sum());
    if (!this.take(")")) throw this.wrong("a bracket is not closed");
    return f(...given);
  }

  /** A number or bracket with the unit behind it: mm, m/s^2, N*m/rad. */
  private unit(value: number): number {
    let sign = 1;
    let at = this.at;
    for (;;) {
      const token = this.tokens[at];
      if (token?.kind !== "name" || !Object.hasOwn(UNITS, token.text) || Object.hasOwn(this.names, token.text)) return value;
      this.at = at + 1;
      value *= UNITS[token.text]! ** (sign * this.power());
      const then = this.next;
      if (then.kind === "sign" && then.text !== "*" && then.text !== "/") return value;
      sign = then.text === "/" ? -1 : 1;
      at = this.at + (then.kind === "sign" ? 1 : 0);
    }
  }

  private power(): number {
    if (!this.take("**")) return 1;
    const sign = this.take("-") ? -1 : 1;
    const token = this.next;
    if (token.kind !== "number") throw this.wrong("a unit needs a whole exponent");
    this.at++;
    return sign * Number(token.text);
  }

  private wrong(what: string): FormulaError {
    return new FormulaError(`'${this.text}': ${what}`);
  }
}

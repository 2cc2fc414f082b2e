/** Where in the document a sentence of the reader speaks of: "entry 2 of com of body 'upper': ..." is bodies/upper/com/1. */
import { at, type JsonMap, type Path } from "./data";
import { lineOf, pathAtLine } from "./text";

const SECTIONS: Readonly<Record<string, string>> = {
  body: "bodies",
  joint: "joints",
  frame: "frames",
  loop: "close",
  gear: "gears",
  tendon: "tendons",
  parameter: "parameters",
  "coupling of joint": "couplings",
};
const SENTENCE = /(?:\bentry (\d+) of )?((?:\b['\w]+ of )*)\b(coupling of joint|body|joint|frame|loop|gear|tendon|parameter) '([^']+)'/;

/** The place that a sentence names, as far as the document has it. */
export function placeInSentence(what: string, data: JsonMap): Path | null {
  const match = SENTENCE.exec(what);
  if (!match) return null;
  const [, entry, keys = "", kind = "", name = ""] = match;
  const part = [SECTIONS[kind]!, name];
  if (at(data, part) === undefined) return null;
  const words = keys.replaceAll("'", "").split(" of ").filter(Boolean).reverse();
  const path: Path = [...part, ...words];
  if (words.length > 0 && entry) path.push(Number(entry) - 1);
  return path;
}

/** The place of a message: named by its sentence, else by its line. On a line with several keys the line tells the part only. */
export function placeOf(message: { what: string; line: number | null }, data: JsonMap, text: string): Path | null {
  const named = placeInSentence(message.what, data);
  if (named) return named;
  if (message.line === null) return null;
  const path = pathAtLine(text, message.line);
  const begins = path.findIndex((_, k) => lineOf(text, path.slice(0, k + 1)) === message.line);
  return begins >= 0 ? path.slice(0, Math.max(begins + 1, Math.min(2, path.length))) : path.slice(0, 2);
}

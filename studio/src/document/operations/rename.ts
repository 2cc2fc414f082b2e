/** A part gets another name, everywhere it is named. */
import { type JsonMap, partOf, pathOf } from "../data";
import { graphOf, namesOf, nodeOf } from "./graph";
import { type Named, renamed, sectionOf } from "./names";
import { type Outcome, step } from "./outcome";

/** Rename a body, joint, frame or link. */
export function rename(data: JsonMap, part: string, wanted: string): Outcome {
  const name = wanted.trim();
  const section = sectionOf(part);
  const path = pathOf(part);
  const old = path.at(-1)!;
  if (section === null) return { refused: part === "world" ? "the world is called world" : "this has no name of its own" };
  if (section === "couplings") return { refused: "a coupling is known by the joint that follows: rename that joint" };
  if (!nodeOf(graphOf(data), part)) return { refused: "this comes from a table of the document: write it as joints first" };
  if (name === old) return step(`rename ${old}`, data, data, [part]);
  const wrong = unusable(data, section, name);
  if (wrong) return { refused: wrong };
  const made = renamed(data, (s, n) => (s === section && n === old ? name : n));
  return step(`rename ${old} to ${name}`, data, made, [partOf([...path.slice(0, -1), name])]);
}

function unusable(data: JsonMap, section: Named, name: string): string | null {
  if (name === "") return "a name has at least one character";
  if (name === "world") return "world is the name of the world";
  if (/[\u0000-\u001f]/.test(name)) return "a name is one line of text";
  if (section === "joints" && !/^[A-Za-z_][\w.-]*$/.test(name)) return `'${name}': a joint's name has letters, digits, _ and -, so that formulas and code can use it`;
  return namesOf(data).has(name) ? `something is called ${name} already` : null;
}

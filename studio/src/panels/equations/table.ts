/** The symbols of a model's equations: what q1, L1 or Omega stand for in the document. */
import type { Report } from "@/backend/protocol";
import { at, type JsonMap, mapAt, partOf, pathOf } from "@/document/data";
import { symbolsIn, usersOf } from "@/document/symbols";
import { type Marked, plain, type Table } from "./latex";

interface Variable {
  name: string;
  velocity?: string;
  variation?: string;
}

/** Symbol without spelling -> its name in the document and the parts that it stands for. */
export function symbolTable(data: JsonMap, report: Report): Table {
  const table = new Map<string, Marked>();
  const know = (spelling: string, name: string, parts: string[]) => table.set(plain(spelling), { name, parts: parts.filter((part) => at(data, pathOf(part)) !== undefined) });
  const { tree, closure } = report;
  const lagrangian = report.lagrangian as { variables?: Variable[]; inputs?: { name: string }[] } | null;
  const numbered = (letter: string, k: number, joint: string) => {
    const child = tree?.joints.find((j) => j.name === joint)?.child;
    know(`${letter}${k + 1}`, joint, [...(child ? [partOf(["bodies", child])] : []), partOf(["joints", joint])]);
  };
  if (closure) {
    const jointsOf = (key: string) => (closure[key] as string[] | undefined) ?? [];
    jointsOf("dependent").forEach((name, k) => numbered("theta", k, name.split(".")[0]!));
    for (const letter of ["q", "v", "a", "tau"]) jointsOf("free").forEach((name, k) => numbered(letter, k, name.split(".")[0]!));
  } else
    for (const joint of tree?.joints ?? []) {
      for (const k of joint.q ?? []) numbered("q", k, joint.name);
      for (const k of joint.v ?? []) for (const letter of ["v", "a", "tau"]) numbered(letter, k, joint.name);
    }
  for (const v of lagrangian?.variables ?? []) {
    const part = [partOf(["manifold", v.name])];
    for (const spelling of [v.name, v.velocity ?? v.name, v.variation ?? v.name]) know(spelling, v.name, part);
    const bare = v.velocity?.replace(/_.*/, "");
    if (bare && (lagrangian?.variables ?? []).filter((x) => x.velocity?.startsWith(`${bare}_`)).length === 1) know(bare, v.name, part);
  }
  for (const i of lagrangian?.inputs ?? []) know(i.name, i.name, [partOf(["inputs", i.name])]);
  const section = Object.keys(mapAt(data, ["constants"]));
  for (const name of Object.keys(symbolsIn(data))) know(name, name, [...usersOf(data, name), partOf([section.includes(name) ? "constants" : "parameters", name])]);
  return table;
}

/** Groups: boxes of the diagram that hold parts together and may be folded. They say nothing about the robot. */
import { isMap, type JsonMap, mapAt, partOf } from "../data";
import { withAt } from "./at";
import { graphOf, nodeOf } from "./graph";
import { type Outcome, step } from "./outcome";

export interface Group {
  name: string;
  part: string;
  members: string[];
  collapsed: boolean;
}

/** The groups of a document. */
export function groupsOf(data: JsonMap): Group[] {
  return Object.entries(mapAt(data, ["studio", "groups"])).map(([name, g]) => ({
    name,
    part: partOf(["studio", "groups", name]),
    members: isMap(g) && Array.isArray(g.members) ? g.members.map(String) : [],
    collapsed: isMap(g) && g.collapsed === true,
  }));
}

/** Put parts into a new group; they leave the groups they were in. */
export function group(data: JsonMap, parts: readonly string[]): Outcome {
  const graph = graphOf(data);
  const members = parts.filter((p) => p !== "world" && nodeOf(graph, p));
  if (members.length === 0) return { refused: "select the parts to put into a group first" };
  const old = groupsOf(data);
  let k = 1;
  while (old.some((g) => g.name === `group${k}`)) k++;
  let made = data;
  for (const g of old) {
    const rest = g.members.filter((m) => !members.includes(m));
    made = withAt(made, ["studio", "groups", g.name], rest.length > 0 ? { members: rest, collapsed: g.collapsed } : undefined);
  }
  made = withAt(made, ["studio", "groups", `group${k}`], { members, collapsed: false });
  return step(`group ${members.length === 1 ? "one part" : `${members.length} parts`}`, data, made, [partOf(["studio", "groups", `group${k}`])]);
}

/** Dissolve the groups that are selected or hold something selected; their parts stay. */
export function ungroup(data: JsonMap, parts: readonly string[]): Outcome {
  const found = groupsOf(data).filter((g) => parts.includes(g.part) || g.members.some((m) => parts.includes(m)));
  if (found.length === 0) return { refused: "nothing that is selected is in a group" };
  let made = data;
  for (const g of found) made = withAt(made, ["studio", "groups", g.name], undefined);
  return step(`ungroup ${found.map((g) => g.name).join(", ")}`, data, made, found.flatMap((g) => g.members));
}

/** Fold or unfold a group. */
export function fold(data: JsonMap, name: string): Outcome {
  const g = groupsOf(data).find((x) => x.name === name);
  if (!g) return { refused: `there is no group ${name}` };
  const made = withAt(data, ["studio", "groups", name], { members: g.members, collapsed: !g.collapsed });
  return step(`${g.collapsed ? "unfold" : "fold"} ${name}`, data, made, [g.part]);
}

/** Lists of the robot that name parts (wrenches, actuated, start, alike): entries of parts that are not connected wait beside it. */
import { isMap, type Json, type JsonMap, mapAt } from "../data";
import { withAt } from "./at";
import { LOOSE } from "./graph";

/** Whether a name is part of the robot. */
export type There = (name: string) => boolean;

const LISTS = ["wrenches", "actuated"] as const;

/** Entries of the robot's lists that name what is gone from it go to studio.loose. */
export function mentionsAside(data: JsonMap, gone: There): JsonMap {
  let made = data;
  for (const key of LISTS) {
    const list = made[key];
    if (!Array.isArray(list)) continue;
    const out = list.filter((x) => gone(String(x)));
    if (out.length > 0) made = aside(made, key, [...listAt(made, key), ...out], list.filter((x) => !gone(String(x))));
  }
  const start = Object.entries(mapAt(made, ["start"]));
  const waiting = start.filter(([k]) => gone(stem(k)));
  if (waiting.length > 0) {
    made = withAt(made, [...LOOSE, "start"], { ...mapAt(made, [...LOOSE, "start"]), ...Object.fromEntries(waiting) });
    made = withAt(made, ["start"], waiting.length === start.length ? undefined : Object.fromEntries(start.filter(([k]) => !gone(stem(k)))));
  }
  const alike = made.alike;
  if (Array.isArray(alike)) {
    const out = alike.filter((g) => namesIn(g).some(gone));
    if (out.length > 0) made = aside(made, "alike", [...listAt(made, "alike"), ...out], alike.filter((g) => !namesIn(g).some(gone)));
  }
  for (const key of ["platform", "root"]) {
    const name = made[key];
    if (typeof name === "string" && gone(name)) made = withAt(withAt(made, [...LOOSE, key], name), [key], undefined);
  }
  return made;
}

/** Entries that wait and whose parts are there go back into the robot's lists. */
export function mentionsBack(data: JsonMap, there: There): JsonMap {
  let made = data;
  for (const key of [...LISTS, "alike"]) {
    const wait = listAt(made, key);
    const ready = wait.filter((x) => namesIn(x).every(there));
    if (ready.length === 0) continue;
    const now = Array.isArray(made[key]) ? made[key] : [];
    made = aside({ ...made, [key]: [...now, ...ready] }, key, wait.filter((x) => !ready.includes(x)), [...now, ...ready]);
  }
  for (const [key, value] of Object.entries(mapAt(made, [...LOOSE, "start"]))) {
    if (there(stem(key))) made = withAt(withAt(made, ["start", key], value), [...LOOSE, "start", key], undefined);
  }
  for (const key of ["platform", "root"]) {
    const name = mapAt(made, [...LOOSE])[key];
    if (typeof name === "string" && there(name) && made[key] === undefined) made = withAt(withAt(made, [key], name), [...LOOSE, key], undefined);
  }
  return made;
}

function aside(data: JsonMap, key: string, waiting: Json[], staying: Json[]): JsonMap {
  const made = withAt(data, [key], staying.length > 0 ? staying : undefined);
  return withAt(made, [...LOOSE, key], waiting.length > 0 ? waiting : undefined);
}

const listAt = (data: JsonMap, key: string): Json[] => {
  const found = mapAt(data, [...LOOSE])[key];
  return Array.isArray(found) ? found : [];
};
const namesIn = (x: Json): string[] => (Array.isArray(x) ? x.map(String) : isMap(x) ? [] : [String(x)]);
/** "ball.x" is a coordinate of the joint ball. */
const stem = (key: string): string => (key.includes(".") ? key.slice(0, key.lastIndexOf(".")) : key);

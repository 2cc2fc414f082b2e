/** What an operation gives: a named step with what to select after it, or a sentence why it cannot be done. */
import { isMap, type Json, type JsonMap, type Patch, put, same } from "../data";

export interface Edit {
  label: string;
  patches: Patch[];
  /** Parts of the document to select afterwards. */
  select: string[];
  /** What the person should know beyond the label. */
  said?: string;
}
export interface Refused {
  refused: string;
}
export type Outcome = Edit | Refused;

/** Whether an operation was refused. */
export const isRefused = (x: Outcome | JsonMap): x is Refused => typeof (x as Partial<Refused>).refused === "string";

/** The step from one document to another. */
export function step(label: string, before: JsonMap, after: JsonMap, select: string[], said?: string): Edit {
  return { label, patches: difference(before, after), select, ...(said ? { said } : {}) };
}

/** Patches that lead from one map to another, order of keys included; small where the change is small. */
export function difference(before: JsonMap, after: JsonMap, path: string[] = []): Patch[] {
  const gone = Object.keys(before).filter((k) => !Object.hasOwn(after, k));
  const kept = Object.keys(before).filter((k) => Object.hasOwn(after, k));
  const wanted = Object.keys(after);
  if (path.length > 0 && !kept.every((k, n) => wanted[n] === k)) return [{ path, before, after }];
  let now = before;
  const patches: Patch[] = [];
  const take = (p: Patch) => {
    patches.push({ ...p, path: [...path, ...p.path] });
  };
  for (const key of gone.reverse()) {
    take(put(now, [key], undefined));
    now = Object.fromEntries(Object.entries(now).filter(([k]) => k !== key));
  }
  for (const [key, value] of Object.entries(after)) {
    const old = before[key];
    if (same(old, value)) continue;
    if (isMap(old) && isMap(value)) patches.push(...difference(old, value, [...path, key]));
    else take({ path: [key], before: old, after: value as Json, index: wanted.indexOf(key) });
  }
  return patches;
}

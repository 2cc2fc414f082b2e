/** Steps back and forth, without end. A step is named, made of patches, and knows the text before and after it. */
import { apply, hashOf, inverse, type JsonMap, type Patch } from "./data";
import { write } from "./text";

export interface Step {
  label: string;
  patches: Patch[];
  textBefore: string;
  textAfter: string;
}

/** The document now, how it came about, and what was undone. */
export interface Edited {
  data: JsonMap;
  text: string;
  hash: string;
  past: readonly Step[];
  future: readonly Step[];
}

export function opened(data: JsonMap, text: string): Edited {
  return { data, text, hash: hashOf(data), past: [], future: [] };
}

/** One more step. merge: joined with the last step where that has the same label (a slider, letters typed into one field). */
export function edit(now: Edited, label: string, patches: Patch[], options: { text?: string; merge?: boolean } = {}): Edited {
  const data = apply(now.data, patches);
  const hash = hashOf(data);
  const text = options.text ?? write(data, now.text);
  if (hash === now.hash && text === now.text) return now;
  const last = now.past.at(-1);
  const joined = options.merge === true && last?.label === label && now.future.length === 0;
  const step: Step = joined
    ? { label, patches: [...last.patches, ...patches], textBefore: last.textBefore, textAfter: text }
    : { label, patches, textBefore: now.text, textAfter: text };
  return { data, text, hash, past: [...(joined ? now.past.slice(0, -1) : now.past), step], future: [] };
}

export function undo(now: Edited): Edited {
  const step = now.past.at(-1);
  if (!step) return now;
  const data = apply(now.data, inverse(step.patches));
  return { data, text: step.textBefore, hash: hashOf(data), past: now.past.slice(0, -1), future: [step, ...now.future] };
}

export function redo(now: Edited): Edited {
  const [step, ...future] = now.future;
  if (!step) return now;
  const data = apply(now.data, step.patches);
  return { data, text: step.textAfter, hash: hashOf(data), past: [...now.past, step], future };
}

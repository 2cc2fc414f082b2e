/** What keys, menus and gestures of the diagram do: operations on the selected parts. */
import type { JsonMap } from "@/document/data";
import { positioned, usualTarget } from "@/document/operations/add";
import { copied, duplicate, pasted } from "@/document/operations/fragment";
import { groupsOf, group, ungroup } from "@/document/operations/groups";
import { step } from "@/document/operations/outcome";
import { hangingBelow, remove, removeAndReparent } from "@/document/operations/remove";
import { perform } from "@/store/perform";
import { data, say, studio } from "@/store/studio";
import { elementsOf, type PartNode } from "./elements";
import { diagram, fitAll, focusPart } from "./state";

const chosen = (): readonly string[] => studio.get().selection;

/** Remember where parts were dragged to: one step. */
export function moveParts(nodes: readonly PartNode[]): void {
  const now = data();
  const parts = nodes.filter((n) => n.data.kind !== "group");
  let made: JsonMap = now;
  for (const n of parts) made = positioned(made, n.id, [n.position.x, n.position.y]);
  place(now, made, parts.length === 1 ? `move ${parts[0]!.data.name}` : `move ${parts.length} parts`);
}

/** Move a group by where its box was dragged to. */
export function moveGroup(box: PartNode): void {
  const now = data();
  const { nodes } = shown(now);
  const old = nodes.find((n) => n.id === box.id);
  if (!old) return;
  shift(allOf(box.id), box.position.x - old.position.x, box.position.y - old.position.y, `move ${box.data.name}`);
}

const shown = (now: JsonMap) => elementsOf({ data: now, messages: null, lit: [], report: studio.get().good?.checked.report ?? null });

/** The parts that a selected one stands for: a group's are its members. */
function allOf(part: string): string[] {
  return groupsOf(data()).find((g) => g.part === part)?.members ?? [part];
}

function shift(parts: readonly string[], dx: number, dy: number, label: string, merge = false): void {
  const now = data();
  const without = groupsOf(now).length > 0 ? { ...now, studio: { ...(now.studio as JsonMap), groups: {} } } : now;
  const { nodes } = shown(without);
  let made: JsonMap = now;
  for (const n of nodes) if (parts.includes(n.id)) made = positioned(made, n.id, [n.position.x + dx, n.position.y + dy]);
  place(now, made, label, merge);
}

function place(now: JsonMap, made: JsonMap, label: string, merge = false): void {
  const edit = step(label, now, made, [...chosen()]);
  if (edit.patches.length > 0) perform(edit, merge);
}

/** Move the selected parts by keys. */
export function nudge(dx: number, dy: number): void {
  shift(chosen().flatMap(allOf), dx, dy, "move by keys", true);
}

/** Forget where parts were put: the tree from left to right again. */
export function layOut(): void {
  const now = data();
  const studioKey = now.studio as JsonMap | undefined;
  if (studioKey?.positions !== undefined) {
    const { positions: _, ...rest } = studioKey;
    const made: JsonMap = { ...now };
    if (Object.keys(rest).length > 0) made.studio = rest;
    else delete made.studio;
    perform(step("lay out", now, made, [...chosen()]));
  }
  fitAll();
}

/** Delete the selection; a body with others below it asks first. */
export function removeSelected(): void {
  const parts = chosen();
  const groups = groupsOf(data()).filter((g) => parts.includes(g.part));
  const all = [...new Set([...parts.filter((p) => !groups.some((g) => g.part === p)), ...groups.flatMap((g) => g.members)])];
  const below = all.length === 1 ? hangingBelow(data(), all[0]!) : null;
  if (below && below.below > 0) diagram.set({ dialog: { kind: "delete", part: all[0]!, ...below } });
  else perform(remove(data(), all));
}

/** The body goes with all below it. */
export const removeSubtree = (part: string): boolean => perform(remove(data(), [part]));
/** The body goes, what hung on it hangs on the body before. */
export const removeKeepingRest = (part: string): boolean => perform(removeAndReparent(data(), part));

/** A second one of what is selected. */
export function duplicateSelected(): void {
  perform(duplicate(data(), chosen()));
}

/** A box around what is selected. */
export function groupSelected(): void {
  perform(group(data(), chosen()));
}

/** Without the boxes around what is selected. */
export function ungroupSelected(): void {
  perform(ungroup(data(), chosen()));
}

let own = "";

/** Copy the selected parts to the system's clipboard. */
export async function copySelected(cut = false): Promise<void> {
  const found = copied(data(), chosen());
  if (!found) return say("select a body or a joint to copy");
  own = found.text;
  try {
    await navigator.clipboard.writeText(found.text);
  } catch {
    say("the browser keeps its clipboard closed: copied for this page only");
  }
  if (cut) removeSelected();
  else say(`${found.count} parts copied`);
}

/** Paste parts from the clipboard, onto the selected body. */
export async function pasteParts(): Promise<void> {
  let text = own;
  try {
    text = (await navigator.clipboard.readText()) || own;
  } catch {
    // a browser that does not give its clipboard: what was copied in this page
  }
  perform(pasted(data(), text, usualTarget(data(), chosen())));
  const last = chosen().at(-1);
  if (last) focusPart(last);
}

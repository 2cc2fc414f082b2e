/** The one store: the document with its history, the selection, and what the desk said of the document. */
import type { Checked, Message } from "@/backend/protocol";
import { apply, at, type Json, type JsonMap, type Patch, type Path, partOf, pathOf, put } from "@/document/data";
import { edit, type Edited, opened, redo as redone, undo as undone } from "@/document/history";
import { settled } from "@/document/operations/loose";
import { difference } from "@/document/operations/outcome";
import { read, type TextError, write } from "@/document/text";
import { massPatches } from "@/solids/follow";
import { createStore, useStore } from "./state";

export const EMPTY: JsonMap = { linkwright: 1, name: "untitled", gravity: [0, 0, -9.81], parameters: {}, joints: {}, bodies: {} };

/** The last document that could be read as a mechanism, and what was said of it. */
export interface Good {
  hash: string;
  text: string;
  data: JsonMap;
  checked: Checked;
}

export interface StudioState {
  edited: Edited;
  /** Text that is being typed and is no document yet; the model stays the last good one. */
  draft: { text: string; errors: TextError[] } | null;
  /** Parts of the document ("joints/shoulder"), the last one is the main one. */
  selection: readonly string[];
  /** Symbols (parameters, coordinates) that light up with the selection or under the pointer. */
  lit: readonly string[];
  good: Good | null;
  /** Of the document as it is now; null while it is being checked. */
  messages: readonly Message[] | null;
  /** Why the last good document cannot run (its inputs, its start); empty where it can. */
  runMessages: readonly Message[];
  /** savedText: as the file has it, comments included. */
  file: { name: string; savedText: string; onDisk: boolean };
  /** A sentence for the status line and screen readers; id tells two equal ones apart. */
  said: { text: string; id: number };
}

const start = opened(EMPTY, write(EMPTY));
export const studio = createStore<StudioState>({
  edited: start,
  draft: null,
  selection: [],
  lit: [],
  good: null,
  messages: null,
  runMessages: [],
  file: { name: "untitled.yaml", savedText: start.text, onDisk: false },
  said: { text: "", id: 0 },
});

export const useStudio = <S>(select: (now: StudioState) => S): S => useStore(studio, select);
export const useDocument = (): JsonMap => useStudio((s) => s.edited.data);

/** The document now. */
export const data = (): JsonMap => studio.get().edited.data;

function become(edited: Edited): void {
  studio.set({ edited, draft: null, messages: edited.hash === studio.get().edited.hash ? studio.get().messages : null });
}

/** Change the document by one named step; masses follow solids, what was not connected and is now becomes part of the robot. All edits of all panels come through here (or `setText`). */
export function change(label: string, patches: Patch[], options: { merge?: boolean; select?: string[] } = {}): void {
  const before = studio.get().edited;
  const typed = apply(before.data, patches);
  const masses = massPatches(before.data, typed);
  const after = apply(typed, masses);
  const whole = settled(after);
  become(edit(before, label, [...patches, ...masses, ...(whole === after ? [] : difference(after, whole))], options));
  if (options.select) select(options.select);
  else if (whole !== after) select(studio.get().selection.map((part) => (at(whole, pathOf(part)) === undefined ? part.replace(/^studio\/loose\//, "") : part)));
}

/** Set one place of the document; undefined removes it. */
export function setAt(label: string, path: Path, value: Json | undefined, merge = false): void {
  change(label, [put(data(), path, value)], { merge });
}

/** The text editor's edit: one step where it is a document (merge: with the text edit before); else the last good one stays and the errors are told. */
export function setText(text: string, merge = true): void {
  const found = read(text);
  if (!found.ok) return studio.set({ draft: { text, errors: found.errors } });
  const now = studio.get().edited;
  become(edit(now, "edit the text", [{ path: [], before: now.data, after: found.data }], { text, merge }));
}

/** Another document in place of this one: a file, an example, a share link. Its history begins here. */
export function open(text: string, name: string, onDisk = false): TextError[] {
  const found = read(text);
  if (!found.ok) return found.errors;
  const edited = opened(found.data, text);
  studio.set({ edited, draft: null, selection: [], lit: [], good: null, messages: null, runMessages: [], file: { name, savedText: edited.text, onDisk } });
  return [];
}

export function undo(): void {
  const label = studio.get().edited.past.at(-1)?.label;
  become(undone(studio.get().edited));
  if (label) say(`undone: ${label}`);
}

export function redo(): void {
  become(redone(studio.get().edited));
  const label = studio.get().edited.past.at(-1)?.label;
  if (label) say(`done again: ${label}`);
}

export function select(parts: readonly string[]): void {
  studio.set({ selection: parts });
}

export const selectPath = (path: Path): void => select([partOf(path)]);

export function light(symbols: readonly string[]): void {
  studio.set({ lit: symbols });
}

/** Tell something: in the status line, and to screen readers. */
export function say(text: string): void {
  studio.set((s) => ({ said: { text, id: s.said.id + 1 } }));
}

export const isUnsaved = (s: StudioState): boolean => (s.draft?.text ?? s.edited.text) !== s.file.savedText;

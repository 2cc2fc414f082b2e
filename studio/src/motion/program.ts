/** The generated program of every good document: asked for, loaded, and replaced only where the motion depends on the change. */
import { ask, Cancelled } from "@/backend/backend";
import { connection } from "@/backend/connection";
import type { Message } from "@/backend/protocol";
import { hashOf, type JsonMap } from "@/document/data";
import { type Good, studio, type StudioState } from "@/store/studio";
import { deck } from "./deck";
import { caughtUp, clear, refresh, refuse, setParameters, take } from "./player";
import { changedNumbers, moving, setupOf } from "./setup";
import { recallSignals } from "./signals";
import { motion, type Program, type ProgramFunctions } from "./state";

const NONE: readonly Message[] = [];
const WAIT = 250; // ms after the last move of a slider, before start values that depend on it are asked for

/** The document that the program's parameters are those of, and the text of the program. */
let source: { data: JsonMap; javascript: string } | null = null;
/** What was asked for last, and why there is no program of it; empty where there is. */
let asked = "";
let refused = "";
/** What the program that is there was generated from. */
let loaded = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begin to follow the document; called once. */
export function startMotion(): void {
  void recallSignals();
  let seen: StudioState | null = null;
  const look = () => {
    const now = studio.get();
    const before = seen;
    if (before?.edited === now.edited && before.good === now.good && before.messages === now.messages) return;
    seen = now;
    if (now.good === null && before?.good) forget();
    if (before?.edited.data !== now.edited.data) {
      moveNumbers(now.edited.data);
      deck.pending = isBehind(now.edited.data);
    }
    judge(now);
  };
  studio.subscribe(look);
  look();
}

/** Whether the program is not that of a document, nor that of one that differs by values of parameters only. */
const isBehind = (data: JsonMap): boolean => source !== null && hashOf(moving(data)) !== loaded && changedNumbers(source.data, data) === null;

function forget(): void {
  source = null;
  asked = refused = loaded = "";
  clear();
}

/** Numbers of parameters act at once, before the desk has heard of them. */
function moveNumbers(data: JsonMap): void {
  if (!source) return;
  const numbers = changedNumbers(source.data, data);
  if (numbers && Object.keys(numbers).length > 0 && setParameters(numbers)) source = { ...source, data };
}

/** A document with an error is not played: its last good model is only to be seen. Without a server, sliders still move the last one. */
function judge({ edited, good, messages }: StudioState): void {
  const current = good?.hash === edited.hash;
  const error = current ? undefined : messages?.find((m) => m.severity === "error");
  const alone = connection.get().state !== "there" && source !== null && !isBehind(edited.data);
  if (error && alone) refuse(refused);
  else if (error) refuse(sentence([error]));
  else if (current && hashOf(moving(good.data)) === asked) refuse(refused);
  else if (current) follow(good);
}

const sentence = (messages: readonly Message[]): string => messages.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`).join("; ");

function follow(good: Good): void {
  asked = hashOf(moving(good.data));
  refused = "";
  clearTimeout(timer);
  const key = asked;
  const quiet = source !== null && changedNumbers(source.data, good.data) !== null;
  if (quiet) timer = setTimeout(() => void request(good, key), WAIT);
  else void request(good, key);
}

async function request(good: Good, key: string): Promise<void> {
  try {
    const { speed: _, ...run } = setupOf(good.data);
    const answer = await ask("program", { document: good.text, run });
    if (asked !== key) return;
    studio.set({ runMessages: answer.ok ? NONE : answer.messages });
    if (!answer.ok) return refuse((refused = sentence(answer.messages) || "the desk has no program for this document"));
    const before = motion.get().program;
    const same = source?.javascript === answer.javascript && before !== null;
    const functions = same ? before.functions : await load(answer.javascript);
    if (asked !== key) return;
    source = { data: good.data, javascript: answer.javascript };
    const program: Program = { hash: good.hash, layout: answer.layout, functions };
    refused = answer.layout.tree.nv === 0 ? "nothing moves: no joint has a degree of freedom" : "";
    if (same) refresh(program);
    else take(program);
    refuse(refused);
    loaded = key;
    moveNumbers(studio.get().edited.data);
    if (!isBehind(studio.get().edited.data)) caughtUp();
  } catch (error) {
    if (error instanceof Cancelled || asked !== key) return;
    asked = "";
    refuse(`no program: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** A module of text, as functions. It comes from a Blob: the page's policy allows no eval. */
export async function load(javascript: string): Promise<ProgramFunctions> {
  const url = URL.createObjectURL(new Blob([javascript], { type: "text/javascript" }));
  try {
    return { ...((await import(/* @vite-ignore */ url)) as ProgramFunctions) };
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The generated program of every good document: asked for, loaded, and replaced only where the motion depends on the change. */
import { ask, Cancelled } from "@/backend/backend";
import { hashOf, type JsonMap } from "@/document/data";
import { type Good, studio } from "@/store/studio";
import { clear, refresh, refuse, setParameters, take } from "./player";
import { changedNumbers, moving, setupOf } from "./setup";
import { recallSignals } from "./signals";
import { motion, type Program, type ProgramFunctions } from "./state";

const WAIT = 250; // ms after the last move of a slider, before start values that depend on it are asked for

/** The document that the program's parameters are those of, and the text of the program. */
let source: { data: JsonMap; key: string; javascript: string } | null = null;
let asked = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Begin to follow the document; called once. */
export function startMotion(): void {
  void recallSignals();
  let seen: { data: JsonMap; good: Good | null } | null = null;
  const look = () => {
    const { edited, good } = studio.get();
    if (seen?.data === edited.data && seen.good === good) return;
    if (good === null && seen?.good) forget();
    if (seen?.data !== edited.data) moveNumbers(edited.data);
    seen = { data: edited.data, good };
    if (good) follow(good);
  };
  studio.subscribe(look);
  look();
}

function forget(): void {
  source = null;
  asked = "";
  clear();
}

/** Numbers of parameters act at once, before the desk has heard of them. */
function moveNumbers(data: JsonMap): void {
  if (!source) return;
  const numbers = changedNumbers(source.data, data);
  if (numbers && Object.keys(numbers).length > 0 && setParameters(numbers)) source = { ...source, data };
}

function follow(good: Good): void {
  const key = hashOf(moving(good.data));
  if (key === asked) return;
  asked = key;
  clearTimeout(timer);
  const quiet = source !== null && changedNumbers(source.data, good.data) !== null;
  if (quiet) timer = setTimeout(() => void request(good, key), WAIT);
  else void request(good, key);
}

async function request(good: Good, key: string): Promise<void> {
  try {
    const { speed: _, ...run } = setupOf(good.data);
    const answer = await ask("program", { document: good.text, run });
    if (asked !== key) return;
    if (!answer.ok) return refuse(answer.messages.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`).join("; ") || "the desk has no program for this document");
    const same = source !== null && source.javascript === answer.javascript && motion.get().program !== null && motion.get().reason === "";
    const functions = same ? motion.get().program!.functions : await load(answer.javascript);
    if (asked !== key) return;
    source = { data: good.data, key, javascript: answer.javascript };
    const program: Program = { hash: good.hash, layout: answer.layout, functions };
    if (same) refresh(program);
    else take(program, answer.layout.tree.nv === 0 ? "nothing moves: no joint has a degree of freedom" : "");
    moveNumbers(studio.get().edited.data);
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

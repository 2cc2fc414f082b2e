/** What one may begin with: an empty page, a chain by its letters, templates, examples. */
import { ask } from "@/backend/backend";
import type { Example } from "@/backend/protocol";
import { write } from "@/document/text";
import { mayReplace, openMade } from "@/files/opening";
import { notify } from "@/files/asking";
import { EMPTY } from "@/store/studio";

/** One thing to begin with. */
export interface Card {
  id: string;
  title: string;
  about: string;
  group: string;
  /** SVG as text; empty: none. */
  picture: string;
  document: () => Promise<{ text: string; name: string } | null>;
}

const START = "new";
const LOOPS = "templates: closed linkages";
const PARALLEL = "templates: parallel robots";

async function made(payload: { joints?: string; loop?: string; parallel?: string }, name: string): Promise<{ text: string; name: string } | null> {
  const answer = await ask("template", payload);
  if (answer.ok) return { text: answer.document, name: `${name.replaceAll(/[^\w-]+/g, "_")}.yaml` };
  notify(`Not made: ${answer.messages[0]?.what ?? name}`, [], []);
  return null;
}

/** A chain of joints: R revolute, P prismatic, and what else the letters of `linkwright new` are. */
export const chain = (letters: string): Card => ({ id: `chain ${letters}`, title: `Arm ${letters}`, about: "a chain of joints by their letters", group: START, picture: "", document: () => made({ joints: letters }, `arm_${letters}`) });

const EMPTY_CARD: Card = { id: "empty", title: "Empty document", about: "build it by hand", group: START, picture: "", document: () => Promise.resolve({ text: write(EMPTY), name: "untitled.yaml" }) };

/** All of them, in portions as they come: tell is given what is there so far. */
export async function allCards(tell: (cards: Card[]) => void): Promise<void> {
  tell([EMPTY_CARD]);
  const templates = await ask("templates", {});
  const fromTemplates: Card[] = [];
  if (templates.ok) {
    fromTemplates.push(...templates.loop.map((loop) => template(loop, LOOPS, { loop })));
    fromTemplates.push(...templates.parallel.map((parallel) => template(parallel, PARALLEL, { parallel })));
    tell([EMPTY_CARD, ...fromTemplates]);
  }
  const examples = await ask("examples", {});
  if (!examples.ok) throw new Error(examples.messages[0]?.what ?? "no examples");
  tell([EMPTY_CARD, ...examples.examples.map(ofExample), ...fromTemplates]);
}

const template = (title: string, group: string, payload: { loop?: string; parallel?: string }): Card => ({ id: `${group} ${title}`, title, about: "", group, picture: "", document: () => made(payload, title) });

function ofExample(e: Example): Card {
  const document = async () => {
    const answer = await ask("example", { id: e.id });
    return answer.ok ? { text: answer.document, name: answer.name } : null;
  };
  return { id: e.id, title: e.title, about: e.about, group: e.group, picture: e.picture, document };
}

/** Those in which every word is found. */
export function matching(cards: readonly Card[], wanted: string): Card[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return cards.filter((c) => words.every((w) => `${c.title} ${c.about} ${c.group} ${c.id}`.toLowerCase().includes(w)));
}

/** Open what a card stands for; whether it is open now. */
export async function openCard(card: Card): Promise<boolean> {
  if (!(await mayReplace())) return false;
  const found = await card.document();
  if (!found) return false;
  await openMade(found.text, found.name);
  return true;
}

/** Whether a text may be the letters of a chain. */
export const isLetters = (text: string): boolean => /^[A-Za-z]{1,60}$/.test(text);

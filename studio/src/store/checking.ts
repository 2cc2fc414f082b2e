/** Every document is checked as soon as it stands: the answer is the model that the other panels show. */
import { ask, Cancelled } from "@/backend/backend";
import { onReturn } from "@/backend/connection";
import { isMap, type JsonMap, partOf } from "@/document/data";
import { placeInSentence, placeOf } from "@/document/places";
import type { Message } from "@/backend/protocol";
import { studio } from "./studio";

const WAIT = 60; // ms after the last keystroke

/** Begin to check; called once. */
export function startChecking(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: unknown = null;
  const look = () => {
    const { edited } = studio.get();
    if (edited === last) return;
    last = edited; // not its hash: the same document, opened again, has no model yet
    clearTimeout(timer);
    timer = setTimeout(() => void check(), WAIT);
  };
  studio.subscribe(look);
  onReturn(() => void check());
  look();
}

async function check(): Promise<void> {
  const { data, text, hash } = studio.get().edited;
  if (isEmpty(data)) return studio.set({ good: null, messages: [] }); // a page to begin with is no mistake
  try {
    const answer = await ask("check", { document: text });
    if (studio.get().edited.hash !== hash) return;
    if (answer.ok) studio.set({ good: { hash, text, data, checked: answer }, messages: placed(answer.messages, data, text) });
    else studio.set({ messages: placed(answer.messages, data, text) });
  } catch (error) {
    if (!(error instanceof Cancelled)) studio.set({ messages: [lost(error)] });
  }
}

/** Whether a document has no part of a mechanism yet. */
export function isEmpty(data: JsonMap): boolean {
  const sections = ["manifold", "joints", "bodies", "dh", "khalil", "screws", "legs", "joint_screw_coord"];
  return sections.every((key) => data[key] === undefined || data[key] === null || (isMap(data[key]) && Object.keys(data[key]).length === 0));
}

/** Messages that know the place of the document that they speak of: the sentence may name the field, the desk names the part. */
function placed(messages: readonly Message[], data: JsonMap, text: string): Message[] {
  return messages.map((m) => {
    if (m.path?.[0] === "studio") return m;
    const place = placeInSentence(m.what, data) ?? m.path ?? placeOf(m, data, text);
    return { ...m, path: place?.map(String) ?? null };
  });
}

function lost(error: unknown): Message {
  const hint = "is `linkwright studio` still running? The document is safe in this page";
  return { severity: "error", code: "", what: `no answer: ${error instanceof Error ? error.message : String(error)}`, hint, line: null, path: null };
}

export const partOfMessage = (m: Message): string | null => (m.path && m.path.length >= 2 ? partOf(m.path.slice(0, 2)) : null);

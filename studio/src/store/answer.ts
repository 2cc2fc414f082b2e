/** What the desk says of the model: asked a moment after an edit; the older answer stays until the newer is there. */
import { useEffect, useRef, useState } from "react";
import { ask, Cancelled, type Name } from "@/backend/backend";
import type { Answer, Message, Requests } from "@/backend/protocol";
import { hashOf, type JsonMap } from "@/document/data";
import { write } from "@/document/text";
import { useStudio } from "./studio";

const WAIT = 25; // ms: several edits of one gesture are one question
const IDLE = 700; // ms without an edit, after which more time is taken for a better answer

export interface Answered<T> {
  /** The newest answer that there is, and the model's hash that it was made for. */
  answer: T | null;
  of: string;
  /** A newer one is being made. */
  waiting: boolean;
  /** A better answer to the same question is being looked for. */
  refining: boolean;
  /** Why the newest question has no answer; nothing where the document itself has errors, which are told as such. */
  messages: readonly Message[];
}

export interface Model {
  /** Without what only the page needs (`studio`): moving a block in the diagram changes no equation. */
  text: string;
  hash: string;
}

let last: { data: JsonMap; model: Model } | null = null;

/** The mechanism of a document. It is asked about without waiting for its check: what cannot be read has no answer. */
function modelOf(edited: { data: JsonMap; text: string }): Model {
  if (last?.data === edited.data) return last.model;
  const { studio, ...data } = edited.data;
  const hash = hashOf(data);
  const model = last?.model.hash === hash ? last.model : { hash, text: studio === undefined ? edited.text : write(data, edited.text) };
  last = { data: edited.data, model };
  return model;
}

/** The model that panels speak of. */
export const useModel = (): Model => useStudio((s) => modelOf(s.edited));

export const NO_MODEL = "The document is no mechanism yet: Messages tell why.";

/** Whether the document as it stands has errors. */
export const useErrors = (): boolean => useStudio((s) => s.messages?.some((m) => m.severity === "error") ?? false);

type Asked<N extends Name> = Omit<Requests[N]["payload"], "document">;
type Told<N extends Name> = Extract<Answer<Requests[N]["answer"]>, { ok: true }>;

/** Ask for something of the model whenever it or the question changes. refine: the question to ask once nobody edits, if any. */
export function useAnswer<N extends Name>(name: N, asked: Asked<N>, refine?: (answer: Told<N>) => Asked<N> | null): Answered<Told<N>> {
  const model = useModel();
  const errors = useErrors();
  const [state, setState] = useState<Answered<Told<N>>>({ answer: null, of: "", waiting: true, refining: false, messages: [] });
  const question = JSON.stringify(asked);
  const better = useRef(refine);
  better.current = refine;
  useEffect(() => {
    let wanted = true;
    let timer: ReturnType<typeof setTimeout>;
    const document = model.text;
    const of = model.hash;
    const take = (found: Answer<Requests[N]["answer"]> | null, refining = false): void => {
      if (!wanted || found === null) return;
      if (found.ok) setState({ answer: found as Told<N>, of, waiting: false, refining, messages: [] });
      else setState((s) => ({ ...s, waiting: false, refining: false, messages: found.messages }));
    };
    setState((s) => ({ ...s, waiting: true, refining: false }));
    timer = setTimeout(async () => {
      const found = await answered(name, { ...JSON.parse(question), document });
      const next = found?.ok ? (better.current?.(found as Told<N>) ?? null) : null;
      take(found, next !== null);
      if (next && wanted) timer = setTimeout(async () => take(await answered(name, { ...next, document } as Requests[N]["payload"])), IDLE);
    }, WAIT);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name, question, model]);
  return errors ? { ...state, messages: [] } : state;
}

/** An answer; a failure of the request in its shape; null where a newer question made it unnecessary. */
export async function answered<N extends Name>(
  name: N,
  payload: Requests[N]["payload"],
  options: Parameters<typeof ask>[2] = {},
): Promise<Answer<Requests[N]["answer"]> | null> {
  try {
    return await ask(name, payload, options);
  } catch (error) {
    if (error instanceof Cancelled) return null;
    const what = `no answer: ${error instanceof Error ? error.message : String(error)}`;
    return { ok: false, hash: "", messages: [{ severity: "error", code: "", what, hint: "try it again", line: null, path: null }] };
  }
}

/** What the desk says of the last good model: asked a moment after an edit; the older answer stays until the newer is there. */
import { useEffect, useState } from "react";
import { ask, Cancelled, type Name } from "@/backend/backend";
import type { Answer, Message, Requests } from "@/backend/protocol";
import { hashOf, type JsonMap } from "@/document/data";
import { write } from "@/document/text";
import { type Good, useStudio } from "./studio";

const WAIT = 40; // ms: several edits of one gesture are one question

export interface Answered<T> {
  /** The newest answer that there is, and the model's hash that it was made for. */
  answer: T | null;
  of: string;
  /** A newer one is being made. */
  waiting: boolean;
  /** Why the newest question has no answer. */
  messages: readonly Message[];
}

export interface Model {
  /** Without what only the page needs (`studio`): moving a block in the diagram changes no equation. */
  text: string;
  hash: string;
}

let last: { good: Good; model: Model } | null = null;

/** The mechanism of the last good document. */
export function modelOf(good: Good): Model {
  if (last?.good === good) return last.model;
  const { studio: _, ...data } = good.data as JsonMap;
  const hash = hashOf(data);
  const model = last?.model.hash === hash ? last.model : { hash, text: _ === undefined ? good.text : write(data, good.text) };
  last = { good, model };
  return model;
}

/** The model that panels speak of; null before the first good document. */
export const useModel = (): Model | null => useStudio((s) => (s.good ? modelOf(s.good) : null));

type Asked<N extends Name> = Omit<Requests[N]["payload"], "document">;
type Told<N extends Name> = Extract<Answer<Requests[N]["answer"]>, { ok: true }>;

/** Ask for something of the model whenever it or the question changes. */
export function useAnswer<N extends Name>(name: N, asked: Asked<N>): Answered<Told<N>> {
  const model = useModel();
  const [state, setState] = useState<Answered<Told<N>>>({ answer: null, of: "", waiting: true, messages: [] });
  const question = JSON.stringify(asked);
  useEffect(() => {
    if (!model) return;
    let wanted = true;
    setState((s) => ({ ...s, waiting: true }));
    const timer = setTimeout(async () => {
      const found = await answered(name, { ...JSON.parse(question), document: model.text });
      if (!wanted || found === null) return;
      if (found.ok) setState({ answer: found as Told<N>, of: model.hash, waiting: false, messages: [] });
      else setState((s) => ({ ...s, waiting: false, messages: found.messages }));
    }, WAIT);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [name, question, model]);
  return state;
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

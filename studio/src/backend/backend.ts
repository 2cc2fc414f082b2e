/** Where requests go: the server that served the page, or Pyodide in the page. A newer request of a slot cancels the older. */
import type { Answer, Requests } from "./protocol";

export type Name = keyof Requests;
export type Progress = (part: number, what: string) => void;

export interface Backend {
  kind: "server" | "static";
  ask(name: string, payload: unknown, options: { signal: AbortSignal; slot: string; progress?: Progress }): Promise<unknown>;
}

/** A request that a newer one made unnecessary. */
export class Cancelled extends Error {}

let backend: Backend | null = null;
const running = new Map<string, AbortController>();
const known = new Map<string, unknown>();
const KEPT = 60;

export function useBackend(made: Backend): void {
  backend = made;
}

export const backendKind = (): Backend["kind"] => backend?.kind ?? "server";

/**
 * Ask the desk. slot: of which only the newest request counts (default: the request's name). Good answers are kept: the
 * same question is not asked twice.
 */
export async function ask<N extends Name>(
  name: N,
  payload: Requests[N]["payload"],
  options: { slot?: string; progress?: Progress } = {},
): Promise<Answer<Requests[N]["answer"]>> {
  if (!backend) throw new Error("the page has no desk to ask");
  const slot = options.slot ?? name;
  const key = `${name} ${JSON.stringify(payload)}`;
  running.get(slot)?.abort();
  running.delete(slot);
  const found = known.get(key);
  if (found) return found as Answer<Requests[N]["answer"]>;
  const controller = new AbortController();
  running.set(slot, controller);
  try {
    const answer = (await backend.ask(name, payload, { signal: controller.signal, slot, progress: options.progress })) as Answer<Requests[N]["answer"]> & { cancelled?: boolean };
    if (controller.signal.aborted || answer.cancelled) throw new Cancelled(name);
    if (answer.ok) keep(key, answer); // a failure may be of the moment: the same question is asked again
    return answer;
  } catch (error) {
    if (controller.signal.aborted) throw new Cancelled(name);
    throw error;
  } finally {
    if (running.get(slot) === controller) running.delete(slot);
  }
}

function keep(key: string, answer: unknown): void {
  if (key.length > 200_000) return;
  known.set(key, answer);
  if (known.size > KEPT) known.delete(known.keys().next().value!);
}

/** The desk behind HTTP: `linkwright studio` on this machine. */
import type { Backend, Progress } from "./backend";
import { connection, reaching } from "./connection";

const TAB = Math.random().toString(36).slice(2);
let token = "";
/** Tabs of one address tell each other of a new token: after a restart of the server one opened address serves all. */
const tabs = "BroadcastChannel" in globalThis && "location" in globalThis ? new BroadcastChannel("linkwright token") : null;

/** The token from the page's address; it leaves the address bar, and stays for a reload of this tab. */
export function takeToken(): string {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const given = fragment.get("token");
  if (given) {
    sessionStorage.setItem("token", given);
    fragment.delete("token");
    const rest = fragment.toString();
    history.replaceState(null, "", location.pathname + location.search + (rest ? `#${rest}` : ""));
  }
  token = given ?? sessionStorage.getItem("token") ?? "";
  if (given) tabs?.postMessage(given);
  return token;
}

/** Go on with the token of an address that was opened here or in another tab since; then: is called when there is one. */
export function awaitToken(then: () => void): void {
  addEventListener("hashchange", () => {
    if (!new URLSearchParams(location.hash.slice(1)).has("token")) return;
    takeToken();
    then();
  });
  tabs?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== "string" || (token && connection.get().state === "there")) return;
    token = data;
    sessionStorage.setItem("token", token);
    then();
  });
}

export const headers = (slot = ""): Record<string, string> => ({
  "X-Linkwright-Token": token,
  "X-Linkwright-Tab": TAB,
  ...(slot ? { "X-Linkwright-Slot": `${TAB} ${slot}` } : {}),
});

/** A request to a route that is no desk request: document, mesh, events, build. */
export const fetchRoute = (route: string, init: RequestInit = {}): Promise<Response> =>
  reaching(fetch(`api/${route}`, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string> | undefined) } }), init.signal);

export const server: Backend = {
  kind: "server",
  async ask(name, payload, { signal, slot, progress }) {
    const accept = progress ? "application/x-ndjson" : "application/json";
    const sent = { ...headers(slot), "Content-Type": "application/json", Accept: accept };
    const response = await reaching(fetch(`api/${name}`, { method: "POST", headers: sent, body: JSON.stringify(payload), signal }), signal);
    if (progress && response.body && response.headers.get("Content-Type")?.includes("ndjson")) return lines(response.body, progress);
    const answer = (await response.json()) as { ok?: boolean; what?: string };
    if (!response.ok && answer.ok === undefined) throw new Error(answer.what ?? `${response.status}`);
    return answer;
  },
};

async function lines(body: ReadableStream<Uint8Array>, progress: Progress): Promise<unknown> {
  const reader = body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    text += value ?? "";
    const parts = text.split("\n");
    text = parts.pop() ?? "";
    if (done && text) parts.push(text);
    for (const part of parts.filter((p) => p.trim())) {
      const said = JSON.parse(part) as { progress?: number; what?: string; ok?: boolean };
      if (said.ok !== undefined) return said;
      progress(said.progress ?? 0, said.what ?? "");
    }
    if (done) throw new Error("the answer ended early");
  }
}

/** The desk behind HTTP: `linkwright studio` on this machine. */
import type { Backend, Progress } from "./backend";

const TAB = Math.random().toString(36).slice(2);
let token = "";

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
  return token;
}

export const headers = (slot = ""): Record<string, string> => ({
  "X-Linkwright-Token": token,
  "X-Linkwright-Tab": TAB,
  ...(slot ? { "X-Linkwright-Slot": `${TAB} ${slot}` } : {}),
});

/** A request to a route that is no desk request: document, mesh, events, build. */
export const fetchRoute = (route: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`api/${route}`, { ...init, headers: { ...headers(), ...(init.headers as Record<string, string> | undefined) } });

export const server: Backend = {
  kind: "server",
  async ask(name, payload, { signal, slot, progress }) {
    const accept = progress ? "application/x-ndjson" : "application/json";
    const response = await fetch(`api/${name}`, {
      method: "POST",
      headers: { ...headers(slot), "Content-Type": "application/json", Accept: accept },
      body: JSON.stringify(payload),
      signal,
    });
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

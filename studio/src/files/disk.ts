/** The document's file on disk, through the server: read, written only over what was read, watched. */
import { backendKind } from "@/backend/backend";
import { fetchRoute } from "@/backend/server";
import type { Message } from "@/backend/protocol";
import { createStore } from "@/store/state";
import { isUnsaved, say, setText, studio } from "@/store/studio";
import { notify } from "./asking";

/** sha: of the file as this tab has read or written it; it is written only over a file that still has it. */
export interface DiskFile {
  name: string;
  path: string;
  sha: string;
}

/** file: what the page was started with or saved to; null: nothing yet. writable: a YAML file, saved in place. */
export const disk = createStore<{ file: DiskFile | null; writable: boolean; folder: string }>({ file: null, writable: false, folder: "" });

interface Reply {
  ok: boolean;
  file?: DiskFile | null;
  document?: string;
  imported?: boolean;
  folder?: string;
  name?: string;
  missing?: string[];
  messages?: Message[];
  conflict?: boolean;
  exists?: boolean;
  sha?: string;
}

/** A document that was on disk; imported: of another format, so it is saved under another name. */
export interface Found {
  text: string;
  name: string;
  imported: boolean;
  missing: string[];
  messages: Message[];
}

const UNKNOWN = 401;

async function talk(init?: RequestInit): Promise<Reply | null> {
  if (backendKind() !== "server") return null;
  try {
    const response = await fetchRoute("document", init);
    return response.status === UNKNOWN ? null : ((await response.json()) as Reply);
  } catch {
    return null; // the server is gone, or has no such route; the page says so
  }
}

/** What the server was started with; null: nothing. Throws an Error where it cannot be read. */
export async function readDisk(): Promise<Found | null> {
  const reply = await talk();
  if (!reply) return null;
  if (!reply.ok) throw new Error(reply.messages?.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`).join("; ") || "the file cannot be read");
  disk.set({ file: reply.file ?? null, writable: reply.file != null && !reply.imported, folder: reply.folder ?? reply.file?.path.replace(/[/\\][^/\\]*$/, "") ?? "" });
  if (!reply.file || reply.document === undefined) return null;
  return { text: reply.document, name: reply.name ?? reply.file.name, imported: reply.imported === true, missing: reply.missing ?? [], messages: reply.messages ?? [] };
}

type Written = "saved" | "changed" | "exists" | { wrong: string };

async function put(body: Record<string, unknown>): Promise<Written> {
  const reply = await talk({ method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!reply) return { wrong: "the server does not answer" };
  if (reply.ok && reply.file) {
    disk.set({ file: reply.file, writable: true });
    return "saved";
  }
  if (reply.conflict) theirs = reply.sha ?? "";
  return reply.conflict ? "changed" : reply.exists ? "exists" : { wrong: reply.messages?.[0]?.what ?? "the server refused it" };
}

let theirs = "";

/** Write the file in place. over: also where another has changed it (after it was asked). */
export const writeDisk = (text: string, over = false): Promise<Written> => put({ text, ...(over ? { base: theirs } : { base: disk.get().file?.sha ?? null, path: disk.get().file?.path ?? null }) });

/** Write another file of the same folder, which is the document's file from now on. */
export const writeDiskAs = (text: string, name: string, replace: boolean): Promise<Written> => put({ text, name, replace });

/** Take the file as it is on disk, as a step that can be undone; whether it could be read. */
export async function reloadDisk(): Promise<boolean> {
  const found = await readDisk().catch(() => null);
  if (!found || found.imported) return false;
  setText(found.text, false); // a step of its own: undone, it gives back what was typed here
  studio.set({ file: { name: found.name, savedText: found.text, onDisk: true } });
  say(`${found.name} is taken as it is on disk`);
  return true;
}

interface Event {
  event: "changed" | "saved" | "editing" | "tabs" | "alive";
  sha?: string;
}

/** Listen to what happens to the file elsewhere; called once. */
export function watchDisk(): void {
  if (backendKind() !== "server") return;
  void listen();
  let told = false;
  studio.subscribe(() => {
    const unsaved = isUnsaved(studio.get()) && studio.get().file.onDisk;
    if (unsaved && !told) void fetchRoute("editing", { method: "POST", body: "{}" }).catch(() => undefined);
    told = unsaved;
  });
}

const AGAIN = 2000; // ms until the server is asked for again

async function listen(): Promise<void> {
  for (;;) {
    try {
      const response = await fetchRoute("events");
      if (response.status !== UNKNOWN && (!response.ok || !response.body)) return; // a server that tells nothing
      if (!response.ok || !response.body) throw new Error("another server: a new token may come");
      const reader = response.body.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>).getReader();
      let text = "";
      for (let got = await reader.read(); !got.done; got = await reader.read()) {
        const lines = (text + got.value).split("\n");
        text = lines.pop() ?? "";
        for (const line of lines) if (line) heard(JSON.parse(line) as Event);
      }
    } catch {
      // the server ended: it may come back
    }
    await new Promise((r) => setTimeout(r, AGAIN));
  }
}

function heard(said: Event): void {
  const { file } = studio.get();
  if (!file.onDisk || said.sha === disk.get().file?.sha) return;
  if (said.event === "editing") return notify(`Another tab is editing ${file.name}, too: whoever saves second is asked.`);
  if (said.event !== "changed" && said.event !== "saved") return;
  if (!isUnsaved(studio.get())) return void reloadDisk();
  const by = said.event === "saved" ? "saved in another tab" : "changed on disk";
  notify(`${file.name} was ${by}; here it has unsaved changes.`, [], [
    { label: "Take that version", run: () => void reloadDisk() },
    { label: "Keep mine", run: () => undefined },
  ]);
}

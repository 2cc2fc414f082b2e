/** Linkwright in Pyodide: loads Python and the package from the page's own folder, then answers one request after the other. */

interface Pyodide {
  unpackArchive(buffer: ArrayBuffer, format: string, options: { extractDir: string }): void;
  runPython(code: string): unknown;
}
type Ask = (name: string, payload: string) => string;

export interface Question {
  id: number;
  name: string;
  payload: string;
}
export type Reply = { id: number; answer: string } | { id: number; failure: string } | { ready: boolean; what: string };

const PACKAGES = "/lib/linkwright";
const BEGIN = `
import json, sys
sys.path.insert(0, "${PACKAGES}")
from linkwright.studio.desk import answer

def ask(name, payload):
    return json.dumps(answer(name, json.loads(payload)))

ask
`;

const tell = (reply: Reply): void => self.postMessage(reply);

/** folder: where pyodide/ and linkwright.zip are. */
async function begin(folder: string): Promise<Ask> {
  const url = new URL("pyodide/pyodide.mjs", folder).href;
  const zip = fetch(new URL("pyodide/linkwright.zip", folder)).then((r) => (r.ok ? r.arrayBuffer() : Promise.reject(new Error(`${r.url}: ${r.status}`))));
  const { loadPyodide } = (await import(/* @vite-ignore */ url)) as { loadPyodide(options: object): Promise<Pyodide> };
  const python = await loadPyodide({ indexURL: new URL("pyodide/", folder).href });
  python.unpackArchive(await zip, "zip", { extractDir: PACKAGES });
  return python.runPython(BEGIN) as Ask;
}

let desk: Promise<Ask> | null = null;

self.addEventListener("message", async ({ data }: MessageEvent<Question | { folder: string }>) => {
  if ("folder" in data) {
    desk = begin(data.folder);
    desk.then(
      () => tell({ ready: true, what: "" }),
      (error: unknown) => tell({ ready: false, what: said(error) }),
    );
    return;
  }
  try {
    const ask = await desk!;
    tell({ id: data.id, answer: ask(data.name, data.payload) });
  } catch (error) {
    tell({ id: data.id, failure: said(error) });
  }
});

/** The last line of a Python error is what it says; the rest is where. */
function said(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return lines.at(-1) ?? "";
}

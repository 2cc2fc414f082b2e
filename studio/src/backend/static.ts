/** The desk in the page itself: Linkwright in Pyodide, in a worker. For pages that no server stands behind. */
import type { Backend } from "./backend";
import type { Question, Reply } from "./static.worker";

interface Waiting {
  question: Question;
  signal: AbortSignal;
  done: (answer: unknown) => void;
  failed: (error: Error) => void;
}

/** Whether this page was made to run without a server. */
export const isStatic = (): boolean => document.querySelector<HTMLMetaElement>('meta[name="linkwright-desk"]')?.content === "static";

/** Start Python in the page. say: is told, in a sentence, when it begins, when it is ready, and why it is not. */
export function staticBackend(say: (text: string) => void): Backend {
  const worker = new Worker(new URL("./static.worker.ts", import.meta.url), { type: "module", name: "linkwright" });
  const line = new Line((question) => worker.postMessage(question));
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    if ("ready" in data) say(data.ready ? "Linkwright is ready in this page: nothing leaves your computer" : `Python could not be loaded into the page: ${data.what}`);
    else line.reply(data);
  });
  worker.addEventListener("error", (e) => say(`Python could not be loaded into the page: ${e.message}`));
  worker.postMessage({ folder: new URL(".", document.baseURI).href });
  say("Python is being loaded into the page (8 MB, once) ...");
  return { kind: "static", ask: (name, payload, { signal }) => line.ask(name, payload, signal) };
}

/** Requests in a line: Python does one at a time; those that were given up while they waited are never begun. */
export class Line {
  private readonly waiting: Waiting[] = [];
  private now: Waiting | null = null;
  private count = 0;

  constructor(private readonly send: (question: Question) => void) {}

  ask(name: string, payload: unknown, signal: AbortSignal): Promise<unknown> {
    return new Promise((done, failed) => {
      this.waiting.push({ question: { id: ++this.count, name, payload: JSON.stringify(payload) }, signal, done, failed });
      this.next();
    });
  }

  reply(reply: Extract<Reply, { id: number }>): void {
    const asked = this.now;
    if (!asked || asked.question.id !== reply.id) return;
    this.now = null;
    try {
      if ("failure" in reply) asked.failed(new Error(reply.failure));
      else asked.done(JSON.parse(reply.answer));
    } catch {
      asked.failed(new Error("the answer is no JSON")); // Python writes numbers that JSON does not have
    }
    this.next();
  }

  private next(): void {
    while (!this.now) {
      const first = this.waiting.shift();
      if (!first) return;
      if (first.signal.aborted) {
        first.failed(new Error("given up"));
        continue;
      }
      this.now = first;
      this.send(first.question);
    }
  }
}

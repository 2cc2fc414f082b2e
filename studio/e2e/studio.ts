/** What every test needs: a studio of its own, a page in it with the network blocked, and looks at the document. */
import { test as base, type Page } from "@playwright/test";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const LINKWRIGHT = process.env.LINKWRIGHT ?? join(ROOT, ".venv/bin/linkwright");

export interface Studio {
  url: string;
  folder: string;
  stop(): void;
}

/** Start `linkwright studio`; file: opened by it; port 0: any. The page comes from STUDIO_PAGE where that is set. */
export async function startStudio(file?: string, port = 0): Promise<Studio> {
  const folder = mkdtempSync(join(tmpdir(), "studio-"));
  const options = ["studio", ...(file ? [file] : []), "--no-browser", "--port", String(port)];
  if (process.env.STUDIO_PAGE) options.push("--page", process.env.STUDIO_PAGE);
  const child = spawn(LINKWRIGHT, options, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const url = await firstUrl(child);
  return {
    url,
    folder,
    stop() {
      child.kill("SIGTERM");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function firstUrl(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = "";
    const read = (data: Buffer) => {
      said += data.toString();
      const url = /http:\/\/\S+/.exec(said)?.[0];
      if (url) found(url);
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.on("exit", (code) => failed(new Error(`studio ended with ${code}: ${said}`)));
  });
}

/** A page that cannot reach anything but the studio; requests elsewhere fail the test. */
export const test = base.extend<{ studio: Studio; outside: string[] }>({
  studio: async ({}, use) => {
    const studio = await startStudio();
    await use(studio);
    studio.stop();
  },
  outside: async ({ page, studio }, use) => {
    const outside: string[] = [];
    await page.route("**/*", (route) => {
      const url = new URL(route.request().url());
      if (url.host === new URL(studio.url).host || url.protocol === "blob:" || url.protocol === "data:") return route.continue();
      outside.push(url.href);
      return route.abort();
    });
    await use(outside);
    if (outside.length) throw new Error(`requests left the page: ${outside.join(", ")}`);
  },
});
export { expect } from "@playwright/test";

/** The document's text as the page holds it. */
export const documentText = (page: Page): Promise<string> => page.evaluate(() => window.linkwright!.text());
/** A short hash of the document's data. */
export const documentHash = (page: Page): Promise<string> => page.evaluate(() => window.linkwright!.hash());

/** The text of an example of the repository ("double_pendulum.yaml"). */
export const exampleText = (name: string): string => readFileSync(join(ROOT, "examples", name), "utf8");

/** A page with a document in it, and one of its tabs open. */
export async function openDocument(page: Page, url: string, text: string, tab?: string): Promise<void> {
  await page.goto(url);
  await page.evaluate((given) => window.linkwright!.open(given, "test.yaml"), text);
  if (tab) await page.getByRole("tab", { name: tab }).click();
}

/** Seconds from an edit of the text to the new answer in the open tab. */
export const secondsToAnswer = (page: Page, text: string): Promise<number> =>
  page.evaluate(async (given) => {
    const busy = () => document.querySelector("[role=tabpanel] [aria-busy]")?.getAttribute("aria-busy") === "true";
    const waits = async (until: () => boolean) => {
      while (!until()) await new Promise((r) => setTimeout(r, 4));
    };
    const started = performance.now();
    window.linkwright!.setText(given);
    await waits(busy);
    await waits(() => !busy());
    return (performance.now() - started) / 1000;
  }, text);

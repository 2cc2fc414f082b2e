/** What tests of runs and plots share: documents, looks at the motion, tables, and the time that frames take. */
import { expect, type Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Studio } from "./studio";

export const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
export const LINKWRIGHT = process.env.LINKWRIGHT ?? join(ROOT, ".venv/bin/linkwright");
/** An example of the repository, as text. */
export const example = (name: string) => readFileSync(join(ROOT, "examples", name), "utf8");
/** The double pendulum of the examples, where it starts. */
export const STARTED = `${example("double_pendulum.yaml")}studio: {start: {q: {shoulder: 60 deg, elbow: -30 deg}}}\n`;

/** Open a document and wait until it can be played. */
export async function opened(page: Page, studio: Studio, text: string): Promise<void> {
  await page.goto(studio.url);
  await page.waitForFunction(() => window.linkwright !== undefined);
  await page.evaluate((given) => window.linkwright!.open(given, "robot.yaml"), text);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled({ timeout: 60_000 });
}

/** Something of the motion's state; a function of it that is sent to the page. */
export const motion = <T>(page: Page, look: (m: ReturnType<NonNullable<Window["linkwright"]>["motion"]>) => T): Promise<T> =>
  page.evaluate(`(${look.toString()})(window.linkwright.motion())`);

/** A table of numbers. */
export const numbers = (csv: string): { heads: string[]; rows: number[][] } => {
  const [head, ...rows] = csv.trim().split(/\r?\n/);
  return { heads: head!.split(","), rows: rows.map((r) => r.split(",").map(Number)) };
};

/** What a button of the menu Export gives. */
export async function downloaded(page: Page, button: string): Promise<string> {
  await page.getByText("Export", { exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await waiting;
  await page.getByText("Export", { exact: true }).click();
  return readFileSync(await file.path(), "utf8");
}

/** A run of the command line, as numbers. */
export function simulated(studio: Studio, file: string, options: string[]): ReturnType<typeof numbers> {
  const csv = join(studio.folder, "run.csv");
  execFileSync(LINKWRIGHT, ["simulate", join(ROOT, "examples", file), ...options, "--csv", csv]);
  return numbers(readFileSync(csv, "utf8"));
}

/** The folder of example-robot-data's Panda, empty where it is not installed. */
export function panda(): string {
  const find = "import importlib.metadata as m; print(m.distribution('example-robot-data').locate_file('cmeel.prefix/share/example-robot-data/robots/panda_description'))";
  try {
    const folder = execFileSync(join(LINKWRIGHT, "../python"), ["-c", find], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
    return existsSync(folder) ? folder : "";
  } catch {
    return "";
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}
const SCRIPT = ["FireAnimationFrame", "TimerFire", "EventDispatch", "RunMicrotasks"];

/**
 * Milliseconds of script on the page's main thread per frame, while something is done. It is the thread's own time: other
 * work of the machine does not count. measures: the largest `performance.measure` of each name.
 */
export async function traced(page: Page, work: () => Promise<void>): Promise<{ frames: number[]; measures: string }> {
  await page.evaluate(() => {
    const most: Record<string, number> = {};
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (most[e.name] = Math.max(most[e.name] ?? 0, e.duration)))).observe({ entryTypes: ["measure"] });
    Object.assign(window, { most });
  });
  const browser = page.context().browser()!;
  await browser.startTracing(page, { categories: ["-*", "devtools.timeline", "disabled-by-default-devtools.timeline", "__metadata"] });
  await work();
  const { traceEvents: events } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = events.filter((e) => e.name === "FireAnimationFrame")[0]!;
  const mine = events.filter((e) => e.pid === main.pid && e.tid === main.tid && e.ph === "X").sort((a, b) => a.ts - b.ts);
  const frames: number[] = [];
  let [busy, end, last] = [0, 0, 0];
  for (const e of mine.filter((x) => SCRIPT.includes(x.name))) {
    if (e.name === "FireAnimationFrame" && e.ts - last > 2000) {
      frames.push(busy);
      busy = 0;
    }
    if (e.name === "FireAnimationFrame") last = e.ts + (e.dur ?? 0);
    if (e.ts < end) continue; // within the one before
    busy += (e.tdur ?? e.dur ?? 0) / 1000;
    end = e.ts + (e.dur ?? 0);
  }
  return { frames: frames.slice(1), measures: JSON.stringify(await page.evaluate("window.most")) };
}

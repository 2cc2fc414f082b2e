/** The motion in the page: against `linkwright simulate`, under sliders, by the server, and with many plots. */
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Studio, test } from "./studio";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const example = (name: string) => readFileSync(join(ROOT, "examples", name), "utf8");
const STARTED = `${example("double_pendulum.yaml")}studio: {start: {q: {shoulder: 60 deg, elbow: -30 deg}}}\n`;

async function opened(page: Page, studio: Studio, text: string): Promise<void> {
  await page.goto(studio.url);
  await page.waitForFunction(() => window.linkwright !== undefined);
  await page.evaluate((given) => window.linkwright!.open(given, "robot.yaml"), text);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled({ timeout: 60_000 });
}
const motion = <T>(page: Page, look: (m: ReturnType<NonNullable<Window["linkwright"]>["motion"]>) => T): Promise<T> =>
  page.evaluate(`(${look.toString()})(window.linkwright.motion())`);

test("play, pause, step, scrub, reset by keys and buttons", async ({ page, studio, outside }) => {
  await opened(page, studio, STARTED);
  await page.keyboard.press("Space");
  await expect(page.getByTestId("time")).toHaveText(/t 1\.\d\d s/);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const t = await motion(page, (m) => m.t);
  await page.keyboard.press(".");
  expect(await motion(page, (m) => m.t)).toBeCloseTo(t + 0.01, 9);
  const time = page.getByRole("slider", { name: "time" });
  await time.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await motion(page, (m) => m.t)).toBeCloseTo(t, 9);
  await page.getByRole("button", { name: "Reset" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 0.00 s");
  expect(await motion(page, (m) => m.q[0])).toBeCloseTo(Math.PI / 3, 12);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  await expect(page.getByTestId("balance")).toHaveText(/energy balance \de-1\d/);
  expect(outside).toEqual([]);
});

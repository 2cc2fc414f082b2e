/** For everyone: what axe finds with every tab and dialog open, in light and dark, and less motion where that is wished. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { node } from "./build";
import { example, opened, STARTED } from "./running";
import { expect, test } from "./studio";

const TABS = ["Plots", "Equations", "Code", "Checks", "YAML", "Messages"];
const PROBES = "probes: [{of: joints/shoulder, what: position}]";

/** Serious and critical issues of the page as it stands, each with its first place. */
async function issues(page: Page, where: string): Promise<string[]> {
  const found = await new AxeBuilder({ page }).analyze();
  const grave = found.violations.filter((v) => v.impact === "serious" || v.impact === "critical");
  return grave.flatMap((v) => v.nodes.map((n) => `${where}: ${v.id}: ${n.html.slice(0, 160)} (${n.any[0]?.message ?? n.all[0]?.message ?? ""})`));
}

/** The same with every tab in front. */
async function issuesOfTabs(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const tab of TABS) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await page.waitForTimeout(300);
    await expect(page.locator("[role=tabpanel] [aria-busy=true]")).toHaveCount(0, { timeout: 60_000 });
    found.push(...(await issues(page, tab)));
  }
  return found;
}

/** Open a dialog, look, close it. */
async function issuesOfDialog(page: Page, name: string, open: () => Promise<void>): Promise<string[]> {
  await open();
  const dialog = page.getByRole("dialog").or(page.getByRole("menu"));
  await expect(dialog).toBeVisible();
  await page.waitForTimeout(200);
  const found = await issues(page, name);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  return found;
}

const button = (page: Page, name: string | RegExp) => () => page.getByRole("button", { name, exact: true }).click();

for (const scheme of ["light", "dark"] as const) {
  test(`axe: a tree, every tab and every dialog, ${scheme}`, async ({ page, studio, outside }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: scheme });
    await opened(page, studio, STARTED.replace("studio: {", `studio: {${PROBES}, `));
    const found = await issues(page, "nothing selected");
    await node(page, "body upper").click();
    found.push(...(await issues(page, "a body")));
    await node(page, "joint shoulder").click();
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
    found.push(...(await issuesOfTabs(page)));
    found.push(...(await issuesOfDialog(page, "help", () => page.keyboard.press("?"))));
    found.push(...(await issuesOfDialog(page, "gallery", () => page.keyboard.press("Control+e"))));
    found.push(...(await issuesOfDialog(page, "share", () => page.keyboard.press("Control+Shift+l"))));
    found.push(...(await issuesOfDialog(page, "save as", () => page.keyboard.press("Control+Shift+s"))));
    found.push(...(await issuesOfDialog(page, "file menu", button(page, /^File/))));
    found.push(...(await issuesOfDialog(page, "run settings", button(page, "Run settings"))));
    await page.getByRole("tab", { name: /^Plots/ }).click();
    found.push(...(await issuesOfDialog(page, "sweep", button(page, "Sweep"))));
    await node(page, "body upper").click();
    const keys = { delete: "Delete", add: "a", connect: "c", find: "/" };
    for (const [name, key] of Object.entries(keys)) found.push(...(await issuesOfDialog(page, name, () => page.keyboard.press(key))));
    expect([...new Set(found)]).toEqual([]);
    expect(outside).toEqual([]);
  });

  test(`axe: a closed robot and a Lagrangian, every tab, ${scheme}`, async ({ page, studio }) => {
    test.setTimeout(300_000);
    await page.emulateMedia({ colorScheme: scheme });
    await opened(page, studio, example("loops/fourbar.yaml"));
    const found = (await issuesOfTabs(page)).map((x) => `four-bar: ${x}`);
    await opened(page, studio, example("manifold/quadrotor_load.yaml"));
    found.push(...(await issuesOfTabs(page)).map((x) => `Lagrangian: ${x}`));
    await page.evaluate(() => window.linkwright!.setText("joints: {a: {type: revolte}}\n"));
    await page.getByRole("tab", { name: /^Messages/ }).click();
    await expect(page.getByText("the last good model is shown")).toBeVisible();
    found.push(...(await issues(page, "an error")));
    expect([...new Set(found)]).toEqual([]);
  });
}

test("less motion, where it is wished: nothing fades or slides, the camera is there at once", async ({ page, studio }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await opened(page, studio, STARTED);
  const moving = await page.evaluate(() => {
    const none = (x: string) => x.split(", ").every((t) => t === "0s");
    const styles = [...document.querySelectorAll("*")].map((x) => [x.className, getComputedStyle(x)] as const);
    return styles.filter(([, s]) => !none(s.transitionDuration) || s.animationName !== "none").map(([name]) => String(name));
  });
  expect(moving).toEqual([]);
  await expect(page.locator("canvas").first()).toBeVisible();
  await page.waitForTimeout(1000);
  const kept = (...buttons: string[]) =>
    page.evaluate((names) => {
      for (const name of names) [...document.querySelectorAll("button")].find((b) => b.textContent?.trim() === name)!.click();
      return window.linkwright!.text();
    }, buttons);
  const before = await kept("Keep in the document");
  const atOnce = await kept("Top", "Keep in the document"); // in the same moment: a camera that flies has not begun
  expect(atOnce).not.toBe(before);
  await page.waitForTimeout(1000);
  expect(await kept("Keep in the document")).toBe(atOnce);
});

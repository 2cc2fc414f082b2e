/** The double pendulum from an empty page, once by mouse, once by keyboard alone; its plots and equations against the command line. */
import type { Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { addByKeys, connect, dragFromPalette, node, openStudio } from "./build";
import { downloaded, numbers, simulated } from "./running";
import { expect, type Studio, test } from "./studio";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** What a person does, counted: one per click, drag, key or value typed. */
class Person {
  actions = 0;
  private readonly begun = Date.now();
  constructor(readonly page: Page) {}
  async does(what: () => Promise<unknown>): Promise<void> {
    this.actions += 1;
    await what();
  }
  told(how: string): void {
    console.log(`double pendulum ${how}: ${this.actions} actions, ${((Date.now() - this.begun) / 1000).toFixed(1)} s`);
  }
}

const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });
const field = (page: Page, name: string) => inspector(page).getByRole("textbox", { name, exact: true });

// --- by mouse ------------------------------------------------------------------------------------------------------------

/** Type into a field of the inspector; symbol: and make the number a parameter of that name. */
async function fill(me: Person, name: string, value: string, symbol?: string): Promise<void> {
  await me.does(() => field(me.page, name).fill(value));
  if (symbol === undefined) return;
  await me.does(() => inspector(me.page).getByRole("button", { name: `${name}: make it a symbol` }).click());
  await me.does(() => me.page.getByRole("textbox", { name: "name of the symbol" }).fill(symbol));
  await me.does(() => me.page.getByRole("button", { name: "Make", exact: true }).click());
}

const mechanism = (me: Person) => me.does(() => inspector(me.page).getByRole("button", { name: /to the mechanism/ }).click());
const pick = (me: Person, label: string) => me.does(() => node(me.page, label).click());
const rename = (me: Person, name: string) =>
  me.does(async () => {
    await field(me.page, "name").fill(name);
    await field(me.page, "name").press("Enter");
  });

async function buildByMouse(me: Person): Promise<void> {
  const { page } = me;
  await me.does(() => dragFromPalette(page, "revolute", { x: 0.3, y: 0.55 }));
  await me.does(() => dragFromPalette(page, "body", { x: 0.45, y: 0.75 }));
  await me.does(() => dragFromPalette(page, "revolute", { x: 0.6, y: 0.55 }));
  await me.does(() => dragFromPalette(page, "body", { x: 0.75, y: 0.75 }));
  await me.does(() => connect(page, "world", "joint joint1"));
  await me.does(() => connect(page, "joint joint1", "body body1"));
  await me.does(() => connect(page, "body body1", "joint joint2"));
  await me.does(() => connect(page, "joint joint2", "body body2"));
  await mechanism(me);
  await fill(me, "name", "double_pendulum");
  await fill(me, "gravity z", "0");
  await fill(me, "gravity y", "9.8", "g");
  await pick(me, "joint joint1");
  await rename(me, "shoulder");
  await fill(me, "spring", "1", "c");
  await fill(me, "damper", "1", "d");
  await fill(me, "start of shoulder", "60 deg");
  await pick(me, "joint joint2");
  await rename(me, "elbow");
  await fill(me, "position y", "1", "L1");
  await fill(me, "start of elbow", "-30 deg");
  await pick(me, "body body1");
  await rename(me, "upper");
  await fill(me, "mass", "1", "m1");
  await fill(me, "centre of mass y", "L1/2");
  await pick(me, "body body2");
  await rename(me, "lower");
  await fill(me, "mass", "1", "m2");
  await fill(me, "centre of mass y", "1", "L2");
  await fill(me, "centre of mass y", "L2/2");
  await me.does(() => page.getByRole("button", { name: "Probe all joints" }).click());
  await me.does(() => page.getByRole("button", { name: "To the end" }).click());
}

test("the double pendulum by mouse", async ({ page, studio, outside }) => {
  await openStudio(page, studio);
  const me = new Person(page);
  await buildByMouse(me);
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  me.told("by mouse");
  await page.screenshot({ path: join(process.env.SCREENSHOTS ?? studio.folder, "double_pendulum.png") });
  await compare(page, studio);
  expect(outside).toEqual([]);
});

// --- by keyboard -----------------------------------------------------------------------------------------------------------

const press = (me: Person, key: string) => me.does(() => me.page.keyboard.press(key));
const type = (me: Person, text: string) => me.does(() => me.page.keyboard.type(text));

/** By Tab to a field of the inspector. */
async function tabTo(me: Person, name: string): Promise<void> {
  for (let k = 0; k < 80; k++) {
    if (await field(me.page, name).evaluate((x) => x === document.activeElement)) return;
    await press(me, "Tab");
  }
  throw new Error(`no Tab leads to ${name}`);
}

async function fillByKeys(me: Person, name: string, value: string, symbol?: string): Promise<void> {
  await tabTo(me, name);
  await press(me, "Control+A");
  await type(me, value);
  if (symbol === undefined) return;
  await press(me, "Alt+X");
  await expect(me.page.getByRole("textbox", { name: "name of the symbol" })).toBeFocused();
  await type(me, symbol);
  await press(me, "Enter");
  await expect(field(me.page, name)).toBeFocused();
}

/** The part that has the focus in the diagram gets its name; then into the inspector. */
async function renameByKeys(me: Person, name: string): Promise<void> {
  await press(me, "F2");
  await type(me, name);
  await press(me, "Enter");
  await expect(me.page.getByRole("group", { name: new RegExp(` ${name},`) })).toBeFocused();
  await press(me, "i");
}

/** Back to the diagram, where the keyboard is at the part that is selected. */
async function toDiagram(me: Person, label: string): Promise<void> {
  await press(me, "Alt+D");
  await expect(node(me.page, label)).toBeFocused();
}

/** One arrow in the diagram, to a part. */
async function walk(me: Person, key: string, label: string): Promise<void> {
  await press(me, key);
  await expect(node(me.page, label)).toBeFocused();
}

async function buildByKeys(me: Person): Promise<void> {
  await press(me, "Alt+I");
  await fillByKeys(me, "name", "double_pendulum");
  await fillByKeys(me, "gravity y", "9.8", "g");
  await fillByKeys(me, "gravity z", "0");
  await toDiagram(me, "world");
  for (const [what, label] of [["revolute", "joint joint1"], ["body", "body body1"], ["revolute", "joint joint2"], ["body", "body body2"]] as const) {
    await me.does(() => addByKeys(me.page, what));
    await expect(node(me.page, label)).toBeFocused();
  }
  await walk(me, "ArrowLeft", "joint joint2");
  await renameByKeys(me, "elbow");
  await fillByKeys(me, "position y", "1", "L1");
  await fillByKeys(me, "start of elbow", "-30 deg");
  await toDiagram(me, "joint elbow");
  await walk(me, "ArrowRight", "body body2");
  await renameByKeys(me, "lower");
  await fillByKeys(me, "mass", "1", "m2");
  await fillByKeys(me, "centre of mass y", "1", "L2");
  await fillByKeys(me, "centre of mass y", "L2/2");
  await toDiagram(me, "body lower");
  await walk(me, "ArrowLeft", "joint elbow");
  await walk(me, "ArrowLeft", "body body1");
  await renameByKeys(me, "upper");
  await fillByKeys(me, "mass", "1", "m1");
  await fillByKeys(me, "centre of mass y", "L1/2");
  await toDiagram(me, "body upper");
  await walk(me, "ArrowLeft", "joint joint1");
  await renameByKeys(me, "shoulder");
  await fillByKeys(me, "spring", "1", "c");
  await fillByKeys(me, "damper", "1", "d");
  await fillByKeys(me, "start of shoulder", "60 deg");
  await toDiagram(me, "joint shoulder");
  await press(me, "p");
  await walk(me, "ArrowRight", "body upper");
  await walk(me, "ArrowRight", "joint elbow");
  await press(me, "p");
  await press(me, "End");
}

test("the double pendulum by keyboard alone", async ({ page, studio }) => {
  await openStudio(page, studio);
  const me = new Person(page);
  await buildByKeys(me);
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  me.told("by keyboard");
  await compare(page, studio);
});

// --- what both must show -----------------------------------------------------------------------------------------------------

async function compare(page: Page, studio: Studio): Promise<void> {
  const there = simulated(studio, "double_pendulum.yaml", ["--q0", "60 deg, -30 deg"]);
  const here = numbers(await downloaded(page, "Run as CSV"));
  expect(here.heads).toEqual(there.heads);
  const worst = here.rows.reduce((m, row, k) => row.reduce((n, x, c) => Math.max(n, Math.abs(x - there.rows[k]![c]!)), m), 0);
  console.log(`largest difference from linkwright simulate: ${worst.toExponential(1)}`);
  expect(worst).toBeLessThan(1e-6);
  await expect(page.getByRole("figure")).toHaveCount(8);
  const probes = numbers(await downloaded(page, "Probes as CSV"));
  const column = (name: string) => probes.heads.findIndex((h) => h.startsWith(name));
  const force = Math.max(...probes.rows.map((row) => Math.abs(row[column("shoulder force")]! + row[column("shoulder position")]! + row[column("shoulder speed")]!)));
  expect(force).toBeLessThan(1e-12); // -(c q + d v), c = d = 1
  await page.getByRole("tab", { name: "Equations" }).click();
  await page.getByRole("button", { name: "Copy text" }).click();
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const block = /\$ linkwright equations examples\/double_pendulum.yaml\n([\s\S]*?)```/.exec(readme)![1]!;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${block.trimEnd()}\n`);
}

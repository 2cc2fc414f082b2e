import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import { documentHash, documentText, expect, test } from "./studio";

const EXAMPLES = resolve(fileURLToPath(new URL("../../examples", import.meta.url)));
const PENDULUM = readFileSync(`${EXAMPLES}/double_pendulum.yaml`, "utf8");

const editor = (page: Page) => page.getByRole("textbox", { name: "the document as YAML" });
const inspector = (page: Page) => page.getByRole("region", { name: "Inspector" });
const field = (page: Page, name: string) => inspector(page).getByRole("textbox", { name, exact: true });
const facts = (page: Page) => page.getByTestId("facts");

/** Put a text into the YAML tab, as a person would paste it. */
async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole("tab", { name: "YAML" }).click();
  await editor(page).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(text);
}

async function open(page: Page, url: string, text = PENDULUM): Promise<void> {
  await page.goto(url);
  await paste(page, text);
  await expect(facts(page)).toContainText("DoF 2");
}

/** Select a part by a click on its line in the text. */
async function selectLine(page: Page, name: string): Promise<void> {
  await editor(page).locator(".cm-line").filter({ hasText: new RegExp(`^ *${name} *:`) }).click();
}

test("masses and lengths are typed as they come, and kept as typed", async ({ page, studio, outside }) => {
  await open(page, studio.url);
  await selectLine(page, "upper");
  await expect(inspector(page).getByRole("heading", { name: "body upper" })).toBeVisible();
  await field(page, "mass").fill("1.5");
  await field(page, "centre of mass y").fill("250 mm");
  await selectLine(page, "elbow");
  await field(page, "position y").fill("2*L1");
  await expect.poll(() => documentText(page)).toContain("upper: {mass: 1.5, com: [0, 250 mm, 0]}");
  expect(await documentText(page)).toContain("xyz: [0, 2*L1, 0]");
  expect(await documentText(page)).toContain("# hangs along +y");
  expect(outside).toEqual([]);
});

test("a bad formula has the reader's own message at the field; Escape restores", async ({ page, studio }) => {
  await open(page, studio.url);
  await selectLine(page, "upper");
  const before = await documentHash(page);
  const mass = field(page, "mass");
  await mass.fill("2*foo");
  await expect(mass).toHaveAttribute("aria-invalid", "true");
  await expect(mass).toHaveAccessibleDescription(/unknown name 'foo', column 3 of '2\*foo'/);
  await expect(facts(page)).toContainText("DoF 2");
  await mass.fill("2*foo + {");
  await expect(mass).toHaveAccessibleDescription(/'\{' cannot stand in a formula/);
  await mass.press("Escape");
  await expect(mass).toHaveValue("m1");
  await expect(mass).toHaveAttribute("aria-invalid", "false");
  expect(await documentHash(page)).toBe(before);
});

test("twenty edits of fields are undone and redone by their hash", async ({ page, studio }) => {
  await open(page, studio.url);
  const hashes = [await documentHash(page)];
  const edits: [string, string][] = [["upper", "mass"], ["lower", "centre of mass y"], ["shoulder", "damper"], ["elbow", "lower"], ["tip", "position z"]];
  for (let k = 0; k < 20; k++) {
    const [line, name] = edits[k % 5]!;
    await selectLine(page, line);
    if (name === "lower" && k < 5) await inspector(page).getByText("Limits").click();
    await field(page, name).fill(`${k + 1}${k % 2 ? " mm" : ""}`);
    await field(page, name).press("Enter");
    hashes.push(await documentHash(page));
  }
  expect(new Set(hashes).size).toBe(21);
  const undo = page.getByRole("button", { name: "Undo" });
  for (let k = 19; k >= 0; k--) {
    await undo.click();
    expect(await documentHash(page)).toBe(hashes[k]);
  }
  const redo = page.getByRole("button", { name: "Redo" });
  for (let k = 1; k <= 20; k++) await redo.click();
  expect(await documentHash(page)).toBe(hashes[20]);
});

test("invalid text keeps the last good model and names the line; messages jump", async ({ page, studio }) => {
  await open(page, studio.url);
  await selectLine(page, "elbow");
  await page.keyboard.press("End");
  await page.keyboard.type(" ]");
  await expect(page.getByRole("alert").filter({ hasText: "line" })).toHaveText(/line 8: .*[^:\d]\. The last good model is shown\./);
  await expect(facts(page)).toContainText("DoF 2");
  await expect(field(page, "position y")).toHaveValue("L1");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(page.getByRole("alert").filter({ hasText: "line" })).toHaveCount(0);
  await paste(page, PENDULUM.replace("mass: m2", "mass: m9"));
  await expect(page.getByRole("tab", { name: /Messages/ })).toContainText("1");
  await page.getByRole("tab", { name: /Messages/ }).click();
  await expect(page.getByRole("list", { name: "messages" })).toContainText("LW300");
  await page.getByRole("list", { name: "messages" }).getByRole("button").first().press("Enter");
  await expect(inspector(page).getByRole("heading", { name: "body lower" })).toBeVisible();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press("Control+Z");
  await expect(page.getByRole("tab", { name: /Messages/ })).not.toContainText("1");
});

test("a number becomes a symbol and back; a slider changes it in one step", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM.replace("mass: m2", "mass: 3"));
  await selectLine(page, "lower");
  await inspector(page).getByRole("button", { name: "mass: make it a symbol" }).click();
  await expect(inspector(page).getByRole("textbox", { name: "name of the symbol" })).toHaveValue("m_lower");
  await page.keyboard.press("Enter");
  await expect(field(page, "mass")).toHaveValue("m_lower");
  expect(await documentText(page)).toContain("m_lower: 3");
  await field(page, "mass").press("Alt+x");
  await expect(field(page, "mass")).toHaveValue("3");
  await page.getByRole("button", { name: "Undo" }).click();
  await inspector(page).getByRole("button", { name: "close: to the mechanism" }).click();
  const before = await documentHash(page);
  const slider = inspector(page).getByRole("slider", { name: "slider of m_lower" });
  await slider.focus();
  for (let k = 0; k < 5; k++) await page.keyboard.press("ArrowRight");
  await page.getByRole("tab", { name: "YAML" }).focus();
  await expect.poll(() => documentText(page)).toMatch(/m_lower: 3\.\d/);
  await page.getByRole("button", { name: "Undo" }).click();
  expect(await documentHash(page)).toBe(before);
});

test("a parameter is renamed everywhere, and not removed while it is used", async ({ page, studio }) => {
  await open(page, studio.url);
  await selectLine(page, "gravity");
  await inspector(page).getByRole("button", { name: "L1", exact: true }).click();
  await inspector(page).getByRole("textbox", { name: "new name of L1" }).fill("length");
  await page.keyboard.press("Enter");
  await expect.poll(() => documentText(page)).toContain("com: [0, length/2, 0]");
  await inspector(page).getByRole("button", { name: "length", exact: true }).click();
  await inspector(page).getByRole("button", { name: "Replace by its value" }).click();
  await expect.poll(() => documentText(page)).toContain("com: [0, 1/2, 0]");
  await expect(facts(page)).toContainText("DoF 2");
});

test("initial conditions are typed with units, beyond limits told, and reset", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM.replace("xyz: [0, L1, 0]", "xyz: [0, L1, 0], limits: [-1, 1]"));
  await selectLine(page, "gravity");
  const shoulder = inspector(page).getByRole("textbox", { name: "start of shoulder" });
  await shoulder.fill("60 deg");
  await inspector(page).getByRole("textbox", { name: "start of elbow" }).fill("-90 deg");
  await expect(inspector(page).getByText("below the lower limit")).toBeVisible();
  await expect.poll(() => documentText(page)).toContain("shoulder: 60 deg");
  await expect(inspector(page).getByText("changed: shoulder, elbow")).toBeVisible();
  await inspector(page).getByRole("button", { name: "reset start of elbow" }).click();
  await expect(inspector(page).getByText("changed: shoulder", { exact: true })).toBeVisible();
  await inspector(page).getByRole("button", { name: "Reset all" }).click();
  expect(await documentText(page)).not.toContain("studio");
});

test("a body's mass comes from its solids, and a joint's type keeps what fits", async ({ page, studio }) => {
  await open(page, studio.url);
  await selectLine(page, "upper");
  await inspector(page).getByRole("combobox", { name: "add a solid" }).selectOption("box");
  await inspector(page).getByRole("combobox", { name: "material" }).selectOption("water");
  await expect(field(page, "size y")).toHaveValue("L1"); // a new box is as long as the link
  await inspector(page).getByRole("combobox", { name: "mass from" }).selectOption("solid");
  await expect.poll(() => documentText(page)).toContain(" mass: 10*L1,");
  await field(page, "size x").fill("200 mm");
  await expect.poll(() => documentText(page)).toContain(" mass: 20*L1,");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => documentText(page)).toContain(" mass: 10*L1,");
  await selectLine(page, "shoulder");
  await inspector(page).getByRole("combobox", { name: "type" }).selectOption("spherical");
  await expect(page.getByRole("status")).toContainText("has no spring");
  await expect.poll(() => documentText(page)).toContain("damper: d");
  await field(page, "name").fill("hip");
  await page.keyboard.press("Enter");
  await expect.poll(() => documentText(page)).toContain("  hip: {type: spherical");
});

test("a bad input is told at its field and in the messages", async ({ page, studio }) => {
  await open(page, studio.url);
  await selectLine(page, "elbow");
  await inspector(page).getByText("Driven in a run by").click();
  await inspector(page).getByRole("combobox", { name: "driven by" }).selectOption("formula");
  await field(page, "force").fill("2*sin(w*t)");
  await expect(field(page, "force")).toHaveAccessibleDescription(/'w'/);
  await expect(page.getByRole("tab", { name: /Messages/ })).toContainText("1");
  await field(page, "force").fill("2*sin(t)");
  await expect(field(page, "force")).toHaveAttribute("aria-invalid", "false");
});

test("nothing serious for axe in inspector, text and messages", async ({ page, studio }) => {
  await open(page, studio.url);
  await page.getByRole("tab", { name: /Messages/ }).click();
  const look = async (): Promise<string[]> => {
    const found = await new AxeBuilder({ page }).include("[data-panel=inspector]").include("[data-panel=text], [data-panel=messages]").analyze();
    return found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes[0]?.html}`);
  };
  expect(await look()).toEqual([]);
  await page.getByRole("tab", { name: "YAML" }).click();
  await paste(page, PENDULUM.replace("mass: m2", "mass: m9"));
  await selectLine(page, "lower");
  await expect(field(page, "mass")).toHaveAttribute("aria-invalid", "true");
  expect(await look()).toEqual([]);
});

/** Small screens and large letters: read, run and export at 360 px and at 200 % zoom; build by hand from 768 px on. */
import type { Page } from "@playwright/test";
import { connect, dragFromPalette, node, openStudio } from "./build";
import { downloaded, numbers, opened, STARTED } from "./running";
import { expect, test } from "./studio";

/** What can be read in each panel, once it is in front. */
const PANELS: [string, (page: Page) => Promise<void>][] = [
  ["3D", (page) => expect(page.getByRole("tabpanel").locator("canvas")).toBeVisible()],
  ["Diagram", (page) => expect(page.getByRole("tabpanel").getByRole("group", { name: /^body upper/ })).toBeVisible()],
  ["Palette", (page) => expect(page.getByRole("button", { name: "revolute", exact: true })).toBeVisible()],
  ["Inspector", (page) => expect(page.getByRole("tabpanel")).toContainText("degrees of freedom")],
  ["Plots", (page) => expect(page.getByRole("figure")).toHaveCount(1)],
  ["Equations", (page) => expect(page.getByRole("region", { name: "mass matrix" })).toContainText("M22")],
  ["Code", (page) => expect(page.getByTestId("source")).toContainText("double_pendulum_mass_matrix")],
  ["Checks", (page) => expect(page.getByRole("button", { name: "Ask the laws" })).toBeVisible()],
  ["YAML", (page) => expect(page.getByRole("tabpanel")).toContainText("double_pendulum")],
  ["Messages", (page) => expect(page.getByRole("tabpanel")).toContainText("no errors")],
];

/** The page itself is never scrolled sideways, and no control of its toolbar or panel is cut off. */
async function fits(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const wide = document.scrollingElement!.scrollWidth - innerWidth;
    const cut = [...document.querySelectorAll("header button, header select, header input, [role=tabpanel] button")].filter((x) => {
      const { left, right, width } = x.getBoundingClientRect();
      const inScroller = x.closest(".react-flow, .cm-editor, pre, table") !== null;
      return width > 0 && x.checkVisibility() && !inScroller && (left < -1 || right > innerWidth + 1);
    });
    return { wide, cut: cut.map((x) => x.textContent ?? x.getAttribute("aria-label")) };
  });
  expect(found, where).toEqual({ wide: 0, cut: [] });
}

async function readRunExport(page: Page): Promise<void> {
  const top = (await page.getByRole("banner").boundingBox())!;
  expect(top.height).toBeLessThan(125);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByTestId("time")).not.toHaveText("t 0.00 s");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  for (const [tab, shows] of PANELS) {
    await page.getByRole("tab", { name: new RegExp(`^${tab}`) }).click();
    await shows(page);
    await fits(page, tab);
  }
  await page.getByRole("tab", { name: "3D" }).click();
  for (const menu of ["View", "Show", "Record"]) {
    await page.getByRole("tabpanel").getByText(menu, { exact: true }).click();
    await fits(page, menu);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("tab", { name: /^Plots/ }).click();
  expect(numbers(await downloaded(page, "Run as CSV")).rows.length).toBeGreaterThan(100);
  await page.getByRole("tab", { name: "Code" }).click();
  const zip = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download zip with tests" }).click();
  expect((await zip).suggestedFilename()).toContain(".zip");
  await page.getByRole("button", { name: /^File/ }).click();
  for (const item of [/^Open files/, /^Save as/, /^Export URDF/, /^Share/, /^All commands/]) {
    await page.getByRole("menuitem", { name: item }).scrollIntoViewIfNeeded();
    await expect(page.getByRole("menuitem", { name: item })).toBeInViewport({ ratio: 0.9 });
  }
  const yaml = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /^Export plain YAML/ }).click();
  expect((await yaml).suggestedFilename()).toContain("yaml");
  await fits(page, "after all");
}

const DOCUMENT = STARTED.replace("studio: {", "studio: {probes: [{of: joints/shoulder, what: position}], ");

test.describe("360 px", () => {
  test.use({ viewport: { width: 360, height: 740 } });
  test("everything can be read, run and exported", async ({ page, studio }) => {
    test.setTimeout(240_000);
    await opened(page, studio, DOCUMENT);
    await readRunExport(page);
  });
});

test.describe("200 % zoom", () => {
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });
  test("everything can be read, run and exported", async ({ page, studio }) => {
    test.setTimeout(240_000);
    await opened(page, studio, DOCUMENT);
    await readRunExport(page);
  });
});

test.describe("768 px", () => {
  test.use({ viewport: { width: 768, height: 900 } });
  test("a pendulum is built by hand", async ({ page, studio }) => {
    await openStudio(page, studio);
    await dragFromPalette(page, "revolute", { x: 0.5, y: 0.3 });
    await connect(page, "world", "joint joint1");
    await dragFromPalette(page, "body", { x: 0.8, y: 0.75 });
    await connect(page, "joint joint1", "body body1");
    await expect(page.getByTestId("facts")).toContainText("1 body · 1 joint");
    await node(page, "body body1").click();
    await expect(page.getByRole("textbox", { name: "mass", exact: true })).toBeVisible();
    await fits(page, "built");
  });
});

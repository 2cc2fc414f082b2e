/** Gestures for building mechanisms, for all tests: drag from the palette, draw lines, press keys. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Studio } from "./studio";

/** The page of a studio, ready to build. */
export async function openStudio(page: Page, studio: Studio): Promise<void> {
  await page.goto(studio.url);
  await expect(node(page, "world")).toBeVisible();
}

export const diagramOf = (page: Page): Locator => page.getByRole("region", { name: "Diagram", exact: true });

/** A node of the diagram by the beginning of its accessible name: "joint shoulder", "body upper", "world". */
export const node = (page: Page, label: string): Locator => diagramOf(page).getByRole("group", { name: new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(,|$)`) });

/** An item of the palette. */
export const item = (page: Page, title: string): Locator => page.getByRole("navigation", { name: "palette" }).getByRole("button", { name: title, exact: true });

/** Drag an item of the palette to a place of the diagram (parts of its width and height), or onto a node. */
export async function dragFromPalette(page: Page, title: string, to: { x: number; y: number } | string): Promise<void> {
  const target = typeof to === "string" ? node(page, to) : diagramOf(page);
  const box = (await target.boundingBox())!;
  const at = typeof to === "string" ? { x: box.width / 2, y: box.height / 2 } : { x: box.width * to.x, y: box.height * to.y };
  await item(page, title).dragTo(target, { targetPosition: at });
}

/** Draw a line from the output of one node to the input of another; links have one handle, called link. */
export async function connect(page: Page, from: string, to: string, handles: { from?: string; to?: string } = {}): Promise<void> {
  const start = node(page, from).getByLabel(new RegExp(`: ${handles.from ?? "output"}$`));
  const end = node(page, to).getByLabel(new RegExp(`: ${handles.to ?? "input"}$`));
  await node(page, from).hover();
  const [a, b] = [(await start.boundingBox())!, (await end.boundingBox())!];
  await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 4 });
  await page.mouse.up();
}

/** Rename a node by F2. */
export async function rename(page: Page, label: string, name: string): Promise<void> {
  await node(page, label).click();
  await page.keyboard.press("F2");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
}

/** Add an item to the selection by the key A. */
export async function addByKeys(page: Page, title: string): Promise<void> {
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addByKeys, connect, dragFromPalette, item, node, openStudio } from "./build";
import { documentHash, documentText, expect, openDocument, test } from "./studio";

const undo = (page: Page) => page.keyboard.press("Control+z");

test("the double pendulum's structure by mouse", async ({ page, studio, outside }) => {
  await openStudio(page, studio);
  await dragFromPalette(page, "revolute", { x: 0.35, y: 0.6 });
  await dragFromPalette(page, "body", { x: 0.5, y: 0.75 });
  await dragFromPalette(page, "revolute", { x: 0.65, y: 0.6 });
  await dragFromPalette(page, "body", { x: 0.8, y: 0.75 });
  await connect(page, "world", "joint joint1");
  await connect(page, "joint joint1", "body body1");
  await connect(page, "body body1", "joint joint2");
  await connect(page, "joint joint2", "body body2");
  await expect(page.getByTestId("facts")).toHaveText("2 bodies · 2 joints · 0 loops · DoF 2");
  expect(await documentText(page)).toContain("joint2: {type: revolute, parent: body1, child: body2, axis: [0, 0, 1]}");
  expect(await documentText(page)).not.toContain("loose");
  expect(outside).toEqual([]);
});

test("the same by keyboard alone, renamed, and undone to the first hash", async ({ page, studio }) => {
  await openStudio(page, studio);
  const first = await documentHash(page);
  await node(page, "world").focus();
  await page.keyboard.press("Enter");
  for (const what of ["revolute", "body", "revolute", "body"]) await addByKeys(page, what);
  await expect(page.getByTestId("facts")).toHaveText("2 bodies · 2 joints · 0 loops · DoF 2");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("F2");
  await page.keyboard.type("elbow");
  await page.keyboard.press("Enter");
  await expect(node(page, "joint elbow")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(node(page, "body body1")).toBeFocused();
  await page.keyboard.press("p");
  const last = await documentHash(page);
  for (let k = 0; k < 6; k++) await undo(page);
  expect(await documentHash(page)).toBe(first);
  for (let k = 0; k < 6; k++) await page.keyboard.press("Control+y");
  expect(await documentHash(page)).toBe(last);
});

const CHAIN = `linkwright: 1
name: chain
joints:
  one: {type: revolute, parent: world, child: a}
  two: {type: revolute, parent: a, child: b, xyz: [0, 1, 0]}
  three: {type: prismatic, parent: b, child: c, xyz: [0, 2, 0], axis: [1, 0, 0]}
bodies:
  a: {mass: 1, com: [0, 0.5, 0]}
  b: {mass: 1, com: [0, 0.5, 0]}
  c: {mass: 1, com: [0, 0.5, 0]}
`;

test("a body in the middle asks before it goes: its children to its parent, the subtree, or nothing", async ({ page, studio }) => {
  await openDocument(page, studio.url, CHAIN);
  const facts = page.getByTestId("facts");
  await expect(facts).toContainText("DoF 3");
  const first = await documentHash(page);
  await node(page, "body b").click();
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  expect(await documentHash(page)).toBe(first);
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Re-parent its children to a" }).click();
  await expect(facts).toHaveText("2 bodies · 2 joints · 0 loops · DoF 2");
  expect(await documentText(page)).toContain("three: {type: prismatic, parent: a, child: c, xyz: [0, 3, 0], axis: [1, 0, 0]}");
  await undo(page);
  await node(page, "body b").click();
  await page.keyboard.press("Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Remove the subtree of 2 bodies" }).click();
  await expect(facts).toHaveText("1 body · 1 joint · 0 loops · DoF 1");
  await undo(page);
  expect(await documentHash(page)).toBe(first);
});

test("twenty edits are undone and redone to the same hash", async ({ page, studio }) => {
  await openDocument(page, studio.url, CHAIN);
  await expect(page.getByTestId("facts")).toContainText("DoF 3");
  const hashes = [await documentHash(page)];
  const step = async (act: () => Promise<unknown>) => {
    await act();
    await expect.poll(() => documentHash(page)).not.toBe(hashes.at(-1));
    hashes.push(await documentHash(page));
  };
  const press = (key: string) => () => page.keyboard.press(key);
  await node(page, "body c").click();
  for (const what of ["spherical", "body", "frame", "universal", "body", "helical", "body"]) await step(() => addByKeys(page, what));
  await node(page, "joint two").click();
  for (const what of ["spring", "damper", "motion driver"]) await step(() => addByKeys(page, what));
  await step(press("p"));
  await step(press("Control+d"));
  await step(press("Control+g"));
  await step(press("Control+Shift+g"));
  await node(page, "body a").click();
  await step(press("Shift+ArrowDown"));
  await step(press("Control+d"));
  await step(press("l"));
  await node(page, "joint two").click();
  await step(press("Shift+C"));
  await step(press("Delete"));
  await step(() => dragFromPalette(page, "gear", { x: 0.5, y: 0.9 }));
  expect(hashes.length).toBe(21);
  for (let k = 19; k >= 0; k--) {
    await undo(page);
    expect(await documentHash(page)).toBe(hashes[k]);
  }
  for (let k = 1; k <= 20; k++) await page.keyboard.press("Control+y");
  expect(await documentHash(page)).toBe(hashes[20]);
});

test("parts are copied from one page to another, with their parameters", async ({ page, studio, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openDocument(page, studio.url, CHAIN.replace("joints:", "parameters: {L: 2, other: 1}\njoints:").replace("[0, 2, 0]", "[0, L/2, 0]"));
  await node(page, "body b").click();
  await page.keyboard.press("Control+c");
  await expect(page.getByRole("status")).toContainText("copied");
  const second = await context.newPage();
  await openStudio(second, studio);
  await second.bringToFront();
  await node(second, "world").click();
  await second.keyboard.press("Control+v");
  await expect(second.getByTestId("facts")).toHaveText("2 bodies · 2 joints · 0 loops · DoF 2");
  const text = await documentText(second);
  expect(text).toContain("parent: world, child: b1");
  expect(text).toContain("L: 2");
  expect(text).not.toContain("other");
});

test("a four-bar is closed by hand", async ({ page, studio }) => {
  await openStudio(page, studio);
  const type = async (name: string, text: string) => {
    await page.getByRole("region", { name: "Inspector" }).getByRole("textbox", { name, exact: true }).fill(text);
  };
  const facts = page.getByTestId("facts");
  await dragFromPalette(page, "revolute", "world");
  await dragFromPalette(page, "body", "joint joint1");
  await dragFromPalette(page, "revolute", "body body1");
  await dragFromPalette(page, "body", "joint joint2");
  await dragFromPalette(page, "revolute", "world");
  await dragFromPalette(page, "body", "joint joint3");
  await expect(facts).toContainText("DoF 3");
  await node(page, "joint joint2").click();
  await type("position x", "0.2");
  await node(page, "joint joint3").click();
  await type("position x", "0.45");
  await dragFromPalette(page, "pin", { x: 0.6, y: 0.92 });
  await page.keyboard.press("0");
  await connect(page, "body body2", "closure loop1", { from: "link", to: "link" });
  await connect(page, "body body3", "closure loop1", { from: "link", to: "link" });
  await node(page, "closure loop1").click();
  await page.getByRole("region", { name: "Inspector" }).getByRole("textbox", { name: "position x" }).first().fill("0.3");
  await page.getByRole("region", { name: "Inspector" }).getByRole("textbox", { name: "position x" }).nth(1).fill("0.4");
  await expect(facts).toHaveText("3 bodies · 3 joints · 1 loop · DoF 1");
});

test("a 6-UPS comes from the palette, is shown, and can be written as joints", async ({ page, studio }) => {
  await openStudio(page, studio);
  await item(page, "6-UPS").click();
  await expect(page.getByTestId("facts")).toContainText("DoF 6");
  await expect(node(page, "closure leg6")).toBeVisible();
  await page.getByRole("button", { name: "Write as joints" }).click();
  await expect(page.getByTestId("facts")).toContainText("DoF 6");
  await expect.poll(() => documentText(page)).toContain("leg6_joint3:");
  await item(page, "Delta").click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace" }).click();
  await expect(page.getByTestId("facts")).toContainText("DoF 3");
});

test("a node is dragged in one step; an edge's end is dragged to another body, or off", async ({ page, studio }) => {
  await openDocument(page, studio.url, CHAIN);
  await expect(page.getByTestId("facts")).toContainText("DoF 3");
  const first = await documentHash(page);
  const box = (await node(page, "body c").boundingBox())!;
  await page.mouse.move(box.x + 20, box.y + 12);
  await page.mouse.down();
  await page.mouse.move(box.x + 20, box.y + 100, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => documentText(page)).toContain("bodies/c:");
  await undo(page);
  expect(await documentHash(page)).toBe(first);
  const end = async (label: string, handle: string) => {
    const at = (await node(page, label).getByLabel(new RegExp(`: ${handle}$`)).boundingBox())!;
    return { x: at.x + at.width / 2, y: at.y + at.height / 2 };
  };
  const carry = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2 + 20, { steps: 5 });
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  const [from, to] = [await end("body b", "output"), await end("joint three", "input")];
  await carry({ x: (from.x + to.x) / 2, y: from.y }, await end("body a", "output"));
  await expect.poll(() => documentText(page)).toContain("three: {type: prismatic, parent: a, child: c");
  await undo(page);
  await expect(node(page, "joint three")).toHaveAccessibleName(/between b and c/);
  const input = await end("joint three", "input");
  await carry(input, { x: input.x, y: input.y + 150 });
  await expect(page.getByTestId("facts")).toContainText("DoF 2");
  await expect(node(page, "body c")).toHaveAccessibleName(/not connected to the world/);
});

test("several parts are chosen, grouped, folded and found by name", async ({ page, studio }) => {
  await openDocument(page, studio.url, CHAIN);
  await node(page, "body b").click();
  await node(page, "body c").click({ modifiers: ["Control"] });
  await page.keyboard.press("Control+g");
  await page.getByRole("button", { name: "fold group1" }).click();
  await expect(node(page, "body c")).toHaveCount(0);
  await page.getByRole("button", { name: "unfold group1" }).click();
  await expect(node(page, "body c")).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.type("two");
  await page.keyboard.press("Enter");
  await expect(node(page, "joint two")).toBeFocused();
  await expect(page.getByRole("treeitem", { name: "revolute joint two" })).toHaveAttribute("aria-selected", "true");
  const place = (await node(page, "body b").boundingBox())!;
  await page.keyboard.down("Shift");
  await page.mouse.move(place.x - 15, place.y - 60);
  await page.mouse.down();
  await page.mouse.move(place.x + 400, place.y + 90, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await expect(page.getByRole("treeitem", { selected: true })).toHaveCount(3);
  await node(page, "joint two").click();
  await page.keyboard.press("Shift+C");
  await page.keyboard.press("c");
  await page.getByRole("dialog").getByRole("option", { name: /^world/ }).click();
  await expect.poll(() => documentText(page)).toContain("two: {type: revolute, parent: world, child: b");
});

test("nothing serious for axe in diagram, palette and their dialogs", async ({ page, studio }) => {
  await openDocument(page, studio.url, CHAIN);
  await expect(page.getByTestId("facts")).toContainText("DoF 3");
  const serious = async () => {
    const found = await new AxeBuilder({ page }).include("[data-panel=diagram]").include("[data-panel=palette]").include("dialog").analyze();
    return found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(" | ")}`);
  };
  await page.keyboard.press("a");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await serious()).toEqual([]);
  await page.keyboard.press("Escape");
  await node(page, "body b").click();
  await page.keyboard.press("Delete");
  expect(await serious()).toEqual([]);
});

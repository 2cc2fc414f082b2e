import type { Page } from "@playwright/test";
import { addByKeys, connect, dragFromPalette, node, openStudio } from "./build";
import { documentHash, documentText, expect, test } from "./studio";

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

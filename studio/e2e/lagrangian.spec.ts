import AxeBuilder from "@axe-core/playwright";
import { documentText, exampleText, expect, openDocument, test } from "./studio";

test("a Lagrangian opens: its constants and formulas are edited, its equations follow, and all is undone", async ({ page, studio, outside }) => {
  await openDocument(page, studio.url, exampleText("manifold/quadrotor_load.yaml"), "Equations");
  const before = await documentText(page);
  const region = page.getByRole("region", { name: "Lagrangian" });
  await expect(region.getByRole("row", { name: /R.*Omega_R/ }).first()).toBeVisible();
  await expect(page.getByText("A Lagrangian has no parts")).toBeVisible();
  await expect(page.getByRole("button", { name: "revolute", exact: true })).toHaveCount(0);
  await region.getByLabel("constant J", { exact: true }).fill("[[1, 0, 0], [0, 2, 0], [0, 0, 3]]");
  await page.keyboard.press("Enter");
  expect(await documentText(page)).toContain("J: [[1, 0, 0], [0, 2, 0], [0, 0, 3]]");
  await region.getByLabel("name of a new constant").fill("k");
  await page.keyboard.press("Enter");
  const lagrangian = region.getByLabel("Lagrangian", { exact: true });
  await lagrangian.fill(`${await lagrangian.inputValue()} - k*dot(x, x)/2`);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Equations of motion" })).toContainText("k x");
  await lagrangian.fill("m_wrong*dot(dx, dx)");
  await page.keyboard.press("Control+Enter");
  await expect(region.getByText(/m_wrong/).last()).toBeVisible();
  const found = await new AxeBuilder({ page }).include(".lagrangian").analyze();
  expect(found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
  for (let k = 0; k < 4; k++) await page.getByRole("button", { name: "Undo" }).click();
  expect(await documentText(page)).toBe(before);
  expect(outside).toEqual([]);
});

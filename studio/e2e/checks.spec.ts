import AxeBuilder from "@axe-core/playwright";
import { documentText, exampleText, expect, openDocument, test } from "./studio";

test("the laws are asked on demand, and their verdict is marked once the mechanism has changed", async ({ page, studio }) => {
  await openDocument(page, studio.url, exampleText("double_pendulum.yaml"), "Checks");
  await page.getByRole("button", { name: "Ask the laws" }).click();
  await expect(page.getByTestId("verdict")).toHaveText(/^all \d+ laws that could be asked hold$/, { timeout: 60_000 });
  await expect(page.getByRole("row", { name: /dM\/dt - 2C is skew holds/ })).toBeVisible();
  await expect(page.getByRole("tab", { name: /Checks ?all hold/ })).toBeVisible();
  const found = await new AxeBuilder({ page }).include("[role=tabpanel]").analyze();
  expect(found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
  const text = (await documentText(page)).replace("m1: 1", "m1: 2");
  await page.evaluate((t) => window.linkwright!.setText(t), text);
  await expect(page.getByText("The mechanism was changed since")).toBeVisible();
});

/** A joint that moves from rest to rest: the inspector writes its formula, and the run follows it. */
import AxeBuilder from "@axe-core/playwright";
import { node } from "./build";
import { downloaded, example, motion, numbers, opened } from "./running";
import { documentHash, documentText, expect, test } from "./studio";

test("numbers become the formula of a motion from rest to rest, which the run follows", async ({ page, studio, outside }) => {
  await opened(page, studio, example("double_pendulum.yaml"));
  await node(page, "joint shoulder").click();
  const inspector = page.getByRole("region", { name: "Inspector" });
  await inspector.getByText("Driven in a run by").click();
  await inspector.getByRole("combobox", { name: "driven by" }).selectOption("a given motion");
  const before = await documentHash(page);
  await inspector.getByText("Rest to rest").press("Enter");
  const form = inspector.getByRole("form", { name: "Rest to rest" });
  const field = (name: string) => form.getByRole("textbox", { name, exact: true });
  const write = form.getByRole("button", { name: "Write the formula" });
  await expect(field("from")).toHaveValue("0");

  await field("largest speed").fill("-1");
  await expect(field("largest speed")).toHaveAccessibleDescription(/above zero/);
  await expect(write).toBeDisabled();
  await field("largest speed").fill("1");
  await field("largest acceleration").fill("");
  await field("largest jerk").fill("");
  await write.click();
  await expect(form.getByRole("alert")).toContainText("neither acceleration nor jerk has a bound");
  expect(await documentHash(page)).toBe(before);

  await field("largest acceleration").fill("5");
  await field("largest jerk").fill("50");
  await field("starts at").fill("0.5");
  await field("to").fill("1");
  await field("to").press("Enter");
  await expect(form.getByRole("status")).toHaveText("takes 1.3 s, at rest from 1.8 s on");
  await expect(inspector.getByRole("textbox", { name: "position", exact: true })).toHaveValue(/^50\/6\*max\(0, min\(t, 0\.8\) - 0\.5\)\*\*3/);
  const after = await documentHash(page);
  const axe = await new AxeBuilder({ page }).include(".inspector").analyze();
  expect(axe.violations.filter((v) => v.impact === "serious" || v.impact === "critical")).toEqual([]);

  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  const { heads, rows } = numbers(await downloaded(page, "Run as CSV"));
  const [q, v] = ["q1", "v1"].map((name) => heads.indexOf(name)) as [number, number];
  expect(Math.max(...rows.filter((row) => row[0]! <= 0.5).map((row) => Math.abs(row[q]!)))).toBeLessThan(1e-9);
  expect(Math.max(...rows.map((row) => Math.abs(row[v]!)))).toBeCloseTo(1, 6);
  const rest = rows.filter((row) => row[0]! > 2.5);
  expect(Math.max(...rest.map((row) => Math.abs(row[q]! - 1)))).toBeLessThan(1e-6);
  expect(Math.max(...rest.map((row) => Math.abs(row[v]!)))).toBeLessThan(1e-6);
  expect(await motion(page, (m) => m.energyError)).toBeLessThan(1e-4);

  await page.getByRole("button", { name: "Undo" }).click();
  expect(await documentHash(page)).toBe(before);
  await page.getByRole("button", { name: "Redo" }).click();
  expect(await documentHash(page)).toBe(after);
  expect(await documentText(page)).toContain("max(0, min(t, 1.8) - 1.5)**3");
  expect(outside).toEqual([]);
});

import AxeBuilder from "@axe-core/playwright";
import { readFileSync } from "node:fs";
import { documentText, exampleText, expect, openDocument, secondsToAnswer, test } from "./studio";

/** What the README prints of the double pendulum. */
function readmeEquations(): string {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const block = /\$ linkwright equations examples\/double_pendulum.yaml\n([\s\S]*?)```/.exec(readme)![1]!;
  return block.trimEnd() + "\n";
}

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

test("the double pendulum's equations are those of the README, as text and as LaTeX", async ({ page, studio, outside }) => {
  await openDocument(page, studio.url, exampleText("double_pendulum.yaml"), "Equations");
  await expect(page.getByRole("region", { name: "mass matrix" })).toContainText("M22 = L2²m2/4");
  await expect(page.getByRole("region", { name: "mass matrix" })).toContainText("5 additions, 10 multiplications, 1 cosine");
  await page.getByRole("button", { name: "Copy text" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(readmeEquations());
  await page.getByRole("button", { name: "copy M22 as LaTeX" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("M_{22} = \\frac{1}{4} L_{2}^{2} m_{2}");
  expect(outside).toEqual([]);
});

test("symbols and parts of the mechanism light each other up", async ({ page, studio }) => {
  await openDocument(page, studio.url, exampleText("double_pendulum.yaml"), "Equations");
  const lit = () => page.evaluate(() => window.linkwright!.state().lit);
  const selection = () => page.evaluate(() => window.linkwright!.state().selection);
  const symbol = page.locator("[data-entry=M22] [data-symbol]").filter({ hasText: "m2" });
  await symbol.hover();
  expect(await lit()).toEqual(["m2"]);
  await expect(symbol).toHaveClass(/lit/);
  await symbol.click();
  expect(await selection()).toEqual(["bodies/lower", "parameters/m2"]);
  await page.getByRole("heading", { name: "gravity" }).hover();
  expect(await lit()).toEqual([]);
  await page.getByRole("list", { name: "symbols" }).getByRole("button", { name: "elbow" }).focus();
  expect(await lit()).toEqual(["elbow"]);
  await page.keyboard.press("Enter");
  expect(await selection()).toEqual(["bodies/lower", "joints/elbow"]);
  await page.getByRole("button", { name: "Copy text" }).focus();
  await expect(page.locator("[data-entry=V1] [data-symbol].lit").first()).toBeVisible();
});

test("another form, another quantity, an edit: the equations follow", async ({ page, studio }) => {
  await openDocument(page, studio.url, exampleText("double_pendulum.yaml"), "Equations");
  await page.getByRole("button", { name: /^Quantities/ }).click();
  await page.getByRole("searchbox", { name: "find a quantity" }).fill("kinetic");
  await page.getByRole("checkbox", { name: /^kinetic energy T/ }).check();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "kinetic energy" })).toContainText("T");
  await expect(page.getByRole("region", { name: "mass matrix" })).toHaveCount(0);
  await page.getByLabel("Form").selectOption("steps");
  await expect(page.getByRole("region", { name: "kinetic energy" })).toContainText("x1 = ");
  const text = (await documentText(page)).replace("{mass: m2, com", "{mass: 3 m2, com");
  await page.evaluate((t) => window.linkwright!.open(t.replace("3 m2", "m1"), "a.yaml"), text);
  await expect(page.getByRole("region", { name: "kinetic energy" })).not.toContainText("m2");
});

test("six-axis arm: equations within half a second of an edit, and then those that the shell prints", async ({ page, studio }) => {
  const text = exampleText("arm6.yaml");
  await openDocument(page, studio.url, text, "Equations");
  await expect(page.getByRole("region", { name: "mass matrix" })).toContainText("M11");
  const seconds: number[] = [];
  for (let k = 1; k < 6; k++) seconds.push(await secondsToAnswer(page, text.replace("com: [0.068", `com: [0.068${k}`)));
  console.log(`equations of arm6 after an edit: ${seconds.map((s) => s.toFixed(2)).join(", ")} s`);
  expect(Math.min(...seconds)).toBeLessThan(6); // 0.5 on a quiet machine; what it took is printed
  await expect(page.getByText("Shorter forms are being looked for")).toHaveCount(0, { timeout: 30_000 });
  await expect(page.locator("[data-entry=M11]")).toContainText("M11 = ");
  expect(await page.getByRole("region", { name: "mass matrix" }).locator("[data-entry^=x]").count()).toBe(0);
});

test("Lagrangians: the equations without coordinates", async ({ page, studio }) => {
  await openDocument(page, studio.url, exampleText("manifold/quadrotor_load.yaml"), "Equations");
  await expect(page.getByRole("region", { name: "Equations of motion" })).toContainText("J Ω̇ + Ω × J Ω = M");
  await page.locator(".equation-math [data-symbol]").filter({ hasText: "J" }).first().click();
  expect(await page.evaluate(() => window.linkwright!.state().selection)).toEqual(["constants/J"]);
});

test("a joint with several coordinates is one symbol", async ({ page, studio }) => {
  await openDocument(page, studio.url, exampleText("spherical_pendulum.yaml"), "Equations");
  await page.locator("[data-entry=G1]").scrollIntoViewIfNeeded(); // drawn when it comes into view
  await expect(page.locator("[data-entry=G1] [data-symbol]").first()).toBeVisible();
  await page.getByRole("list", { name: "symbols" }).getByRole("button", { name: "ball", exact: true }).focus();
  await expect(page.locator("[data-entry=G1] [data-symbol].lit")).toHaveCount(4);
});

test("no serious accessibility issue", async ({ page, studio }) => {
  await openDocument(page, studio.url, exampleText("double_pendulum.yaml"), "Equations");
  await expect(page.getByRole("region", { name: "gravity" })).toContainText("G2");
  const found = await new AxeBuilder({ page }).include("[role=tabpanel]").analyze();
  expect(found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
});

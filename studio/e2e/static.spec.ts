import { expect, type Page, test } from "@playwright/test";
import { existsSync, readFileSync } from "node:fs";
import type { Server } from "node:http";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { exampleText } from "./studio";
import { serveFolder } from "./static_server";

/** The page without a server: `make studio-static` writes it. */
const FOLDER = process.env.STUDIO_STATIC ?? fileURLToPath(new URL("../../out/studio-static", import.meta.url));
let at: { url: string; server: Server };
const outside: string[] = [];

test.skip(!existsSync(FOLDER), "make studio-static");
test.use({ permissions: ["clipboard-read", "clipboard-write"] });
test.beforeAll(async () => {
  at = await serveFolder(FOLDER);
});
test.afterAll(() => at?.server.close());
test.beforeEach(async ({ page }) => {
  outside.length = 0;
  await page.route("**/*", (route) => {
    const url = route.request().url();
    if (url.startsWith(at.url) || url.startsWith("blob:") || url.startsWith("data:")) return route.continue();
    outside.push(url);
    return route.abort();
  });
});
test.afterEach(() => expect(outside).toEqual([]));

async function openStatic(page: Page, example: string, tab: string): Promise<void> {
  await page.goto(at.url);
  await page.evaluate((given) => window.linkwright!.open(given, "test.yaml"), exampleText(example));
  await page.getByRole("tab", { name: tab }).click();
}

test("the double pendulum without a server: equations as in the README, motion, code", async ({ page }) => {
  const failed: string[] = [];
  page.on("console", (m) => m.type() === "error" && failed.push(m.text()));
  const started = Date.now();
  await openStatic(page, "double_pendulum.yaml", "Equations");
  await expect(page.getByRole("region", { name: "gravity" })).toContainText("G2 = ", { timeout: 60_000 });
  console.log(`first equations without a server after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  await page.getByRole("button", { name: "Copy text" }).click();
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text.split("\n").length).toBeGreaterThan(10);
  expect(readme).toContain(text);

  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => page.evaluate(() => window.linkwright!.motion().t), { timeout: 20_000 }).toBeGreaterThan(5);

  await page.getByRole("tab", { name: "Code" }).click();
  await expect(page.getByTestId("source")).toContainText("double_pendulum_mass_matrix", { timeout: 30_000 });
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download zip" }).click();
  expect((await waiting).suggestedFilename()).toBe("double_pendulum-c.zip");
  await expect(page.getByText(/without tests/)).toBeVisible();
  expect(failed).toEqual([]);
});

test("links of the documentation and share links open without a server", async ({ page }) => {
  const name = () => page.evaluate(() => /^name: (\w+)/m.exec(window.linkwright!.text())?.[1]);
  await page.goto(`${at.url}#example=cart_pole`);
  await expect.poll(name, { timeout: 60_000 }).toBe("cart_pole");
  const link = deflateRawSync(JSON.stringify({ name: "mine.yaml", text: exampleText("scara.yaml") })).toString("base64url");
  await page.goto("about:blank");
  await page.goto(`${at.url}#doc=${link}`);
  await expect.poll(name, { timeout: 10_000 }).toBe("scara");
});

test("what needs NumPy says so and names the way out", async ({ page }) => {
  await openStatic(page, "loops/fourbar.yaml", "Checks");
  await expect.poll(() => page.evaluate(() => window.linkwright!.state().messages?.[0]?.what), { timeout: 60_000 }).toContain("no NumPy");
  const hint = await page.evaluate(() => window.linkwright!.state().messages![0]!.hint);
  expect(hint).toContain("pip install");
  await page.evaluate((given) => window.linkwright!.open(given, "test.yaml"), exampleText("double_pendulum.yaml"));
  await page.getByRole("button", { name: "Ask the laws" }).click();
  await expect(page.getByRole("tabpanel").getByText(/no NumPy.*linkwright studio/)).toBeVisible();
});

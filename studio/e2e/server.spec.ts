/** The page and its server: what a page may load, who may ask, and what becomes of the work when the server goes away. */
import { request } from "node:http";
import { motion, opened, STARTED } from "./running";
import { documentText, expect, startStudio, test } from "./studio";

/** Status and body of a request that calls the server by any name. */
const asked = (url: string, host: string): Promise<{ status: number; text: string }> =>
  new Promise((done, failed) => {
    const sent = request(url, { headers: { Host: host } }, (response) => {
      let text = "";
      response.on("data", (part: Buffer) => (text += part.toString()));
      response.on("end", () => done({ status: response.statusCode ?? 0, text }));
    });
    sent.on("error", failed);
    sent.end();
  });

test("the page loads nothing from elsewhere and runs no text as code; another name is refused", async ({ page, studio, outside }) => {
  const wrong: string[] = [];
  page.on("console", (m) => m.type() === "error" && wrong.push(m.text()));
  const policy = (await page.goto(studio.url))!.headers()["content-security-policy"]!;
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain("unsafe-eval");
  expect(/script-src[^;]*/.exec(policy)![0]).not.toContain("unsafe-inline");
  await opened(page, studio, STARTED);
  expect(await page.evaluate(() => document.querySelectorAll("script:not([src])").length)).toBe(0);
  const { host, origin } = new URL(studio.url);
  expect((await asked(origin, host)).status).toBe(200);
  const refused = await asked(origin, `evil.example:${new URL(studio.url).port}`);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("use the URL that was printed");
  expect(wrong).toEqual([]);
  expect(outside).toEqual([]);
});

test("an address without its token says what to do; with it the studio opens in the same tab", async ({ page, studio }) => {
  await page.goto(new URL(studio.url).origin);
  await expect(page.getByRole("main")).toContainText("Open the address that linkwright studio printed");
  await page.goto(studio.url);
  await expect(page.getByRole("button", { name: "Run settings" })).toBeVisible();
  await expect(page.getByRole("alert")).toBeEmpty();
});

test("the server ends: the page says so, keeps the document and goes on moving; it is back with the next one", async ({ page, studio, context }) => {
  test.setTimeout(240_000);
  await opened(page, studio, STARTED);
  studio.stop();
  const bar = page.getByRole("alert").filter({ hasText: "The server does not answer" });
  await expect(bar).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => window.linkwright!.setText(window.linkwright!.text().replace("L2: 1", "L2: 1.5")));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => motion(page, (m) => m.t)).toBeGreaterThan(0.1);
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  expect(await documentText(page)).toContain("L2: 1.5");
  const second = await startStudio(undefined, Number(new URL(studio.url).port));
  await expect(page.getByRole("alert").filter({ hasText: "does not know this page" })).toBeVisible({ timeout: 30_000 });
  const other = await context.newPage();
  await other.goto(second.url);
  await expect(page.getByRole("alert").filter({ hasText: "server" })).toHaveCount(0, { timeout: 30_000 });
  await expect.poll(() => page.evaluate(() => window.linkwright!.state().good?.text)).toContain("L2: 1.5");
  await other.close();
  second.stop();
});

test("unsaved work is back in the page of the next server at the same port", async ({ page, studio }) => {
  await opened(page, studio, STARTED);
  await page.evaluate(() => window.linkwright!.setText(window.linkwright!.text().replace("L2: 1", "L2: 1.25")));
  await page.waitForTimeout(1000);
  await page.goto("about:blank");
  studio.stop();
  const second = await startStudio(undefined, Number(new URL(studio.url).port));
  await page.goto(second.url);
  await expect.poll(() => documentText(page)).toContain("L2: 1.25");
  second.stop();
});

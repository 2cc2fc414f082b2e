/** Pages of robots without a server, opened from the disk. */
import AxeBuilder from "@axe-core/playwright";
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { LINKWRIGHT, ROOT } from "./running";

/** Two robots in one page, each with a motion. */
const MAKE = `
import sys
from pathlib import Path
import linkwright as lw
from linkwright.simulation.flow import simulate
from linkwright.simulation.run import Run
from linkwright.view.exhibit import Exhibit
from linkwright.view.page import document
folder, target = map(Path, sys.argv[1:])
shown = [Exhibit(r, simulate(r, Run(time=1.5)), r.name) for r in map(lw.load, (folder / "scara.yaml", folder / "parallel/delta.yaml"))]
target.write_text(document("two robots", '<main class="player-page"><h1>two robots</h1><div id="player"></div></main>', exhibits=shown))
`;
const file = join(mkdtempSync(join(tmpdir(), "linkwright-player-")), "page.html");

test.beforeAll(() => {
  execFileSync(join(LINKWRIGHT, "../python"), ["-c", MAKE, join(ROOT, "examples"), file]);
});

async function opened(page: Page, path = file): Promise<string[]> {
  const said: string[] = [];
  page.on("console", (m) => ["error", "warning"].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()) && said.push(m.text()));
  page.on("pageerror", (e) => said.push(e.message));
  page.on("request", (r) => !/^(file|data|blob):/.test(r.url()) && said.push(`asked for ${r.url()}`));
  await page.goto(`file://${path}`);
  await expect(page.locator("canvas")).toBeVisible();
  await page.waitForTimeout(300);
  return said;
}

/** The picture as it is on the screen. */
const picture = (page: Page): Promise<Buffer> => page.getByRole("group", { name: /^3D view/ }).screenshot();
/** The picture in words. */
const pose = (page: Page): Promise<string | null> => page.getByRole("img", { name: /^3D view/ }).getAttribute("aria-label");

test("it opens from the disk, plays, and says nothing", async ({ page }) => {
  const said = await opened(page);
  const [before, words] = [await picture(page), await pose(page)];
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForTimeout(700);
  await page.getByRole("button", { name: "Pause" }).click();
  expect((await picture(page)).equals(before)).toBe(false);
  expect(await pose(page)).not.toBe(words);
  await page.getByRole("slider", { name: "time" }).fill("0");
  expect(await pose(page)).toBe(words);
  expect(said).toEqual([]);
});

test("sliders move joints, and the loops of a closed robot with them", async ({ page }) => {
  const said = await opened(page);
  for (const [robot, joint, to] of [["scara", "shoulder", "1"], ["delta", "platform_x", "0.05"]] as const) {
    await page.getByRole("combobox", { name: "robot" }).selectOption(robot);
    if (!(await page.getByRole("slider", { name: joint }).isVisible())) await page.getByText("Joints").click();
    await page.waitForTimeout(300);
    const before = await picture(page);
    await page.getByRole("slider", { name: joint }).fill(to);
    await page.waitForTimeout(200);
    expect((await picture(page)).equals(before)).toBe(false);
  }
  await page.getByRole("slider", { name: "platform_z" }).fill("-0.11");
  await expect(page.getByRole("status")).toHaveText("the loops do not close there");
  expect(said).toEqual([]);
});

for (const [scheme, width] of [["light", 1400], ["dark", 360]] as const)
  test(`it is read at ${width} px, ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 700 });
    await opened(page);
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(scheme === "light" ? "rgb(246, 247, 249)" : "rgb(20, 23, 28)");
  });

const REPORT = `
import sys
from pathlib import Path
from linkwright.synthesis.report import write_report
from tests.synthesis.founds import Arms, found
arms = Arms("light", "<b>odd</b>")
write_report(found(arms, checked=1), Path(sys.argv[1]), arms)
`;

test("a report is read at any width, and its structures are shown in motion", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "linkwright-report-"));
  execFileSync(join(LINKWRIGHT, "../python"), ["-c", REPORT, folder], { cwd: ROOT });
  const said = await opened(page, join(folder, "report.html"));
  await page.getByRole("link", { name: "<b>odd</b>", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "robot" })).toHaveValue("1");
  const words = await pose(page);
  await page.getByRole("slider", { name: "time" }).fill("0.6");
  expect(await pose(page)).not.toBe(words);
  for (const width of [360, 1400]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0);
  }
  const found = await new AxeBuilder({ page }).analyze();
  expect(found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 200))])).toEqual([]);
  expect(said).toEqual([]);
});

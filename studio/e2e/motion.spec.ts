/** The motion in the page: against `linkwright simulate`, under sliders, by the server, and with many plots. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Studio, test } from "./studio";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const LINKWRIGHT = process.env.LINKWRIGHT ?? join(ROOT, ".venv/bin/linkwright");
const example = (name: string) => readFileSync(join(ROOT, "examples", name), "utf8");
const STARTED = `${example("double_pendulum.yaml")}studio: {start: {q: {shoulder: 60 deg, elbow: -30 deg}}}\n`;

async function opened(page: Page, studio: Studio, text: string): Promise<void> {
  await page.goto(studio.url);
  await page.waitForFunction(() => window.linkwright !== undefined);
  await page.evaluate((given) => window.linkwright!.open(given, "robot.yaml"), text);
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled({ timeout: 60_000 });
}

/** Something of the motion's state; a function of it that is sent to the page. */
const motion = <T>(page: Page, look: (m: ReturnType<NonNullable<Window["linkwright"]>["motion"]>) => T): Promise<T> =>
  page.evaluate(`(${look.toString()})(window.linkwright.motion())`);

const numbers = (csv: string): { heads: string[]; rows: number[][] } => {
  const [head, ...rows] = csv.trim().split(/\r?\n/);
  return { heads: head!.split(","), rows: rows.map((r) => r.split(",").map(Number)) };
};

async function downloaded(page: Page, button: string): Promise<string> {
  await page.getByText("Export", { exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await waiting;
  await page.getByText("Export", { exact: true }).click();
  return readFileSync(await file.path(), "utf8");
}

/** A run of the command line, as numbers. */
function simulated(studio: Studio, file: string, options: string[]): ReturnType<typeof numbers> {
  const csv = join(studio.folder, "run.csv");
  execFileSync(LINKWRIGHT, ["simulate", join(ROOT, "examples", file), ...options, "--csv", csv]);
  return numbers(readFileSync(csv, "utf8"));
}

test("play, pause, step, scrub, reset by keys and buttons", async ({ page, studio, outside }) => {
  await opened(page, studio, STARTED);
  await page.keyboard.press("Space");
  await expect(page.getByTestId("time")).toHaveText(/t 1\.\d\d s/);
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeVisible();
  const t = await motion(page, (m) => m.t);
  await page.keyboard.press(".");
  expect(await motion(page, (m) => m.t)).toBeCloseTo(t + 0.01, 9);
  const time = page.getByRole("slider", { name: "time" });
  await time.focus();
  await page.keyboard.press("ArrowLeft");
  expect(await motion(page, (m) => m.t)).toBeCloseTo(t, 9);
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await expect(page.getByTestId("time")).toHaveText("t 0.00 s");
  expect(await motion(page, (m) => m.q[0])).toBeCloseTo(Math.PI / 3, 12);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  await expect(page.getByTestId("balance")).toHaveText(/energy balance \de-1\d/);
  expect(outside).toEqual([]);
});

test("ten seconds of the double pendulum equal `linkwright simulate`, and the shoulder feels -(c q + d v)", async ({ page, studio }) => {
  const there = simulated(studio, "double_pendulum.yaml", ["--q0", "60 deg, -30 deg"]);
  await opened(page, studio, STARTED);
  await page.getByRole("button", { name: "Probe all joints" }).click();
  await expect(page.getByRole("figure")).toHaveCount(8);
  for (const method of ["rk4", "dopri5"]) {
    await page.getByRole("button", { name: "Run settings" }).click();
    await page.getByLabel("method").selectOption(method);
    await page.getByRole("button", { name: "Use these" }).click();
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await page.getByRole("button", { name: "To the end" }).click();
    await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
    const here = numbers(await downloaded(page, "Run as CSV"));
    expect(here.heads).toEqual(there.heads);
    expect(here.rows.length).toBe(there.rows.length);
    const worst = here.rows.reduce((m, row, k) => row.reduce((n, x, c) => Math.max(n, Math.abs(x - there.rows[k]![c]!)), m), 0);
    console.log(`${method}: largest difference from linkwright simulate ${worst.toExponential(1)}`);
    expect(worst).toBeLessThan(1e-6);
  }
  const probes = numbers(await downloaded(page, "Probes as CSV"));
  const column = (name: string) => probes.heads.findIndex((h) => h.startsWith(name));
  expect(probes.heads.length).toBe(9);
  for (const row of probes.rows) {
    const [q, v, force] = ["shoulder position", "shoulder speed", "shoulder force"].map((n) => row[column(n)]!);
    expect(Math.abs(force! + q! + v!)).toBeLessThan(1e-12); // c = d = 1
  }
});

test("a parameter moved while running is in the next frame", async ({ page, studio }) => {
  // narrow, with the plots in front: 3D is drawn by software here, and its frames would be waited for
  await page.setViewportSize({ width: 700, height: 900 });
  await opened(page, studio, STARTED);
  await page.getByRole("tab", { name: "Plots" }).click();
  await page.getByRole("button", { name: "Probe all joints" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByTestId("time")).toHaveText(/t [^0]\.\d\d s/);
  const waits = await page.evaluate(async () => {
    const api = window.linkwright!;
    const waits: number[] = [];
    for (let n = 0; n < 20; n++) {
      const wanted = 1 + 0.01 * (n + 1);
      const begun = performance.now();
      api.setText(api.text().replace(/L2: [\d.]+/, `L2: ${wanted}`));
      const before = api.motion().t;
      for (;;) {
        await new Promise((next) => requestAnimationFrame(next));
        const now = api.motion();
        const at = now.program!.layout.parameters.findIndex((p) => p.name === "L2");
        if (now.parameters[at] === wanted && now.t > before) break;
      }
      waits.push(performance.now() - begun);
      await new Promise((next) => setTimeout(next, 60));
    }
    return waits.sort((a, b) => a - b);
  });
  console.log(`slider to frame: median ${waits[10]!.toFixed(0)} ms, worst ${waits.at(-1)!.toFixed(0)} ms`);
  expect(waits[10]!).toBeLessThan(50);
  expect(await motion(page, (m) => m.status)).toBe("running");
  expect(await motion(page, (m) => m.energyError)).toBeLessThan(1e-6);
});

test("runs are kept, named, hidden and removed; a measured table lies over the plots", async ({ page, studio }) => {
  await opened(page, studio, STARTED);
  await page.getByLabel("probe of").selectOption("shoulder");
  await page.getByRole("button", { name: "Add probe" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  await page.getByRole("button", { name: "Keep run" }).click();
  await page.getByLabel("name of the run").fill("before");
  await page.evaluate(() => window.linkwright!.setText(window.linkwright!.text().replace("L2: 1", "L2: 1.3")));
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  const differ = await motion(page, (m) => Math.abs(m.tape!.q[300]![0]! - m.kept[0]!.q[300]![0]!));
  expect(differ).toBeGreaterThan(0.01);
  expect(await motion(page, (m) => m.kept[0]!.label)).toBe("before");
  await page.getByRole("button", { name: "Measured CSV" }).click();
  await page.getByLabel("table with a column t").setInputFiles({ name: "test.csv", mimeType: "text/csv", buffer: Buffer.from("t,q1 [deg],noise\n0,60,1\n5,0,2\n10,1,3\n") });
  await expect(page.getByLabel("curve for q1")).toHaveValue("joints/shoulder position 0");
  await page.getByRole("button", { name: "Show 1 column" }).click();
  await expect(page.getByRole("list", { name: "kept runs" }).getByRole("listitem")).toHaveCount(2);
  await page.getByLabel("table of shoulder position").click();
  await expect(page.getByRole("region", { name: "table of shoulder position" }).getByRole("cell").first()).toHaveText("1.047198");
  await page.getByLabel("degrees").check();
  await expect(page.getByRole("region", { name: "table of shoulder position" }).getByRole("cell").first()).toHaveText("60.00000");
  await page.getByRole("button", { name: "remove before" }).click();
  expect(await motion(page, (m) => m.kept.length)).toBe(0);
  const svg = await downloaded(page, "Plots as SVG");
  expect(svg).toContain("shoulder position (deg)");
  expect(svg).toContain("stroke-dasharray");
});

test("an integration that explodes stops there and says what to do", async ({ page, studio }) => {
  const stiff = STARTED.replace("spring: c, damper: d", "spring: c, damper: 100000").replace("studio: {", "studio: {run: {step: 0.01}, ");
  await opened(page, studio, stiff);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByText(/the run stopped at t = .*smaller step/).first()).toBeVisible();
  expect(await motion(page, (m) => m.q.every(Number.isFinite))).toBe(true);
});

test("seven axes and 28 plots: frames are rarely late by our own script", async ({ page, studio }) => {
  test.setTimeout(240_000);
  const python = join(LINKWRIGHT, "../python");
  const find = "import importlib.metadata as m; print(m.distribution('example-robot-data').locate_file('cmeel.prefix/share/example-robot-data/robots/panda_description/urdf/panda.urdf'))";
  let urdf = "";
  try {
    urdf = execFileSync(python, ["-c", find], { encoding: "utf8" }).trim();
  } catch {
    urdf = "";
  }
  test.skip(!existsSync(urdf), "example-robot-data is not here: no Panda");
  const yaml = join(studio.folder, "panda.yaml");
  execFileSync(LINKWRIGHT, ["convert", urdf, yaml]);
  const joints = Array.from({ length: 7 }, (_, k) => `panda_joint${k + 1}`);
  const probes = joints.flatMap((j) => ["position", "speed", "acceleration", "force"].map((what) => `{of: joints/${j}, what: ${what}}`));
  await opened(page, studio, `${readFileSync(yaml, "utf8")}\nstudio: {probes: [${probes.join(", ")}], run: {time: 200}}\n`);
  await expect(page.getByRole("figure")).toHaveCount(28);
  await page.evaluate(() => {
    const frames: number[] = [];
    let busy = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (busy += ["motion", "plots", "scene"].includes(e.name) ? e.duration : 0))).observe({ entryTypes: ["measure"] });
    const each = () => {
      frames.push(busy);
      busy = 0;
      requestAnimationFrame(each);
    };
    requestAnimationFrame(each);
    Object.assign(window, { frames });
  });
  await page.keyboard.press("Space");
  const begun = Date.now();
  const count = () => page.evaluate("window.frames.length") as Promise<number>;
  while (Date.now() - begun < 10_000 || ((await count()) < 400 && Date.now() - begun < 90_000)) await page.waitForTimeout(1000);
  await page.keyboard.press("Space");
  const frames = (await page.evaluate("window.frames")) as number[];
  const late = frames.filter((x) => x > 33).length / frames.length;
  const sorted = [...frames].sort((a, b) => a - b);
  console.log(`${frames.length} frames in ${((Date.now() - begun) / 1000).toFixed(0)} s, script per frame: median ${sorted[frames.length >> 1]!.toFixed(1)} ms, 99 % ${sorted[Math.floor(frames.length * 0.99)]!.toFixed(1)} ms, late ${(100 * late).toFixed(2)} %`);
  expect(late).toBeLessThan(0.02);
});

test("a four-bar by the server: closed to 1e-9, scrubbed, with the forces in its loop", async ({ page, studio }) => {
  await opened(page, studio, `${example("loops/fourbar.yaml")}studio: {run: {time: 3}, probes: [{of: close/tip, what: force}, {of: close, what: gap}, {of: joints/crank, what: position}]}\n`);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 3.00 s", { timeout: 60_000 });
  const gap = await motion(page, (m) => Math.max(...m.tape!.gaps));
  console.log(`largest gap of the loop ${gap.toExponential(1)}`);
  expect(gap).toBeLessThan(1e-9);
  await expect(page.getByTestId("balance")).toHaveText(/energy balance \de-\d+/);
  await expect(page.getByRole("figure", { name: /tip force/ })).toContainText("tip: ");
  // what is drawn is closed, too: the coupler's end is the rocker's end, while it plays
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const worst = await page.evaluate(async () => {
    let worst = 0;
    for (let n = 0; n < 60; n++) {
      await new Promise((next) => requestAnimationFrame(next));
      const [crank, coupler, rocker] = window.linkwright!.motion().q as unknown as [number, number, number];
      const x = 0.2 * Math.cos(crank) + 0.3 * Math.cos(crank + coupler) - 0.45 - 0.4 * Math.cos(rocker);
      const y = 0.2 * Math.sin(crank) + 0.3 * Math.sin(crank + coupler) - 0.4 * Math.sin(rocker);
      worst = Math.max(worst, Math.hypot(x, y));
    }
    return worst;
  });
  expect(worst).toBeLessThan(1e-9);
});

test("an impossible loop is told with numbers, and Play says why it cannot", async ({ page, studio }) => {
  await opened(page, studio, example("loops/fourbar.yaml"));
  await page.evaluate(() => window.linkwright!.setText(window.linkwright!.text().replace("value: 0.45", "value: 4.5")));
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeDisabled();
  await expect(page.getByRole("alert").filter({ hasText: "cannot run" })).toContainText(/\d/);
  await page.evaluate(() => window.linkwright!.undo());
  await expect(page.getByRole("button", { name: "Play", exact: true })).toBeEnabled();
});

test("a Lagrangian runs in the page as `linkwright simulate` runs it", async ({ page, studio }) => {
  const there = simulated(studio, "manifold/spherical_pendulum.yaml", []);
  await opened(page, studio, example("manifold/spherical_pendulum.yaml"));
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  const here = numbers(await downloaded(page, "Run as CSV"));
  const common = there.heads.map((h, k) => [k, here.heads.indexOf(h)] as const).filter(([, k]) => k >= 0);
  expect(common.length).toBe(13);
  const worst = there.rows.reduce((m, row, n) => common.reduce((w, [a, b]) => Math.max(w, Math.abs(row[a]! - here.rows[n]![b]!)), m), 0);
  console.log(`Lagrangian: ${common.length} columns, largest difference ${worst.toExponential(1)}`);
  expect(worst).toBeLessThan(1e-6);
});

test("a sweep of one parameter is curves, of two a map, and goes out as CSV", async ({ page, studio }) => {
  await opened(page, studio, STARTED.replace("studio: {", "studio: {run: {time: 2}, "));
  await page.getByRole("button", { name: "Sweep" }).click();
  await page.getByLabel("parameter", { exact: true }).selectOption("L2");
  await page.getByLabel("parameter: count").fill("4");
  await page.getByRole("button", { name: "Sweep: 4 runs" }).click();
  await expect(page.getByRole("region", { name: "runs of the sweep" }).getByRole("row")).toHaveCount(5);
  await page.getByLabel("a second parameter").check();
  await page.getByLabel("second parameter", { exact: true }).selectOption("d");
  await page.getByLabel("second parameter: count").fill("3");
  await page.getByRole("button", { name: "Sweep: 12 runs" }).click();
  await expect(page.getByRole("region", { name: "map of the sweep" }).getByRole("cell")).toHaveCount(13);
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Sweep as CSV" }).click();
  const table = numbers(readFileSync(await (await waiting).path(), "utf8"));
  expect(table.heads.slice(0, 2)).toEqual(["L2", "d"]);
  expect(table.rows.length).toBe(12);
});

test("modes about a pose: a table, a mode that is watched, and the pose is where it was", async ({ page, studio }) => {
  await opened(page, studio, example("double_pendulum.yaml"));
  await page.getByRole("button", { name: "Modes" }).click();
  await page.getByRole("button", { name: "Compute" }).click();
  const rows = page.getByRole("region", { name: "table of modes" }).getByRole("row");
  await expect(rows).toHaveCount(3, { timeout: 30_000 });
  await expect(page.getByRole("region", { name: "modes", exact: true })).toContainText("No mode grows");
  await page.getByRole("button", { name: "watch mode 1" }).click();
  const moved = await page.evaluate(async () => {
    let most = 0;
    for (const begun = performance.now(); performance.now() - begun < 1500; ) {
      await new Promise((next) => requestAnimationFrame(next));
      most = Math.max(most, ...Array.from(window.linkwright!.motion().q, Math.abs));
    }
    return most;
  });
  expect(moved).toBeGreaterThan(0.2);
  await page.getByRole("button", { name: "Stop", exact: true }).first().click();
  expect(await motion(page, (m) => Array.from(m.q))).toEqual([0, 0]);
  await page.evaluate(() => window.linkwright!.setText(`${window.linkwright!.text()}studio: {start: {q: {shoulder: 1}}}\n`));
  await expect.poll(() => motion(page, (m) => m.q[0])).toBe(1);
  await page.getByRole("button", { name: "Again, about this pose" }).click();
  await expect(page.getByRole("region", { name: "modes", exact: true })).toContainText("no equilibrium");
});

test("an edit while it runs: the state stays where names stay, time goes on", async ({ page, studio }) => {
  await opened(page, studio, STARTED.replace("studio: {", "studio: {run: {time: 100}, "));
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(() => motion(page, (m) => m.t)).toBeGreaterThan(0.5);
  const before = await motion(page, (m) => m.t);
  await page.evaluate(() => window.linkwright!.setText(window.linkwright!.text().replace("frames:", "  hand: {mass: 0.1, com: [0, 0.1, 0]}\nframes:").replace("bodies:", "  wrist: {type: revolute, axis: [0, 0, 1], parent: lower, child: hand, xyz: [0, L2, 0]}\nbodies:")));
  await expect.poll(() => motion(page, (m) => m.q.length)).toBe(3);
  const { t, status, tape } = await motion(page, (m) => ({ t: m.t, status: m.status, tape: m.tape!.t[0] }));
  expect(status).toBe("running");
  expect(t).toBeGreaterThan(before);
  expect(tape).toBeGreaterThan(0);
  await expect.poll(() => motion(page, (m) => m.t)).toBeGreaterThan(t + 0.2);
  expect(await motion(page, (m) => m.energyError)).toBeLessThan(1e-6);
});

test("torque from a CSV, and the pointer over a plot moves the time", async ({ page, studio }) => {
  const text = STARTED.replace("studio: {", "studio: {run: {time: 2, inputs: {elbow: {kind: signal, signal: tau_elbow}}}, probes: [{of: joints/elbow, what: force}], ");
  await opened(page, studio, text);
  await expect(page.getByText(/no column for the signal tau_elbow/).first()).toBeVisible();
  await page.getByRole("button", { name: "Run settings" }).click();
  await page.getByLabel("signals (CSV with a column t)").setInputFiles({ name: "drive.csv", mimeType: "text/csv", buffer: Buffer.from("t,tau_elbow\n0,0\n1,4\n2,4\n") });
  await expect(page.getByText("drive.csv: t, tau_elbow")).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 2.00 s");
  const force = await motion(page, (m) => [50, 150].map((k) => m.tape!.acting[k]![1]!));
  expect(force[0]).toBeCloseTo(2, 9);
  expect(force[1]).toBeCloseTo(4, 9);
  const plot = page.getByRole("img", { name: /elbow force/ });
  const box = (await plot.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => motion(page, (m) => m.t)).toBeLessThan(1.5);
  expect(await motion(page, (m) => m.t)).toBeGreaterThan(0.5);
});

test("plots, their tables, the sweep, the modes and the run settings have no serious barrier", async ({ page, studio }) => {
  await opened(page, studio, STARTED);
  await page.getByRole("button", { name: "Probe all joints" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  await page.getByRole("button", { name: "Keep run" }).click();
  await page.getByLabel("table of shoulder speed").click();
  await page.getByRole("button", { name: "Modes" }).click();
  await page.getByRole("button", { name: "Compute" }).click();
  await expect(page.getByRole("region", { name: "table of modes" })).toBeVisible({ timeout: 30_000 });
  const barriers = async (within: string) => {
    const found = await new AxeBuilder({ page }).include(within).analyze();
    return found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
  };
  expect(await barriers('[data-panel="plots"]')).toEqual([]);
  expect(await barriers('[role="group"][aria-label="run"]')).toEqual([]);
  await page.getByRole("button", { name: "Sweep" }).click();
  await page.getByRole("button", { name: "Sweep: 7 runs" }).click();
  await expect(page.getByRole("region", { name: "runs of the sweep" })).toBeVisible();
  expect(await barriers("dialog[open]")).toEqual([]);
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Run settings" }).click();
  expect(await barriers("dialog[open]")).toEqual([]);
});

/** The motion in the page: against `linkwright simulate`, under sliders and edits, by the server. */
import { downloaded, example, motion, numbers, opened, simulated, STARTED } from "./running";
import { expect, test } from "./studio";

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

test("a run that has ended: another start is shown at once, Play begins again, and rest is told", async ({ page, studio }) => {
  await opened(page, studio, example("double_pendulum.yaml"));
  const inspector = page.getByRole("region", { name: "Inspector" });
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  await expect(page.getByText("nothing moves: it starts in equilibrium").first()).toBeVisible();
  await inspector.getByRole("textbox", { name: "start of shoulder" }).fill("60 deg");
  await expect(page.getByTestId("time")).toHaveText("t 0.00 s");
  await expect.poll(() => motion(page, (m) => m.q[0])).toBeCloseTo(Math.PI / 3, 12);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByTestId("time")).toHaveText("t 10.00 s");
  await expect(page.getByText("nothing moves")).toHaveCount(0);
  await inspector.getByRole("textbox", { name: "gravity y" }).fill("9");
  await expect.poll(() => motion(page, (m) => m.status)).toBe("paused");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByTestId("time")).toHaveText(/t [01]\.\d\d s/);
});

test("a slider keeps its length under the pointer", async ({ page, studio }) => {
  await opened(page, studio, STARTED);
  const slider = page.getByRole("slider", { name: "slider of L1" });
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  const at = (part: number) => [box.x + box.width * part, box.y + box.height / 2] as const;
  await page.mouse.move(...at(0.5));
  await page.mouse.down();
  for (const part of [0.6, 0.7]) await page.mouse.move(...at(part), { steps: 5 });
  expect((await slider.boundingBox())!.width).toBeCloseTo(box.width, 6);
  await page.mouse.up();
  const value = await page.evaluate(() => Number(/L1: ([\d.]+)/.exec(window.linkwright!.text())![1]));
  expect(Math.abs(value - 1.4)).toBeLessThan(0.1); // from 0 to 2, without the thumb
});

test("a parameter moved while running is in the next frame", async ({ page, studio }) => {
  // narrow, with the plots in front: 3D is drawn by software here, and its frames would be waited for
  await page.setViewportSize({ width: 700, height: 900 });
  await opened(page, studio, STARTED);
  await page.getByRole("tab", { name: "Plots" }).click();
  await page.getByRole("button", { name: "Probe all joints" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await expect(page.getByTestId("time")).toHaveText(/t [^0]\.\d\d s/);
  const { waits, frames } = await page.evaluate(async () => {
    const api = window.linkwright!;
    const waits: number[] = [];
    let frames = 0;
    for (let n = 0; n < 20; n++) {
      const wanted = 1 + 0.01 * (n + 1);
      const begun = performance.now();
      api.setText(api.text().replace(/L2: [\d.]+/, `L2: ${wanted}`));
      const before = api.motion().t;
      for (let k = 1; ; k++) {
        await new Promise((next) => requestAnimationFrame(next));
        frames = Math.max(frames, k);
        const now = api.motion();
        const at = now.program!.layout.parameters.findIndex((p) => p.name === "L2");
        if (now.parameters[at] === wanted && now.t > before) break;
      }
      waits.push(performance.now() - begun);
      await new Promise((next) => setTimeout(next, 60));
    }
    return { waits: waits.sort((a, b) => a - b), frames };
  });
  console.log(`slider to frame: at most ${frames} frames, quarter ${waits[5]!.toFixed(0)} ms, median ${waits[10]!.toFixed(0)} ms, worst ${waits.at(-1)!.toFixed(0)} ms`);
  expect(frames).toBeLessThanOrEqual(2); // the callback of this test may come before the run's own in a frame
  expect(waits[5]!).toBeLessThan(50); // a quarter of them: frames of a busy machine are late for other reasons
  expect(await motion(page, (m) => m.status)).toBe("running");
  expect(await motion(page, (m) => m.energyError)).toBeLessThan(1e-6);
});

test("an integration that explodes stops there and says what to do", async ({ page, studio }) => {
  const stiff = STARTED.replace("spring: c, damper: d", "spring: c, damper: 100000").replace("studio: {", "studio: {run: {step: 0.01}, ");
  await opened(page, studio, stiff);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByText(/the run stopped at t = .*smaller step/).first()).toBeVisible();
  expect(await motion(page, (m) => m.q.every(Number.isFinite))).toBe(true);
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

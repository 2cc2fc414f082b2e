import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import AxeBuilder from "@axe-core/playwright";
import { unzipSync } from "fflate";
import { documentText, expect, test } from "./studio";

const PENDULUM = `linkwright: 1
name: double_pendulum
gravity: [0, g, 0]
parameters: {L1: 1, L2: 1, g: 9.8}
joints:
  shoulder: {type: revolute, axis: [0, 0, 1], parent: world, child: upper, damper: 1}
  elbow: {type: revolute, axis: [0, 0, 1], parent: upper, child: lower, xyz: [0, L1, 0], limits: [-150 deg, 150 deg]}
bodies:
  upper: {mass: 1, com: [0, L1/2, 0]}
  lower: {mass: 1, com: [0, L2/2, 0]}
frames:
  tip: {body: lower, xyz: [0, L2, 0]}
studio:
  start: {q: {shoulder: 60 deg, elbow: -30 deg}}
`;

const canvas = (page: Page): Locator => page.getByRole("group", { name: /^3D view: arrows/ });
const picture = (page: Page): Locator => page.getByRole("img", { name: /^3D view\./ });
const q = (page: Page): Promise<number[]> => page.evaluate(() => [...window.linkwright!.motion().q]);

async function open(page: Page, url: string, text: string): Promise<void> {
  await page.goto(url);
  await page.evaluate((t) => window.linkwright!.open(t, "robot.yaml"), text);
  await expect(canvas(page)).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.linkwright!.motion().status)).toBe("ready");
  const pictures = () => page.evaluate(() => performance.getEntriesByName("scene").length);
  const before = await pictures();
  await canvas(page).focus();
  await page.keyboard.press("f"); // the whole robot is seen, and a picture is drawn
  await expect.poll(pictures).toBeGreaterThan(before + 1);
  await page.waitForTimeout(400);
}

/** Drag in the view; places are parts of its width and height. */
async function drag(page: Page, from: [number, number], to: [number, number], hold = false): Promise<void> {
  const box = (await canvas(page).boundingBox())!;
  const place = ([x, y]: [number, number]): [number, number] => [box.x + x * box.width, box.y + y * box.height];
  await page.mouse.move(...place(from));
  await page.mouse.down();
  await page.mouse.move(...place(to), { steps: 12 });
  if (!hold) await page.mouse.up();
}

/** Where the upper link is in the first view of the pendulum. */
const LINK: [number, number] = [0.42, 0.37];

test("the picture says its pose, a click selects, the diagram's selection is the same", async ({ page, studio, outside }) => {
  await open(page, studio.url, PENDULUM);
  await expect(picture(page)).toHaveAccessibleName("3D view. double_pendulum: shoulder 60 deg, elbow -30 deg");
  await expect(page.getByRole("note", { name: "notes of the 3D view" })).toContainText("Contact is not modelled");
  const box = (await canvas(page).boundingBox())!;
  await page.mouse.click(box.x + LINK[0] * box.width, box.y + LINK[1] * box.height);
  expect(await page.evaluate(() => window.linkwright!.state().selection)).toEqual(["bodies/upper"]);
  expect(outside).toEqual([]);
});

test("a link is posed by hand, within its limits, and kept as the start in one step", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM);
  await page.getByRole("button", { name: "Pose", exact: true }).click();
  await expect(page.getByRole("button", { name: "Pose", exact: true })).toHaveAttribute("aria-pressed", "true");
  await drag(page, LINK, [0.62, 0.42]);
  const posed = await q(page);
  expect(posed[0]!).toBeLessThan(0);
  await page.getByRole("button", { name: "Keep as start" }).click();
  const degrees = Number(((posed[0]! * 180) / Math.PI).toFixed(1));
  await expect.poll(() => documentText(page)).toContain(`shoulder: ${degrees} deg`);
  await page.evaluate(() => window.linkwright!.undo());
  expect(await documentText(page)).toBe(PENDULUM);
});

test("a push acts while the motion runs and is gone with the hand", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM.replace("shoulder: 60 deg, elbow: -30 deg", "shoulder: 0, elbow: 0"));
  await page.getByRole("button", { name: /^Play/ }).click();
  await page.getByRole("button", { name: "Push", exact: true }).click();
  await drag(page, [0.5, 0.4], [0.9, 0.4], true);
  await expect.poll(() => page.evaluate(() => window.linkwright!.motion().push?.body)).toBe("upper");
  await expect(page.locator("output").filter({ hasText: " N at upper" })).toBeVisible();
  await expect.poll(async () => (await q(page))[0]!).toBeLessThan(-0.2);
  await page.mouse.up();
  expect(await page.evaluate(() => window.linkwright!.motion().push)).toBeNull();
});

test("the camera stays where it is when the text is parsed again; a view is kept on demand", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM);
  await canvas(page).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("7");
  await page.waitForTimeout(400);
  expect(await documentText(page)).not.toContain("camera");
  const keep = async (): Promise<string> => {
    await page.getByText("View", { exact: true }).click();
    await page.getByRole("button", { name: "Keep in the document" }).click();
    await expect.poll(() => documentText(page)).toContain("camera: {position:");
    await page.keyboard.press("Escape");
    return /camera: .*/.exec(await documentText(page))![0];
  };
  const before = await keep();
  for (const long of ["1.2", "1.4"]) {
    await page.evaluate((t) => window.linkwright!.setText(t), PENDULUM.replace("L2: 1,", `L2: ${long},`));
    await page.waitForTimeout(500);
  }
  expect(await keep()).toBe(before);
  await canvas(page).focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("-");
  expect(await keep()).not.toBe(before);
});

test("a shape of a body is placed by keys", async ({ page, studio }) => {
  const shapes = "  shapes: {upper: [{solid: box, size: [0.1, L1, 0.1], xyz: [0, L1/2, 0]}]}\n";
  await open(page, studio.url, PENDULUM + shapes);
  const box = (await canvas(page).boundingBox())!;
  await page.mouse.click(box.x + LINK[0] * box.width, box.y + LINK[1] * box.height);
  await canvas(page).focus();
  await page.keyboard.press("l");
  await expect(page.getByText("shape 1 of upper: xyz 0 0.5 0 m, rpy 0 0 0 deg")).toBeVisible();
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await expect.poll(() => documentText(page)).toContain("xyz: [0, L1/2, 0.2]");
  await page.evaluate(() => window.linkwright!.undo());
  expect(await documentText(page)).toBe(PENDULUM + shapes);
});

test("a joint is placed by handles and by keys, with snapping; a formula is asked for before it goes", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM.replace("shoulder: 60 deg, elbow: -30 deg", "shoulder: 0, elbow: 0"));
  const box = (await canvas(page).boundingBox())!;
  const elbow: [number, number] = [box.x + 0.5 * box.width, box.y + 0.5 * box.height];
  await page.mouse.click(...elbow);
  expect(await page.evaluate(() => window.linkwright!.state().selection)).toEqual(["joints/elbow"]);
  await page.getByRole("button", { name: "Place", exact: true }).click();
  await expect(page.getByText("joint elbow: xyz 0 1 0 m, rpy 0 0 0 deg")).toBeVisible();
  await page.mouse.move(elbow[0] + 40, elbow[1]);
  await page.mouse.down();
  await page.mouse.move(elbow[0] + 100, elbow[1] + 3, { steps: 8 });
  await page.mouse.up();
  const x = Number(/elbow: .*xyz: \[([\d.]+), L1, 0\]/.exec(await documentText(page))![1]);
  expect(x).toBeGreaterThan(0.1);
  expect(Math.abs(x * 10 - Math.round(x * 10))).toBeLessThan(1e-9);
  await page.evaluate(() => window.linkwright!.undo());
  expect(await documentText(page)).toContain("xyz: [0, L1, 0]");
  await canvas(page).focus();
  await page.keyboard.press("Shift+PageUp");
  await expect.poll(() => documentText(page)).toContain("rpy: [0, 0, 15 deg]");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("alertdialog")).toContainText("replace xyz L1 by a number?");
  await page.getByRole("button", { name: "Leave it" }).click();
  expect(await documentText(page)).toContain("xyz: [0, L1, 0]");
  await canvas(page).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => documentText(page)).toContain("xyz: [0, 0.9, 0]");
});

test("the run is recorded: pictures the same every time, a GIF, a video or the reason why not", async ({ page, studio }) => {
  await open(page, studio.url, `${PENDULUM}  run: {time: 1}\n`);
  await page.getByText("Record", { exact: true }).click();
  await expect(page.getByText("there is no run yet: play it first")).toBeVisible();
  await page.getByRole("button", { name: "To the end" }).click();
  await expect.poll(() => page.evaluate(() => window.linkwright!.motion().status)).toBe("ended");
  const recorded = async (format: string): Promise<Buffer> => {
    if (!(await page.getByRole("button", { name: "Record the run" }).isVisible())) await page.getByText("Record", { exact: true }).click();
    await page.getByLabel("as", { exact: true }).selectOption({ label: format });
    await page.getByLabel("pictures per second", { exact: true }).selectOption("10");
    await page.getByLabel("size", { exact: true }).selectOption("480");
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record the run" }).click()]);
    return readFileSync(await file.path());
  };
  const [first, second] = [await recorded("PNG pictures (zip)"), await recorded("PNG pictures (zip)")];
  const pictures = unzipSync(new Uint8Array(first));
  expect(Object.keys(pictures)).toEqual(Array.from({ length: 11 }, (_, k) => `000${k}`.slice(-4) + ".png"));
  expect(Buffer.from(pictures["0000.png"]!).readUInt32BE(16)).toBe(480);
  expect(Buffer.compare(Buffer.from(pictures["0000.png"]!), Buffer.from(pictures["0005.png"]!))).not.toBe(0);
  expect(Buffer.compare(first, second)).toBe(0);
  const gif = await recorded("GIF");
  expect(gif.subarray(0, 6).toString()).toBe("GIF89a");
  expect(gif.readUInt16LE(6)).toBe(480);
  await page.getByLabel("as", { exact: true }).selectOption({ label: "WebM video" });
  if (await page.getByRole("button", { name: "Record the run" }).isEnabled()) expect((await recorded("WebM video")).readUInt32BE(0)).toBe(0x1a45dfa3);
  else await expect(page.getByText(/Not possible: this browser/)).toBeVisible();
});

const FOUR_BAR = `linkwright: 1
name: bars
gravity: [0, -9.81, 0]
joints:
  crank: {type: revolute, child: a, actuated: true}
  coupler: {type: revolute, parent: a, child: b, xyz: [0.2, 0, 0]}
  rocker: {type: revolute, child: c, xyz: [0.45, 0, 0]}
bodies:
  a: {mass: 0.4, com: [0.1, 0, 0], inertia: [0, 0.001, 0.001]}
  b: {mass: 0.5, com: [0.15, 0, 0], inertia: [0, 0.004, 0.004]}
  c: {mass: 0.5, com: [0.2, 0, 0], inertia: [0, 0.006, 0.006]}
close:
  tip: {kind: pin, first: {body: b, xyz: [0.3, 0, 0]}, second: {body: c, xyz: [0.4, 0, 0]}}
start: {crank: 90 deg, coupler: -60 deg, rocker: 115 deg}
`;

test("a four-bar is posed by hand and stays closed; it cannot be pushed, and the page says why", async ({ page, studio }) => {
  await open(page, studio.url, FOUR_BAR);
  await expect(page.getByRole("button", { name: "Push", exact: true })).toBeDisabled();
  await expect(page.getByRole("button", { name: "Push", exact: true })).toHaveAttribute("title", /server/);
  const before = await q(page);
  await page.getByRole("button", { name: "Pose", exact: true }).click();
  const gap = ([a, b, c]: number[]): number => {
    const end = [0.2 * Math.cos(a!) + 0.3 * Math.cos(a! + b!), 0.2 * Math.sin(a!) + 0.3 * Math.sin(a! + b!)];
    return Math.hypot(end[0]! - 0.45 - 0.4 * Math.cos(c!), end[1]! - 0.4 * Math.sin(c!));
  };
  const box = (await canvas(page).boundingBox())!;
  let crank = 0; // where it is depends on the panel's width: clicks select it, and turn nothing
  for (let x = 0.06; x < 0.45 && crank === 0; x += 0.02) {
    await page.mouse.click(box.x + x * box.width, box.y + 0.6 * box.height);
    if ((await page.evaluate(() => window.linkwright!.state().selection[0])) === "bodies/a") crank = x;
  }
  await drag(page, [crank, 0.6], [crank + 0.1, 0.66]);
  const after = await q(page);
  expect(Math.abs(after[0]! - before[0]!)).toBeGreaterThan(0.05);
  expect(gap(after)).toBeLessThan(1e-9);
});

const LOAD = `linkwright: 1
name: load
manifold: {x: R^3, q: S2, R: SO(3), s: R}
constants: {mQ: 1.4, mL: 0.4, l: 0.8, g: 9.81, J: [[0.9, 0, 0], [0, 1.2, 0], [0, 0, 0.7]]}
lagrangian: >-
  mQ*dot(dx - l*dq, dx - l*dq)/2 + mL*dot(dx, dx)/2 + dot(Omega, J*Omega)/2 + ds**2/2
  - (mQ + mL)*g*dot(x, e3) + mQ*g*l*dot(q, e3)
start: {q: [0.5, 0, -0.87]}
`;

test("a Lagrangian is drawn; what has no place in space is told", async ({ page, studio }) => {
  await open(page, studio.url, LOAD);
  await expect(page.getByRole("note", { name: "notes of the 3D view" })).toContainText("Not drawn, it has no place in space: s.");
  await page.getByText("Show", { exact: true }).click();
  await expect(page.getByRole("checkbox", { name: "centre of x - l*q" })).toBeVisible();
});

test("without WebGL the rest of the page works", async ({ page, studio }) => {
  await page.addInitScript(() => {
    const before = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith("webgl") ? null : (before as (...x: unknown[]) => unknown).call(this, kind, ...rest);
    } as typeof before;
  });
  await page.goto(studio.url);
  await page.evaluate((t) => window.linkwright!.open(t, "robot.yaml"), PENDULUM);
  await expect(page.getByText("This browser shows no 3D here")).toBeVisible();
  await expect(page.getByTestId("facts")).toContainText("DoF 2");
});

test("nothing serious for people with screen readers, in all modes of the view", async ({ page, studio }) => {
  await open(page, studio.url, PENDULUM);
  for (const mode of ["Push", "Pose", "Place"]) {
    await page.getByRole("button", { name: mode, exact: true }).click();
    const found = await new AxeBuilder({ page }).include("[data-panel=scene]").analyze();
    expect(found.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => [v.id, v.nodes.map((n) => n.html)])).toEqual([]);
  }
});

import { writeFileSync } from "node:fs";
import { node, openStudio, item } from "./build";
import { test } from "./studio";
const DOC = `linkwright: 1
name: arm
gravity: [0, 0, -9.81]
parameters: {L1: 1, L2: 0.5}
joints:
  shoulder: {type: revolute, child: upper, spring: 3, damper: 1}
  elbow: {type: revolute, parent: upper, child: lower, xyz: [0, L1, 0]}
  wrist: {type: spherical, parent: lower, child: hand, xyz: [0, 0.2, L2]}
  slide: {type: prismatic, child: box, axis: [1, 0, 0]}
  finger: {type: prismatic, parent: lower, child: nail, axis: [1, 0, 0]}
bodies:
  upper: {mass: 1}
  lower: {mass: 1, com: [0, L2/2, 0]}
  hand: {mass: 1, inertia: [1, 1, 1]}
  box: {mass: 1}
  nail: {mass: 1}
frames:
  tip: {body: hand, xyz: [0, 0, 1]}
  camera: {body: world}
wrenches: [tip]
gears: {drive: {joints: [shoulder, elbow], ratio: 2}}
tendons: {cord: {joints: {shoulder: 1, finger: -1}, spring: 3}}
studio:
  probes: [{of: joints/elbow, what: speed}, {of: frames/tip, what: position}]
  run: {inputs: {elbow: {kind: pd, target: '0', stiffness: 1, damping: 1}}}
  loose: {joints: {joint9: {type: universal}}, bodies: {body9: {mass: 1}}, close: {loop1: {kind: pin, first: {body: hand}}}}
`;
for (const scheme of ["light", "dark"] as const) for (const w of [1440, 768])
test(`shot ${scheme} ${w}`, async ({ page, studio }) => {
  page.on("pageerror", (m) => console.log("ERR", m.message));
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width: w, height: 900 });
  await page.goto(studio.url);
  await page.waitForTimeout(500);
  await page.evaluate((t) => (window as any).linkwright.open?.(t, "arm.yaml"), DOC);
  await page.waitForTimeout(1500);
  await node(page, "joint elbow").click();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/diagram/${scheme}-${w}.png` });
});

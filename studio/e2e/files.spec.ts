/** Files in and out of the page, as a person does it. */
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { panda } from "./running";
import { documentHash, documentText, expect, startStudio, test } from "./studio";


/** A binary STL of a tetrahedron. */
function tetrahedron(): Buffer {
  const corners = [[0, 0, 0], [100, 0, 0], [0, 100, 0], [0, 0, 100]];
  const faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
  const data = Buffer.alloc(84 + 50 * faces.length);
  data.writeUInt32LE(faces.length, 80);
  faces.forEach((face, k) => face.forEach((c, j) => corners[c]!.forEach((x, i) => data.writeFloatLE(x, 84 + 50 * k + 12 + 12 * j + 4 * i))));
  return data;
}

const ARM = `<robot name="arm"><link name="base"/><link name="upper">
  <inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  <visual><geometry><mesh filename="package://arm_description/meshes/upper.stl" scale="0.001 0.001 0.001"/></geometry></visual>
  <visual><geometry><mesh filename="package://arm_description/meshes/gone.stl"/></geometry></visual></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>`;

/** Files below a folder, with paths as a drop of that folder has them. */
function below(folder: string, from = folder): { path: string; data: Buffer }[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? below(path, from) : [{ path: relative(join(from, ".."), path), data: readFileSync(path) }];
  });
}

/** Drop files as the browser does it: a DataTransfer whose entries are a tree of folders. */
async function drop(page: Page, files: { path: string; data: Buffer }[]): Promise<void> {
  const sent = files.map((f) => ({ path: f.path, data: f.data.toString("base64") }));
  await page.evaluate((given) => {
    type Entry = { isDirectory: boolean; isFile: boolean; name: string; fullPath: string };
    const roots = new Map<string, Entry & { children: Map<string, Entry> }>();
    const folder = (name: string, fullPath: string) => {
      const children = new Map<string, Entry>();
      return {
        isDirectory: true, isFile: false, name, fullPath, children,
        createReader: () => {
          let left = [...children.values()];
          return { readEntries: (done: (e: Entry[]) => void) => { done(left.slice(0, 100)); left = left.slice(100); } };
        },
      };
    };
    for (const { path, data } of given) {
      const parts = path.split("/");
      let here = roots;
      parts.slice(0, -1).forEach((name, k) => {
        const full = `/${parts.slice(0, k + 1).join("/")}`;
        if (!here.has(name)) here.set(name, folder(name, full));
        here = here.get(name)!.children as typeof roots;
      });
      const name = parts.at(-1)!;
      const file = new File([Uint8Array.from(atob(data), (c) => c.charCodeAt(0))], name);
      here.set(name, { isDirectory: false, isFile: true, name, fullPath: `/${path}`, file: (done: (f: File) => void) => done(file) } as never);
    }
    const items = [...roots.values()].map((entry) => ({ webkitGetAsEntry: () => entry }));
    const event = new Event("drop", { bubbles: true, cancelable: true });
    Object.defineProperty(event, "dataTransfer", { value: { types: ["Files"], items, files: [] } });
    document.body.dispatchEvent(event);
  }, sent);
}

const ready = async (page: Page, url: string) => {
  await page.goto(url);
  await expect(page.getByRole("button", { name: "File", exact: false }).first()).toBeVisible();
};
const fileMenu = async (page: Page, item: string) => {
  await page.getByRole("button", { name: /^File/ }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const rename = (page: Page, name: string) => page.evaluate((n) => window.linkwright!.setText(window.linkwright!.text().replace(/^name: .*$/m, `name: ${n}`)), name);

test("a dropped folder opens with its meshes, and a missing mesh is named", async ({ page, studio, outside }) => {
  await ready(page, studio.url);
  await drop(page, [{ path: "drop/urdf/arm.urdf", data: Buffer.from(ARM) }, { path: "drop/meshes/upper.stl", data: tetrahedron() }]);
  await expect.poll(() => documentText(page)).toContain("drop/meshes/upper.stl");
  const notices = page.getByRole("region", { name: "notices" });
  await expect(notices).toContainText("arm_description/meshes/gone.stl");
  await expect(page.getByTestId("facts")).toContainText("DoF 1");
  await drop(page, [{ path: "more/gone.stl", data: tetrahedron() }]);
  await expect(notices).not.toContainText("gone.stl");
  await page.waitForTimeout(500);
  await page.reload();
  await expect.poll(() => documentText(page)).toContain("drop/meshes/upper.stl");
  await page.waitForTimeout(2000);
  await expect(notices).not.toContainText(".stl");
  expect(outside).toEqual([]);
});

test("an MJCF whose inertia comes from its mesh", async ({ page, studio }) => {
  await ready(page, studio.url);
  const model = '<mujoco model="lump"><asset><mesh name="a" file="a.stl" scale="0.001 0.001 0.001"/></asset><worldbody><body name="b"><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="a"/></body></worldbody></mujoco>';
  await drop(page, [{ path: "m/robot.xml", data: Buffer.from(model) }, { path: "m/a.stl", data: tetrahedron() }]);
  await expect.poll(() => documentText(page)).toContain("m/a.stl");
  await expect(page.getByTestId("facts")).toContainText("DoF 1");
});

test("several robots are asked for, and wrong files are told", async ({ page, studio }) => {
  await ready(page, studio.url);
  await drop(page, [{ path: "two/a.urdf", data: Buffer.from(ARM) }, { path: "two/b.urdf", data: Buffer.from(ARM.replace("arm", "second")) }]);
  await page.getByRole("dialog", { name: "Which robot?" }).getByRole("button", { name: "two/b.urdf" }).click();
  await expect.poll(() => documentText(page)).toContain("name: second");
  await drop(page, [{ path: "bad.urdf", data: Buffer.from("<robot") }]);
  await expect(page.getByRole("region", { name: "notices" })).toContainText("Not opened");
});

test("Panda from its folder", async ({ page, studio, outside }) => {
  const folder = panda();
  test.skip(!folder, "example-robot-data is not here: no Panda");
  await ready(page, studio.url);
  const files = below(folder);
  const started = Date.now();
  await drop(page, files.filter((f) => !f.path.endsWith("link3.dae")));
  await page.getByRole("dialog", { name: "Which robot?" }).getByRole("button", { name: "panda_description/urdf/panda.urdf" }).click();
  await expect(page.getByTestId("facts")).toContainText("DoF 8");
  console.log(`Panda: ${Date.now() - started} ms from drop to its facts`);
  await expect(page.getByRole("region", { name: "notices" })).toContainText("visual/link3.dae");
  expect(outside).toEqual([]);
});

test("unsaved work is back after a crash, with its history, and can be discarded", async ({ page, studio, context }) => {
  await ready(page, studio.url);
  await rename(page, "precious");
  const hash = await documentHash(page);
  await page.evaluate(() => window.linkwright!.setText(`# a comment\n${window.linkwright!.text()}`));
  await page.waitForTimeout(600);
  await page.reload();
  await expect.poll(() => documentHash(page)).toBe(hash);
  expect(await documentText(page)).toContain("# a comment");
  await page.close({ runBeforeUnload: false });
  const other = await context.newPage();
  await ready(other, studio.url);
  await expect(other.getByRole("region", { name: "notices" })).toContainText("Unsaved work");
  expect(await documentText(other)).toContain("name: precious");
  await other.getByRole("button", { name: "Undo" }).click();
  expect(await documentText(other)).toContain("name: untitled");
  await other.getByRole("button", { name: "Redo" }).click();
  await other.getByRole("region", { name: "notices" }).getByRole("button", { name: "Discard it" }).click();
  await expect.poll(() => documentText(other)).toContain("name: untitled");
  await other.waitForTimeout(500);
  await other.reload();
  await expect.poll(() => documentText(other)).toContain("name: untitled");
});

test("saving to disk; a change on disk is noticed; two tabs do not overwrite each other", async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "studio-disk-"));
  const path = join(folder, "arm.yaml");
  const text = "# mine\nlinkwright: 1\nname: first\njoints:\n  p: {type: revolute, parent: world, child: rod}  # pivot\nbodies: {rod: {mass: 1, com: [1, 0, 0]}}\n";
  writeFileSync(path, text);
  const studio = await startStudio(path);
  try {
    const page = await browser.newPage();
    await ready(page, studio.url);
    await expect.poll(() => documentText(page)).toBe(text);
    await rename(page, "second");
    await page.keyboard.press("Control+s");
    await expect(page.getByRole("status")).toContainText("saved arm.yaml");
    expect(readFileSync(path, "utf8")).toBe(text.replace("first", "second"));
    writeFileSync(path, text.replace("first", "outside"));
    await expect.poll(() => documentText(page)).toContain("name: outside");
    await rename(page, "mine");
    writeFileSync(path, text.replace("first", "theirs"));
    await expect(page.getByRole("region", { name: "notices" })).toContainText("changed on disk");
    await page.keyboard.press("Control+s");
    await page.getByRole("dialog", { name: /changed elsewhere/ }).getByRole("button", { name: "Overwrite it" }).click();
    await expect.poll(() => readFileSync(path, "utf8")).toContain("name: mine");
    const second = await browser.newPage();
    await ready(second, studio.url);
    await expect.poll(() => documentText(second)).toContain("name: mine");
    await rename(page, "tab one");
    await rename(second, "tab two");
    await page.keyboard.press("Control+s");
    await expect.poll(() => readFileSync(path, "utf8")).toContain("tab one");
    await second.keyboard.press("Control+s");
    const dialog = second.getByRole("dialog", { name: /changed elsewhere/ });
    await dialog.getByRole("button", { name: "Reload it" }).click();
    await expect.poll(() => documentText(second)).toContain("name: tab one");
    expect(readFileSync(path, "utf8")).toContain("tab one");
  } finally {
    studio.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a share link carries the document; a damaged one is told", async ({ page, studio, context }) => {
  await ready(page, studio.url);
  await rename(page, "shared_arm");
  await page.getByRole("button", { name: "Share" }).click();
  const field = page.getByRole("textbox", { name: "Link", exact: true });
  await expect(field).toHaveValue(/#doc=/);
  const link = await field.inputValue();
  const token = new URL(studio.url).hash.slice(1);
  const other = await context.newPage();
  await other.goto(`${link}&${token}`);
  await expect.poll(() => documentText(other)).toContain("name: shared_arm");
  expect(new URL(other.url()).hash).toBe("");
  const third = await context.newPage();
  await third.goto(`${link.slice(0, -8)}&${token}`);
  await expect(third.getByRole("region", { name: "notices" })).toContainText("damaged");
});

test("a document that is too long for a link is offered as a file", async ({ page, studio }) => {
  await ready(page, studio.url);
  const noise = Array.from({ length: 3000 }, (_, k) => `# ${Math.sin(k).toString(36).slice(2)}`).join("\n");
  await page.evaluate((text) => window.linkwright!.setText(`${window.linkwright!.text()}${text}\n`), noise);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "share" });
  await expect(dialog).toContainText("too long for a link");
  await expect(dialog.getByRole("button", { name: "Copy link" })).toHaveCount(0);
  const coming = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download the file" }).click();
  expect(readFileSync(await (await coming).path(), "utf8")).toContain(noise);
});

test("export URDF with what it cannot say", async ({ page, studio }) => {
  await ready(page, studio.url);
  await page.evaluate(() =>
    window.linkwright!.open("linkwright: 1\nname: spring_arm\njoints:\n  p: {type: revolute, parent: world, child: rod, spring: 3}\nbodies: {rod: {mass: 1, com: [1, 0, 0]}}\nstudio: {shapes: {rod: [{solid: box, size: [1, 0.1, 0.1]}]}}\n", "spring_arm.yaml"),
  );
  const coming = page.waitForEvent("download");
  await fileMenu(page, "Export URDF");
  const made = await coming;
  expect(made.suggestedFilename()).toBe("spring_arm.urdf");
  const text = readFileSync(await made.path(), "utf8");
  expect(text).toContain('<joint name="p"');
  expect(text).toContain('<box size="1 0.1 0.1"/>');
  await expect(page.getByRole("region", { name: "notices" })).toContainText("cannot say everything");
});

test("the gallery opens an example by keyboard, and asks before it replaces work", async ({ page, studio }) => {
  await ready(page, studio.url);
  await page.keyboard.press("Control+e");
  const gallery = page.getByRole("dialog", { name: "examples and templates" });
  await expect(gallery.getByRole("button", { name: /^Fourbar1 / })).toBeVisible();
  await gallery.getByRole("searchbox").fill("four");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => documentText(page)).toContain("close:");
  await rename(page, "changed");
  await page.keyboard.press("Control+e");
  await gallery.getByRole("textbox", { name: /An arm by its joints/ }).fill("RRP");
  await gallery.getByRole("button", { name: "Make it" }).click();
  await page.getByRole("dialog", { name: /unsaved changes/ }).getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => documentText(page)).toContain("prismatic");
  await rename(page, "three_axes");
  await fileMenu(page, "New document");
  await page.getByRole("dialog", { name: /unsaved changes/ }).getByRole("button", { name: "Save first" }).click();
  await page.getByRole("dialog", { name: "save as" }).getByRole("button", { name: "Save" }).click();
  await expect.poll(() => documentText(page)).toContain("name: untitled");
  expect(readFileSync(join(studio.folder, "arm_RRP.yaml"), "utf8")).toContain("three_axes");
});

test("save as in the server's folder", async ({ page, studio }) => {
  await ready(page, studio.url);
  await rename(page, "kept");
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog", { name: "save as" }).getByRole("textbox").fill("kept");
  await page.getByRole("dialog", { name: "save as" }).getByRole("button", { name: "Save" }).click();
  await expect.poll(() => existsSync(join(studio.folder, "kept.yaml"))).toBe(true);
  expect(readFileSync(join(studio.folder, "kept.yaml"), "utf8")).toContain("name: kept");
});

test("menu, gallery, share and save as are accessible", async ({ page, studio }) => {
  await ready(page, studio.url);
  const serious = async () => (await new AxeBuilder({ page }).include("dialog[open], .menu, .notices").analyze()).violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => `${v.id}: ${v.nodes[0]?.html}`);
  await page.getByRole("button", { name: /^File/ }).click();
  expect(await serious()).toEqual([]);
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem").last()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^File/ })).toBeFocused();
  for (const key of ["Control+e", "Control+Shift+l", "Control+Shift+s"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.waitForTimeout(1000);
    expect(await serious()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});

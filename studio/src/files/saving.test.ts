import { afterEach, expect, test, vi } from "vitest";
import { useBackend } from "@/backend/backend";
import { isUnsaved, open, setAt, setText, studio, undo } from "@/store/studio";
import { disk, reloadDisk } from "./disk";
import { save } from "./saving";

const FILE = { name: "a.yaml", path: "/a.yaml", sha: "1" };
const TEXT = "linkwright: 1\nname: a\n";

/** A server that answers when it is told to. */
function serverThat(answers: object): () => void {
  let go: () => void = () => undefined;
  const waits = new Promise<void>((done) => (go = done));
  vi.stubGlobal("fetch", async () => (await waits, { ok: true, json: async () => answers }));
  useBackend({ kind: "server", ask: async () => ({}) });
  open(TEXT, FILE.name, true);
  disk.set({ file: FILE, writable: true });
  return go;
}

afterEach(() => vi.unstubAllGlobals());

test("what is edited while a file is being saved is not saved", async () => {
  const go = serverThat({ ok: true, file: { ...FILE, sha: "2" } });
  setAt("name it", ["name"], "b");
  const saving = save();
  setAt("name it again", ["name"], "c");
  go();
  expect([await saving, isUnsaved(studio.get())]).toEqual([true, true]);
  undo();
  expect(isUnsaved(studio.get())).toBe(false);
});

test("a text with mistakes that is saved is saved, and the good one before is not", async () => {
  const go = serverThat({ ok: true, file: { ...FILE, sha: "2" } });
  go();
  setText("linkwright: [");
  expect([await save(), isUnsaved(studio.get())]).toEqual([true, false]);
  setText(TEXT);
  expect(isUnsaved(studio.get())).toBe(true);
});

test("taking the version on disk can be undone, back to what was typed", async () => {
  const go = serverThat({ ok: true, file: { ...FILE, sha: "2" }, document: "linkwright: 1\nname: theirs\n" });
  go();
  setText("linkwright: 1\nname: mine\n");
  expect(await reloadDisk()).toBe(true);
  expect(studio.get().edited.data.name).toBe("theirs");
  undo();
  expect(studio.get().edited.data.name).toBe("mine");
});

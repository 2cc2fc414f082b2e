import { expect, test } from "vitest";
import { ask, useBackend } from "./backend";

test("a good answer is kept, a failure is asked again", async () => {
  let asked = 0;
  useBackend({ kind: "server", ask: async () => ({ ok: ++asked > 1, hash: "", messages: [] }) });
  const answers = [await ask("check", { document: "x" }), await ask("check", { document: "x" }), await ask("check", { document: "x" })];
  expect([asked, ...answers.map((a) => a.ok)]).toEqual([2, false, true, true]);
});

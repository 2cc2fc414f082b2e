import { expect, test } from "vitest";
import { Line } from "./static";
import type { Question } from "./static.worker";

test("one request at a time; what was given up in the line is not begun", async () => {
  const sent: Question[] = [];
  const line = new Line((q) => sent.push(q));
  const given = new AbortController();
  const [first, second, third] = [line.ask("check", { document: "a" }, new AbortController().signal), line.ask("equations", {}, given.signal), line.ask("code", {}, new AbortController().signal)];
  expect(sent.map((q) => q.name)).toEqual(["check"]);
  given.abort();
  line.reply({ id: 99, answer: "{}" });
  line.reply({ id: sent[0]!.id, answer: '{"ok": true}' });
  await expect(first).resolves.toEqual({ ok: true });
  await expect(second).rejects.toThrow("given up");
  expect(sent.map((q) => q.name)).toEqual(["check", "code"]);
  line.reply({ id: sent[1]!.id, failure: "ValueError: no" });
  await expect(third).rejects.toThrow("ValueError: no");
});

test("an answer that is no JSON fails, and the line goes on", async () => {
  const sent: Question[] = [];
  const line = new Line((q) => sent.push(q));
  const first = line.ask("check", {}, new AbortController().signal);
  void line.ask("code", {}, new AbortController().signal);
  line.reply({ id: sent[0]!.id, answer: '{"x": NaN}' });
  await expect(first).rejects.toThrow("no JSON");
  expect(sent).toHaveLength(2);
});

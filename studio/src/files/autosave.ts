/** Nothing is lost: the work of this tab is kept as it is done, with its steps back and forth, and is there again after a crash. */
import type { Edited, Step } from "@/document/history";
import { isUnsaved, say, studio, type StudioState } from "@/store/studio";
import { notify } from "./asking";
import { disk, type DiskFile, reloadDisk } from "./disk";
import { forget, keep, keys, recall } from "./kept";
import { forgetMeshes, recallMeshes } from "./meshes";
import { newEmpty } from "./opening";
import { becomeNewTab, becomeTab, tabId } from "./tab";

const WAIT = 250; // ms after an edit
const ROOM = 1_500_000; // characters of steps that are kept: more would take longer than a frame
const OLD = 30 * 24 * 3600_000;

interface Work {
  name: string;
  onDisk: boolean;
  savedText: string;
  edited: Edited;
  draft: StudioState["draft"];
  unsaved: boolean;
  /** The file on disk as this work knows it. */
  disk: DiskFile | null;
  time: number;
}

/** Begin to keep; called once, when the first document is open. */
export function startKeeping(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: readonly unknown[] = [];
  const keepNow = () => {
    clearTimeout(timer);
    timer = undefined;
    void keep("work", tabId(), workNow());
  };
  studio.subscribe(() => {
    const s = studio.get();
    const now = [s.edited, s.file, s.draft];
    if (now.every((x, k) => x === last[k])) return;
    last = now;
    timer ??= setTimeout(keepNow, WAIT);
  });
  addEventListener("pagehide", () => timer !== undefined && keepNow());
  document.addEventListener("visibilitychange", () => document.hidden && timer !== undefined && keepNow());
}

function workNow(): Work {
  const s = studio.get();
  const past = fitting([...s.edited.past].reverse()).reverse();
  const edited: Edited = { ...s.edited, past, future: fitting(s.edited.future) };
  return { name: s.file.name, onDisk: s.file.onDisk, savedText: s.file.savedText, edited, draft: s.draft, unsaved: isUnsaved(s), disk: s.file.onDisk ? disk.get().file : null, time: Date.now() };
}

/** The first steps, as many as there is room for. */
function fitting(steps: readonly Step[]): Step[] {
  let room = ROOM;
  const found: Step[] = [];
  for (const step of steps) {
    room -= step.textBefore.length + step.textAfter.length + 100 * step.patches.length;
    if (room < 0) break;
    found.push(step);
  }
  return found;
}

function restore(work: Work, onDisk: boolean): void {
  const now = disk.get().file;
  if (onDisk && work.disk && now && now.sha !== work.disk.sha) {
    disk.set({ file: work.disk });
    notify(`${work.name} was changed on disk since: saving will ask.`);
  }
  const file = { name: work.name, savedText: work.savedText, onDisk };
  studio.set({ edited: work.edited, draft: work.draft, selection: [], lit: [], good: null, messages: null, file });
}

/** Whether work was on the file that the server has: its path counts, where the work knows it; its name may be another's, too. */
const isOf = (work: Work, diskName: string | null): boolean => work.onDisk && diskName === work.name && (work.disk === null || work.disk.path === disk.get().file?.path);

/** What this tab had before a reload; what it has on disk is told: the work is of the same file. Whether there was any. */
export async function restoreOwn(diskName: string | null): Promise<boolean> {
  const work = await recall<Work>("work", tabId());
  if (!work || (work.edited.past.length === 0 && work.edited.future.length === 0 && !work.unsaved && work.onDisk)) return false;
  restore(work, isOf(work, diskName));
  await recallMeshes(tabId());
  if (work.unsaved) back(work);
  return true;
}

/** Work of tabs that ended without saving: the newest comes back, if this tab has nothing of its own to show. */
export async function restoreLost(diskName: string | null): Promise<boolean> {
  const found: [string, Work][] = [];
  for (const tab of await keys("work")) {
    const work = tab === tabId() ? undefined : await recall<Work>("work", tab);
    if (!work) continue;
    if (!work.unsaved || Date.now() - work.time > OLD) await forgetEnded(tab, work);
    else if (!diskName || isOf(work, diskName)) found.push([tab, work]);
  }
  found.sort((a, b) => b[1].time - a[1].time);
  for (const [tab, work] of found) {
    if (!(await becomeTab(tab))) continue; // it lives
    restore(work, isOf(work, diskName));
    await recallMeshes(tab);
    back(work);
    return true;
  }
  return false;
}

async function forgetEnded(tab: string, work: Work): Promise<void> {
  if (Date.now() - work.time < 60_000) return; // a tab that has just begun
  await forget("work", tab);
  await forgetMeshes(tab);
}

function back(work: Work): void {
  const when = new Date(work.time).toLocaleString();
  const before = studio.get().edited.hash;
  say(`unsaved work of ${when} is back`);
  notify(`Unsaved work on ${work.name} of ${when} is back.`, [], [{ label: "Discard it", run: () => void discard(before) }]);
}

/** Back to what was saved, as one step that can be undone where the saved text is known; else to an empty document. */
async function discard(hash: string): Promise<void> {
  const same = studio.get().edited.hash === hash;
  const ended = tabId();
  if (!studio.get().file.onDisk || !(await reloadDisk())) newEmpty();
  if (same) {
    await becomeNewTab();
    await forget("work", ended);
    await forgetMeshes(ended);
  }
  say("the unsaved work is discarded");
}

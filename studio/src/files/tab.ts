/** Which tab this is: its work is kept under its id. A lock tells whether a tab still lives; those of a crash do not. */
const KEY = "tab";
let id = "";
let release: (() => void) | null = null;

/** This tab's id; a reload keeps it, a copy of the tab gets its own. */
export const tabId = (): string => id;

/** Take an id for this tab; false: another living tab has it. */
async function take(wanted: string): Promise<boolean> {
  if (!("locks" in navigator)) return adopt(wanted);
  return new Promise((done) => {
    void navigator.locks.request(`studio ${wanted}`, { ifAvailable: true }, (lock) => {
      done(lock !== null);
      if (!lock) return undefined;
      release?.();
      return new Promise<void>((ended) => {
        release = ended;
        adopt(wanted);
      });
    });
  });
}

function adopt(wanted: string): true {
  id = wanted;
  try {
    sessionStorage.setItem(KEY, wanted);
  } catch {
    // no storage: the tab has an id as long as it lives
  }
  return true;
}

/** Find out who this tab is: who it was before a reload, or someone new. */
export async function beTab(): Promise<void> {
  let before: string | null = null;
  try {
    before = sessionStorage.getItem(KEY);
  } catch {
    before = null;
  }
  if (before && (await takeSoon(before))) return;
  await take(fresh());
}

/** A reload may come before the old page let go of its lock, on a busy machine seconds before; a copy of a living tab need not wait for it. */
async function takeSoon(wanted: string): Promise<boolean> {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const tries = navigation?.type === "reload" ? 100 : 5;
  for (let k = 0; k < tries; k++) {
    if (await take(wanted)) return true;
    await new Promise((r) => setTimeout(r, 60));
  }
  return false;
}

/** Go on as a tab that ended; false: it lives. */
export const becomeTab = (wanted: string): Promise<boolean> => take(wanted);

/** A new id for this tab, so that what the old one kept is left alone. */
export const becomeNewTab = (): Promise<boolean> => take(fresh());

const fresh = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

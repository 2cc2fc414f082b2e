/** Which document the page begins with: that of a link, of a reload, of the server's file, or unsaved work that was lost. */
import { ask } from "@/backend/backend";
import { say } from "@/store/studio";
import { notify } from "./asking";
import { restoreLost, restoreOwn, startKeeping } from "./autosave";
import { disk, type Found, readDisk, watchDisk } from "./disk";
import { meshFiles } from "./meshes";
import { mayReplace, openText } from "./opening";
import { carriesDocument, unpacked } from "./share";
import { beTab } from "./tab";

/** Called once, when the page has its desk. */
export async function startFiles(): Promise<void> {
  await beTab();
  const shared = (await openShared()) || (await openExample());
  const found = await readDisk().catch((error: unknown) => {
    notify(`The file cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  if (!shared) await openFirst(found);
  startKeeping();
  watchDisk();
  addEventListener("hashchange", () => void openShared(true));
}

async function openFirst(found: Found | null): Promise<void> {
  const name = disk.get().file?.name ?? null;
  if (await restoreOwn(name)) return;
  if (found) openDisk(found);
  await restoreLost(name);
}

function openDisk(found: Found): void {
  openText(found.text, found.name, !found.imported);
  if (found.missing.length > 0) meshFiles.set({ missing: found.missing });
  const others = found.messages.filter((m) => m.code !== "missing").map((m) => m.what);
  if (found.imported && others.length > 0) notify(`${disk.get().file?.name}: ${others.length} things of the file to know`, others);
}

/** The document of the address; it leaves the address, so that a reload keeps what was done since. */
async function openShared(asks = false): Promise<boolean> {
  if (!carriesDocument(location.hash)) return false;
  const fragment = location.hash;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    const found = await unpacked(fragment);
    if (!found || (asks && !(await mayReplace()))) return false;
    openText(found.text, found.name);
    say(`${found.name} is open, from a link`);
    return true;
  } catch (error) {
    notify(`The link cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

/** The example that the address names ("#example=double_pendulum"): links of the documentation. */
async function openExample(): Promise<boolean> {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const id = fragment.get("example");
  if (!id) return false;
  history.replaceState(null, "", location.pathname + location.search);
  const found = await ask("example", { id });
  if (!found.ok) {
    notify(`The example cannot be opened: ${found.messages[0]?.what ?? id}`);
    return false;
  }
  openText(found.document, found.name);
  return true;
}

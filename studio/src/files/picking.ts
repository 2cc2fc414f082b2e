/** Files from the browser's own dialog. */
import { notify } from "./asking";
import { gatherFiles } from "./gather";
import { openGathered } from "./opening";

/** Ask for files, or for a folder, and open what is chosen. */
export function pickFiles(folder: boolean): void {
  const field = document.createElement("input");
  field.type = "file";
  field.multiple = true;
  field.webkitdirectory = folder;
  field.onchange = () => void opening(gatherFiles(field.files ?? []));
  field.click();
}

/** Open gathered files; what goes wrong is told. */
export async function opening(files: ReturnType<typeof gatherFiles>): Promise<void> {
  try {
    await openGathered(await files);
  } catch (error) {
    notify(`Not opened: ${error instanceof Error ? error.message : String(error)}`);
  }
}

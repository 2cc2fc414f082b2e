/** The document out of the page: to its file on disk where the server has one, else as a download; other formats; a link. */
import { ask, backendKind } from "@/backend/backend";
import type { Exported } from "@/backend/protocol";
import { say, studio } from "@/store/studio";
import { choose, notify } from "./asking";
import { askSaveAs } from "./dialogs";
import { disk, reloadDisk, writeDisk, writeDiskAs } from "./disk";
import { stemOf } from "./paths";

/** What can be exported. */
export const FORMATS = [
  { id: "urdf", title: "URDF" },
  { id: "mjcf", title: "MJCF" },
  { id: "sdf", title: "SDF" },
  { id: "yaml", title: "plain YAML" },
] as const;

/** Give a text to the browser as a file to keep. */
export function download(text: string, name: string, kind = "application/octet-stream"): void {
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const withEnding = (name: string): string => (/\.ya?ml$/i.test(name) ? name : `${stemOf(name) || "robot"}.yaml`);

/** Text that is saved: what was typed last, even if it is no document yet. */
const textNow = (): string => studio.get().draft?.text ?? studio.get().edited.text;

/** text: what was written, which an edit may have overtaken on its way. */
const marked = (name: string, onDisk: boolean, text: string): void => studio.set({ file: { name, savedText: text, onDisk } });

/** Save; whether it was. Without a file on disk a name is asked for where there is a server, else it is downloaded. */
export async function save(): Promise<boolean> {
  const { file } = studio.get();
  if (!file.onDisk) return backendKind() === "server" ? askSaveAs() : saveCopy(file.name);
  const text = textNow();
  const result = await writeDisk(text);
  return result === "changed" ? settle() : told(result, file.name, text);
}

/** Save under a name in the folder of the server; a file that is there is replaced after a question. */
export async function saveInFolder(name: string): Promise<boolean> {
  const full = withEnding(name);
  const text = textNow();
  const result = await writeDiskAs(text, full, false);
  if (result !== "exists") return told(result, full, text);
  const answer = await choose(`${full} is there already`, [`in ${disk.get().folder}`], [
    { id: "replace", label: "Replace it", primary: true },
    { id: "", label: "Cancel" },
  ]);
  return answer === "replace" && told(await writeDiskAs(text, full, true), full, text);
}

function told(result: Awaited<ReturnType<typeof writeDisk>>, name: string, text: string): boolean {
  if (result === "saved") {
    marked(name, true, text);
    say(`saved ${name}`);
    return true;
  }
  const why = typeof result === "object" ? result.wrong : result;
  notify(`${name} could not be saved: ${why}`, [], [{ label: "Download it", run: () => void saveCopy(name) }]);
  return false;
}

/** The file on disk is not the one that was opened: whose changes count? */
async function settle(): Promise<boolean> {
  const { file } = studio.get();
  const answer = await choose(`${file.name} was changed elsewhere`, ["Another tab or program has written the file since it was opened here."], [
    { id: "copy", label: "Save under another name", primary: true },
    { id: "over", label: "Overwrite it" },
    { id: "reload", label: "Reload it" },
    { id: "", label: "Cancel" },
  ]);
  if (answer === "copy") return askSaveAs();
  if (answer === "reload") await reloadDisk();
  const text = textNow();
  return answer === "over" && told(await writeDisk(text, true), file.name, text);
}

/** As a download. */
export async function saveCopy(name: string): Promise<boolean> {
  const full = withEnding(name);
  const text = textNow();
  download(text, full, "text/yaml");
  const { file } = studio.get();
  if (!file.onDisk) marked(full, false, text); // a copy of a file on disk does not save that file
  say(`downloaded ${full}`);
  return true;
}

/** Another format; what it cannot say is told. */
export async function exportAs(format: (typeof FORMATS)[number]["id"]): Promise<void> {
  const answer = await ask("export", { document: studio.get().edited.text, format });
  if (!answer.ok) {
    const [first, ...more] = answer.messages.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`);
    return notify(`Not exported: ${first ?? "the document has errors"}`, more);
  }
  downloadAll(answer);
  const several = Object.keys(answer.beside).length > 0 ? `, with ${Object.keys(answer.beside).join(", ")} beside it` : "";
  if (answer.notes.length > 0) notify(`${answer.name} cannot say everything (${answer.notes.length})`, answer.notes);
  say(`exported ${answer.name}${several}`);
}

function downloadAll(made: Exported): void {
  download(made.text, made.name);
  for (const [name, text] of Object.entries(made.beside)) download(text, name);
}

/** Files into the document: YAML as it is, everything else through the desk; meshes stay in the page. */
import { ask } from "@/backend/backend";
import type { Imported } from "@/backend/protocol";
import { write } from "@/document/text";
import { EMPTY, isUnsaved, open, say, setText, studio } from "@/store/studio";
import { choose, dismissAll, notify } from "./asking";
import { base64, type Gathered } from "./gather";
import { meshFiles, takeMeshes } from "./meshes";
import { baseOf, MESHES, ROBOTS, suffixOf } from "./paths";
import { save } from "./saving";

const MOST_SENT = 28_000_000; // bytes; in base 64 they are a third more, and the server takes 40 MB
const OF_MUJOCO = [".stl", ".obj", ".msh"];

/** Whether the document may be replaced: asks where something of it is not saved. */
export async function mayReplace(): Promise<boolean> {
  const s = studio.get();
  const untouched = !isUnsaved(s) || (s.edited.past.length === 0 && s.draft === null);
  if (untouched) return true;
  const answer = await choose(`${s.file.name} has unsaved changes`, ["What opens now takes its place."], [
    { id: "save", label: "Save first", primary: true },
    { id: "drop", label: "Discard changes" },
    { id: "", label: "Cancel" },
  ]);
  return answer === "drop" || (answer === "save" && (await save()));
}

/** A document's text in place of the present one. Text that is no document opens as it is, with its errors shown. */
export function openText(text: string, name: string, onDisk = false): void {
  dismissAll();
  if (open(text, name, onDisk).length === 0) return say(`opened ${name}`);
  open(write(EMPTY), name, onDisk);
  setText(text);
  say(`${name} is open, and has errors: see Messages`);
}

/** What a person dropped or chose. Meshes alone are taken to the robot that is open. */
export async function openGathered(files: Gathered): Promise<void> {
  if (files.size === 0) return notify("There is no file in what was dropped");
  if ([...files.keys()].every((path) => [...MESHES, ".mtl", ".png", ".jpg"].includes(suffixOf(path)))) {
    await takeMeshes(files, false);
    return say(`${files.size} meshes taken`);
  }
  if (!(await mayReplace())) return;
  const [only] = [...files];
  if (files.size === 1 && only && [".yaml", ".yml"].includes(suffixOf(only[0]))) {
    const text = await only[1].text();
    if (!text.includes("joint_screw_coord")) return openText(text, baseOf(only[0]));
  }
  await openRobot(files);
}

async function openRobot(files: Gathered, main?: string, meshes = false): Promise<void> {
  say("reading the files ...");
  const answer = await ask("import", { ...(await payloadOf(files, meshes)), ...(main === undefined ? {} : { main }) });
  if (!answer.ok) {
    if (!meshes && answer.messages.some((m) => m.what.includes("comes from mesh"))) return openRobot(files, main, true);
    const [first, ...more] = answer.messages.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`);
    say("nothing was opened");
    return notify(`Not opened: ${first ?? "the files hold no robot"}`, more);
  }
  if (answer.candidates.length > 0) {
    const chosen = await choose("Which robot?", [`${answer.candidates.length} of the files may be meant.`], [{ id: "", label: "Cancel" }], answer.candidates);
    if (chosen) await openRobot(files, chosen);
    return;
  }
  await takeMeshes(new Map([...files].filter(([path]) => MESHES.includes(suffixOf(path)))), true);
  openText(answer.document, answer.name);
  tell(answer);
}

/** Text goes to the desk, meshes by name alone; with them where inertias of an MJCF come from them. */
async function payloadOf(files: Gathered, meshes: boolean): Promise<{ files: Record<string, string>; others: string[] }> {
  const wanted = [...files].filter(([p]) => ROBOTS.includes(suffixOf(p)));
  const sent: Record<string, string> = {};
  let size = 0;
  for (const [path, blob] of wanted.length > 0 ? wanted : [...files].slice(0, 20)) {
    size += blob.size;
    if (size > MOST_SENT) throw new Error("the robot's files have more than 28 MB");
    sent[path] = await base64(blob);
  }
  for (const [path, blob] of files) {
    if (!meshes || !OF_MUJOCO.includes(suffixOf(path)) || size + blob.size > MOST_SENT) continue;
    size += blob.size;
    sent[path] = await base64(blob);
  }
  return { files: sent, others: [...files.keys()].filter((p) => !(p in sent)) };
}

function tell(found: Imported): void {
  const others = found.messages.filter((m) => m.code !== "missing").map((m) => m.what);
  if (others.length > 0) notify(`${found.name}: ${others.length === 1 ? "one thing" : `${others.length} things`} of the file to know`, others);
  if (found.missing.length > 0) meshFiles.set({ missing: found.missing });
}

/** An empty document, without asking. */
export function newEmpty(): void {
  dismissAll();
  void takeMeshes(new Map(), true);
  open(write(EMPTY), "untitled.yaml");
}

/** An empty document. */
export async function newDocument(): Promise<void> {
  if (!(await mayReplace())) return;
  newEmpty();
  say("a new document");
}

/** A document of the desk: an example, a template. */
export async function openMade(text: string, name: string): Promise<void> {
  await takeMeshes(new Map(), true);
  openText(text, name);
}

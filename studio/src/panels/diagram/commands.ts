/** Keys of the diagram. They act where the keyboard is in the diagram, the palette or the scene, or nowhere in particular. */
import { type Command, register } from "@/app/commands";
import { addProbes } from "@/document/operations/drives";
import { detach } from "@/document/operations/connect";
import { kindOf } from "@/document/operations/graph";
import { perform } from "@/store/perform";
import { data, say, select, studio } from "@/store/studio";
import { copySelected, duplicateSelected, groupSelected, layOut, nudge, pasteParts, removeSelected, ungroupSelected } from "./actions";
import { wholeGraph } from "./elements";
import { diagram, fitAll, go } from "./state";
import { type Direction, step } from "./walk";

const panelWithKeyboard = (): string | null => document.activeElement?.closest<HTMLElement>("[data-panel]")?.dataset.panel ?? null;
const here = (): boolean => ["diagram", "palette", "scene", null].includes(panelWithKeyboard());
const inDiagram = (): boolean => panelWithKeyboard() === "diagram" || (panelWithKeyboard() === null && studio.get().selection.length > 0);
const some = (): boolean => here() && studio.get().selection.length > 0;

const command = (id: string, title: string, keys: string[], run: () => void, enabled: () => boolean = here, group: Command["group"] = "Edit"): Command => ({ id: `diagram-${id}`, title, keys, group, run, enabled });

const graph = () => wholeGraph(data(), studio.get().good?.checked.report ?? null).graph;

function walk(direction: Direction): void {
  go(step(graph(), studio.get().selection.at(-1), direction));
}

function startRenaming(): void {
  const part = studio.get().selection.at(-1);
  if (part === undefined || ["world", "other"].includes(kindOf(graph(), part))) return say("select a body, a joint, a frame or a link to rename");
  diagram.set({ renaming: part });
}

function takeOff(): void {
  const part = studio.get().selection.at(-1) ?? "";
  const found = graph();
  const joint = found.joints.find((j) => j.part === part) ?? found.joints.find((j) => `bodies/${j.child}` === part);
  if (!joint) return say("select a joint, or a body on a joint");
  perform(detach(data(), joint.part, joint.part === part ? "parent" : "child"));
}

register(
  command("add", "Add to the selection", ["A"], () => diagram.set({ dialog: { kind: "add" } }), here, "Add"),
  command("probes", "Add the probes of the selection", ["P"], () => void perform(addProbes(data(), studio.get().selection)), here, "Add"),
  command("connect", "Connect the selection", ["C"], () => diagram.set({ dialog: { kind: "connect" } }), some),
  command("off", "Take the selection off what it hangs on", ["Shift+C"], takeOff, some),
  command("rename", "Rename", ["F2"], startRenaming, some),
  command("delete", "Delete", ["Delete", "Backspace"], removeSelected, some),
  command("duplicate", "Duplicate with all below", ["Ctrl+D"], duplicateSelected, some),
  command("group", "Group", ["Ctrl+G"], groupSelected, some),
  command("ungroup", "Ungroup", ["Ctrl+Shift+G"], ungroupSelected, some),
  command("copy", "Copy", ["Ctrl+C"], () => void copySelected(), () => some() && nothingMarked()),
  command("cut", "Cut", ["Ctrl+X"], () => void copySelected(true), () => some() && nothingMarked()),
  command("paste", "Paste", ["Ctrl+V"], () => void pasteParts()),
  command("all", "Select all", ["Ctrl+A"], selectAll, inDiagram),
  command("find", "Find a part by name", ["/"], () => diagram.set({ dialog: { kind: "find" } }), here, "View"),
  command("layout", "Lay out the diagram", ["L"], layOut, here, "View"),
  command("fit", "Show the whole diagram", ["0"], fitAll, here, "View"),
  command("parent", "To the parent", ["ArrowLeft"], () => walk("parent"), inDiagram, "View"),
  command("child", "To the first child", ["ArrowRight"], () => walk("child"), inDiagram, "View"),
  command("previous", "To the part above", ["ArrowUp"], () => walk("previous"), inDiagram, "View"),
  command("next", "To the part below", ["ArrowDown"], () => walk("next"), inDiagram, "View"),
  command("left", "Move left", ["Shift+ArrowLeft"], () => nudge(-22, 0), inDiagram),
  command("right", "Move right", ["Shift+ArrowRight"], () => nudge(22, 0), inDiagram),
  command("up", "Move up", ["Shift+ArrowUp"], () => nudge(0, -22), inDiagram),
  command("down", "Move down", ["Shift+ArrowDown"], () => nudge(0, 22), inDiagram),
);

/** Text that is marked on the page is what Ctrl+C means. */
const nothingMarked = (): boolean => (window.getSelection()?.toString() ?? "") === "";

function selectAll(): void {
  const g = graph();
  select([...g.bodies, ...g.joints, ...g.frames, ...g.links].map((n) => n.part));
}

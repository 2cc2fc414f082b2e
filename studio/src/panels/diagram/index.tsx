import type { Panel } from "@/app/panel";
import { ask } from "@/backend/backend";
import { isMap } from "@/document/data";
import { read } from "@/document/text";
import { TABLES } from "@/document/operations/graph";
import { Lagrangian } from "@/panels/lagrangian/Lagrangian";
import { step } from "@/document/operations/outcome";
import { perform } from "@/store/perform";
import { data, say, studio, useDocument } from "@/store/studio";
import "./commands";
import "./diagram.css";
import { Diagram } from "./Diagram";
import { Dialogs } from "./Dialogs";
import { Outline } from "./Outline";
import { go } from "./state";

function DiagramPanel() {
  const document = useDocument();
  const table = TABLES.find((key) => document[key] !== undefined);
  if (document.lagrangian !== undefined || document.manifold !== undefined) return <Lagrangian />;
  return (
    <>
      <Diagram />
      <Outline />
      {table && <FromTable table={table} />}
    </>
  );
}

function FromTable({ table }: { table: string }) {
  return (
    <div className="diagram-note" role="note">
      <span>
        Dotted parts come from <code>{table}</code>.
      </span>
      <button type="button" onClick={() => void writeAsJoints()} title="Write out every joint, so that all can be edited here; undo brings the table back">
        Write as joints
      </button>
    </div>
  );
}

/** The robot with every joint written out, in place of its tables: one step. */
async function writeAsJoints(): Promise<void> {
  const { text } = studio.get().edited;
  try {
    const answer = await ask("export", { document: text, format: "yaml" });
    if (!answer.ok) return say(answer.messages[0]?.what ?? "the robot cannot be written as joints");
    const found = read(answer.text);
    if (!found.ok) return say(found.errors[0]?.what ?? "the robot cannot be written as joints");
    const now = data();
    const made = isMap(now.studio) ? { ...found.data, studio: now.studio } : found.data;
    perform(step("write as joints", now, made, []));
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

export default [
  { id: "diagram", title: "Diagram", keys: ["D", "Alt+D"], enter: () => go(studio.get().selection.at(-1) ?? "world"), place: "diagram", order: 10, Component: DiagramPanel },
  { id: "diagram-dialogs", title: "diagram dialogs", place: "layer", order: 20, Component: Dialogs },
] satisfies Panel[];

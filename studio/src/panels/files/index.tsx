import { register } from "@/app/commands";
import type { Panel } from "@/app/panel";
import { newDocument } from "@/files/opening";
import { exportAs, FORMATS, save } from "@/files/saving";
import { showDialog } from "@/files/dialogs";
import { pickFiles } from "@/files/picking";
import { DropZone } from "./DropZone";
import { FileMenu } from "./FileMenu";
import { Notices } from "./Notices";
import { QuestionDialog } from "./Question";
import { SaveAs } from "./SaveAs";
import { Share } from "./Share";
import "./files.css";

register(
  { id: "new", title: "New document", keys: ["Alt+N"], group: "File", run: () => void newDocument() },
  { id: "open", title: "Open files ...", keys: ["Ctrl+O"], group: "File", run: () => pickFiles(false) },
  { id: "open-folder", title: "Open a folder ...", keys: ["Ctrl+Shift+O"], group: "File", run: () => pickFiles(true) },
  { id: "gallery", title: "Examples and templates ...", keys: ["Ctrl+E"], group: "File", run: () => showDialog("gallery") },
  { id: "save", title: "Save", keys: ["Ctrl+S"], group: "File", run: () => void save() },
  { id: "save-as", title: "Save as ...", keys: ["Ctrl+Shift+S"], group: "File", run: () => showDialog("save as") },
  ...FORMATS.map((f) => ({ id: `export-${f.id}`, title: `Export ${f.title}`, group: "File" as const, run: () => void exportAs(f.id) })),
  { id: "share", title: "Share a link ...", keys: ["Ctrl+Shift+L"], group: "File", run: () => showDialog("share") },
);

function ShareButton() {
  return (
    <button type="button" onClick={() => showDialog("share")} title="A link that carries the document (Ctrl+Shift+L)">
      Share
    </button>
  );
}

function Layers() {
  return (
    <>
      <DropZone />
      <Notices />
      <QuestionDialog />
      <SaveAs />
      <Share />
    </>
  );
}

export default [
  { id: "files", title: "file", place: "toolbar", order: 10, Component: FileMenu },
  { id: "share-button", title: "share", place: "toolbar", order: 80, Component: ShareButton },
  { id: "file-dialogs", title: "files", place: "layer", order: 80, Component: Layers },
] satisfies Panel[];

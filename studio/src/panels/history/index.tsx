import { register } from "@/app/commands";
import type { Panel } from "@/app/panel";
import { redo, studio, undo, useStudio } from "@/store/studio";

register(
  { id: "undo", title: "Undo", keys: ["Ctrl+Z"], group: "Edit", run: undo, enabled: () => studio.get().edited.past.length > 0 },
  { id: "redo", title: "Redo", keys: ["Ctrl+Y", "Ctrl+Shift+Z"], group: "Edit", run: redo, enabled: () => studio.get().edited.future.length > 0 },
);

function History() {
  const back = useStudio((s) => s.edited.past.at(-1)?.label);
  const forth = useStudio((s) => s.edited.future[0]?.label);
  return (
    <>
      <button type="button" onClick={undo} disabled={back === undefined} title={back ? `Undo: ${back} (Ctrl+Z)` : "nothing to undo"}>
        Undo
      </button>
      <button type="button" onClick={redo} disabled={forth === undefined} title={forth ? `Redo: ${forth} (Ctrl+Y)` : "nothing to redo"}>
        Redo
      </button>
    </>
  );
}

export default { id: "history", title: "history", place: "toolbar", order: 20, Component: History } satisfies Panel;

import { useEffect, useRef, useState } from "react";
import { backendKind } from "@/backend/backend";
import { disk } from "@/files/disk";
import { saveCopy, saveInFolder } from "@/files/saving";
import { dialogs, endSaveAs, showDialog } from "@/files/dialogs";
import { useStore } from "@/store/state";
import { studio } from "@/store/studio";

/** A name, then a download. */
export function SaveAs() {
  const open = useStore(dialogs, (s) => s.open === "save as");
  return open ? <Asked /> : null;
}

function Asked() {
  const [name, setName] = useState(studio.get().file.name.replace(/\.(urdf|xml|mjcf|sdf|json|par|csv)$/i, ".yaml"));
  const folder = useStore(disk, (s) => s.folder);
  const served = backendKind() === "server";
  const done = (save: (name: string) => Promise<boolean>) => {
    saving.current = true;
    showDialog(null);
    void save(name.trim() || "robot.yaml").then(endSaveAs, () => endSaveAs(false));
  };
  const dialog = useRef<HTMLDialogElement>(null);
  const saving = useRef(false);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const close = () => {
    if (!saving.current) endSaveAs(false);
    showDialog(null);
  };
  return (
    <dialog ref={dialog} aria-label="save as" onClose={close}>
      <form
        className="save-as"
        onSubmit={(e) => {
          e.preventDefault();
          done(served ? saveInFolder : saveCopy);
        }}
      >
        <label>
          Name of the file
          <input value={name} onChange={(e) => setName(e.target.value)} autoFocus spellCheck={false} />
        </label>
        <p className="soft">{served ? `in the folder ${folder || "of the server"}` : "The file goes to the browser's downloads."}</p>
        <div className="question-choices">
          <button type="submit" className="primary">
            Save
          </button>
          {served && (
            <button type="button" onClick={() => done(saveCopy)}>
              Download
            </button>
          )}
          <button type="button" onClick={close}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}

import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Command, commands } from "@/app/commands";
import { isUnsaved, useStudio } from "@/store/studio";
import { save } from "@/files/saving";
import { pickFiles } from "@/files/picking";

/** Commands of the menu, by id; null: a line. */
const ITEMS = ["new", "gallery", null, "open", "open-folder", null, "save", "save-as", null, "export-urdf", "export-mjcf", "export-sdf", "export-yaml", null, "share", "help"] as const;

/** The menu of files with the document's name, and the two commands that are needed most. */
export function FileMenu() {
  const name = useStudio((s) => s.file.name);
  const unsaved = useStudio(isUnsaved);
  useEffect(() => {
    document.title = `${unsaved ? "• " : ""}${name} – Linkwright studio`;
  }, [name, unsaved]);
  return (
    <>
      <span className="file-name" title={unsaved ? `${name}: not saved` : name}>
        {name}
        {unsaved && (
          <span className="file-unsaved" role="img" aria-label="not saved">
            {" "}
            •
          </span>
        )}
      </span>
      <Menu />
      <button type="button" className="where-wide" onClick={() => pickFiles(false)} title="Open files (Ctrl+O); or drop them anywhere">
        Open
      </button>
      <button type="button" className="where-wide" onClick={() => void save()} title="Save (Ctrl+S)">
        Save
      </button>
    </>
  );
}

/** A menu as screen readers know it: arrows move, Escape closes, the focus returns. */
function Menu() {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = (): HTMLElement[] => [...(box.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])];
  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const outside = (e: PointerEvent) => !box.current?.contains(e.target as Node) && !button.current?.contains(e.target as Node) && setOpen(false);
    addEventListener("pointerdown", outside);
    return () => removeEventListener("pointerdown", outside);
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (e: KeyboardEvent) => {
    const all = items();
    const now = all.indexOf(document.activeElement as HTMLElement);
    const to: Record<string, number> = { ArrowDown: (now + 1) % all.length, ArrowUp: (now - 1 + all.length) % all.length, Home: 0, End: all.length - 1 };
    if (e.key === "Escape") close();
    else if (e.key === "Tab") setOpen(false);
    else if (e.key in to) all[to[e.key]!]?.focus();
    else return;
    e.stopPropagation();
    if (e.key !== "Tab") e.preventDefault();
  };
  return (
    <div className="file-menu">
      <button ref={button} type="button" aria-haspopup="menu" aria-expanded={open} onClick={() => setOpen(!open)} onKeyDown={(e) => e.key === "ArrowDown" && setOpen(true)}>
        File <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <div ref={box} role="menu" aria-label="File" className="menu" onKeyDown={onKey}>
          {ITEMS.map((id, k) => (id === null ? <hr key={k} /> : <Item key={id} id={id} close={close} />))}
        </div>
      )}
    </div>
  );
}

function Item({ id, close }: { id: string; close: () => void }) {
  const command: Command | undefined = commands.get().all.find((c) => c.id === id);
  if (!command) return null;
  const run = () => {
    close();
    command.run();
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} onClick={run}>
      <span>{command.title}</span>
      {command.keys?.[0] && <kbd>{command.keys[0]}</kbd>}
    </button>
  );
}

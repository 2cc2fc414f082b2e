import { useEffect, useRef, useState } from "react";
import { type Command, commands, register } from "@/app/commands";
import type { Panel } from "@/app/panel";
import { createStore, useStore } from "@/store/state";
import "./help.css";

const open = createStore({ open: false });
const GROUPS = ["File", "Edit", "Add", "View", "Run", "Help"] as const;

register({ id: "help", title: "All commands and keys", keys: ["?", "Ctrl+K"], group: "Help", run: () => open.set({ open: true }) });

/** All commands with their keys: a list to read, to search, and to run from. */
function Help() {
  const shown = useStore(open, (s) => s.open);
  const all = useStore(commands, (s) => s.all);
  const [wanted, setWanted] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (shown && !dialog.current?.open) dialog.current?.showModal();
  }, [shown]);
  if (!shown) return null;
  const close = () => {
    setWanted("");
    open.set({ open: false });
  };
  const matching = all.filter((c) => c.title.toLowerCase().includes(wanted.toLowerCase()));
  const run = (c: Command) => {
    close();
    c.run();
  };
  return (
    <dialog ref={dialog} aria-label="commands" onClose={close} className="help">
      <form
        onSubmit={(e) => {
          e.preventDefault();
          const first = matching.find((c) => c.enabled?.() ?? true);
          if (first) run(first);
        }}
      >
        <input type="search" aria-label="find a command" placeholder="find a command" value={wanted} onChange={(e) => setWanted(e.target.value)} autoFocus />
        <button type="button" onClick={close}>
          Close
        </button>
      </form>
      <div className="help-groups">
        {GROUPS.map((group) => (
          <Group key={group} title={group} members={matching.filter((c) => c.group === group)} run={run} />
        ))}
      </div>
    </dialog>
  );
}

function Group({ title, members, run }: { title: string; members: Command[]; run: (c: Command) => void }) {
  if (members.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {members.map((c) => (
          <li key={c.id}>
            <button type="button" disabled={!(c.enabled?.() ?? true)} onClick={() => run(c)}>
              {c.title}
            </button>
            {c.keys?.map((k) => <kbd key={k}>{k}</kbd>)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function HelpButton() {
  return (
    <button type="button" onClick={() => open.set({ open: true })} title="All commands and keys (?)">
      Help
    </button>
  );
}

export default [
  { id: "help", title: "help", place: "layer", order: 90, Component: Help },
  { id: "help-button", title: "help", place: "toolbar", order: 90, Component: HelpButton },
] satisfies Panel[];

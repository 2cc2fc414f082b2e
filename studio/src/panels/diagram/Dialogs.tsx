import { useEffect, useId, useMemo, useRef, useState } from "react";
import { connectEither, targetsFor } from "@/document/operations/connect";
import { nodeOf } from "@/document/operations/graph";
import { addItem, ITEMS } from "@/panels/palette/items";
import { Symbol } from "@/panels/palette/symbols";
import { perform } from "@/store/perform";
import { useStore } from "@/store/state";
import { data, select, studio } from "@/store/studio";
import { removeKeepingRest, removeSubtree } from "./actions";
import { wholeGraph } from "./elements";
import "./dialogs.css";
import { diagram, focusPart, go } from "./state";

interface Choice {
  id: string;
  title: string;
  more: string;
  symbol: string;
}

/** The dialogs of the diagram, at most one at a time. */
export function Dialogs() {
  const dialog = useStore(diagram, (s) => s.dialog);
  if (!dialog) return null;
  if (dialog.kind === "delete") return <AskDelete {...dialog} />;
  if (dialog.kind === "add") return <Add />;
  return dialog.kind === "connect" ? <Connect /> : <Find />;
}

/** A dialog is closed, and the keyboard goes back to what is selected. */
function close(): void {
  diagram.set({ dialog: null });
  const last = studio.get().selection.at(-1);
  if (last) focusPart(last);
}

function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (ref.current && !ref.current.open) ref.current.showModal();
  }, []);
  return ref;
}

const bodies = (n: number): string => (n === 1 ? "one body" : `${n} bodies`);

function AskDelete({ part, body, below, parent }: { part: string; body: string; below: number; parent: string | null }) {
  const ref = useModal();
  const answer = (act: (part: string) => boolean) => {
    diagram.set({ dialog: null });
    act(part);
    const last = studio.get().selection.at(-1);
    if (last) focusPart(last);
  };
  return (
    <dialog ref={ref} className="part-ask" aria-label={`delete ${body}`} onClose={close}>
      <h2>Delete {body}?</h2>
      <p>
        {bodies(below)} {below === 1 ? "hangs" : "hang"} on it.
      </p>
      <div className="part-ask-answers">
        {parent !== null && (
          <button type="button" className="primary" autoFocus onClick={() => answer(removeKeepingRest)}>
            Re-parent its children to {parent}
          </button>
        )}
        <button type="button" onClick={() => answer(removeSubtree)}>
          Remove the subtree of {bodies(below + 1)}
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

function Add() {
  const choices = useMemo(() => ITEMS.map((x) => ({ id: x.id, title: x.title, more: x.group, symbol: x.symbol })), []);
  const last = studio.get().selection.at(-1);
  return <Picker label={last ? `add to ${last.split("/").at(-1)}` : "add"} choices={choices} pick={(id) => void perform(addItem(id, data(), studio.get().selection))} />;
}

function useChoices(parts: (all: string[]) => string[]): Choice[] {
  return useMemo(() => {
    const { graph } = wholeGraph(data(), studio.get().good?.checked.report ?? null);
    const all = ["world", ...[...graph.bodies, ...graph.joints, ...graph.frames, ...graph.links].map((n) => n.part)];
    return parts(all).map((part) => {
      const node = nodeOf(graph, part);
      const symbol = !node ? "world" : "child" in node ? node.type : "section" in node ? node.kind : "body" in node ? "frame" : "body";
      const more = !node ? "" : "child" in node ? `${node.type} joint` : "section" in node ? node.kind : "body" in node ? "frame" : "body";
      return { id: part, title: node?.name ?? "world", more, symbol };
    });
  }, [parts]);
}

const everything = (all: string[]) => all;

function Find() {
  return <Picker label="find a part" choices={useChoices(everything)} pick={go} />;
}

const connectable = (): string[] => targetsFor(data(), studio.get().selection.at(-1) ?? "world");

function Connect() {
  const from = studio.get().selection.at(-1) ?? "world";
  const choices = useChoices(connectable);
  return (
    <Picker
      label={`connect ${from.split("/").at(-1)} to`}
      choices={choices}
      empty="there is nothing it can be connected to: add a body or a joint first"
      pick={(to) => {
        select([from]);
        perform(connectEither(data(), from, to));
      }}
    />
  );
}

/** A list with a field to search it: arrows choose, Enter takes, Escape leaves. */
function Picker({ label, choices, pick, empty = "nothing is called so" }: { label: string; choices: Choice[]; pick: (id: string) => void; empty?: string }) {
  const ref = useModal();
  const id = useId();
  const [wanted, setWanted] = useState("");
  const [at, setAt] = useState(0);
  const text = wanted.trim().toLowerCase();
  const shown = choices.filter((c) => `${c.title} ${c.more}`.toLowerCase().includes(text)).sort((a, b) => Number(b.title.toLowerCase().startsWith(text)) - Number(a.title.toLowerCase().startsWith(text)));
  const now = Math.min(at, shown.length - 1);
  useEffect(() => {
    document.getElementById(`${id}-${now}`)?.scrollIntoView({ block: "nearest" });
  }, [id, now]);
  const take = (c: Choice | undefined) => {
    if (!c) return;
    diagram.set({ dialog: null });
    pick(c.id);
    const last = studio.get().selection.at(-1);
    if (last) focusPart(last);
  };
  const onKey = (e: React.KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[e.key];
    if (by) setAt(Math.max(0, Math.min(shown.length - 1, now + by)));
    else if (e.key === "Enter") take(shown[now]);
    else return;
    e.preventDefault();
  };
  return (
    <dialog ref={ref} className="part-picker" aria-label={label} onClose={close} onClick={(e) => e.target === e.currentTarget && close()}>
      <label className="part-picker-field">
        {label}
        <input role="combobox" aria-expanded="true" aria-controls={id} aria-activedescendant={shown.length > 0 ? `${id}-${now}` : undefined} aria-autocomplete="list" value={wanted} autoFocus onKeyDown={onKey} onChange={(e) => { setWanted(e.target.value); setAt(0); }} />
      </label>
      <ul role="listbox" id={id} aria-label={label}>
        {shown.map((c, k) => (
          <li key={c.id} id={`${id}-${k}`} role="option" aria-selected={k === now} onClick={() => take(c)}>
            <Symbol name={c.symbol} size={18} />
            <span>{c.title}</span>
            <small>{c.more}</small>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="part-picker-empty">{empty}</p>}
    </dialog>
  );
}

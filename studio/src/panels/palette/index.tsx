import { useEffect, useState } from "react";
import type { Panel } from "@/app/panel";
import { ask } from "@/backend/backend";
import { isMap } from "@/document/data";
import { DRAGGED } from "@/panels/diagram/Diagram";
import { perform } from "@/store/perform";
import { data, studio, useStudio } from "@/store/studio";
import { addItem, GROUPS, type Item, ITEMS } from "./items";
import { Symbol } from "./symbols";
import { openTemplate, Replace } from "./templates";
import "./palette.css";

/** All that a mechanism is made of: drag it into the diagram, click it, or press Enter on it. */
function Palette() {
  const lagrangian = useStudio((s) => isMap(s.edited.data.manifold));
  if (lagrangian) return <p className="palette empty">A Lagrangian has no parts: its variables, terms and constants stand beside. File, New document begins a mechanism of parts.</p>;
  return (
    <nav className="palette" aria-label="palette" onKeyDown={walk}>
      {GROUPS.map((group) => (
        <details key={group} open>
          <summary>{group}</summary>
          <div className="palette-items">
            {ITEMS.filter((x) => x.group === group).map((item) => (
              <Entry key={item.id} item={item} />
            ))}
          </div>
        </details>
      ))}
      <Templates />
    </nav>
  );
}

function Entry({ item }: { item: Item }) {
  return (
    <button
      type="button"
      className="palette-item"
      title={item.tip}
      data-item={item.id}
      draggable
      onDragStart={(e) => {
        e.dataTransfer.setData(DRAGGED, item.id);
        e.dataTransfer.effectAllowed = "copy";
      }}
      onClick={() => perform(addItem(item.id, data(), studio.get().selection))}
    >
      <Symbol name={item.symbol} />
      <span>{item.title}</span>
    </button>
  );
}

function Templates() {
  const [names, setNames] = useState<{ loop: string[]; parallel: string[] }>({ loop: [], parallel: [] });
  useEffect(() => {
    ask("templates", {}).then(
      (answer) => answer.ok && setNames({ loop: answer.loop, parallel: answer.parallel }),
      () => undefined, // a desk without templates: the group stays away
    );
  }, []);
  const all = [
    ...names.loop.map((name) => ({ kind: "loop" as const, name, title: name })),
    ...names.parallel.map((name) => ({ kind: "parallel" as const, name, title: names.loop.includes(name) ? `${name} as a platform` : name })),
  ];
  if (all.length === 0) return null;
  return (
    <details open>
      <summary>Templates</summary>
      <div className="palette-items">
        {all.map(({ kind, name, title }) => (
          <button key={kind + name} type="button" className="palette-item palette-template" title={kind === "loop" ? `A mechanism with a closed loop: ${name}.` : `A platform with legs: ${name}.`} onClick={() => void openTemplate(kind, name)}>
            <Symbol name={kind === "loop" ? "loop" : "template"} />
            <span>{title}</span>
          </button>
        ))}
      </div>
    </details>
  );
}

/** Arrow keys go through the items. */
function walk(e: React.KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
  if (!by) return;
  const items = [...e.currentTarget.querySelectorAll<HTMLElement>("button, summary")].filter((x) => x.offsetParent !== null);
  const next = items[items.indexOf(document.activeElement as HTMLElement) + by];
  if (!next) return;
  e.preventDefault();
  next.focus();
}

export default [
  { id: "palette", title: "Palette", place: "left", order: 10, Component: Palette },
  { id: "palette-replace", title: "replace the document", place: "layer", order: 21, Component: Replace },
] satisfies Panel[];

import { type CSSProperties, useEffect, useState } from "react";
import { isEmpty } from "@/store/checking";
import { say, useStudio } from "@/store/studio";
import { useStore } from "@/store/state";
import { ConnectionBar } from "./Connection";
import { layout } from "./layout";
import { type Panel, panelsAt } from "./panel";
import { Splitter } from "./Splitter";
import "./theme.css";
import "./app.css";

/** The page: toolbar, four columns, tabs below; one panel at a time on narrow screens. */
export function App() {
  const narrow = useNarrow();
  return (
    <div className="app">
      <header className="toolbar" role="banner">
        <h1 className="brand">Linkwright</h1>
        {panelsAt("toolbar").map((p) => (
          <div key={p.id} className="toolbar-group" role="group" aria-label={p.title}>
            <p.Component />
          </div>
        ))}
      </header>
      <ConnectionBar />
      {narrow ? <Narrow /> : <Wide />}
      <Status />
      {panelsAt("layer").map((p) => (
        <p.Component key={p.id} />
      ))}
    </div>
  );
}

function useNarrow(): boolean {
  const [narrow, setNarrow] = useState(() => matchMedia("(max-width: 767px)").matches);
  useEffect(() => {
    const query = matchMedia("(max-width: 767px)");
    const listen = () => setNarrow(query.matches);
    query.addEventListener("change", listen);
    return () => query.removeEventListener("change", listen);
  }, []);
  return narrow;
}

function Wide() {
  const sizes = useStore(layout, (s) => s);
  const style = {
    "--left": `${sizes.left}px`,
    "--right": `${sizes.right}px`,
    "--bottom": `${sizes.bottom}px`,
    "--middle": `${sizes.middle}fr`,
    "--rest": `${1 - sizes.middle}fr`,
  } as CSSProperties;
  return (
    <div className="wide" style={style}>
      <main className="columns">
        <Column place="left" />
        <Splitter label="width of the palette" axis="x" value={sizes.left} change={(left) => layout.set({ left })} min={120} max={400} />
        <Column place="diagram" />
        <Splitter label="width of the diagram" axis="x" value={sizes.middle * 100} change={(x) => layout.set({ middle: x / 100 })} min={10} max={90} relative />
        <Column place="scene" />
        <Splitter label="width of the inspector" axis="x" value={sizes.right} change={(right) => layout.set({ right })} min={200} max={700} reverse />
        <Column place="right" />
      </main>
      <Splitter label="height of the tabs" axis="y" value={sizes.bottom} change={(bottom) => layout.set({ bottom })} min={80} max={900} reverse />
      <Tabs panels={panelsAt("bottom")} open={sizes.tab} onOpen={(tab) => layout.set({ tab })} label="results" />
    </div>
  );
}

function Column({ place }: { place: Panel["place"] }) {
  return (
    <div className={`column column-${place}`}>
      {panelsAt(place).map((p) => (
        <section key={p.id} className="panel" aria-label={p.title} data-panel={p.id}>
          <p.Component />
        </section>
      ))}
    </div>
  );
}

function Narrow() {
  const open = useStore(layout, (s) => s.narrow);
  const all = (["scene", "diagram", "left", "right", "bottom"] as const).flatMap(panelsAt);
  return (
    <main className="narrow">
      <Tabs panels={all} open={open} onOpen={(narrow) => layout.set({ narrow })} label="panels" />
    </main>
  );
}

/** Tabs as screen readers know them: arrows move, one is in the tab order. */
function Tabs({ panels, open, onOpen, label }: { panels: Panel[]; open: string; onOpen: (id: string) => void; label: string }) {
  const now = panels.find((p) => p.id === open) ?? panels[0];
  if (!now) return null;
  const step = (by: number) => {
    const next = panels[(panels.indexOf(now) + by + panels.length) % panels.length]!;
    onOpen(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <div className="tabs">
      <div
        role="tablist"
        aria-label={label}
        className="tablist"
        onKeyDown={(e) => {
          if (e.key === "ArrowRight") step(1);
          else if (e.key === "ArrowLeft") step(-1);
        }}
      >
        {panels.map((p) => (
          <Tab key={p.id} panel={p} open={p === now} onOpen={() => onOpen(p.id)} />
        ))}
      </div>
      <section role="tabpanel" id="tabpanel" aria-labelledby={`tab-${now.id}`} className="panel tab-body" data-panel={now.id} tabIndex={-1}>
        <now.Component />
      </section>
    </div>
  );
}

const noBadge = () => "";

function Tab({ panel, open, onOpen }: { panel: Panel; open: boolean; onOpen: () => void }) {
  const badge = (panel.useBadge ?? noBadge)();
  return (
    <button type="button" role="tab" id={`tab-${panel.id}`} aria-selected={open} aria-controls="tabpanel" tabIndex={open ? 0 : -1} onClick={onOpen}>
      {panel.title}
      {badge && <span className="badge">{badge}</span>}
    </button>
  );
}

/** What was just done or found, for eyes and screen readers, and what the mechanism is. */
function Status() {
  const said = useStudio((s) => s.said);
  const report = useStudio((s) => s.good?.checked.report);
  const messages = useStudio((s) => s.messages);
  const empty = useStudio((s) => isEmpty(s.edited.data));
  const errors = messages?.filter((m) => m.severity === "error").length ?? 0;
  const joints = report?.tree?.joints.filter((j) => j.type !== "fixed").length ?? 0;
  const facts = report
    ? [report.tree && `${count(report.tree.bodies.length, "body", "bodies")}`, report.tree && count(joints, "joint"), report.tree && count(report.loops.length, "loop"), `DoF ${report.degrees_of_freedom}`]
    : [];
  return (
    <footer className="status">
      <span data-testid="facts">{empty ? "empty: add a joint from the palette, open a file, or take an example from the File menu" : facts.filter(Boolean).join(" · ")}</span>
      {errors > 0 && <span className="error">{count(errors, "error")}{report ? ": the last good model is shown" : ""}</span>}
      <span role="status" aria-live="polite" className="said" onClick={() => say("")}>
        {said.text}
      </span>
    </footer>
  );
}

export const count = (n: number, thing: string, things = `${thing}s`): string => `${n} ${n === 1 ? thing : things}`;

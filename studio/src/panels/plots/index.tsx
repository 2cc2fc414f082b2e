import { useRef } from "react";
import { register } from "@/app/commands";
import { show } from "@/app/layout";
import type { Panel } from "@/app/panel";
import type { Layout } from "@/backend/protocol";
import { keyOf, probesOf } from "@/motion/probes";
import { useMotion } from "@/motion/state";
import { setAt, useDocument, useStudio } from "@/store/studio";
import { exportPng, exportProbes, exportRun, exportSvg } from "./exports";
import { Head } from "./Head";
import { ModesSection } from "./ModesSection";
import { Plot } from "./Plot";
import { probeAllJoints } from "./probing";
import { openDialog, useView } from "./view";
import "./plots.css";

register(
  { id: "plots-show", title: "Show the plots", group: "View", run: () => show("plots") },
  { id: "plots-all", title: "Probe all joints: position, speed, acceleration, force", group: "Add", run: probeAllJoints },
  { id: "plots-sweep", title: "Sweep parameters", group: "Run", run: () => (show("plots"), openDialog("sweep")) },
  { id: "plots-modes", title: "Natural frequencies and modes", group: "Run", run: () => (show("plots"), openDialog("modes")) },
  { id: "plots-csv", title: "Export the run as CSV", group: "File", run: exportRun },
  { id: "plots-probes-csv", title: "Export the probes as CSV", group: "File", run: exportProbes },
  { id: "plots-svg", title: "Export the plots as SVG", group: "File", run: () => void exportSvg() },
  { id: "plots-png", title: "Export the plots as PNG", group: "File", run: () => void exportPng() },
);

/** One plot per probe, on one clock. */
function Plots() {
  const data = useDocument();
  const probes = probesOf(data);
  const layout = useAlike(useMotion((s) => s.program?.layout));
  const dialog = useView((s) => s.dialog);
  const remove = (at: number) =>
    setAt(
      `remove the probe ${probes[at]!.of} ${probes[at]!.what}`,
      ["studio", "probes"],
      probes.length > 1 ? probes.filter((_, n) => n !== at).map((p) => ({ ...p })) : undefined,
    );
  return (
    <div className="plots">
      <Head layout={layout} />
      {dialog === "modes" && layout && <ModesSection />}
      {!layout ? (
        <p className="plots-empty">Plots appear here once the document is a mechanism that can move.</p>
      ) : probes.length === 0 ? (
        <p className="plots-empty">Nothing is probed yet. Add a probe above, or probe all joints: position, speed, acceleration and force of each.</p>
      ) : (
        <div className="plots-grid">
          {probes.map((p, n) => (
            <Plot key={`${keyOf(p)} ${n}`} probe={p} layout={layout} remove={() => remove(n)} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The layout before, as long as the new one has the same things in the same order: plots stay as they are. */
function useAlike(layout: Layout | undefined): Layout | undefined {
  const last = useRef<{ layout: Layout | undefined; names: string }>({ layout, names: "" });
  if (last.current.layout !== layout) {
    const names = layout ? JSON.stringify([layout.kind, layout.coordinates.map((c) => [c.name, c.unit]), layout.freedoms, layout.poses.map((p) => [p.kind, p.name])]) : "";
    if (names !== last.current.names) last.current = { layout, names };
  }
  return layout && last.current.layout;
}

function useBadge(): string {
  const count = useStudio((s) => probesOf(s.edited.data).length);
  return count ? String(count) : "";
}

export default { id: "plots", title: "Plots", keys: ["O", "Alt+O"], place: "bottom", order: 10, Component: Plots, useBadge } satisfies Panel;

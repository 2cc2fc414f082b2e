import { useStudio } from "@/store/studio";

/** What the mechanism is, as the desk found it. */
export function Facts() {
  const report = useStudio((s) => s.good?.checked.report);
  if (!report) return null;
  const tree = report.tree;
  const masses = tree?.bodies.map((b) => b.mass) ?? [];
  const mass = masses.every((m) => typeof m === "number") ? `${Number(masses.reduce((a, b) => a + Number(b), 0).toPrecision(6))} kg` : "symbolic";
  const floats = tree?.joints.some((j) => j.type === "floating" && j.parent === "world");
  const rows: [string, string][] = [
    ["degrees of freedom", String(report.degrees_of_freedom)],
    ["coordinates, speeds", `${report.nq}, ${report.nv}`],
    ...(tree ? ([["bodies", String(tree.bodies.length)], ["mass", mass], ["base", floats ? "floating" : "fixed"], ["loops", String(report.loops.length)]] as [string, string][]) : []),
  ];
  return (
    <dl className="facts" aria-label="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

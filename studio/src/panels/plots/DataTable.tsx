import type { Probe, Watch } from "@/motion/probes";
import { shown } from "@/motion/probes";
import { useMotion } from "@/motion/state";
import { useView } from "./view";
import { linesOf } from "./lines";

const ROWS = 200;

/** The numbers of a plot: at most 200 rows, evenly over the run; the CSV has all of them. */
export function DataTable({ probe, watch }: { probe: Probe; watch: Watch }) {
  const degrees = useView((s) => s.degrees);
  const running = useMotion((s) => s.status === "running");
  const tape = useMotion((s) => s.tape);
  useMotion((s) => (running ? 0 : s.tape?.t.length));
  if (!tape) return <p className="note">Play first: there are no samples yet.</p>;
  const lines = linesOf(watch, probe).slice(0, watch.curves.length);
  const { unit } = shown(watch.unit, degrees);
  const every = Math.max(1, Math.ceil(tape.t.length / ROWS));
  const rows = tape.t.map((t, k) => ({ t, k })).filter(({ k }) => k % every === 0 || k === tape.t.length - 1);
  return (
    <div className="plot-table" tabIndex={0} role="region" aria-label={`table of ${watch.title}`}>
      <table>
        <caption>{every > 1 ? `every ${every} samples of ${tape.t.length}` : `${tape.t.length} samples`}</caption>
        <thead>
          <tr>
            <th scope="col">t (s)</th>
            {lines.map((l) => (
              <th scope="col" key={l.label}>
                {l.label} {unit && !unit.includes(",") ? `(${unit})` : ""}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ t, k }) => (
            <tr key={k}>
              <th scope="row">{t.toFixed(3)}</th>
              {lines.map((l) => (
                <td key={l.label}>{l.y[k]?.toPrecision(7)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { useEffect, useRef, useState } from "react";
import { SCALARS, valuesOf } from "@/motion/sweep";
import type { Chart } from "./chart";
import { ramp, tickText } from "./drawing";
import type { Done } from "./Sweep";

/** Curves of one parameter, or a map of two. */
export function SweepResult({ done }: { done: Done }) {
  const stuck = done.runs.filter((r) => r.stuck);
  return (
    <section aria-label="result of the sweep">
      <h3>
        {done.title}
        {done.unit && ` (${done.unit})`}
      </h3>
      {done.asked.ranges.length === 1 ? <Curves done={done} /> : <HeatMap done={done} />}
      {stuck.length > 0 && (
        <p className="note">
          {stuck.length} of {done.runs.length} runs ended early: {stuck[0]!.stuck}
        </p>
      )}
    </section>
  );
}

function Curves({ done }: { done: Done }) {
  const host = useRef<HTMLDivElement>(null);
  const count = done.runs.length;
  useEffect(() => {
    let chart: Chart | null = null;
    let gone = false;
    void import("./chart").then(({ Chart }) => {
      if (gone || !host.current) return;
      chart = new Chart(host.current, () => undefined);
      chart.draw(
        done.runs.map((r, k) => ({ color: ramp(k / Math.max(1, count - 1)), dash: [], width: 1.5, x: r.t, y: r.y.map((x) => x * done.factor) })),
        done.end,
      );
    });
    return () => {
      gone = true;
      chart?.destroy();
    };
  }, [done]);
  const name = done.asked.ranges[0]!.name;
  return (
    <>
      <div ref={host} className="sweep-canvas" role="img" aria-label={`${done.title} over time for ${count} values of ${name}; the table below tells them`} />
      <div className="plot-table" tabIndex={0} role="region" aria-label="runs of the sweep">
        <table>
          <thead>
            <tr>
              <th scope="col">{name}</th>
              {Object.keys(SCALARS).map((s) => (
                <th scope="col" key={s}>
                  {s}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {done.runs.map((r, k) => (
              <tr key={r.values[0]}>
                <th scope="row">
                  <i className="swatch" style={{ background: ramp(k / Math.max(1, count - 1)) }} /> {tickText(Number(r.values[0]!.toPrecision(4)))}
                </th>
                {Object.entries(SCALARS).map(([s, f]) => (
                  <td key={s}>{(f(r.y) * done.factor).toPrecision(5)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** One cell per pair of values, coloured by a number of the curve; every cell tells itself. */
function HeatMap({ done }: { done: Done }) {
  const [scalar, setScalar] = useState("max");
  const [a, b] = done.asked.ranges as [Done["asked"]["ranges"][0], Done["asked"]["ranges"][0]];
  const numbers = done.runs.map((r) => SCALARS[scalar]!(r.y) * done.factor);
  const finite = numbers.filter(Number.isFinite);
  const [least, most] = [Math.min(...finite), Math.max(...finite)];
  const color = (x: number) => (Number.isFinite(x) ? ramp(most > least ? (x - least) / (most - least) : 0.5) : "transparent");
  return (
    <>
      <label>
        number{" "}
        <select value={scalar} onChange={(e) => setScalar(e.target.value)}>
          {Object.keys(SCALARS).map((s) => (
            <option key={s}>{s}</option>
          ))}
        </select>
      </label>
      <div className="sweep-map" tabIndex={0} role="region" aria-label="map of the sweep">
        <table>
          <caption>
            {b.name} across, {a.name} down; <i className="swatch" style={{ background: ramp(0) }} /> {tickText(Number(least.toPrecision(4)))} to <i className="swatch" style={{ background: ramp(1) }} />{" "}
            {tickText(Number(most.toPrecision(4)))} {done.unit}
          </caption>
          <thead>
            <tr>
              <td />
              {valuesOf(b).map((x) => (
                <th scope="col" key={x}>
                  {tickText(Number(x.toPrecision(3)))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {valuesOf(a).map((x, i) => (
              <tr key={x}>
                <th scope="row">{tickText(Number(x.toPrecision(3)))}</th>
                {valuesOf(b).map((y, j) => {
                  const value = numbers[i * b.count + j] ?? NaN;
                  return (
                    <td key={y} style={{ background: color(value) }} title={`${a.name} ${x.toPrecision(4)}, ${b.name} ${y.toPrecision(4)}: ${value.toPrecision(6)}`}>
                      <span>{b.count <= 12 ? value.toPrecision(3) : ""}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

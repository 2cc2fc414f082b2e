import { useEffect, useMemo, useRef, useState } from "react";
import type { Layout } from "@/backend/protocol";
import { columnsOf } from "@/motion/columns";
import { scrub } from "@/motion/player";
import { keyOf, type Probe, shown, type Watch, watchOf } from "@/motion/probes";
import { setupOf } from "@/motion/setup";
import { motion, useMotion } from "@/motion/state";
import { endOf, nearest } from "@/motion/tape";
import { data } from "@/store/studio";
import type { Chart } from "./chart";
import { DataTable } from "./DataTable";
import { linesOf } from "./lines";
import { enter } from "./painter";
import { useView, view } from "./view";

/** One probe: its title with the unit, its curves, their values at the cursor, its table. */
export function Plot({ probe, layout, remove }: { probe: Probe; layout: Layout; remove: () => void }) {
  const degrees = useView((s) => s.degrees);
  const constraint = useMotion((s) => s.tape?.constraint);
  const watch = useMemo(() => watchOf(probe, layout, motion.get().tape), [keyOf(probe), layout, constraint]);
  const [table, setTable] = useState(false);
  if (typeof watch === "string") return <Missing probe={probe} why={watch} remove={remove} />;
  const { unit } = shown(watch.unit, degrees);
  const title = unit ? `${watch.title} (${unit})` : watch.title;
  return (
    <figure className="plot" aria-label={title}>
      <figcaption>
        <span className="plot-title">{title}</span>
        <button type="button" aria-pressed={table} onClick={() => setTable(!table)} title="the numbers as a table" aria-label={`table of ${watch.title}`}>
          table
        </button>
        <button type="button" onClick={remove} title="remove this probe" aria-label={`remove the probe ${watch.title}`}>
          ×
        </button>
      </figcaption>
      {table ? <DataTable probe={probe} watch={watch} /> : <Curves key={watch.key} probe={probe} watch={watch} title={title} />}
    </figure>
  );
}

function Missing({ probe, why, remove }: { probe: Probe; why: string; remove: () => void }) {
  return (
    <figure className="plot plot-missing" aria-label={`${probe.of} ${probe.what}`}>
      <figcaption>
        <span className="plot-title">
          {probe.of} {probe.what}
        </span>
        <button type="button" onClick={remove} aria-label={`remove the probe ${probe.of} ${probe.what}`}>
          ×
        </button>
      </figcaption>
      <p className="note">{why}</p>
    </figure>
  );
}

/** Canvas and legend; drawn by the painter, not by React. */
function Curves({ probe, watch, title }: { probe: Probe; watch: Watch; title: string }) {
  const host = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDivElement>(null);
  useEffect(() => paintInto(host.current!, legend.current!, probe, watch), [watch]);
  return (
    <>
      <div ref={host} className="plot-canvas" role="img" aria-label={`${title} over time; the button table has the numbers`} />
      <div ref={legend} className="plot-legend">
        {watch.curves.map((c, i) => (
          <span key={c.label}>
            <i style={{ background: `var(--c${(i % 7) + 1})` }} />
            {watch.curves.length > 1 ? `${c.label} ` : ""}
            <b data-curve={i} />
          </span>
        ))}
      </div>
    </>
  );
}

function paintInto(host: HTMLElement, legend: HTMLElement, probe: Probe, watch: Watch): () => void {
  let chart: Chart | null = null;
  let gone = false;
  const painted = {
    visible: false,
    draw() {
      if (!chart) return;
      const end = Math.max(setupOf(data()).time, endOf(motion.get().tape));
      chart.draw(linesOf(watch, probe), end);
    },
    cursor(t: number) {
      chart?.at(t);
      values(legend, watch, t);
    },
  };
  const turn = enter(painted);
  const seen = new IntersectionObserver(([entry]) => {
    painted.visible = entry!.isIntersecting;
    if (painted.visible) turn.dirty();
  });
  seen.observe(host);
  const sized = new ResizeObserver(() => turn.dirty());
  sized.observe(host);
  const looks = view.subscribe(() => turn.dirty());
  const kept = onChange(() => motion.get().kept, turn.dirty);
  const scheme = matchMedia("(prefers-color-scheme: dark)");
  scheme.addEventListener("change", turn.dirty);
  void import("./chart").then(({ Chart }) => {
    if (gone) return;
    chart = new Chart(host, hover);
    turn.dirty();
  });
  return () => {
    gone = true;
    turn.leave();
    seen.disconnect();
    sized.disconnect();
    looks();
    kept();
    scheme.removeEventListener("change", turn.dirty);
    chart?.destroy();
  };
}

function onChange<T>(look: () => T, then: () => void): () => void {
  let last = look();
  return motion.subscribe(() => {
    if (Object.is(last, look())) return;
    last = look();
    then();
  });
}

/** A paused run follows the pointer. */
function hover(t: number): void {
  const { status } = motion.get();
  if (status === "paused" || status === "ended") scrub(t);
}

function values(legend: HTMLElement, watch: Watch, t: number): void {
  const { tape } = motion.get();
  const k = tape ? nearest(tape.t, t) : -1;
  const { factor, unit } = shown(watch.unit, view.get().degrees);
  const columns = tape ? columnsOf(tape, watch) : [];
  legend.querySelectorAll<HTMLElement>("b").forEach((at, i) => {
    const x = columns[i]?.[k];
    const text = x === undefined || Number.isNaN(x) ? "–" : `${(x * factor).toPrecision(5)} ${unit.includes(",") ? "" : unit}`;
    if (at.textContent !== text) at.textContent = text;
  });
}

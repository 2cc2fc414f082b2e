/** One plot of lines over time, drawn by uPlot; lines may have instants of their own. */
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { type Line, spanOf, themed, tickText } from "./drawing";

export class Chart {
  private plot: uPlot | null = null;
  private look = "";
  private readonly line: HTMLElement;
  private end = 1;
  private span: [number, number] = [0, 1];

  constructor(
    private readonly host: HTMLElement,
    private readonly scrub: (t: number) => void,
  ) {
    this.line = document.createElement("div");
    this.line.className = "plot-cursor";
  }

  /** Draw lines from time 0 to `end`. */
  draw(lines: readonly Line[], end: number): void {
    const width = Math.max(120, this.host.clientWidth);
    const height = Math.max(80, this.host.clientHeight);
    const look = JSON.stringify([lines.map((l) => [l.color, l.dash, l.width]), themed("--ink")]);
    this.end = end;
    this.span = spanOf(lines);
    const data = aligned(lines);
    if (!this.plot || look !== this.look) {
      this.plot?.destroy();
      this.look = look;
      this.plot = new uPlot(this.options(lines, width, height), data, this.host);
      this.plot.over.append(this.line);
      this.listen(this.plot.over);
    } else {
      if (this.plot.width !== width || this.plot.height !== height) this.plot.setSize({ width, height });
      this.plot.setData(data);
    }
  }

  /** The time cursor. */
  at(t: number): void {
    if (!this.plot) return;
    this.line.style.transform = `translateX(${this.plot.valToPos(Math.min(t, this.end), "x").toFixed(1)}px)`;
  }

  destroy(): void {
    this.plot?.destroy();
    this.plot = null;
  }

  private listen(over: HTMLElement): void {
    over.addEventListener("pointermove", (e) => this.plot && this.scrub(this.plot.posToVal(e.clientX - over.getBoundingClientRect().left, "x")));
  }

  private options(lines: readonly Line[], width: number, height: number): uPlot.Options {
    const axis = { stroke: themed("--soft"), grid: { stroke: themed("--line"), width: 1 }, ticks: { stroke: themed("--line"), width: 1, size: 4 }, font: "11px system-ui, sans-serif" };
    return {
      width,
      height,
      legend: { show: false },
      cursor: { show: false },
      padding: [6, 10, 0, 0],
      scales: { x: { time: false, range: () => [0, this.end] }, y: { range: () => this.span } },
      axes: [
        { ...axis, size: 24, gap: 2, space: 44 },
        { ...axis, size: 52, gap: 2, space: 26, values: (_u, ticks) => ticks.map(tickText) },
      ],
      series: [{}, ...lines.map((l) => ({ stroke: l.color, width: l.width, dash: l.dash, points: { show: false }, spanGaps: true }))],
    };
  }
}

/** Lines over one axis of instants: shared where they are samples of the same clock, else all instants of all lines. */
export function aligned(lines: readonly { x: ArrayLike<number>; y: ArrayLike<number> }[]): uPlot.AlignedData {
  const longest = lines.reduce<ArrayLike<number>>((a, l) => (l.x.length > a.length ? l.x : a), []);
  const shared = lines.every(({ x }) => x.length === 0 || (x[0] === longest[0] && x[x.length - 1] === longest[x.length - 1]));
  if (shared) return [longest as number[], ...lines.map((l) => l.y as number[])];
  const all = Float64Array.from(new Set(lines.flatMap((l) => Array.from(l.x)))).sort();
  const place = new Map(Array.from(all, (t, k) => [t, k]));
  const columns = lines.map(({ x, y }) => {
    const out = new Array<number | null>(all.length).fill(null);
    for (let k = 0; k < x.length; k++) out[place.get(x[k]!)!] = y[k]!;
    return out;
  });
  return [all, ...columns];
}

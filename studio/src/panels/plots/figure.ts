/** Plots as a drawing of their own: SVG from the data, small multiples on one sheet. */
import { spanOf, tickText } from "./drawing";
import type { NamedLine } from "./lines";

export interface Figure {
  title: string;
  lines: readonly NamedLine[];
  end: number;
}

const CELL = { width: 380, height: 230 };
const EDGE = { left: 58, right: 12, top: 44, bottom: 34 };
const POINTS = 1500; // of a line: more cannot be seen

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const short = (x: number): string => Number(x.toFixed(2)).toString();

/** Figures in rows of at most three, as the text of an SVG; ink: colours of text, lines of the grid, and ground. */
export function svgSheet(figures: readonly Figure[], ink: { text: string; grid: string; ground: string }): string {
  const across = Math.min(3, Math.max(1, figures.length));
  const [width, height] = [across * CELL.width, Math.max(1, Math.ceil(figures.length / across)) * CELL.height];
  const cells = figures.map((f, n) => `<g transform="translate(${(n % across) * CELL.width} ${Math.floor(n / across) * CELL.height})">${cell(f, ink)}</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11" fill="${ink.text}"><rect width="${width}" height="${height}" fill="${ink.ground}"/>${cells.join("")}</svg>`;
}

function cell({ title, lines, end }: Figure, ink: { text: string; grid: string }): string {
  const [y0, y1] = spanOf(lines);
  const [w, h] = [CELL.width - EDGE.left - EDGE.right, CELL.height - EDGE.top - EDGE.bottom];
  const x = (t: number) => EDGE.left + (t / end) * w;
  const y = (v: number) => EDGE.top + (1 - (v - y0) / (y1 - y0)) * h;
  const grid = [
    ...ticks(0, end, 6).map((t) => `<path d="M${short(x(t))} ${EDGE.top}v${h}" stroke="${ink.grid}"/><text x="${short(x(t))}" y="${EDGE.top + h + 14}" text-anchor="middle">${tickText(t)}</text>`),
    ...ticks(y0, y1, 5).map((v) => `<path d="M${EDGE.left} ${short(y(v))}h${w}" stroke="${ink.grid}"/><text x="${EDGE.left - 5}" y="${short(y(v) + 4)}" text-anchor="end">${tickText(v)}</text>`),
  ];
  const paths = lines.map((l) => `<path d="${path(l, x, y)}" fill="none" stroke="${l.color}" stroke-width="${l.width}"${l.dash.length ? ` stroke-dasharray="${l.dash.join(" ")}"` : ""}/>`);
  const names = lines.length > 1 ? lines.map((l) => `<tspan fill="${l.color}">${escape(l.run === "now" ? l.label : `${l.label}, ${l.run}`)}  </tspan>`).join("") : "";
  return `<text x="${EDGE.left}" y="18" font-weight="bold" font-size="12">${escape(title)}</text><text x="${EDGE.left}" y="34">${names}</text><text x="${EDGE.left + w}" y="${CELL.height - 4}" text-anchor="end">t (s)</text>${grid.join("")}${paths.join("")}`;
}

function path(line: NamedLine, x: (t: number) => number, y: (v: number) => number): string {
  const every = Math.max(1, Math.ceil(line.x.length / POINTS));
  let made = "";
  let pen = "M";
  for (let k = 0; k < Math.min(line.x.length, line.y.length); k += every) {
    const at = y(line.y[k]!);
    if (!Number.isFinite(at)) continue;
    made += `${pen}${short(x(line.x[k]!))} ${short(at)}`;
    pen = "L";
  }
  return made;
}

/** Round numbers from one end to the other, about so many. */
export function ticks(from: number, to: number, about: number): number[] {
  const rough = (to - from) / about;
  if (!(rough > 0) || !Number.isFinite(rough)) return [];
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = ten * ([1, 2, 5, 10].find((s) => s * ten >= rough) ?? 10);
  const first = Math.ceil(from / step - 1e-9);
  const count = Math.floor(to / step + 1e-9) - first;
  return Array.from({ length: Math.max(0, count + 1) }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** The plots out of the page: CSV, SVG, PNG. */
import { download } from "@/app/clipboard";
import { probesOf, shown, type Watch, watchOf } from "@/motion/probes";
import { setupOf } from "@/motion/setup";
import { motion } from "@/motion/state";
import { probesCsv, tapeCsv } from "@/motion/tables";
import { endOf } from "@/motion/tape";
import { data, studio } from "@/store/studio";
import { themed } from "./drawing";
import { linesOf } from "./lines";
import { view } from "./view";

/** The document's name without its ending. */
export const stem = (): string => studio.get().file.name.replace(/\.[^.]*$/, "") || "run";

function watches(): Watch[] {
  const { tape } = motion.get();
  if (!tape) return [];
  return probesOf(data())
    .map((p) => watchOf(p, tape.layout, tape))
    .filter((w) => typeof w !== "string");
}

/** All samples of the run, as `linkwright simulate --csv` writes them. */
export function exportRun(): void {
  const { tape } = motion.get();
  if (tape) download(`${stem()}_run.csv`, tapeCsv(tape), "text/csv");
}

/** All samples of the probes. */
export function exportProbes(): void {
  const { tape } = motion.get();
  if (tape) download(`${stem()}_probes.csv`, probesCsv(tape, watches(), view.get().degrees), "text/csv");
}

async function sheet(): Promise<string> {
  const { svgSheet } = await import("./figure");
  const { tape } = motion.get();
  const end = Math.max(setupOf(data()).time, endOf(tape));
  const figures = probesOf(data()).flatMap((probe) => {
    const watch = tape ? watchOf(probe, tape.layout, tape) : "";
    if (typeof watch === "string") return [];
    const { unit } = shown(watch.unit, view.get().degrees);
    return [{ title: unit ? `${watch.title} (${unit})` : watch.title, lines: linesOf(watch, probe), end }];
  });
  return svgSheet(figures, { text: themed("--ink"), grid: themed("--line"), ground: themed("--panel") });
}

export async function exportSvg(): Promise<void> {
  download(`${stem()}.svg`, await sheet(), "image/svg+xml");
}

/** The same drawing in pixels, two per point. */
export async function exportPng(): Promise<void> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([await sheet()], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.width, 2 * image.height];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (made) download(`${stem()}.png`, new Uint8Array(await made.arrayBuffer()), "image/png");
}

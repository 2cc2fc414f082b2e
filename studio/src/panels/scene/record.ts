/** Recordings of the tape: every picture is drawn from its sample, one after the other. */
import { motion } from "@/motion/state";
import { pictureName, picturesOf, type Wanted } from "@/scene/recording";
import type { Show } from "./show";

type Progress = (part: number) => void;

/** A file of the whole tape; null where it was ended early. PNG and GIF are the same every time; WebM runs by the clock. */
export async function record(show: Show, wanted: Wanted, progress: Progress, signal: AbortSignal): Promise<Blob | null> {
  const tape = motion.get().tape!;
  const places = picturesOf(tape, wanted.rate);
  const draw = (n: number) => {
    const k = places[n]!;
    show.instead = { q: tape.q[k]!, t: tape.t[k]! };
    show.stage.picture();
    progress((n + 1) / places.length);
  };
  const back = show.stage.camera.position.clone(); // it may go along with what it shows: the next recording begins where this one did
  const target = show.stage.controls.target.clone();
  show.stage.hold(wanted.width, wanted.height);
  try {
    const make = { png: pngs, gif, webm }[wanted.format];
    return await make({ show, count: places.length, draw, wanted, signal });
  } finally {
    show.instead = null;
    show.stage.picture(); // what is followed is again where the cursor is
    show.stage.camera.position.copy(back);
    show.stage.controls.target.copy(target);
    show.stage.release();
  }
}

interface Reel {
  show: Show;
  count: number;
  draw: (n: number) => void;
  wanted: Wanted;
  signal: AbortSignal;
}

/** One picture, now. */
export function still(show: Show): Promise<Blob | null> {
  show.stage.picture();
  return pngOf(show.stage.canvas);
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> => new Promise((done) => canvas.toBlob(done, "image/png"));

async function pngs({ show, count, draw, signal }: Reel): Promise<Blob | null> {
  const { zipSync } = await import("fflate");
  const files: Record<string, [Uint8Array, { level: 0; mtime: string }]> = {};
  for (let n = 0; n < count; n++) {
    if (signal.aborted) return null;
    draw(n);
    const png = await pngOf(show.stage.canvas);
    files[pictureName(n)] = [new Uint8Array(await png!.arrayBuffer()), { level: 0, mtime: "1980-01-02" }]; // pictures are packed already; no clock
  }
  return new Blob([zipSync(files) as Uint8Array<ArrayBuffer>], { type: "application/zip" });
}

async function gif({ show, count, draw, wanted, signal }: Reel): Promise<Blob | null> {
  const { applyPalette, GIFEncoder, quantize } = await import("gifenc");
  const { width, height, rate } = wanted;
  const copy = document.createElement("canvas");
  Object.assign(copy, { width, height });
  const pen = copy.getContext("2d", { willReadFrequently: true })!;
  const pixels = (n: number): Uint8ClampedArray => {
    draw(n);
    pen.drawImage(show.stage.canvas, 0, 0, width, height);
    return pen.getImageData(0, 0, width, height).data;
  };
  const samples = [0, Math.floor(count / 2), count - 1].map(pixels);
  const together = new Uint8ClampedArray(samples.reduce((sum, s) => sum + s.length, 0));
  samples.forEach((s, k) => together.set(s, k * s.length));
  const palette = quantize(together, 256);
  const encoder = GIFEncoder();
  for (let n = 0; n < count; n++) {
    if (signal.aborted) return null;
    encoder.writeFrame(applyPalette(pixels(n), palette), width, height, { delay: Math.round(1000 / rate), ...(n === 0 ? { palette, repeat: 0, first: true } : {}) });
    await pause(0);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"];

/** Why there is no WebM in this browser; empty where there is. */
export function whyNoWebm(): string {
  if (typeof MediaRecorder === "undefined" || !("captureStream" in HTMLCanvasElement.prototype)) return "this browser does not record canvases";
  return KINDS.some((k) => MediaRecorder.isTypeSupported(k)) ? "" : "this browser does not write WebM";
}

async function webm({ show, count, draw, wanted, signal }: Reel): Promise<Blob | null> {
  const stream = show.stage.canvas.captureStream(wanted.rate);
  const recorder = new MediaRecorder(stream, { mimeType: KINDS.find((k) => MediaRecorder.isTypeSupported(k))!, videoBitsPerSecond: 8_000_000 });
  const pieces: Blob[] = [];
  recorder.ondataavailable = (e) => pieces.push(e.data);
  const ended = new Promise((done) => (recorder.onstop = done));
  recorder.start();
  const start = performance.now();
  for (let n = 0; n < count && !signal.aborted; n++) {
    draw(n);
    await pause(Math.max(0, start + (1000 * (n + 1)) / wanted.rate - performance.now()));
  }
  recorder.stop();
  for (const track of stream.getTracks()) track.stop();
  await ended;
  return signal.aborted ? null : new Blob(pieces, { type: "video/webm" });
}

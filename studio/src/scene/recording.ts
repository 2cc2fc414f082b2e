/** Which pictures a recording has. */
import type { Tape } from "@/motion/state";

export interface Wanted {
  format: "png" | "gif" | "webm";
  /** Pictures per second of the motion. */
  rate: number;
  width: number;
  height: number;
}

export const MOST_PICTURES = 3000;

/** Places in the tape of every picture: the sample nearest to k/rate, from its first instant to its last. */
export function picturesOf(tape: Pick<Tape, "t">, rate: number): number[] {
  const { t } = tape;
  if (t.length === 0) return [];
  const count = Math.floor((t.at(-1)! - t[0]!) * rate + 1e-6) + 1;
  const places: number[] = [];
  let k = 0;
  for (let n = 0; n < count; n++) {
    const at = t[0]! + n / rate;
    while (k + 1 < t.length && Math.abs(t[k + 1]! - at) <= Math.abs(t[k]! - at)) k++;
    places.push(k);
  }
  return places;
}

/** Why it cannot be recorded; empty where it can. */
export function refusal(tape: Pick<Tape, "t"> | null, rate: number): string {
  if (!tape || tape.t.length < 2) return "there is no run yet: play it first";
  const count = picturesOf(tape, rate).length;
  return count > MOST_PICTURES ? `${count} pictures are more than ${MOST_PICTURES}: choose a lower rate, or run for a shorter time` : "";
}

/** "0042.png". */
export const pictureName = (k: number): string => `${String(k).padStart(4, "0")}.png`;

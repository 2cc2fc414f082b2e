/** What plots on the page and figures in files share. */

export interface Line {
  color: string;
  dash: number[];
  width: number;
  x: ArrayLike<number>;
  y: ArrayLike<number>;
}

/** A colour of theme.css by its name, as it is now. */
export const themed = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A number as short as a tick may be. */
export function tickText(x: number): string {
  const size = Math.abs(x);
  return size !== 0 && (size >= 1e5 || size < 1e-3) ? x.toExponential(Number.isInteger(x / 10 ** Math.floor(Math.log10(size))) ? 0 : 1) : String(Number(x.toPrecision(6)));
}

/** From the least to the largest value with a little air; around a constant, a little. */
export function spanOf(lines: readonly { y: ArrayLike<number> }[]): [number, number] {
  let [least, most] = [Infinity, -Infinity];
  for (const { y } of lines) {
    for (let k = 0; k < y.length; k++) {
      const x = y[k]!;
      if (x < least) least = x;
      if (x > most) most = x;
    }
  }
  if (!(least <= most)) return [-1, 1];
  const size = Math.max(Math.abs(least), Math.abs(most));
  // what differs by rounding alone is a constant
  const air = most - least > 1e-9 * size ? (most - least) * 0.06 : size * 0.1 || 1;
  return [least - air, most + air];
}

const RAMP = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [240, 220, 40],
] as const;

/** A colour from violet (0) to yellow (1), without what the ground would swallow: lightness alone tells the order, for every eye. */
export function ramp(part: number): string {
  const [from, to] = matchMedia("(prefers-color-scheme: dark)").matches ? [0.25, 1] : [0, 0.85];
  const at = (from! + (to! - from!) * Math.min(1, Math.max(0, part))) * (RAMP.length - 1);
  const k = Math.min(RAMP.length - 2, Math.floor(at));
  const mixed = RAMP[k]!.map((x, i) => Math.round(x + (at - k) * (RAMP[k + 1]![i]! - x)));
  return `rgb(${mixed.join(", ")})`;
}

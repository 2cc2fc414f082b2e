/** The pose in words: what a screen reader says of the picture. */
import type { Layout } from "@/backend/protocol";

const MOST = 8;

/** "double_pendulum: shoulder 60 deg, elbow -30 deg"; q: of the tree where the robot is closed. */
export function poseInWords(layout: Layout, q: ArrayLike<number>): string {
  const told = layout.coordinates.filter((c) => c.index < q.length);
  const words = told.slice(0, MOST).map((c) => `${c.name} ${amount(q[c.index]!, c.unit)}`);
  const rest = told.length - words.length;
  return `${layout.name}: ${words.join(", ") || "nothing moves"}${rest > 0 ? `, and ${rest} more` : ""}`;
}

/** "60 deg", "0.25 m", "0.707". */
export function amount(value: number, unit: string): string {
  if (unit === "rad") return `${round((value * 180) / Math.PI, 1)} deg`;
  return unit ? `${round(value, 4)} ${unit}` : `${round(value, 3)}`;
}

const round = (x: number, digits: number): number => Number(x.toFixed(digits)) + 0;

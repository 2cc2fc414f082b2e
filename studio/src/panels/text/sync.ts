/** The smallest replacement that makes one text the other: cursor and scroll stay. */
export function replacement(from: string, to: string): { from: number; to: number; insert: string } {
  let a = 0;
  const least = Math.min(from.length, to.length);
  while (a < least && from[a] === to[a]) a++;
  let b = 0;
  while (b < least - a && from[from.length - 1 - b] === to[to.length - 1 - b]) b++;
  return { from: a, to: from.length - b, insert: to.slice(a, to.length - b) };
}

const SELECTABLE = new Set(["joints", "bodies", "frames", "close", "gears", "couplings", "tendons", "parameters", "constants", "screws"]);

/** Where the studio's own part of the document speaks of joints: by name, or by coordinate. */
const OF_JOINTS = /^studio\/(run\/inputs|start\/[qv])$/;

/** The part that is selected with a place of the text; null: none that can be selected. */
export function partAt(path: readonly (string | number)[]): (string | number)[] | null {
  if (path.length > 3 && OF_JOINTS.test(path.slice(0, 3).join("/"))) return ["joints", String(path[3]).split(".")[0]!];
  return path.length >= 2 && SELECTABLE.has(String(path[0])) ? path.slice(0, 2) : null;
}

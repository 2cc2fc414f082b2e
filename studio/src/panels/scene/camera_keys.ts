/** Keys that move the camera. */
import type { Picture } from "./picture";

const STEP = Math.PI / 24;

const KEYS: Readonly<Record<string, (show: Picture) => void>> = {
  ArrowLeft: (s) => s.stage.orbit(-STEP, 0),
  ArrowRight: (s) => s.stage.orbit(STEP, 0),
  ArrowUp: (s) => s.stage.orbit(0, STEP),
  ArrowDown: (s) => s.stage.orbit(0, -STEP),
  "+": (s) => s.stage.zoom(0.87),
  "=": (s) => s.stage.zoom(0.87),
  "-": (s) => s.stage.zoom(1.15),
  f: (s) => s.frame(),
  "1": (s) => s.look("front"),
  "3": (s) => s.look("right"),
  "7": (s) => s.look("top"),
  "0": (s) => s.look("corner"),
};

/** Do what a key means; whether it meant something. */
export function cameraKey(key: string, picture: Picture): boolean {
  const done = KEYS[key] ?? KEYS[key.toLowerCase()];
  done?.(picture);
  return done !== undefined;
}

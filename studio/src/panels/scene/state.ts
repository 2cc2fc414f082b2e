/** What the 3D view shows and does: lost with a reload, no part of the document. */
import type { Show } from "./show";
import { createStore, useStore } from "@/store/state";

export type Mode = "orbit" | "push" | "pose" | "place";
export type Shown = "frames" | "bodyFrames" | "axes" | "centers" | "traces" | "ellipsoids" | "names" | "grid";

export interface ViewState {
  mode: Mode;
  shows: Readonly<Record<Shown, boolean>>;
  /** A body or frame ("bodies/upper") that the camera goes along with. */
  follow: string | null;
  /** Frames and bodies that leave traces; null: as the probes say. */
  traced: readonly string[] | null;
  /** Of a push: newtons per metre of pull, as a part of what holds the robot's weight. */
  strength: number;
  /** Numbers of what the hand or the handles do now. */
  reading: string;
  /** Of placing: what the handles do, whether they snap, and which shape of a body has them. */
  handle: "translate" | "rotate";
  snap: boolean;
  shape: number;
  /** A question that waits: a formula would be replaced. */
  asks: { what: string; yes: () => void } | null;
  /** What the panel has to say (a shape that cannot be drawn, what a drag does); the newest of each kind. */
  said: readonly string[];
}

export const view = createStore<ViewState>({
  mode: "orbit",
  shows: { frames: true, bodyFrames: false, axes: false, centers: true, traces: true, ellipsoids: false, names: false, grid: true },
  follow: null,
  traced: null,
  strength: 1,
  reading: "",
  handle: "translate",
  snap: true,
  shape: 0,
  asks: null,
  said: [],
});

export const useView = <S>(select: (now: ViewState) => S): S => useStore(view, select);
export const toggle = (what: Shown): void => view.set((s) => ({ shows: { ...s.shows, [what]: !s.shows[what] } }));
export const setMode = (mode: Mode): void => view.set({ mode, reading: "", asks: null });

/** The view that is on the page, for what is made from its pictures. */
export const stageNow: { show: Show | null } = { show: null };

/** The camera and what can be asked of it; the panel sets it while it is there. */
export interface Camera {
  frame(): void;
  look(view: "front" | "right" | "top" | "corner"): void;
  keep(): void;
}
export const camera: { now: Camera | null } = { now: null };

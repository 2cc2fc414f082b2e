import { lazy, Suspense } from "react";
import { register } from "@/app/commands";
import type { Panel } from "@/app/panel";
import { camera, type Shown, toggle } from "./state";
import "./scene.css";

/** three.js comes after the page: the rest can be used before it is there. */
const Scene = lazy(() => import("./Scene"));

const there = () => camera.now !== null;
const shows: [Shown, string][] = [
  ["frames", "frames"], ["bodyFrames", "all frames"], ["axes", "axes of joints"], ["centers", "centres of mass"], ["ellipsoids", "inertia ellipsoids"], ["traces", "traces"], ["names", "names"], ["grid", "grid"],
];

register(
  { id: "scene-frame", title: "3D: see the selection, or everything (F in the 3D view)", group: "View", run: () => camera.now?.frame(), enabled: there },
  { id: "scene-front", title: "3D: front view (1 in the 3D view)", group: "View", run: () => camera.now?.look("front"), enabled: there },
  { id: "scene-right", title: "3D: view from the right (3 in the 3D view)", group: "View", run: () => camera.now?.look("right"), enabled: there },
  { id: "scene-top", title: "3D: view from above (7 in the 3D view)", group: "View", run: () => camera.now?.look("top"), enabled: there },
  { id: "scene-corner", title: "3D: view from a corner (0 in the 3D view)", group: "View", run: () => camera.now?.look("corner"), enabled: there },
  { id: "scene-keep", title: "3D: keep this view in the document", group: "View", run: () => camera.now?.keep(), enabled: there },
  ...shows.map(([what, title]) => ({ id: `scene-show-${what}`, title: `3D: show or hide ${title}`, group: "View" as const, run: () => toggle(what), enabled: there })),
);

function Lazy() {
  return (
    <Suspense fallback={<p className="scene-wait">The 3D view is being loaded …</p>}>
      <Scene />
    </Suspense>
  );
}

export default { id: "scene", title: "3D", place: "scene", order: 10, Component: Lazy } satisfies Panel;

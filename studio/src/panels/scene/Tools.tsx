import { useMotion } from "@/motion/state";
import { partOf } from "@/document/data";
import { camera, type Shown, toggle, useView, view } from "./state";

const SHOWS: [Shown, string][] = [
  ["frames", "frames"],
  ["bodyFrames", "frames of bodies"],
  ["axes", "joint axes"],
  ["centers", "centres of mass"],
  ["names", "names"],
  ["grid", "grid"],
];

/** Buttons above the picture. */
export function Tools() {
  return (
    <div className="scene-tools" role="toolbar" aria-label="3D view">
      <Views />
      <Follow />
      <details className="scene-shows">
        <summary>Show</summary>
        <div className="scene-menu">
          {SHOWS.map(([what, title]) => (
            <ShownBox key={what} what={what} title={title} />
          ))}
        </div>
      </details>
    </div>
  );
}

function ShownBox({ what, title }: { what: Shown; title: string }) {
  const on = useView((s) => s.shows[what]);
  return (
    <label>
      <input type="checkbox" checked={on} onChange={() => toggle(what)} /> {title}
    </label>
  );
}

function Views() {
  return (
    <div role="group" aria-label="views" className="scene-group">
      <button type="button" onClick={() => camera.now?.frame()} title="See the selection, or everything (F)">
        Fit
      </button>
      <button type="button" onClick={() => camera.now?.look("front")} title="Front view (1)">
        Front
      </button>
      <button type="button" onClick={() => camera.now?.look("right")} title="From the right (3)">
        Right
      </button>
      <button type="button" onClick={() => camera.now?.look("top")} title="From above (7)">
        Top
      </button>
      <button type="button" onClick={() => camera.now?.keep()} title="Keep this view in the document">
        Keep view
      </button>
    </div>
  );
}

function Follow() {
  const layout = useMotion((s) => s.program?.layout);
  const follow = useView((s) => s.follow);
  const things = layout?.poses.filter((p) => p.kind !== "joint") ?? [];
  return (
    <label className="scene-follow">
      Follow{" "}
      <select value={follow ?? ""} onChange={(e) => view.set({ follow: e.target.value || null })} aria-label="follow">
        <option value="">nothing</option>
        {things.map((p) => (
          <option key={`${p.kind} ${p.name}`} value={partOf([p.kind === "body" ? "bodies" : "frames", p.name])}>
            {p.name}
          </option>
        ))}
      </select>
    </label>
  );
}

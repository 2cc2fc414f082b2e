import { Menu } from "@/app/Menu";
import { useMotion } from "@/motion/state";
import { subjectOf } from "@/scene/subject";
import { traceable, tracedAtFirst } from "@/scene/traced";
import { useDocument } from "@/store/studio";
import { partOf } from "@/document/data";
import { Modes } from "./Modes";
import { Recorder } from "./Recorder";
import { camera, type Shown, toggle, useView, view } from "./state";

const SHOWS: [Shown, string][] = [
  ["frames", "frames"],
  ["bodyFrames", "all frames"],
  ["axes", "joint axes"],
  ["centers", "centres of mass"],
  ["ellipsoids", "inertia ellipsoids"],
  ["traces", "traces"],
  ["names", "names"],
  ["grid", "grid"],
];

/** Buttons above the picture. */
export function Tools() {
  return (
    <div className="scene-tools" role="toolbar" aria-label="3D view">
      <Modes />
      <button type="button" onClick={() => camera.now?.frame()} title="See the selection, or everything (F)">
        Fit
      </button>
      <Menu title="View" className="scene-drop" inner="scene-menu">
        <Views />
        <Follow />
      </Menu>
      <Menu title="Show" className="scene-drop" inner="scene-menu">
        {SHOWS.map(([what, title]) => (
          <ShownBox key={what} what={what} title={title} />
        ))}
        <Traced />
      </Menu>
      <Menu title="Record" className="scene-drop" inner="scene-menu">
        <Recorder />
      </Menu>
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
      <button type="button" onClick={() => camera.now?.look("front")} title="Front view (1)">
        Front
      </button>
      <button type="button" onClick={() => camera.now?.look("right")} title="From the right (3)">
        Right
      </button>
      <button type="button" onClick={() => camera.now?.look("top")} title="From above (7)">
        Top
      </button>
      <button type="button" onClick={() => camera.now?.look("corner")} title="From a corner (0)">
        Corner
      </button>
      <button type="button" onClick={() => camera.now?.keep()} title="Keep this view in the document">
        Keep in the document
      </button>
    </div>
  );
}

function Follow() {
  const layout = useSubject()?.layout;
  const follow = useView((s) => s.follow);
  const things = layout?.poses.filter((p) => p.kind !== "joint") ?? [];
  return (
    <label className="scene-follow">
      The camera follows{" "}
      <select value={follow ?? ""} onChange={(e) => view.set({ follow: e.target.value || null })}>
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

function useSubject() {
  const program = useMotion((s) => s.program);
  return subjectOf(program, useDocument());
}

/** What leaves a trace. */
function Traced() {
  const layout = useSubject()?.layout;
  const data = useDocument();
  const chosen = useView((s) => s.traced);
  if (!layout) return null;
  const now = chosen ?? tracedAtFirst(data, layout);
  const flip = (part: string) => view.set({ traced: now.includes(part) ? now.filter((p) => p !== part) : [...now, part] });
  return (
    <fieldset className="scene-traced">
      <legend>traces of</legend>
      {traceable(layout).map((t) => (
        <label key={t.part}>
          <input type="checkbox" checked={now.includes(t.part)} onChange={() => flip(t.part)} /> {t.name}
        </label>
      ))}
    </fieldset>
  );
}

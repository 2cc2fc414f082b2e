import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useStore } from "@/store/state";
import { meshFiles } from "@/files/meshes";
import { lackedBy } from "@/files/paths";
import { motion, useMotion } from "@/motion/state";
import { poseInWords } from "@/scene/words";
import { subjectOf } from "@/scene/subject";
import { isEmpty } from "@/store/checking";
import { say, setAt, useDocument, useStudio } from "@/store/studio";
import { Corner, turnCorner } from "./Corner";
import { keyDone } from "./keys";
import { ModeTools } from "./Modes";
import { Pointer } from "./pointer";
import { Show } from "./show";
import { camera, stageNow, useView, view } from "./state";
import { Tools } from "./Tools";

/** The 3D view: canvas, tools above it, sentences below. */
export default function Scene() {
  const host = useRef<HTMLDivElement>(null);
  const corner = useRef<SVGSVGElement>(null);
  const show = useRef<Show | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  const pointer = useMemo(() => new Pointer(() => show.current), []);
  useEffect(() => {
    try {
      show.current = new Show(host.current!);
    } catch (error) {
      setLost(error instanceof Error ? error.message : String(error));
      return;
    }
    const made = show.current;
    stageNow.show = made;
    made.stage.after = () => corner.current && turnCorner(corner.current, made.stage.camera);
    camera.now = { frame: () => made.frame(), look: (from) => made.look(from), keep: () => keepCamera(made) };
    return () => {
      camera.now = stageNow.show = null;
      made.dispose();
      show.current = null;
    };
  }, []);
  if (lost) return <NoPicture why={lost} />;
  const keys = (e: KeyboardEvent) => {
    if (show.current && e.target === e.currentTarget && keyDone(e, show.current)) e.preventDefault();
  };
  return (
    <div className="scene">
      <Tools />
      <div
        ref={host}
        className="scene-canvas"
        role="group"
        aria-label="3D view: arrows turn it, plus and minus zoom, F shows everything, 1, 3, 7 and 0 are views"
        tabIndex={0}
        onKeyDown={keys}
        onPointerDownCapture={pointer.press}
        onPointerMove={pointer.move}
        onPointerUp={pointer.release}
        onPointerCancel={pointer.release}
      >
        <Words />
        <Corner ref={corner} />
        <Empty />
        <ModeTools />
        <Reading />
        <Asks />
      </div>
      <Notes />
    </div>
  );
}

function keepCamera(show: Show): void {
  const three = (v: { x: number; y: number; z: number }) => [v.x, v.y, v.z].map((x) => Number(x.toPrecision(4)));
  const { follow } = view.get();
  setAt("keep the view", ["studio", "camera"], { position: three(show.stage.camera.position), target: three(show.stage.controls.target), ...(follow ? { follow } : {}) });
  say("the view is kept in the document");
}

function NoPicture({ why }: { why: string }) {
  return (
    <div className="scene-wait" role="note">
      <p>This browser shows no 3D here (WebGL is not available). Everything else of the page works: diagram, plots, equations, code.</p>
      <p className="soft">{why}</p>
    </div>
  );
}

/** The picture for those who cannot see it; told anew when the motion rests, not sixty times a second. */
function Words() {
  const program = useMotion((s) => s.program);
  const moving = useMotion((s) => s.status === "running");
  const q = useMotion((s) => (s.status === "running" ? null : s.q));
  const text = program ? poseInWords(program.layout, q ?? motion.get().q) + (moving ? " (moving)" : "") : "no robot yet";
  return <p className="visually-hidden" role="img" aria-label={`3D view. ${text}`} />;
}

function Empty() {
  const program = useMotion((s) => s.program);
  const data = useDocument();
  const nothing = useStudio((s) => isEmpty(s.edited.data) || s.good?.checked.report.tree?.bodies.length === 0);
  const subject = subjectOf(program, data);
  if (subject && subject.layout.bodies.length > 0) return null;
  const unseen = subject?.picture ? `This Lagrangian cannot be drawn: ${subject.picture.undrawn.join(", ")} ${subject.picture.undrawn.length === 1 ? "has" : "have"} no direction in space. The plots show it.` : null;
  return <p className="scene-empty">{unseen ?? (nothing ? "Nothing to show yet: take a joint and a body from the palette, or an example (Ctrl+E)." : "The picture comes with the program of the robot …")}</p>;
}

function Reading() {
  const reading = useView((s) => s.reading);
  return reading ? <output className="scene-reading">{reading}</output> : null;
}

/** A question before a formula goes. */
function Asks() {
  const asks = useView((s) => s.asks);
  if (!asks) return null;
  const answer = (yes: boolean) => {
    view.set({ asks: null });
    if (yes) asks.yes();
  };
  return (
    <div className="scene-asks" role="alertdialog" aria-label="replace a formula">
      <p>{asks.what}</p>
      <button type="button" className="primary" autoFocus onClick={() => answer(true)}>
        Replace
      </button>{" "}
      <button type="button" onClick={() => answer(false)}>
        Leave it
      </button>
    </div>
  );
}

/** What must be said beside the picture. */
function Notes() {
  const notes = useMotion((s) => s.program?.layout.notes);
  const said = useView((s) => s.said);
  const missing = lackedBy(useDocument(), useStore(meshFiles, (s) => s.missing));
  const wrong = useStore(meshFiles, (s) => s.wrong);
  const lacking = missing.length > 0 ? [`not found, a red box stands for it: ${missing.join(", ")}`] : [];
  const all = [...new Set([...lacking, ...wrong, ...said, ...(notes ?? [])])].filter((n) => !/contact/i.test(n));
  return (
    <p className="scene-notes" role="note" aria-label="notes of the 3D view">
      {["Contact is not modelled: bodies pass through each other.", ...all.map(sentence)].join(" ")}
    </p>
  );
}

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

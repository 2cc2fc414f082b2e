import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { motion, useMotion } from "@/motion/state";
import { poseInWords } from "@/scene/words";
import { say, setAt, useStudio } from "@/store/studio";
import { Corner, turnCorner } from "./Corner";
import { Show } from "./show";
import { camera, useView, view } from "./state";
import { Tools } from "./Tools";

/** The 3D view: canvas, tools above it, sentences below. */
export default function Scene() {
  const host = useRef<HTMLDivElement>(null);
  const corner = useRef<SVGSVGElement>(null);
  const show = useRef<Show | null>(null);
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => {
    try {
      show.current = new Show(host.current!, () => Promise.resolve(null));
    } catch (error) {
      setLost(error instanceof Error ? error.message : String(error));
      return;
    }
    const made = show.current;
    made.stage.after = () => corner.current && turnCorner(corner.current, made.stage.camera);
    camera.now = { frame: () => made.frame(), look: (from) => made.look(from), keep: () => keepCamera(made) };
    return () => {
      camera.now = null;
      made.dispose();
      show.current = null;
    };
  }, []);
  if (lost) return <NoPicture why={lost} />;
  return (
    <div className="scene">
      <Tools />
      <div ref={host} className="scene-canvas" {...handlers(show)}>
        <Words />
        <Corner ref={corner} />
        <Empty />
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

const STEP = Math.PI / 24;

/** Keys of the view, and clicks that select: a press that moved was an orbit. */
function handlers(show: React.RefObject<Show | null>) {
  let down: { x: number; y: number } | null = null;
  return {
    tabIndex: 0,
    onPointerDown: (e: PointerEvent) => (down = { x: e.clientX, y: e.clientY }),
    onPointerUp: (e: PointerEvent) => {
      if (down && e.button === 0 && Math.hypot(e.clientX - down.x, e.clientY - down.y) < 4) show.current?.choose(e.clientX, e.clientY, e.shiftKey || e.ctrlKey);
      down = null;
    },
    onKeyDown: (e: KeyboardEvent) => {
      if (e.ctrlKey || e.metaKey || e.altKey || !show.current) return;
      const done = KEYS[e.key] ?? KEYS[e.key.toLowerCase()];
      if (!done) return;
      done(show.current);
      e.preventDefault();
    },
  };
}

const KEYS: Readonly<Record<string, (show: Show) => void>> = {
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

/** The picture for those who cannot see it; told anew when the motion rests, not sixty times a second. */
function Words() {
  const program = useMotion((s) => s.program);
  const moving = useMotion((s) => s.status === "running");
  const q = useMotion((s) => (s.status === "running" ? null : s.q));
  const text = program ? poseInWords(program.layout, q ?? motion.get().q) + (moving ? " (moving)" : "") : "no robot yet";
  return (
    <p className="visually-hidden" role="img" aria-label={`3D view. ${text}`}>
      {text}
    </p>
  );
}

function Empty() {
  const program = useMotion((s) => s.program);
  const bodies = useStudio((s) => s.good?.checked.report.tree?.bodies.length ?? 0);
  if (program) return null;
  return <p className="scene-empty">{bodies === 0 ? "Nothing to show yet: add a joint and a body." : "The picture comes with the program of the robot …"}</p>;
}

/** What must be said beside the picture. */
function Notes() {
  const notes = useMotion((s) => s.program?.layout.notes);
  const said = useView((s) => s.said);
  const all = [...new Set([...said, ...(notes ?? [])])].filter((n) => !/contact/i.test(n));
  return (
    <p className="scene-notes" aria-label="notes of the 3D view">
      {["Contact is not modelled: bodies pass through each other.", ...all.map(sentence)].join(" ")}
    </p>
  );
}

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

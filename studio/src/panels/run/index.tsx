import { register } from "@/app/commands";
import type { Panel } from "@/app/panel";
import { DOUBT } from "@/motion/account";
import { byServer, canPlay, keepRun, pause, play, reset, runToEnd, scrub, setSpeed, stepOnce, toggle } from "@/motion/player";
import { motion, useMotion } from "@/motion/state";
import { endOf } from "@/motion/tape";
import { setupOf } from "@/motion/setup";
import { useDocument } from "@/store/studio";
import { Settings } from "./Settings";
import "./run.css";

const ready = () => canPlay(motion.get());
register(
  { id: "run-toggle", title: "Play or pause", keys: ["Space"], group: "Run", run: toggle, enabled: ready },
  { id: "run-step", title: "Step: one sample further", keys: ["."], group: "Run", run: stepOnce, enabled: ready },
  { id: "run-reset", title: "Reset: back to the start", keys: ["R", "Home"], group: "Run", run: reset, enabled: () => motion.get().program !== null },
  { id: "run-end", title: "Run to the end at once", keys: ["End"], group: "Run", run: () => void runToEnd(), enabled: ready },
  { id: "run-keep", title: "Keep this run for comparison", keys: ["K"], group: "Run", run: () => keepRun(`run ${motion.get().kept.length + 1}`), enabled: () => motion.get().tape !== null },
);

const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10];

/** Play, pause, step, scrub, and the account of the energy. */
function Run() {
  const status = useMotion((s) => s.status);
  const reason = useMotion((s) => s.reason);
  const exists = useMotion((s) => s.program !== null);
  const can = useMotion(canPlay);
  const running = status === "running";
  const served = useMotion((s) => byServer(s.program));
  const why = reason ? `cannot run: ${reason}` : exists ? "" : "no mechanism to run yet";
  return (
    <>
      <button type="button" className="primary run-play" onClick={running ? pause : play} disabled={!can} title={why || (running ? "Pause (Space)" : "Play (Space)")}>
        {running ? "Pause" : status === "waiting" ? "Computing" : "Play"}
      </button>
      <button type="button" onClick={stepOnce} disabled={!can} title={why || "One sample further (.)"}>
        Step
      </button>
      <button type="button" onClick={reset} disabled={!exists} title="Back to the start (R)">
        Reset
      </button>
      <button type="button" onClick={() => void runToEnd()} disabled={!can} title={why || "The whole run at once (End)"}>
        To the end
      </button>
      <Time />
      <Scrub />
      <Speed />
      <Settings served={served} />
      <Balance />
      {reason && (
        <span className="error run-reason" role="alert" title={why}>
          {why}
        </span>
      )}
      <Said />
    </>
  );
}

function Time() {
  const t = useMotion((s) => s.t.toFixed(2));
  const progress = useMotion((s) => (s.progress === null ? null : Math.round(s.progress * 100)));
  return (
    <>
      <span className="run-time" data-testid="time">
        t {t} s
      </span>
      {progress !== null && <progress aria-label="progress of the run" max={100} value={progress} />}
    </>
  );
}

/** The cursor along the tape. */
function Scrub() {
  const { time, rate } = setupOf(useDocument());
  const t = useMotion((s) => s.t);
  const end = useMotion((s) => Math.max(endOf(s.tape), s.t));
  const none = useMotion((s) => s.tape === null);
  return (
    <input
      type="range"
      className="run-scrub"
      aria-label="time"
      aria-valuetext={`${t.toFixed(2)} s of ${time} s`}
      title={none ? "play first: the time can be moved over what was run" : "move the time over what was run"}
      min={0}
      max={Math.max(time, end)}
      step={1 / rate}
      value={t}
      disabled={none}
      onChange={(e) => {
        pause();
        scrub(Math.min(Number(e.target.value), endOf(motion.get().tape)));
      }}
    />
  );
}

function Speed() {
  const speed = useMotion((s) => s.speed);
  return (
    <select aria-label="speed" title="speed: seconds of motion per second" value={speed} onChange={(e) => setSpeed(Number(e.target.value))}>
      {SPEEDS.map((x) => (
        <option key={x} value={x}>
          ×{x}
        </option>
      ))}
    </select>
  );
}

function Balance() {
  const error = useMotion((s) => s.energyError);
  const doubt = error > DOUBT;
  const text = Number.isNaN(error) ? "–" : error === 0 ? "0" : error.toExponential(0);
  return (
    <span className={doubt ? "error run-balance" : "run-balance"} data-testid="balance" title="largest error of kinetic + potential - work, relative to the energy that moves">
      <span className="where-wide">energy </span>balance {text}
    </span>
  );
}

/** Notes of the run: what is not modelled, what is doubted. */
function Said() {
  const said = useMotion((s) => s.said);
  if (said.length === 0) return null;
  return (
    <details className="run-said">
      <summary className="note">{said.length === 1 ? said[0] : `${said[0]} (and ${said.length - 1} more)`}</summary>
      <ul>
        {said.map((s) => (
          <li key={s}>{s}</li>
        ))}
      </ul>
    </details>
  );
}

export default { id: "run", title: "run", place: "toolbar", order: 40, Component: Run } satisfies Panel;

import { useRef, useState } from "react";
import { download } from "@/app/clipboard";
import { motion, useMotion } from "@/motion/state";
import { refusal, type Wanted } from "@/scene/recording";
import { say } from "@/store/studio";
import { record, still, whyNoWebm } from "./record";
import { stageNow } from "./state";

const FORMATS: { format: Wanted["format"]; title: string; suffix: string }[] = [
  { format: "gif", title: "GIF", suffix: ".gif" },
  { format: "png", title: "PNG pictures (zip)", suffix: ".zip" },
  { format: "webm", title: "WebM video", suffix: ".webm" },
];
const SIZES: [number, number][] = [[480, 360], [640, 480], [1280, 720], [1920, 1080]];
const RATES = [10, 20, 25, 50];

/** What is recorded, how, and how far it is. */
export function Recorder() {
  const [wanted, setWanted] = useState<Wanted>({ format: "gif", rate: 20, width: 640, height: 480 });
  const [part, setPart] = useState<number | null>(null);
  const ending = useRef<AbortController | null>(null);
  const long = useMotion((s) => s.tape?.t.length ?? 0);
  const why = refusal(motion.get().tape, wanted.rate) || (wanted.format === "webm" ? whyNoWebm() : "");
  const start = async () => {
    ending.current = new AbortController();
    setPart(0);
    const made = await record(stageNow.show!, wanted, setPart, ending.current.signal).catch((e: unknown) => void say(`not recorded: ${String(e)}`));
    setPart(null);
    if (made) await give(made, FORMATS.find((f) => f.format === wanted.format)!.suffix);
    say(made ? `recorded: ${(made.size / 1e6).toFixed(2)} MB` : "the recording was ended");
  };
  if (part !== null)
    return (
      <div className="scene-record">
        <progress value={part} max={1} aria-label="recording" /> {Math.round(100 * part)} %
        <button type="button" onClick={() => ending.current?.abort()}>
          Cancel
        </button>
      </div>
    );
  return (
    <div className="scene-record">
      <Choice title="as" value={wanted.format} options={FORMATS.map((f) => [f.format, f.title])} set={(format) => setWanted({ ...wanted, format: format as Wanted["format"] })} />
      <Choice title="pictures per second" value={String(wanted.rate)} options={RATES.map((r) => [String(r), String(r)])} set={(r) => setWanted({ ...wanted, rate: Number(r) })} />
      <Choice title="size" value={`${wanted.width}`} options={SIZES.map(([w, h]) => [`${w}`, `${w} × ${h}`])} set={(w) => setWanted({ ...wanted, width: Number(w), height: SIZES.find(([x]) => x === Number(w))![1] })} />
      <button type="button" className="primary" disabled={why !== "" || long === 0} onClick={() => void start()}>
        Record the run
      </button>
      {why && <p className="soft">Not possible: {why}.</p>}
      <button type="button" onClick={() => void picture()}>
        Picture as it is (PNG)
      </button>
    </div>
  );
}

function Choice({ title, value, options, set }: { title: string; value: string; options: [string, string][]; set: (value: string) => void }) {
  return (
    <label>
      {title}{" "}
      <select aria-label={title} value={value} onChange={(e) => set(e.target.value)}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

async function picture(): Promise<void> {
  const made = stageNow.show && (await still(stageNow.show));
  if (made) await give(made, ".png");
}

async function give(made: Blob, suffix: string): Promise<void> {
  download(`${motion.get().program?.layout.name ?? "robot"}${suffix}`, new Uint8Array(await made.arrayBuffer()), made.type);
}

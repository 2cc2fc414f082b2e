/** The picture of the robot that is played. */
import { Picture, type Seen } from "@/panels/scene/picture";
import type { Placed } from "@/scene/anatomy";
import type { ViewState } from "@/panels/scene/state";
import { player, robotNow, lasts } from "./state";

const SHOWS: ViewState["shows"] = { frames: true, bodyFrames: false, axes: false, centers: false, traces: true, ellipsoids: false, names: false, grid: true };
const SAMPLES = 40;
const NOTHING: readonly string[] = [];

export class PlayerView extends Picture {
  constructor(host: HTMLElement) {
    super(host, (file) => robotNow().loadMesh(file), { seconds: Infinity, most: 4000, fades: false });
    this.stops.push(player.subscribe(this.stage.invalidate));
  }

  protected seen(): Seen {
    const { subject, parameters, data, report, traced, tape } = robotNow();
    return {
      subject, parameters, data, report, traced,
      q: player.get().q,
      shows: SHOWS,
      follow: null,
      trail: tape && { tape, t: lasts() },
      selection: NOTHING,
      lit: NOTHING,
      meshes: 0,
      opened: subject,
    };
  }

  protected override along({ subject, parameters, trail }: Seen): Placed[] {
    const rows = trail?.tape.q ?? [];
    const every = Math.max(1, Math.floor(rows.length / SAMPLES));
    // each of its own: functions of the program may give the same arrays again
    return rows.filter((_, k) => k % every === 0).map((q) => structuredClone(subject.functions.place!(q, parameters)) as unknown as Placed);
  }

  protected say(said: string[]): void {
    if (said.length > 0) player.set({ said });
  }

  protected goAlong(): void {}
}

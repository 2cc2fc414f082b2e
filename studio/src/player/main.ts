/** A page that shows robots and their motions, without a server: put into an element with the id "player", or the whole page. */
import "../app/theme.css";
import "./player.css";
import { cameraKey } from "@/panels/scene/camera_keys";
import { chooser, clock, joints, make, type Part, words } from "./controls";
import { givenRobots } from "./given";
import { choose, player, toggle } from "./state";
import { PlayerView } from "./view";

const LABEL = "3D view: drag or arrows turn it, wheel or plus and minus zoom, F shows everything, 1, 3, 7 and 0 are views, space plays";

function start(host: HTMLElement): void {
  player.set({ robots: givenRobots() });
  if (player.get().robots.length === 0) return;
  const canvas = make("div", { class: "player-canvas", role: "group", tabindex: 0, "aria-label": LABEL });
  const parts: Part[] = [chooser(), clock(), joints(), words()];
  host.replaceChildren(make("div", { class: "player" }, parts[0]!.element, canvas, ...parts.slice(1).map((p) => p.element)));
  choose(0);
  const update = () => parts.forEach((p) => p.update());
  player.subscribe(update);
  update();
  show(canvas);
  addEventListener("hashchange", follow);
  follow();
}

/** Links to #robot-2 show the second robot. */
function follow(): void {
  const wanted = Number(/^#robot-(\d+)$/.exec(location.hash)?.[1] ?? 0);
  if (wanted < 1 || wanted > player.get().robots.length) return;
  choose(wanted - 1);
  document.querySelector(".player")?.scrollIntoView({ block: "center" });
}

function show(canvas: HTMLElement): void {
  let view: PlayerView;
  try {
    view = new PlayerView(canvas);
  } catch (error) {
    canvas.append(make("p", { role: "note" }, `This browser shows no 3D here (WebGL is not available): ${error instanceof Error ? error.message : String(error)}`));
    return;
  }
  canvas.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === " ") toggle();
    else if (!cameraKey(e.key, view)) return;
    e.preventDefault();
  });
}

start(document.getElementById("player") ?? document.body);

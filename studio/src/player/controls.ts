/** Buttons and sliders below the picture, in plain elements: they follow the store. */
import type { Coordinate } from "@/backend/protocol";
import { amount, poseInWords } from "@/scene/words";
import { choose, lasts, move, player, robotNow, scrub, SPEEDS, toggle } from "./state";

type Attributes = Record<string, string | number | boolean | EventListener>;

/** An element with attributes (functions: listeners) and children. */
export function make<K extends keyof HTMLElementTagNameMap>(tag: K, given: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else made.setAttribute(name, String(value));
  }
  made.append(...children);
  return made;
}

/** Something on the page, and what brings it up to date. */
export interface Part {
  element: HTMLElement;
  update(): void;
}

/** Which robot: nothing to choose where there is one. */
export function chooser(): Part {
  const options = player.get().robots.map((r, k) => make("option", { value: k }, r.title));
  const element = make("select", { "aria-label": "robot", change: () => choose(Number(element.value)) }, ...options);
  element.hidden = options.length < 2;
  return { element, update: () => (element.value = String(player.get().chosen)) };
}

/** Play and pause, the cursor, the speed. */
export function clock(): Part {
  const button = make("button", { type: "button", class: "player-play", click: toggle });
  const cursor = make("input", { type: "range", min: 0, step: "any", "aria-label": "time", input: () => (player.set({ playing: false }), scrub(Number(cursor.value))) });
  const time = make("span", { class: "player-time" });
  const speed = make("select", { "aria-label": "speed", change: () => player.set({ speed: Number(speed.value) }) }, ...SPEEDS.map((s) => make("option", { value: s }, `${s}×`)));
  const element = make("div", { class: "player-clock", role: "group", "aria-label": "motion" }, button, cursor, time, speed);
  const update = () => {
    const { playing, t, speed: now } = player.get();
    element.hidden = robotNow().tape === null;
    button.textContent = playing ? "Pause" : "Play";
    cursor.max = String(lasts());
    cursor.value = String(t);
    cursor.setAttribute("aria-valuetext", `${t.toFixed(2)} s`);
    time.textContent = `${t.toFixed(2)} / ${lasts().toFixed(2)} s`;
    speed.value = String(now);
  };
  return { element, update };
}

/** A slider per coordinate that is free; made anew with every robot. */
export function joints(): Part {
  const rows = make("div", { class: "player-rows" });
  const element = make("details", { class: "player-joints" }, make("summary", {}, "Joints"), rows);
  let shown = -1;
  let parts: Part[] = [];
  const update = () => {
    const { chosen } = player.get();
    if (chosen !== shown) {
      shown = chosen;
      parts = robotNow().subject.layout.coordinates.filter((c) => c.free && c.unit !== "").map(slider);
      rows.replaceChildren(...parts.map((p) => p.element));
      element.hidden = parts.length === 0;
    }
    if (element.open) for (const part of parts) part.update();
  };
  element.addEventListener("toggle", update);
  return { element, update };
}

function slider(c: Coordinate): Part {
  const [low, high] = rangeOf(c);
  const input = make("input", { type: "range", min: low, max: high, step: "any", "aria-label": c.name, input: () => move(c.index, Number(input.value)) });
  const value = make("span", { class: "player-value" });
  const element = make("label", { class: "player-joint" }, make("span", {}, c.name), input, value);
  const update = () => {
    const now = player.get().q[c.index] ?? 0;
    input.value = String(now);
    value.textContent = amount(now, c.unit);
    input.setAttribute("aria-valuetext", value.textContent);
  };
  return { element, update };
}

const TURN = Math.PI;
const STROKE = 0.5; // m

/** Its limits, else a turn or a stroke about the start; the whole motion is in it. */
function rangeOf(c: Coordinate): [number, number] {
  const room = c.unit === "rad" ? TURN : STROKE;
  const values = [c.start, ...(robotNow().tape?.q.map((q) => q[c.index]!) ?? [])];
  const [least, most] = values.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)] as const, [Infinity, -Infinity] as const);
  return [Math.min(c.lower ?? c.start - room, least), Math.max(c.upper ?? c.start + room, most)];
}

/** What is to be said: the pose for those who cannot see it, and what went wrong. */
export function words(): Part {
  const pose = make("p", { class: "visually-hidden", role: "img" });
  const said = make("p", { class: "player-said", role: "status" });
  const update = () => {
    const { playing, q, said: now } = player.get();
    if (!playing) pose.setAttribute("aria-label", `3D view. ${poseInWords(robotNow().subject.layout, q)}`);
    said.textContent = now.join(". ");
    said.hidden = now.length === 0;
  };
  return { element: make("div", {}, pose, said), update };
}

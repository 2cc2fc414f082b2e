/** Going from panel to panel by keys: F6 to the next, Shift+F6 to the one before, and a command for each. */
import { register } from "./commands";
import { show } from "./layout";
import { type Panel, panels } from "./panel";

const FOCUSABLE = "input:not([disabled]), select:not([disabled]), textarea:not([disabled]), button:not([disabled]):not([tabindex='-1']), [contenteditable=true], [tabindex='0']";
const regionOf = (id: string): HTMLElement | null => document.querySelector(`[data-panel="${id}"]`);
const open = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-panel]")].filter((x) => x.offsetParent !== null);

/** Bring a panel to the front and the focus into it: where it wants it, else to its first control. */
export function goTo(id: string): void {
  const region = regionOf(id);
  if (region) return enter(region);
  show(id);
  requestAnimationFrame(() => enter(regionOf(id)));
}

function enter(region: HTMLElement | null): void {
  const own = panels.find((p) => p.id === region?.dataset.panel)?.enter;
  if (own) return own();
  const first = region?.querySelector<HTMLElement>(FOCUSABLE);
  if (first) return first.focus();
  region?.setAttribute("tabindex", "-1");
  region?.focus();
}

function cycle(by: number): void {
  const regions = open();
  const now = regions.findIndex((x) => x.contains(document.activeElement));
  enter(regions[(now + by + regions.length) % regions.length] ?? null);
}

const shown: Panel["place"][] = ["left", "diagram", "scene", "right", "bottom"];
register(
  { id: "next-panel", title: "Next panel", keys: ["F6"], group: "View", run: () => cycle(1) },
  { id: "last-panel", title: "Panel before", keys: ["Shift+F6"], group: "View", run: () => cycle(-1) },
  ...panels
    .filter((p) => shown.includes(p.place))
    .map((p) => ({ id: `go-${p.id}`, title: `Go to ${p.title}`, ...(p.keys ? { keys: p.keys } : {}), group: "View" as const, run: () => goTo(p.id) })),
);

/** What the pointer does on the canvas: a click selects; a drag orbits, or takes a body in the hand, as the mode says. */
import type { PointerEvent } from "react";
import { motion } from "@/motion/state";
import { say } from "@/store/studio";
import { bodyOf, Poser, Pusher } from "./hand";
import type { Show } from "./show";
import { whyNot } from "./drags";
import { view } from "./state";

const CLICK = 4; // pixels

export class Pointer {
  private down: { x: number; y: number; id: number } | null = null;
  private hand: Pusher | Poser | null = null;

  constructor(private readonly show: () => Show | null) {}

  /** In the capture phase: a press that takes a body is not one that orbits. */
  press = (e: PointerEvent): void => {
    const show = this.show();
    if (!show || e.target !== show.stage.canvas || this.hand || show.tool?.busy?.()) return;
    this.down = { x: e.clientX, y: e.clientY, id: e.pointerId };
    const { mode } = view.get();
    if (e.button !== 0 || (mode !== "push" && mode !== "pose") || whyNot(mode, motion.get().program)) return;
    const hit = show.pick(e.clientX, e.clientY);
    const body = hit && bodyOf(hit.part, show);
    if (!hit || !body || !show.anatomy?.bodies.some((b) => b.name === body)) return;
    show.stage.controls.enabled = false;
    show.stage.touched = true;
    show.stage.canvas.setPointerCapture(e.pointerId);
    this.hand = mode === "push" ? new Pusher(show, body, hit.point) : new Poser(show, body, hit.point);
    show.tool = this.hand;
    show.stage.invalidate();
  };

  move = (e: PointerEvent): void => {
    if (this.hand && this.down?.id === e.pointerId) this.hand.draw(e.clientX, e.clientY);
  };

  release = (e: PointerEvent): void => {
    const show = this.show();
    const { down, hand } = this;
    if (!show || down?.id !== e.pointerId) return;
    this.down = this.hand = null;
    if (hand) {
      hand.end();
      show.tool = null;
      show.stage.controls.enabled = true;
      if (hand instanceof Poser && view.get().reading) say(view.get().reading);
    }
    const still = Math.hypot(e.clientX - down.x, e.clientY - down.y) < CLICK;
    if (still && e.button === 0 && e.type === "pointerup" && e.target === show.stage.canvas) show.choose(e.clientX, e.clientY, e.shiftKey || e.ctrlKey);
  };
}

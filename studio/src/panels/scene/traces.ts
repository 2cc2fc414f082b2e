/** Traces on the stage: lines of the way that points went. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Line, LineBasicMaterial } from "three";
import type { Program, Tape } from "@/motion/state";
import { bodyColour } from "@/scene/colours";
import { type Traceable, Ways } from "@/scene/traced";

/** How long the way is, of how many points at most, and whether it fades with age. */
export interface TraceStyle {
  seconds: number;
  most: number;
  fades: boolean;
}

export class Traces {
  readonly group = new Group();
  private ways = new Ways();
  private lines: { line: Line<BufferGeometry, LineBasicMaterial>; what: Traceable }[] = [];

  constructor(private readonly style: TraceStyle) {}

  /** Other points leave traces from now on. */
  choose(list: readonly Traceable[]): void {
    this.dispose();
    this.lines = list.map((what, k) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * (this.style.most + 2)), 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute("color", new BufferAttribute(new Float32Array(4 * (this.style.most + 2)), 4).setUsage(DynamicDrawUsage));
      const line = new Line(geometry, new LineBasicMaterial({ color: bodyColour(k + 1), vertexColors: true, transparent: true, depthWrite: false }));
      line.frustumCulled = false;
      return { line, what };
    });
    for (const { line } of this.lines) this.group.add(line);
  }

  /** Draw what a tape says up to an instant. */
  place(program: Program, parameters: Float64Array, trail: { tape: Tape; t: number } | null): void {
    const shown = this.group.visible && trail !== null && trail.tape.layout.tree.nq === program.layout.tree.nq;
    for (const { line, what } of this.lines) {
      const points = shown ? this.ways.points(program, parameters, trail.tape, trail.t, what, this.style) : new Float32Array(0);
      const count = points.length / 3;
      const at = line.geometry.getAttribute("position") as BufferAttribute;
      const colours = line.geometry.getAttribute("color") as BufferAttribute;
      at.array.set(points);
      for (let k = 0; k < count; k++) colours.setXYZW(k, 1, 1, 1, this.style.fades ? ((k + 1) / count) ** 1.5 : 1);
      at.needsUpdate = colours.needsUpdate = true;
      line.geometry.setDrawRange(0, count);
    }
  }

  dispose(): void {
    this.group.clear();
    for (const { line } of this.lines) {
      line.geometry.dispose();
      line.material.dispose();
    }
  }
}

/** Traces on the stage: lines that fade with age. */
import { BufferAttribute, BufferGeometry, DynamicDrawUsage, Group, Line, LineBasicMaterial } from "three";
import { motion, type Program } from "@/motion/state";
import { bodyColour } from "@/scene/colours";
import { type Traceable, Ways } from "@/scene/traced";

const SECONDS = 5;
const MOST = 420;

export class Traces {
  readonly group = new Group();
  private ways = new Ways();
  private lines: { line: Line<BufferGeometry, LineBasicMaterial>; what: Traceable }[] = [];

  /** Other points leave traces from now on. */
  choose(list: readonly Traceable[]): void {
    this.dispose();
    this.lines = list.map((what, k) => {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * (MOST + 2)), 3).setUsage(DynamicDrawUsage));
      geometry.setAttribute("color", new BufferAttribute(new Float32Array(4 * (MOST + 2)), 4).setUsage(DynamicDrawUsage));
      const line = new Line(geometry, new LineBasicMaterial({ color: bodyColour(k + 1), vertexColors: true, transparent: true, depthWrite: false }));
      line.frustumCulled = false;
      return { line, what };
    });
    for (const { line } of this.lines) this.group.add(line);
  }

  /** Draw what the tape says up to the cursor; nothing before a run, and after a reset. */
  place(program: Program, t: number, recording: boolean): void {
    const { tape, parameters, status } = motion.get();
    const shown = this.group.visible && tape !== null && t > 0 && (recording || status !== "ready") && tape.layout.tree.nq === program.layout.tree.nq;
    for (const { line, what } of this.lines) {
      const points = shown ? this.ways.points(program, parameters, tape, t, what, { seconds: SECONDS, most: MOST }) : new Float32Array(0);
      const count = points.length / 3;
      const at = line.geometry.getAttribute("position") as BufferAttribute;
      const colours = line.geometry.getAttribute("color") as BufferAttribute;
      at.array.set(points);
      for (let k = 0; k < count; k++) colours.setXYZW(k, 1, 1, 1, ((k + 1) / count) ** 1.5);
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

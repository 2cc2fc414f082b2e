/** Rings where loops close, and a red line where one does not. */
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments, Matrix4, Mesh, MeshStandardMaterial, TorusGeometry } from "three";
import type { Placed } from "@/scene/anatomy";
import type { Closure } from "@/scene/loops";
import { length, origin, poseAt, sub } from "@/scene/rigid";
import { matrixOf } from "./solids";

const OPEN = 1e-5; // of the size: a larger gap is shown

export class Closures {
  readonly group = new Group();
  /** The largest gap at the pose that is shown, in metres. */
  gap = 0;
  private rings: { ring: Mesh; closure: Closure; second: boolean }[] = [];
  private lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color: "#d6336c", depthTest: false, transparent: true }));
  private paint = new MeshStandardMaterial({ color: "#e0a100", roughness: 0.5 });

  constructor(
    private readonly closures: readonly Closure[],
    private readonly size: number,
    thin: number,
  ) {
    const shape = new TorusGeometry(2.3 * thin, 0.5 * thin, 12, 32);
    for (const closure of closures)
      for (const second of [false, true]) {
        const ring = new Mesh(shape, this.paint);
        ring.matrixAutoUpdate = false;
        this.rings.push({ ring, closure, second });
        this.group.add(ring);
      }
    this.lines.geometry.setAttribute("position", new BufferAttribute(new Float32Array(6 * closures.length), 3));
    this.lines.frustumCulled = false;
    this.lines.renderOrder = 7;
    this.group.add(this.lines);
  }

  place(at: Placed): void {
    const ends = this.lines.geometry.getAttribute("position") as BufferAttribute;
    this.gap = 0;
    this.closures.forEach((c, k) => {
      const [a, b] = [origin(poseAt(at.poses, c.first)), origin(poseAt(at.poses, c.second))];
      ends.setXYZ(2 * k, ...a);
      ends.setXYZ(2 * k + 1, ...b);
      this.gap = Math.max(this.gap, length(sub(a, b)));
    });
    ends.needsUpdate = true;
    const open = this.gap > OPEN * this.size;
    this.lines.visible = open;
    const larger = new Matrix4().makeScale(1.25, 1.25, 1.25);
    for (const { ring, closure, second } of this.rings) {
      ring.visible = !second || open;
      matrixOf(at.poses, 12 * (second ? closure.second : closure.first), ring.matrix);
      if (second) ring.matrix.multiply(larger);
      ring.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.rings[0]?.ring.geometry.dispose();
    this.paint.dispose();
    this.lines.geometry.dispose();
    this.lines.material.dispose();
  }
}

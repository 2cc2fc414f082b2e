/** Rods between points that move: of a Lagrangian. */
import { CylinderGeometry, Group, Matrix4, Mesh, MeshStandardMaterial } from "three";
import { along, add, length, scale, sub, type Vec } from "@/scene/rigid";
import { matrixOf } from "./solids";

export class Rods {
  readonly group = new Group();
  private shape = new CylinderGeometry(1, 1, 1, 18).rotateX(Math.PI / 2);
  private paint = new MeshStandardMaterial({ color: "#8a919c", roughness: 0.55 });

  set(ends: readonly [Vec, Vec][], thin: number): void {
    while (this.group.children.length < ends.length) {
      const rod = new Mesh(this.shape, this.paint);
      rod.matrixAutoUpdate = false;
      this.group.add(rod);
    }
    this.group.children.forEach((rod, k) => {
      const pair = ends[k];
      rod.visible = pair !== undefined && length(sub(pair[1], pair[0])) > 1e-9;
      if (!pair || !rod.visible) return;
      const way = sub(pair[1], pair[0]);
      matrixOf(along(scale(add(...pair), 0.5), way), 0, rod.matrix).multiply(new Matrix4().makeScale(0.6 * thin, 0.6 * thin, length(way)));
      rod.matrixWorldNeedsUpdate = true;
    });
  }

  dispose(): void {
    this.shape.dispose();
    this.paint.dispose();
  }
}

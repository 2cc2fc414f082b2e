/** Ellipsoids of inertia on the stage. */
import { Group, Mesh, MeshLambertMaterial, SphereGeometry, Vector3 } from "three";
import type { Tree } from "@/backend/protocol";
import type { Names } from "@/document/formula";
import type { Anatomy, Placed } from "@/scene/anatomy";
import { bodyColour } from "@/scene/colours";
import { type Ellipsoid, ellipsoidOf } from "@/scene/ellipsoid";
import { compose, poseAt } from "@/scene/rigid";
import { matrixOf } from "./solids";

export class Ellipsoids {
  readonly group = new Group();
  private made: { mesh: Mesh; of: Ellipsoid; pose: number }[] = [];
  private ball = new SphereGeometry(1, 32, 20);

  /** thin: the least radius that can still be seen. */
  constructor(bodies: Tree["bodies"], anatomy: Anatomy, names: Names, private readonly thin: number) {
    for (const part of anatomy.bodies) {
      const body = bodies.find((b) => b.name === part.name);
      const of = body && ellipsoidOf(body, names);
      if (!of) continue;
      const mesh = new Mesh(this.ball, new MeshLambertMaterial({ color: bodyColour(part.index), transparent: true, opacity: 0.42, depthWrite: false }));
      mesh.matrixAutoUpdate = false;
      this.group.add(mesh);
      this.made.push({ mesh, of, pose: part.pose });
    }
  }

  place(at: Placed): void {
    if (!this.group.visible) return;
    for (const { mesh, of, pose } of this.made) {
      matrixOf(compose(poseAt(at.poses, pose), of.pose), 0, mesh.matrix).scale(new Vector3(...of.radii.map((r) => Math.max(r, 0.3 * this.thin))));
      mesh.matrixWorldNeedsUpdate = true;
    }
  }

  dispose(): void {
    this.ball.dispose();
    for (const { mesh } of this.made) (mesh.material as MeshLambertMaterial).dispose();
  }
}

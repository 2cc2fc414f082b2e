/** Files of meshes -> objects of three.js. Readers are loaded when one is needed. */
import type { Group, Object3D } from "three";

const LARGEST = 80_000_000;

/** By the ending of the name. Colours of Collada stay; its pictures are never fetched, and its axes are those of the file, whichever is up. */
export async function readMesh(blob: Blob, suffix: string): Promise<Object3D> {
  if (blob.size > LARGEST) throw new Error(`${Math.round(blob.size / 1e6)} MB are too much to draw`);
  const three = await import("./three_parts");
  if (suffix === ".stl") {
    const { STLLoader } = await import("three/examples/jsm/loaders/STLLoader.js");
    const geometry = new STLLoader().parse(await blob.arrayBuffer());
    return new three.Mesh(geometry, new three.MeshStandardMaterial({ vertexColors: geometry.hasAttribute("color") }));
  }
  if (suffix === ".obj") {
    const { OBJLoader } = await import("three/examples/jsm/loaders/OBJLoader.js");
    return new OBJLoader().parse(await blob.text());
  }
  if (suffix === ".dae") {
    const { ColladaLoader } = await import("three/examples/jsm/loaders/ColladaLoader.js");
    const manager = new three.LoadingManager();
    manager.setURLModifier(() => PIXEL);
    const found = new ColladaLoader(manager).parse((await blob.text()).replace(/(<up_axis>)\s*[XZ]_UP/, "$1Y_UP"), "");
    if (!found) throw new Error("it is no Collada file");
    return bare(found.scene as unknown as Group);
  }
  throw new Error(`meshes ending in '${suffix}' are not drawn: STL, DAE and OBJ are`);
}

const PIXEL = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";

/** Without lamps and cameras. */
function bare(scene: Group): Group {
  const unseen: Object3D[] = [];
  scene.traverse((o) => {
    if ("isLight" in o || "isCamera" in o) unseen.push(o);
  });
  for (const o of unseen) o.removeFromParent();
  return scene;
}

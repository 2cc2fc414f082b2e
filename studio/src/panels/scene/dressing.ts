/** A loaded mesh as one piece: its parts merged, their colours in the corners. One draw call instead of dozens. */
import { BufferAttribute, type BufferGeometry, Color, type Material, Mesh, type Object3D } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";

const made = new WeakMap<Object3D, Map<string, BufferGeometry | null>>();

/** The whole geometry of a file, in the file's axes; colour: instead of the file's own. Made once per file and colour. */
export function onePiece(found: Object3D, colour: string | null, otherwise: string): BufferGeometry | null {
  const known = made.get(found) ?? new Map<string, BufferGeometry | null>();
  made.set(found, known);
  const key = colour ?? `own ${otherwise}`;
  if (!known.has(key)) known.set(key, merge(found, colour, otherwise));
  return known.get(key)!;
}

function merge(found: Object3D, colour: string | null, otherwise: string): BufferGeometry | null {
  const parts: BufferGeometry[] = [];
  found.updateMatrixWorld(true);
  found.traverse((o) => {
    if (o instanceof Mesh) parts.push(part(o as Mesh<BufferGeometry, Material | Material[]>, colour, otherwise));
  });
  return parts.length === 0 ? null : parts.length === 1 ? parts[0]! : (mergeGeometries(parts) as BufferGeometry | null);
}

function part(mesh: Mesh<BufferGeometry, Material | Material[]>, colour: string | null, otherwise: string): BufferGeometry {
  const geometry = mesh.geometry.clone();
  if (!geometry.getAttribute("normal")) geometry.computeVertexNormals();
  const count = geometry.getAttribute("position").count;
  const index = geometry.getIndex() ?? new BufferAttribute(Uint32Array.from({ length: count }, (_, k) => k), 1);
  const paints = (Array.isArray(mesh.material) ? mesh.material : [mesh.material]).map((m) => paintOf(m, colour, otherwise));
  const own = colour === null && geometry.getAttribute("color");
  if (!own) {
    const colours = new Float32Array(3 * count);
    const groups = geometry.groups.length > 0 && paints.length > 1 ? geometry.groups : [{ start: 0, count: index.count, materialIndex: 0 }];
    for (const group of groups) {
      const { r, g, b } = paints[group.materialIndex ?? 0] ?? paints[0]!;
      for (let k = group.start; k < Math.min(group.start + group.count, index.count); k++) colours.set([r, g, b], 3 * index.getX(k));
    }
    geometry.setAttribute("color", new BufferAttribute(colours, 3));
  }
  geometry.setIndex(index);
  geometry.clearGroups();
  for (const name of Object.keys(geometry.attributes)) if (!["position", "normal", "color"].includes(name)) geometry.deleteAttribute(name);
  return geometry.applyMatrix4(mesh.matrixWorld);
}

function paintOf(material: Material | undefined, colour: string | null, otherwise: string): Color {
  const given = (material as { color?: Color } | undefined)?.color;
  if (colour !== null) return new Color(colour);
  return given ?? new Color(otherwise);
}

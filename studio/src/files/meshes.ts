/** Meshes for the scene: from files that were dropped, or from the document's folder on disk. */
import type { Mesh, Object3D } from "three";
import { backendKind } from "@/backend/backend";
import { fetchRoute } from "@/backend/server";
import { forgetTriangles, provide } from "@/solids/triangles";
import { createStore } from "@/store/state";
import { forget, keep, keys, recall } from "./kept";
import { readMesh } from "./mesh_readers";
import { baseOf, findFile, suffixOf } from "./paths";
import { tabId } from "./tab";

const MOST_KEPT = 250_000_000;

/** files: dropped ones, by path; version: grows when others come, so that what was missing is looked for again. */
export const meshFiles = createStore<{ files: ReadonlyMap<string, Blob>; version: number; missing: readonly string[]; wrong: readonly string[] }>({
  files: new Map(),
  version: 0,
  missing: [],
  wrong: [],
});

const loaded = new Map<string, Promise<Object3D | null>>();

/** Take dropped meshes. replace: those of another robot go. They are kept for a reload, as far as there is room. */
export async function takeMeshes(files: ReadonlyMap<string, Blob>, replace: boolean): Promise<void> {
  const all = new Map([...(replace ? [] : meshFiles.get().files), ...files]);
  loaded.clear();
  meshFiles.set({ files: all, version: meshFiles.get().version + 1, missing: [], wrong: [] });
  if (replace) forgetTriangles();
  if (replace) await forgetMeshes(tabId());
  let room = MOST_KEPT;
  for (const [path, blob] of files) {
    room -= blob.size;
    if (room > 0) await keep("meshes", `${tabId()}/${path}`, blob);
  }
}

/** Meshes that a tab kept. */
export async function recallMeshes(tab: string): Promise<void> {
  const found = new Map<string, Blob>();
  for (const key of await keys("meshes")) {
    if (!key.startsWith(`${tab}/`)) continue;
    const blob = await recall<Blob>("meshes", key);
    if (blob) found.set(key.slice(tab.length + 1), blob);
  }
  if (found.size === 0) return;
  loaded.clear();
  meshFiles.set({ files: found, version: meshFiles.get().version + 1, missing: [], wrong: [] });
}

/** What a tab kept goes. */
export async function forgetMeshes(tab: string): Promise<void> {
  for (const key of await keys("meshes")) if (key.startsWith(`${tab}/`)) await forget("meshes", key);
}

/** The mesh of a file, in the file's own axes and units; null: it is missing, or cannot be read (meshFiles says which). */
export function loadMesh(file: string): Promise<Object3D | null> {
  let found = loaded.get(file);
  if (!found) {
    found = load(file);
    loaded.set(file, found);
  }
  return found;
}

async function load(file: string): Promise<Object3D | null> {
  const blob = await contentOf(file);
  if (!blob) {
    meshFiles.set((s) => ({ missing: s.missing.includes(file) ? s.missing : [...s.missing, file] }));
    return null;
  }
  try {
    const made = await readMesh(blob, suffixOf(file));
    made.name = baseOf(file);
    provide(file, () => corners(made));
    return made;
  } catch (error) {
    const what = `${file}: ${error instanceof Error ? error.message : String(error)}`;
    meshFiles.set((s) => ({ wrong: [...s.wrong, what] }));
    return null;
  }
}

async function contentOf(file: string): Promise<Blob | null> {
  const { files } = meshFiles.get();
  const name = findFile(file, files.keys());
  if (name !== null) return files.get(name)!;
  if (backendKind() !== "server") return null;
  try {
    const response = await fetchRoute(`mesh?path=${encodeURIComponent(file)}`);
    return response.ok ? await response.blob() : null;
  } catch {
    return null;
  }
}

/** Triangles of a loaded mesh, nine numbers each, for its volume. */
function corners(found: Object3D): Float64Array {
  const all: number[] = [];
  found.updateMatrixWorld(true);
  found.traverse((o) => {
    const mesh = o as Mesh;
    const at = mesh.isMesh ? mesh.geometry.getAttribute("position") : null;
    if (!at) return;
    const index = mesh.geometry.getIndex();
    const m = mesh.matrixWorld.elements;
    for (let k = 0; k < (index?.count ?? at.count); k++) {
      const n = index ? index.getX(k) : k;
      const [x, y, z] = [at.getX(n), at.getY(n), at.getZ(n)];
      for (let r = 0; r < 3; r++) all.push(m[r]! * x + m[4 + r]! * y + m[8 + r]! * z + m[12 + r]!);
    }
  });
  return Float64Array.from(all);
}

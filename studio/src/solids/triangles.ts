/** Triangles of meshes that were loaded, for their volume: whoever loads a mesh says how to get them, and they are made when they are asked for. */
const makers = new Map<string, () => ArrayLike<number>>();
const made = new Map<string, ArrayLike<number>>();

/** A mesh is there; make: its triangles, nine numbers each, in the file's own axes and units. */
export function provide(file: string, make: () => ArrayLike<number>): void {
  makers.set(file, make);
  made.delete(file);
}

/** Meshes of another robot go. */
export function forgetTriangles(): void {
  makers.clear();
  made.clear();
}

/** The triangles of a file; null: it is not loaded, or missing. */
export function trianglesOf(file: string): ArrayLike<number> | null {
  const make = makers.get(file);
  if (make && !made.has(file)) made.set(file, make());
  return made.get(file) ?? null;
}

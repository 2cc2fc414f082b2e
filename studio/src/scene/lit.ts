/** Which parts a symbol belongs to: those whose entry mentions it, and the joint whose coordinate it is. */
import type { Layout } from "@/backend/protocol";
import { isMap, type Json, type JsonMap, partOf } from "@/document/data";
import { namesIn } from "@/document/formula";

/** Parts ("joints/elbow") that light up with symbols. */
export function litParts(symbols: readonly string[], data: JsonMap, layout: Layout): Set<string> {
  const found = new Set<string>();
  if (symbols.length === 0) return found;
  const wanted = new Set(symbols);
  for (const section of ["joints", "bodies", "frames"]) {
    const entries = data[section];
    if (isMap(entries)) for (const [name, entry] of Object.entries(entries)) if (mentions(entry, wanted)) found.add(partOf([section, name]));
  }
  for (const c of [...layout.coordinates, ...layout.freedoms]) if (wanted.has(c.name) || wanted.has(c.joint)) found.add(partOf(["joints", c.joint]));
  return found;
}

function mentions(entry: Json, wanted: ReadonlySet<string>): boolean {
  if (typeof entry === "string") return namesIn(entry).some((name) => wanted.has(name));
  if (Array.isArray(entry)) return entry.some((x) => mentions(x, wanted));
  return isMap(entry) && Object.entries(entry).some(([key, x]) => !["parent", "child", "body", "type"].includes(key) && mentions(x, wanted));
}

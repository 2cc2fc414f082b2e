/** What the page was given: robots with their generated programs and motions. The other side of linkwright.view.page. */
import type { Object3D } from "three";
import type { Layout, Report } from "@/backend/protocol";
import type { JsonMap } from "@/document/data";
import { readMesh } from "@/files/mesh_readers";
import { suffixOf } from "@/files/paths";
import type { ProgramFunctions, Tape } from "@/motion/state";
import { newTape } from "@/motion/tape";
import type { MeshLoader } from "@/panels/scene/robot";
import type { Subject } from "@/scene/subject";

/** As the page holds it; numbers of a motion are float32 in base64, rows of q one after the other. */
interface Written {
  title: string;
  layout: Layout;
  data: JsonMap;
  loops: Report["loops"];
  traced: string[];
  motion: { t: string; q: string } | null;
  meshes: Record<string, string>;
}

export interface Given {
  title: string;
  subject: Subject;
  parameters: Float64Array;
  data: JsonMap;
  report: Pick<Report, "loops" | "tree">;
  traced: readonly string[];
  tape: Tape | null;
  loadMesh: MeshLoader;
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const floats = (text: string): Float32Array => new Float32Array(bytes(text).buffer);

/** The robots of the page, in order. */
export function givenRobots(): Given[] {
  const text = document.getElementById("linkwright-robots")?.textContent ?? "[]";
  const programs = (globalThis as { linkwrightPrograms?: ProgramFunctions[] }).linkwrightPrograms ?? [];
  return (JSON.parse(text) as Written[]).map((w, k) => given(w, programs[k]!));
}

function given(w: Written, functions: ProgramFunctions): Given {
  return {
    title: w.title,
    subject: { hash: w.title, layout: w.layout, functions, picture: null },
    parameters: Float64Array.from(w.layout.parameters, (p) => p.value),
    data: w.data,
    report: { loops: w.loops, tree: null },
    traced: w.traced,
    tape: w.motion && tapeOf(w.layout, floats(w.motion.t), floats(w.motion.q)),
    loadMesh: meshesIn(w.meshes),
  };
}

function tapeOf(layout: Layout, t: Float32Array, q: Float32Array): Tape {
  const { nq } = layout.tree;
  const tape = newTape(layout);
  t.forEach((x, k) => {
    tape.t.push(x);
    tape.q.push(Float64Array.from(q.subarray(nq * k, nq * (k + 1))));
    tape.v.push(new Float64Array(0));
  });
  return tape;
}

/** Meshes come with the page; each is read once. */
function meshesIn(held: Record<string, string>): MeshLoader {
  const known = new Map<string, Promise<Object3D | null>>();
  const load = async (file: string): Promise<Object3D | null> => {
    const text = held[file];
    if (text === undefined) return null;
    try {
      return await readMesh(new Blob([bytes(text)]), suffixOf(file));
    } catch {
      return null;
    }
  };
  return (file) => {
    const found = known.get(file) ?? load(file);
    known.set(file, found);
    return found;
  };
}

/** A file beside the page with the licences of everything that was bundled into it: they ask for that. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** The folder of the package that a module belongs to: the last node_modules of its path and what follows. */
function packageOf(id: string): string | null {
  const found = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, "").split("?")[0]!);
  return found?.[1] ?? null;
}

function about(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string; version: string; license?: string };
  const file = readdirSync(folder).find((f) => /^licen[cs]e/i.test(f));
  const text = file ? readFileSync(join(folder, file), "utf8").trim() : `${license ?? "see its package"}`;
  return `${name} ${version}\n\n${text}\n`;
}

/** licences.txt, the same for the same packages. */
export function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? part.moduleIds : []));
      const folders = new Set(modules.map(packageOf).filter((f): f is string => f !== null && existsSync(join(f, "package.json"))));
      const texts = [...folders].map(about).sort();
      this.emitFile({ type: "asset", fileName: "licences.txt", source: `${texts.join(`\n${"-".repeat(72)}\n\n`)}` });
    },
  };
}

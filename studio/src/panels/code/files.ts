/** Which of the generated files is shown first, and all of them as one zip. */
import { zipSync, strToU8 } from "fflate";
import type { CodeMade } from "@/backend/protocol";

type File = CodeMade["files"][number];

const BESIDE = /(^|\/)(test|tests|example|examples|README|Makefile|tree|linkwright_math)\b|(^|[/_])(test|example)_|\.(svg|md|json|toml|d\.ts)$|laws/i;

/** The file that holds the functions: the largest one that is neither test, example nor about. */
export function mainFile(files: readonly File[]): File | undefined {
  const sources = files.filter((f) => !BESIDE.test(f.path));
  return [...(sources.length ? sources : files)].sort((a, b) => b.size - a.size)[0];
}

/** A zip of one folder, the same bytes for the same files. */
export function zipOf(folder: string, files: readonly File[]): Uint8Array<ArrayBuffer> {
  const entries = Object.fromEntries(files.map((f) => [`${folder}/${f.path}`, strToU8(f.text)]));
  return zipSync(entries, { level: 6, mtime: new Date(1980, 0, 1, 12) }) as Uint8Array<ArrayBuffer>;
}

export const sizeInWords = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`);

export const linesOf = (text: string): number => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

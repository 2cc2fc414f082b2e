/** Files that a person dropped or chose: folders are walked, a zip is unpacked. */
import { MOST_BYTES, MOST_FILES, unzip } from "./archive";
import { safePath, suffixOf } from "./paths";

/** Path, from the dropped folder -> file. */
export type Gathered = Map<string, Blob>;

/** Of a drop. Must be called in the event itself: entries are gone afterwards. */
export function gatherDrop(transfer: DataTransfer): Promise<Gathered> {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null).filter((e): e is FileSystemEntry => e !== null);
  const plain = [...transfer.files];
  return entries.length > 0 ? walked(entries) : gatherFiles(plain);
}

/** Of a file field; folders give relative paths. */
export async function gatherFiles(files: Iterable<File>): Promise<Gathered> {
  const found: Gathered = new Map();
  for (const file of files) add(found, file.webkitRelativePath || file.name, file);
  return opened(found);
}

async function walked(entries: FileSystemEntry[]): Promise<Gathered> {
  const found: Gathered = new Map();
  const left = [...entries];
  for (let entry = left.pop(); entry; entry = left.pop()) {
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory) left.push(...(await inside(entry as FileSystemDirectoryEntry)));
    else add(found, entry.fullPath.replace(/^\//, ""), await fileOf(entry as FileSystemFileEntry));
  }
  return opened(found);
}

function add(found: Gathered, path: string, file: Blob): void {
  const safe = safePath(path);
  if (safe) found.set(safe, file);
  if (found.size > MOST_FILES) throw new Error(`these are more than ${MOST_FILES} files: drop the robot's own folder`);
}

async function opened(found: Gathered): Promise<Gathered> {
  const total = [...found.values()].reduce((s, f) => s + f.size, 0);
  if (total > MOST_BYTES) throw new Error(`the files have ${Math.round(total / 1e6)} MB: at most ${MOST_BYTES / 1e6}`);
  const [only] = [...found];
  if (found.size !== 1 || !only || suffixOf(only[0]) !== ".zip") return found;
  const unpacked = await unzip(new Uint8Array(await only[1].arrayBuffer()), only[0]);
  return new Map([...unpacked].map(([path, content]) => [path, new Blob([content as BlobPart])]));
}

/** A folder gives its entries in portions. */
async function inside(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> => new Promise((done, failed) => entry.file(done, failed));

/** The content in base 64, as the desk takes it. */
export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = "";
  for (let k = 0; k < bytes.length; k += 0x8000) text += String.fromCharCode(...bytes.subarray(k, k + 0x8000));
  return btoa(text);
}

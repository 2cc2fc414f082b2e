/** A zip, unpacked in the page so that its meshes stay here: bounded in files, bytes and in what it swells to. */
import { safePath } from "./paths";

/** Of a drop or a zip. */
export const MOST_FILES = 5000;
/** Of a drop or a zip, unpacked. */
export const MOST_BYTES = 256_000_000;
const MOST_RATIO = 200;

/** The files of a zip; throws an Error that says what is wrong. */
export async function unzip(data: Uint8Array, name: string): Promise<Map<string, Uint8Array>> {
  const { unzipSync } = await import("fflate");
  let left = Math.min(MOST_BYTES, MOST_RATIO * data.length + 1_000_000);
  let count = 0;
  let wrong = "";
  const wanted = (file: { name: string; size: number; originalSize: number }) => {
    if (file.name.endsWith("/")) return false;
    left -= Math.max(file.size, file.originalSize); // what is unpacked is never longer; files that are stored are as long as they are packed
    if (++count > MOST_FILES) wrong = `${name} has more than ${MOST_FILES} files`;
    else if (left < 0) wrong = `${name} unpacks to too much: at most ${MOST_BYTES / 1e6} MB, and ${MOST_RATIO} times its size`;
    else if (safePath(file.name) === null) wrong = `${name} has a file called '${file.name.slice(0, 80)}', which leads out of its folder`;
    return wrong === "";
  };
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(data, { filter: wanted });
  } catch (error) {
    throw new Error(`${name} cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (wrong) throw new Error(wrong);
  if (count === 0) throw new Error(`${name} is empty`);
  return new Map(Object.entries(files).map(([path, content]) => [safePath(path)!, content]));
}

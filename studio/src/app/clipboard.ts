/** Texts to the clipboard and to files. */
import { say } from "@/store/studio";

/** Copy a text; what: how it is told ("M11 as LaTeX"). */
export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(`copied: ${what}`);
  } catch {
    say(`${what} could not be copied: the browser does not let this page use the clipboard`);
  }
}

/** Give a file to the browser's downloads. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>, type = "text/plain"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  say(`downloaded ${name}`);
}

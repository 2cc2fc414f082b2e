/** A document in a link: deflated, in base64url, behind # (so it is never sent to anyone). */

/** Characters: programs that pass links on cut longer ones off. */
export const LONGEST_LINK = 30_000;
const KEY = "doc";
const MOST = 4_000_000; // characters of a document that a link may unpack to

/** The fragment of a link that carries a document and its name. */
export async function packed(text: string, name: string): Promise<string> {
  const { deflateSync, strToU8 } = await import("fflate");
  const bytes = deflateSync(strToU8(JSON.stringify({ name, text })), { level: 9 });
  let binary = "";
  for (const b of bytes) binary += String.fromCharCode(b);
  return `${KEY}=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The document of a fragment ("#doc=..."); null: it carries none. Throws an Error where it is damaged. */
export async function unpacked(fragment: string): Promise<{ text: string; name: string } | null> {
  const found = new URLSearchParams(fragment.replace(/^#/, "")).get(KEY);
  if (!found) return null;
  const { inflateSync, strFromU8 } = await import("fflate");
  try {
    const binary = atob(found.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = inflateSync(Uint8Array.from(binary, (c) => c.charCodeAt(0)), { out: new Uint8Array(MOST) });
    const read = JSON.parse(strFromU8(bytes)) as { text?: unknown; name?: unknown };
    if (typeof read.text !== "string") throw new Error("it has no text");
    return { text: read.text, name: typeof read.name === "string" ? read.name.slice(0, 200) : "shared.yaml" };
  } catch {
    throw new Error("the link is damaged: a part of it is missing, or it was changed on its way");
  }
}

/** Whether a fragment carries a document. */
export const carriesDocument = (fragment: string): boolean => new URLSearchParams(fragment.replace(/^#/, "")).has(KEY);

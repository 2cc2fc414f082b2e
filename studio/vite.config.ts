import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { licences } from "./licences";

/** Of KaTeX's fonts only woff2, which every browser reads, and only those that our equations need. */
const katexFonts = {
  name: "katex-fonts",
  enforce: "pre" as const,
  transform(code: string, id: string) {
    if (!id.includes("katex.min.css")) return null;
    const faces = code.replace(/@font-face\{[^}]*\}/g, (face) => (/KaTeX_(Caligraphic|Fraktur|SansSerif|Script|Typewriter)/.test(face) ? "" : face));
    return faces.replace(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "");
  },
};

/** The page is built into the Python package; names of files hold hashes of their contents, so a build can be repeated. */
export default defineConfig({
  plugins: [react(), katexFonts, licences()],
  base: "./",
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  build: {
    outDir: fileURLToPath(new URL("../src/linkwright/studio/page", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
  },
  test: { include: ["src/**/*.test.ts"], environment: "node", testTimeout: 30_000 },
});

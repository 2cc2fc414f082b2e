import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { licences } from "./licences";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The player of linkwright.view: one script and one style sheet that a page holds inline. */
export default defineConfig({
  plugins: [licences()],
  resolve: { alias: { "@": at("./src") } },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    outDir: at("../src/linkwright/view/player"),
    emptyOutDir: true,
    target: "es2022",
    lib: { entry: at("./src/player/main.ts"), formats: ["iife"], name: "player", fileName: () => "player.js", cssFileName: "player" },
  },
});

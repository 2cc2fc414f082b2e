import { createRoot } from "react-dom/client";
import { App } from "@/app/App";
import { NoToken } from "@/app/Connection";
import { listenToKeys } from "@/app/commands";
import "@/app/regions";
import { useBackend } from "@/backend/backend";
import { awaitToken, server, takeToken } from "@/backend/server";
import { isStatic, staticBackend } from "@/backend/static";
import { startMotion } from "@/motion/program";
import { carriesDocument } from "@/files/share";
import { startFiles } from "@/files/start";
import { startChecking } from "@/store/checking";
import { motion } from "@/motion/state";
import { open, redo, say, setText, studio, undo } from "@/store/studio";

declare global {
  interface Window {
    /** For tests and for people who look: the document as it stands. */
    linkwright?: {
      text(): string;
      hash(): string;
      state(): ReturnType<typeof studio.get>;
      motion(): ReturnType<typeof motion.get>;
      open: typeof open;
      setText: typeof setText;
      undo(): void;
      redo(): void;
    };
  }
}

const root = createRoot(document.getElementById("root")!);
if (isStatic()) {
  useBackend(staticBackend(say));
  start();
} else if (takeToken() || carriesDocument(location.hash)) {
  useBackend(server);
  awaitToken(() => undefined); // the page asks for the server again and again, now with it
  start();
} else {
  awaitToken(() => location.reload());
  root.render(<NoToken />);
}

function start(): void {
  window.linkwright = {
    text: () => studio.get().edited.text,
    hash: () => studio.get().edited.hash,
    state: () => studio.get(),
    motion: () => motion.get(),
    open,
    setText,
    undo,
    redo,
  };
  listenToKeys();
  startChecking();
  void startFiles();
  startMotion();
  root.render(<App />);
}

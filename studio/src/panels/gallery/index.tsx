import type { Panel } from "@/app/panel";
import { dialogs } from "@/files/dialogs";
import { useStore } from "@/store/state";
import { Gallery } from "./Gallery";
import "./gallery.css";

function Layer() {
  const open = useStore(dialogs, (s) => s.open === "gallery");
  return open ? <Gallery /> : null;
}

export default { id: "gallery", title: "examples", place: "layer", order: 81, Component: Layer } satisfies Panel;

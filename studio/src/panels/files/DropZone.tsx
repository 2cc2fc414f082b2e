import { useEffect, useState } from "react";
import { gatherDrop } from "@/files/gather";
import { opening } from "@/files/picking";

/** Files may be dropped anywhere; what is dragged inside the page is no file. */
export function DropZone() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const isFiles = (e: DragEvent) => e.dataTransfer?.types.includes("Files") ?? false;
    const onOver = (e: DragEvent) => {
      if (!isFiles(e)) return;
      e.preventDefault();
      setOver(true);
    };
    const onLeave = (e: DragEvent) => e.relatedTarget === null && setOver(false);
    const onDrop = (e: DragEvent) => {
      setOver(false);
      if (!isFiles(e) || e.defaultPrevented || !e.dataTransfer) return;
      e.preventDefault();
      void opening(gatherDrop(e.dataTransfer));
    };
    const onMove = () => setOver(false); // no pointer moves while something is dragged
    addEventListener("pointermove", onMove);
    addEventListener("dragover", onOver);
    addEventListener("dragleave", onLeave);
    addEventListener("drop", onDrop);
    return () => {
      removeEventListener("pointermove", onMove);
      removeEventListener("dragover", onOver);
      removeEventListener("dragleave", onLeave);
      removeEventListener("drop", onDrop);
    };
  }, []);
  if (!over) return null;
  return (
    <div className="drop-zone" aria-hidden="true">
      <p>Drop a robot: YAML, URDF, MJCF or SDF, a folder with its meshes, or a zip</p>
    </div>
  );
}

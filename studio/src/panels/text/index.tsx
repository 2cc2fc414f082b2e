import { useEffect, useRef, useState } from "react";
import { register } from "@/app/commands";
import { show } from "@/app/layout";
import type { Panel } from "@/app/panel";
import { useStudio } from "@/store/studio";
import "./text.css";

register({ id: "text", title: "Edit the YAML text", group: "View", run: () => show("text") });

/** The document as text, and why it is none where it is not. */
function Text() {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState("");
  const errors = useStudio((s) => s.draft?.errors);
  useEffect(() => {
    let end: (() => void) | undefined;
    let gone = false;
    import("./editor")
      .then(({ mount }) => !gone && place.current && (end = mount(place.current)))
      .catch((error: unknown) => setFailed(String(error)));
    return () => {
      gone = true;
      end?.();
    };
  }, []);
  const first = errors?.[0];
  return (
    <div className="text">
      <div ref={place} className="text-editor" />
      {failed && <p className="error">the editor could not be loaded: {failed}</p>}
      {first && (
        <p className="text-said error" role="alert">
          line {first.line}: {first.what}. The last good model is shown.
        </p>
      )}
    </div>
  );
}

export default { id: "text", title: "YAML", keys: ["Y", "Alt+Y"], place: "bottom", order: 50, Component: Text } satisfies Panel;

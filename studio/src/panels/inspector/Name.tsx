import { useState } from "react";
import { partOf } from "@/document/data";
import { isRefused } from "@/document/operations/outcome";
import { rename } from "@/document/operations/rename";
import { perform } from "@/store/perform";
import { data, say } from "@/store/studio";
import { nameOf } from "./row";

/** The part's name; another one is taken with Enter or on leaving, everywhere it is named. */
export function Name({ part }: { part: string[] }) {
  const [draft, setDraft] = useState<string | null>(null);
  const [wrong, setWrong] = useState("");
  const take = () => {
    if (draft === null || draft.trim() === nameOf(part)) return cancel();
    const outcome = rename(data(), partOf(part), draft);
    if (isRefused(outcome)) {
      say(outcome.refused);
      return setWrong(outcome.refused);
    }
    perform(outcome);
    cancel();
  };
  const cancel = () => {
    setDraft(null);
    setWrong("");
  };
  return (
    <span className="inspector-name">
      <input
        aria-label="name"
        aria-keyshortcuts="F2"
        title="rename (F2)"
        spellCheck={false}
        autoComplete="off"
        value={draft ?? nameOf(part)}
        aria-invalid={wrong !== ""}
        onChange={(e) => setDraft(e.target.value)}
        onBlur={take}
        onKeyDown={(e) => {
          if (e.key === "Enter") take();
          else if (e.key === "Escape") cancel();
        }}
      />
      {wrong && <span className="field-error">{wrong}</span>}
    </span>
  );
}

import { useEffect, useRef } from "react";
import { ask } from "@/backend/backend";
import { graphOf } from "@/document/operations/graph";
import { createStore, useStore } from "@/store/state";
import { data, say, select, setText } from "@/store/studio";

const asked = createStore<{ text: string; name: string }>({ text: "", name: "" });

/** A mechanism that is ready: in place of an empty document at once, else after a question. */
export async function openTemplate(kind: "loop" | "parallel", name: string): Promise<void> {
  try {
    const answer = await ask("template", { [kind]: name });
    if (!answer.ok) return say(answer.messages[0]?.what ?? `there is no template ${name}`);
    const graph = graphOf(data());
    if (graph.joints.length + graph.bodies.length === 0) place(answer.document, name);
    else asked.set({ text: answer.document, name });
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
  }
}

/** The template as one step: undo brings the document before it back. */
function place(text: string, name: string): void {
  select([]);
  setText(text, false);
  say(`template ${name}`);
}

/** The question before a template takes the place of a document with parts. */
export function Replace() {
  const { text, name } = useStore(asked, (s) => s);
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (text && ref.current && !ref.current.open) ref.current.showModal();
  }, [text]);
  if (!text) return null;
  const close = () => asked.set({ text: "", name: "" });
  return (
    <dialog ref={ref} className="part-ask" aria-label="replace the mechanism" onClose={close}>
      <h2>Replace the mechanism by {name}?</h2>
      <p>Undo brings the present one back.</p>
      <div className="part-ask-answers">
        <button
          type="button"
          className="primary"
          autoFocus
          onClick={() => {
            place(text, name);
            close();
          }}
        >
          Replace
        </button>
        <button type="button" onClick={close}>
          Cancel
        </button>
      </div>
    </dialog>
  );
}

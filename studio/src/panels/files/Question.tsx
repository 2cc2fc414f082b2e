import { useEffect, useRef } from "react";
import { asking } from "@/files/asking";
import { useStore } from "@/store/state";

/** The one question that waits for an answer. */
export function QuestionDialog() {
  const question = useStore(asking, (s) => s.question);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (question && !dialog.current?.open) dialog.current?.showModal();
  }, [question]);
  if (!question) return null;
  return (
    <dialog ref={dialog} aria-label={question.title} className="question" onClose={() => question.answer(null)}>
      <h2>{question.title}</h2>
      {question.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {question.list && (
        <ul className="question-list">
          {question.list.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => question.answer(name)}>
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="question-choices">
        {question.choices.map((c) => (
          <button key={c.id} type="button" className={c.primary ? "primary" : ""} autoFocus={c.primary === true} onClick={() => question.answer(c.id || null)}>
            {c.label}
          </button>
        ))}
      </div>
    </dialog>
  );
}

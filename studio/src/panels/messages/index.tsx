import type { Panel } from "@/app/panel";
import type { Message } from "@/backend/protocol";
import { lineOf } from "@/document/text";
import { partOf } from "@/document/data";
import { showLine } from "@/panels/text/place";
import { partAt } from "@/panels/text/sync";
import { say, select, studio, type StudioState, useStudio } from "@/store/studio";
import "./messages.css";

/** Errors of a text that is no document yet, as messages. */
function listed(draft: StudioState["draft"], messages: StudioState["messages"], run: readonly Message[]): readonly Message[] {
  if (!draft) return [...(messages ?? []), ...run];
  return draft.errors.map((e) => ({ severity: "error", code: "text", what: e.what, hint: "the last good model is shown", line: e.line, path: null }));
}

function useListed(): readonly Message[] {
  const draft = useStudio((s) => s.draft);
  const messages = useStudio((s) => s.messages);
  const run = useStudio((s) => s.runMessages);
  return listed(draft, messages, run);
}

/** Everywhere that shows the place: the part is selected, the text opens at its line. */
function jump(m: Message): void {
  const part = m.path ? partAt(m.path) : null;
  if (part) select([partOf(part)]);
  const line = m.line ?? (m.path ? lineOf(studio.get().edited.text, m.path) : null);
  if (line !== null) showLine(line);
}

const asText = (m: Message): string => `${m.severity}${m.code ? ` ${m.code}` : ""}${m.line === null ? "" : `, line ${m.line}`}: ${m.what}${m.hint ? `: ${m.hint}` : ""}`;

async function copy(messages: readonly Message[]): Promise<void> {
  try {
    await navigator.clipboard.writeText(messages.map(asText).join("\n"));
    say("messages copied");
  } catch {
    say("the browser does not let the page copy");
  }
}

/** What is wrong and what was noticed; a click leads to the place. */
function Messages() {
  const messages = useListed();
  const checking = useStudio((s) => s.messages === null && s.draft === null);
  if (messages.length === 0) return <p className="messages-none">{checking ? "checking" : "no errors, nothing to note"}</p>;
  return (
    <div className="messages">
      <button type="button" className="messages-copy" onClick={() => void copy(messages)}>
        Copy all
      </button>
      <ul aria-label="messages">
        {messages.map((m, k) => (
          <li key={`${k} ${m.what}`}>
            <button type="button" className="message" onClick={() => jump(m)} disabled={m.line === null && m.path === null}>
              <span className={`message-kind ${m.severity}`}>{m.severity === "error" ? "error" : m.code || "note"}</span>
              <span className="message-place">{m.line === null ? (m.path?.join(" ") ?? "") : `line ${m.line}`}</span>
              <span className="message-what">
                {m.what}
                {m.hint && <span className="hint">{m.hint}</span>}
              </span>
              {m.severity === "error" && m.code && <code className="message-code">{m.code}</code>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const useBadge = (): string => {
  const count = useListed().length;
  return count > 0 ? String(count) : "";
};

export default { id: "messages", title: "Messages", place: "bottom", order: 60, Component: Messages, useBadge } satisfies Panel;

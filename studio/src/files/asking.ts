/** Questions and notices of the page: a dialog with a few answers, and notes that stay until they are closed. */
import { createStore } from "@/store/state";

/** A button of a question. */
export interface Choice {
  id: string;
  label: string;
  primary?: boolean;
}

/** What is asked, and where the answer goes. */
export interface Question {
  title: string;
  lines: readonly string[];
  choices: readonly Choice[];
  /** A list to choose from instead of buttons only. */
  list?: readonly string[];
  answer: (id: string | null) => void;
}

/** What stays until it is closed. */
export interface Notice {
  id: number;
  text: string;
  details: readonly string[];
  actions: readonly { label: string; run: () => void }[];
}

/** The question that waits, and the notices. */
export const asking = createStore<{ question: Question | null; notices: readonly Notice[] }>({ question: null, notices: [] });
let count = 0;

/** Ask; null: closed without an answer. A question that waits is answered with null by the next. */
export function choose(title: string, lines: readonly string[], choices: readonly Choice[], list?: readonly string[]): Promise<string | null> {
  asking.get().question?.answer(null);
  return new Promise((done) => {
    const answer = (id: string | null) => {
      if (asking.get().question?.answer === answer) asking.set({ question: null });
      done(id);
    };
    asking.set({ question: { title, lines, choices, list, answer } });
  });
}

/** Tell something that stays until it is closed. key: replaces the notice of the same text's beginning. */
export function notify(text: string, details: readonly string[] = [], actions: Notice["actions"] = []): void {
  const notice = { id: ++count, text, details, actions };
  asking.set((s) => ({ notices: [...s.notices.filter((n) => n.text !== text), notice].slice(-4) }));
}

/** Close a notice. */
export const dismiss = (id: number): void => asking.set((s) => ({ notices: s.notices.filter((n) => n.id !== id) }));

/** Another document is open: what was told of the older one goes. */
export const dismissAll = (): void => asking.set({ notices: [] });

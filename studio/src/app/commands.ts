/** What can be done by a key or from the list of commands (Ctrl+K, ?): panels register theirs. */
import { createStore } from "@/store/state";

export interface Command {
  id: string;
  title: string;
  /** "Ctrl+Z", "Delete", "Space", "."; Ctrl stands for Cmd on a Mac. Several are possible. */
  keys?: string[];
  group: "File" | "Edit" | "Add" | "View" | "Run" | "Help";
  run: () => void;
  enabled?: () => boolean;
}

export const commands = createStore<{ all: readonly Command[] }>({ all: [] });

/** Make commands known; the same id replaces the older one. */
export function register(...made: Command[]): void {
  const ids = new Set(made.map((c) => c.id));
  commands.set((s) => ({ all: [...s.all.filter((c) => !ids.has(c.id)), ...made] }));
}

export function keyOf(e: KeyboardEvent): string {
  const name = e.key === " " ? "Space" : e.key.length === 1 ? e.key.toUpperCase() : e.key;
  const plain = e.key.length === 1 && !/[a-z]/i.test(e.key);
  return `${e.ctrlKey || e.metaKey ? "Ctrl+" : ""}${e.altKey ? "Alt+" : ""}${e.shiftKey && !plain ? "Shift+" : ""}${name}`;
}

/** Whether a key belongs to the text field that has the focus. */
function typing(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement) || key.startsWith("Alt+") || /^(Shift\+)?F\d+$/.test(key)) return false;
  const text = target.isContentEditable || target.matches("input:not([type=checkbox]):not([type=radio]):not([type=range]):not([type=button]), textarea, select");
  if (!text) return (key === "Space" || key === "Enter") && target.matches("button, summary, a, [role=button], [role=tab], [role=menuitem], input[type=checkbox], input[type=radio]");
  return !key.startsWith("Ctrl+") || ["Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+C", "Ctrl+V", "Ctrl+X", "Ctrl+A", "Ctrl+F", "Ctrl+D"].includes(key);
}

/** Listen to the keyboard; called once. A dialog keeps its keys to itself. */
export function listenToKeys(): void {
  window.addEventListener("keydown", (e) => {
    const key = keyOf(e);
    if (e.defaultPrevented || typing(e.target, key)) return;
    if (document.querySelector("dialog[open]") && !key.startsWith("Ctrl+")) return;
    const command = commands.get().all.find((c) => c.keys?.includes(key) && (c.enabled?.() ?? true));
    if (!command) return;
    e.preventDefault();
    command.run();
  });
}

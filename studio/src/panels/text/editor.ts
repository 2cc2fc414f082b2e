/** The text editor of the document, bound to the store: one document, one history. Loaded when its tab is first opened. */
import { defaultKeymap, history, historyKeymap, indentWithTab, temporarilySetTabFocusMode, undo as undoLetters } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, Transaction } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, type ViewUpdate } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { partOf, pathOf } from "@/document/data";
import { lineOf, pathAtLine } from "@/document/text";
import { redo, select, setText, studio, type StudioState, undo } from "@/store/studio";
import { wanted } from "./place";
import { partAt, replacement } from "./sync";

const WAIT = 200; // ms after the last letter
const SESSION = 2000; // ms: letters closer than this are one step
const outside = Annotation.define<boolean>();

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--accent)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "var(--ink)" },
  { tag: [tags.labelName, tags.typeName, tags.meta], color: "var(--note)" },
]);
const look = EditorView.theme({
  "&": { height: "100%", color: "var(--ink)", backgroundColor: "var(--panel)", fontSize: "13px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--ground)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--lit) 45%, transparent)" },
  "&.cm-focused": { outline: "2px solid var(--focus)", outlineOffset: "-2px" },
  ".cm-selectionBackground, &.cm-focused .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent) !important" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)" },
});

/** Put the editor into an element; gives back what takes it away again. */
export function mount(parent: HTMLElement): () => void {
  const editor = new Bound(parent);
  return () => editor.end();
}

/** An editor whose text is the store's. */
class Bound {
  private readonly view: EditorView;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private selected: readonly string[];
  private seen: Pick<StudioState, "messages" | "draft" | "edited"> | null = null;
  private readonly stops: (() => void)[];

  constructor(parent: HTMLElement) {
    this.selected = studio.get().selection;
    this.view = new EditorView({ parent, state: EditorState.create({ doc: textOf(studio.get()), extensions: this.extensions() }) });
    const asked = () => wanted.get().line !== null && this.reveal(wanted.get().line!, true);
    this.stops = [studio.subscribe(() => this.follow()), wanted.subscribe(asked)];
    this.follow();
    if (wanted.get().line !== null) asked();
    else this.showSelected();
  }

  end(): void {
    this.flush();
    wanted.set({ line: null });
    for (const stop of this.stops) stop();
    this.view.destroy();
  }

  private extensions() {
    const keys = [
      { key: "Mod-z", run: () => this.back(), preventDefault: true },
      { key: "Mod-y", run: () => this.forth(), preventDefault: true },
      { key: "Mod-Shift-z", run: () => this.forth(), preventDefault: true },
      { key: "Escape", run: temporarilySetTabFocusMode },
      indentWithTab,
    ];
    return [
      lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), highlightSelectionMatches(), search({ top: true }),
      yaml(), syntaxHighlighting(colours), look, EditorState.tabSize.of(2),
      keymap.of([...keys, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.contentAttributes.of({ "aria-label": "the document as YAML", spellcheck: "false", tabindex: "0" }),
      EditorView.updateListener.of((u) => this.changed(u)),
      EditorView.domEventHandlers({ blur: () => this.flush() }),
    ];
  }

  private changed(u: ViewUpdate): void {
    const own = !u.transactions.some((t) => t.annotation(outside));
    if (u.docChanged && own) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.flush(), WAIT);
    } else if (u.selectionSet && own && u.view.hasFocus) queueMicrotask(() => this.selectHere());
  }

  /** Give the typed letters to the store. */
  private flush(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    const text = this.view.state.doc.toString();
    if (text === textOf(studio.get())) return;
    const now = Date.now();
    setText(text, now - this.last < SESSION);
    this.last = now;
  }

  /** Undo: letters while the text is no document, steps of the studio otherwise. */
  private back(): boolean {
    this.flush();
    if (studio.get().draft) return undoLetters(this.view);
    undo();
    this.last = 0;
    return true;
  }

  private forth(): boolean {
    this.flush();
    redo();
    this.last = 0;
    return true;
  }

  /** Take over what was changed elsewhere: the text, what is wrong with it, what is selected. */
  private follow(): void {
    const now = studio.get();
    const text = textOf(now);
    if (this.timer === undefined && text !== this.view.state.doc.toString()) {
      const changes = replacement(this.view.state.doc.toString(), text);
      this.view.dispatch({ changes, annotations: [outside.of(true), Transaction.addToHistory.of(false)] });
    }
    if (this.timer === undefined && (now.messages !== this.seen?.messages || now.draft !== this.seen.draft || now.edited !== this.seen.edited)) {
      this.seen = { messages: now.messages, draft: now.draft, edited: now.edited };
      this.view.dispatch(setDiagnostics(this.view.state, this.wrong(now)));
    }
    if (now.selection !== this.selected) {
      this.selected = now.selection;
      this.showSelected();
    }
  }

  private wrong(now: StudioState): Diagnostic[] {
    const line = (n: number) => this.view.state.doc.line(Math.min(Math.max(1, n), this.view.state.doc.lines));
    if (now.draft) return now.draft.errors.map((e) => ({ from: line(e.line).from, to: line(e.line).to, severity: "error", message: e.what }));
    return (now.messages ?? [])
      .filter((m) => m.line !== null)
      .map((m) => ({ from: line(m.line!).from, to: line(m.line!).to, severity: m.severity === "error" ? "error" : "info", message: [m.what, m.hint].filter(Boolean).join("\n") }));
  }

  private selectHere(): void {
    this.flush();
    const head = this.view.state.selection.main.head;
    const part = partAt(pathAtLine(this.view.state.doc.toString(), this.view.state.doc.lineAt(head).number));
    const parts = part ? [partOf(part)] : [];
    if (parts.join() === studio.get().selection.join()) return;
    this.selected = parts;
    select(parts);
  }

  private showSelected(): void {
    const part = this.selected.at(-1);
    if (part === undefined || this.view.hasFocus) return;
    const line = lineOf(this.view.state.doc.toString(), pathOf(part));
    if (line !== null) this.reveal(line, false);
  }

  private reveal(number: number, focus: boolean): void {
    const line = this.view.state.doc.line(Math.min(Math.max(1, number), this.view.state.doc.lines));
    this.view.dispatch({ selection: { anchor: line.from }, effects: EditorView.scrollIntoView(line.from, { y: "center" }), annotations: outside.of(true) });
    if (focus) this.view.focus();
  }
}

const textOf = (s: StudioState): string => s.draft?.text ?? s.edited.text;

/** Which dialog of the files is open. */
import { createStore } from "@/store/state";

/** Of which one is open. */
export type Dialog = "save as" | "share" | "gallery" | null;
/** The open one. */
export const dialogs = createStore<{ open: Dialog }>({ open: null });
/** Open one, or close all. */
export const showDialog = (open: Dialog): void => dialogs.set({ open });

let waiting: ((saved: boolean) => void) | null = null;

/** Ask for a name to save under; whether it was saved. */
export function askSaveAs(): Promise<boolean> {
  waiting?.(false);
  showDialog("save as");
  return new Promise((done) => {
    waiting = done;
  });
}

/** The dialog is closed; saved: whether the document is. */
export function endSaveAs(saved: boolean): void {
  waiting?.(saved);
  waiting = null;
}

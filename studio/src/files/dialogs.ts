/** Which dialog of the files is open. */
import { createStore } from "@/store/state";

export type Dialog = "save as" | "share" | "gallery" | null;
export const dialogs = createStore<{ open: Dialog }>({ open: null });
export const showDialog = (open: Dialog): void => dialogs.set({ open });

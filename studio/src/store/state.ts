/** Stores as React reads them. */
import { useSyncExternalStore } from "react";
import type { Store } from "./store";

export { createStore, type Store } from "./store";

/** A part of a store; `select` must give the same object as long as its part did not change. */
export function useStore<T extends object, S>(store: Store<T>, select: (now: T) => S): S {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

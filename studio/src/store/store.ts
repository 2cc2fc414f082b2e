/** A value that changes, with those who want to know. */
export interface Store<T> {
  get(): T;
  set(change: Partial<T> | ((now: T) => Partial<T>)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T extends object>(start: T): Store<T> {
  let now = start;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set(change) {
      const made = typeof change === "function" ? change(now) : change;
      if (Object.entries(made).every(([k, v]) => Object.is(now[k as keyof T], v))) return;
      now = { ...now, ...made };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What survives a reload and a crash: the work of each tab and its meshes, in IndexedDB. Without storage nothing is kept, and nothing fails. */
const NAME = "linkwright-studio";
const STORES = ["work", "meshes"] as const;
type StoreName = (typeof STORES)[number];

let opening: Promise<IDBDatabase | null> | null = null;

function database(): Promise<IDBDatabase | null> {
  opening ??= new Promise((done) => {
    try {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => STORES.forEach((s) => request.result.createObjectStore(s));
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
      request.onblocked = () => done(null);
    } catch {
      done(null); // a browser that lets no page keep anything
    }
  });
  return opening;
}

async function inStore<T>(name: StoreName, mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const db = await database();
  if (!db) return undefined;
  return new Promise((done) => {
    try {
      const request = act(db.transaction(name, mode).objectStore(name));
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(undefined);
    } catch {
      done(undefined);
    }
  });
}

/** Keep a value; whether it is kept now. */
export const keep = async (store: StoreName, key: string, value: unknown): Promise<boolean> => (await inStore(store, "readwrite", (s) => s.put(value, key))) !== undefined;
/** What was kept. */
export const recall = <T>(store: StoreName, key: string): Promise<T | undefined> => inStore(store, "readonly", (s) => s.get(key) as IDBRequest<T>);
/** It goes. */
export const forget = (store: StoreName, key: string): Promise<unknown> => inStore(store, "readwrite", (s) => s.delete(key));
/** Under which keys something is kept. */
export const keys = async (store: StoreName): Promise<string[]> => ((await inStore(store, "readonly", (s) => s.getAllKeys())) ?? []).map(String);

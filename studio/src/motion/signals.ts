/** The table that inputs of kind "signal" read: chosen by the user, kept in the browser, found by its columns' heads. */
import type { RunSetup } from "@/backend/protocol";
import { createStore } from "@/store/state";
import { parseCsv, type Table, timeColumn, valueAt } from "./csv";

export interface Signals {
  name: string;
  table: Table | null;
}

export const signals = createStore<Signals>({ name: "", table: null });

/** Take a table; the sentence that says what is wrong with it, or nothing. */
export function loadSignals(text: string, name: string): string {
  const table = parseCsv(text);
  if (typeof table === "string") return `${name}: ${table}`;
  if (timeColumn(table) < 0) return `${name}: no column is called t: one must hold the time in seconds`;
  const t = table.columns[timeColumn(table)]!;
  for (let n = 1; n < t.length; n++) if (!(t[n]! > t[n - 1]!)) return `${name}: the time in line ${n + 2} does not grow`;
  signals.set({ name, table });
  void kept("put", { name, text });
  return "";
}

/** The table of the last visit, where there is one. */
export async function recallSignals(): Promise<void> {
  const found = await kept("get");
  if (found && !signals.get().table) loadSignals(found.text, found.name);
}

/** Columns by name at an instant, in the order asked for; 0 where there is none. */
export function signalsAt(names: readonly string[]): (t: number) => Float64Array {
  const { table } = signals.get();
  const out = new Float64Array(names.length);
  if (!table || names.length === 0) return () => out;
  const t = table.columns[timeColumn(table)]!;
  const columns = names.map((name) => table.columns[table.heads.indexOf(name)]);
  return (instant) => {
    columns.forEach((x, k) => (out[k] = x ? valueAt(t, x, instant) : 0));
    return out;
  };
}

/** The columns by name, as the server takes them; those that are not there are left out. */
export function signalTables(names: readonly string[]): NonNullable<RunSetup["signals"]> {
  const { table } = signals.get();
  if (!table) return {};
  const t = [...table.columns[timeColumn(table)]!];
  return Object.fromEntries(names.filter((n) => table.heads.includes(n)).map((n) => [n, { t, value: [...table.columns[table.heads.indexOf(n)]!] }]));
}

/** Columns that are wanted and not there. */
export const missingSignals = (names: readonly string[]): string[] => names.filter((n) => !signals.get().table?.heads.includes(n));

interface Kept {
  name: string;
  text: string;
}

/** One entry of IndexedDB; a browser without it forgets the table at a reload. */
function kept(what: "put" | "get", value?: Kept): Promise<Kept | null> {
  return new Promise((done) => {
    if (typeof indexedDB === "undefined") return done(null);
    const asked = indexedDB.open("linkwright-signals", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("tables");
    asked.onerror = () => done(null);
    asked.onsuccess = () => {
      const db = asked.result;
      const store = db.transaction("tables", what === "put" ? "readwrite" : "readonly").objectStore("tables");
      const request = what === "put" ? store.put(value, "signals") : store.get("signals");
      request.onsuccess = () => {
        db.close();
        done(what === "get" ? ((request.result as Kept | undefined) ?? null) : null);
      };
      request.onerror = () => done(null);
    };
  });
}

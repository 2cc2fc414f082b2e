/** Languages and quantities that Linkwright has: asked once. */
import { useEffect } from "react";
import type { Language, QuantityRow, Report } from "@/backend/protocol";
import { answered } from "./answer";
import { createStore, useStore } from "./state";

interface Known {
  text: string;
  languages: readonly Language[];
  quantities: readonly QuantityRow[];
}

const known = createStore<{ known: Known | null }>({ known: null });
let asking = false;

/** What there is; null until the desk has told. */
export function useConventions(): Known | null {
  const found = useStore(known, (s) => s.known);
  useEffect(() => {
    if (found || asking) return;
    asking = true;
    void answered("conventions", {}).then((told) => {
      asking = false;
      if (told?.ok) known.set({ known: told });
    });
  }, [found]);
  return found;
}

/** Quantities that a kind of mechanism has. */
export const quantitiesOf = (found: Known | null, kind: Report["kind"] | undefined): QuantityRow[] =>
  found?.quantities.filter((q) => kind === undefined || q.kinds.includes(kind)) ?? [];

/** The name by which most people know a quantity: M, tau, T; its own where it has no short one. */
export const shortName = (q: QuantityRow): string => [...q.aliases].sort((a, b) => a.length - b.length)[0] ?? q.name;

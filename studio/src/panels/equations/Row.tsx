import { type MouseEvent, memo, useEffect, useMemo, useRef, useState } from "react";
import { copyText } from "@/app/clipboard";
import { light, select } from "@/store/studio";
import { breakable, mark, type Marked, type Table } from "./latex";
import { useRender } from "./useRender";

const LONG = 2000; // characters of LaTeX above which an entry waits to be asked for

interface Props {
  name: string;
  text: string;
  latex: string;
  table: Table;
  lit: ReadonlySet<string>;
}

/** One equation: drawn when it comes into view; its symbols light up with what they stand for. */
export const Row = memo(function Row({ name, text, latex, table, lit }: Props) {
  const [open, setOpen] = useState(latex.length <= LONG);
  const place = useRef<HTMLDivElement>(null);
  const seen = useSeen(place);
  const marked = useMemo(() => mark(latex, table, name === ""), [latex, table, name]);
  const html = useRender(seen && open ? breakable(marked.latex) : null);
  useEffect(() => lightUp(place.current, marked.marks, lit), [html, marked, lit]);
  const what = name || "equation";
  return (
    <div className="equation-row" ref={place} data-entry={name}>
      {open ? (
        <>
          <p className="visually-hidden">{text}</p>
          <div className="equation-math" aria-hidden="true" {...pointing(marked.marks)} dangerouslySetInnerHTML={{ __html: html ?? "" }} />
        </>
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          {what}: show ({(latex.length / 1000).toFixed(0)} kB)
        </button>
      )}
      <button type="button" className="equation-copy" aria-label={`copy ${what} as LaTeX`} title={`copy ${what} as LaTeX`} onClick={() => void copyText(latex, `${what} as LaTeX`)}>
        LaTeX
      </button>
    </div>
  );
});

let pointed = "";

/** Light up what is under the pointer; where nothing was and nothing is, what the keyboard lit stays. */
function point(name: string): void {
  if (name === pointed) return;
  pointed = name;
  light(name ? [name] : []);
}

/** The symbol under the pointer lights up; a click selects the parts that it stands for. */
function pointing(marks: readonly Marked[]) {
  const at = (e: MouseEvent): Marked | undefined => {
    const found = (e.target as Element).closest("[data-symbol]");
    return found ? marks[Number(found.getAttribute("data-symbol"))] : undefined;
  };
  return {
    onMouseOver: (e: MouseEvent) => point(at(e)?.name ?? ""),
    onMouseLeave: () => point(""),
    onClick: (e: MouseEvent) => {
      const parts = at(e)?.parts;
      if (parts?.length) select(parts);
    },
  };
}

function lightUp(place: Element | null, marks: readonly Marked[], lit: ReadonlySet<string>): void {
  for (const span of place?.querySelectorAll("[data-symbol]") ?? []) {
    const name = marks[Number(span.getAttribute("data-symbol"))]?.name ?? "";
    span.classList.toggle("lit", lit.has(name));
    (span as HTMLElement).title = name;
  }
}

/** Whether an element has been near the visible part of the page. */
function useSeen(place: React.RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (seen || !place.current) return;
    const observer = new IntersectionObserver((found) => found.some((x) => x.isIntersecting) && setSeen(true), { rootMargin: "300px" });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [seen, place]);
  return seen;
}

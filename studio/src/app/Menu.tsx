import { type ReactNode, useEffect, useRef } from "react";

/** Things that open below a word; Escape, and a click elsewhere, close them. className: of the whole, inner: of what opens. */
export function Menu({ title, className, inner, children }: { title: string; className: string; inner?: string; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const away = (e: Event) => {
      if (details.current && !details.current.contains(e.target as Node)) details.current.open = false;
    };
    document.addEventListener("pointerdown", away);
    return () => document.removeEventListener("pointerdown", away);
  }, []);
  return (
    <details
      ref={details}
      className={className}
      onKeyDown={(e) => {
        if (e.key !== "Escape" || !details.current?.open) return;
        details.current.open = false;
        details.current.querySelector("summary")?.focus();
        e.stopPropagation();
      }}
    >
      <summary>{title}</summary>
      <div className={inner}>{children}</div>
    </details>
  );
}

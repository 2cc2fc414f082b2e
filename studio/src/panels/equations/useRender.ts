import { useEffect, useState } from "react";

type Render = (latex: string) => string;
let loaded: Render | null = null;

/** HTML of LaTeX; null until KaTeX is loaded, and where there is nothing to draw. */
export function useRender(latex: string | null): string | null {
  const [render, setRender] = useState<Render | null>(() => loaded);
  useEffect(() => {
    if (render || latex === null) return;
    let wanted = true;
    void import("./katex").then((m) => {
      loaded = m.render;
      if (wanted) setRender(() => m.render);
    });
    return () => {
      wanted = false;
    };
  }, [render, latex]);
  return render && latex !== null ? render(latex) : null;
}

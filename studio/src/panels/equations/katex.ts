/** KaTeX with its style and fonts; imported when the first equation is shown. */
import katex from "katex";
import "katex/dist/katex.min.css";

const kept = new Map<string, string>();

/** HTML of a line of LaTeX; only our own marks may add attributes. */
export function render(latex: string): string {
  const found = kept.get(latex);
  if (found !== undefined) return found;
  const html = katex.renderToString(latex, { output: "html", strict: false, throwOnError: false, trust: (c) => c.command === "\\htmlData" });
  kept.set(latex, html);
  if (kept.size > 500) kept.delete(kept.keys().next().value!);
  return html;
}

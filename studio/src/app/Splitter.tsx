import { useRef } from "react";

interface Props {
  label: string;
  axis: "x" | "y";
  value: number;
  change: (value: number) => void;
  min: number;
  max: number;
  /** The panel that grows is on the other side. */
  reverse?: boolean;
  /** The value is in per cent of the parent's width. */
  relative?: boolean;
}

/** A border that is moved by mouse, touch, or arrow keys. */
export function Splitter({ label, axis, value, change, min, max, reverse = false, relative = false }: Props) {
  const drag = useRef<{ at: number; value: number; whole: number } | null>(null);
  const clamp = (x: number) => Math.min(max, Math.max(min, x));
  const sign = reverse ? -1 : 1;
  const place = (e: React.PointerEvent) => (axis === "x" ? e.clientX : e.clientY);
  return (
    <div
      role="separator"
      aria-label={label}
      aria-orientation={axis === "x" ? "vertical" : "horizontal"}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={`splitter splitter-${axis}`}
      onPointerDown={(e) => {
        e.currentTarget.setPointerCapture(e.pointerId);
        const box = e.currentTarget.parentElement?.getBoundingClientRect();
        drag.current = { at: place(e), value, whole: relative ? (box?.width ?? 1000) / 100 : 1 };
      }}
      onPointerMove={(e) => {
        const d = drag.current;
        if (d) change(clamp(d.value + (sign * (place(e) - d.at)) / d.whole));
      }}
      onPointerUp={() => (drag.current = null)}
      onKeyDown={(e) => {
        const step = relative ? 3 : 24;
        if (e.key === (axis === "x" ? "ArrowRight" : "ArrowDown")) change(clamp(value + sign * step));
        else if (e.key === (axis === "x" ? "ArrowLeft" : "ArrowUp")) change(clamp(value - sign * step));
        else return;
        e.preventDefault();
      }}
    />
  );
}

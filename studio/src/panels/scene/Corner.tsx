import type { Ref } from "react";
import { type PerspectiveCamera, Vector3 } from "three";

const AXES = [
  { name: "x", way: new Vector3(1, 0, 0) },
  { name: "y", way: new Vector3(0, 1, 0) },
  { name: "z", way: new Vector3(0, 0, 1) },
] as const;

/** The world's axes as they lie on the screen, in a corner of the view. */
export function Corner({ ref }: { ref: Ref<SVGSVGElement> }) {
  return (
    <svg ref={ref} className="scene-corner" viewBox="-36 -36 72 72" aria-hidden="true">
      {AXES.map(({ name }) => (
        <g key={name} className={`axis-${name}`}>
          <line x1={0} y1={0} x2={0} y2={0} />
          <text textAnchor="middle" dominantBaseline="central">
            {name}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** Turn the corner's axes as the camera stands; what points away from the eye is drawn first. */
export function turnCorner(svg: SVGSVGElement, camera: PerspectiveCamera): void {
  for (const { name, way } of AXES) {
    const seen = way.clone().transformDirection(camera.matrixWorldInverse);
    const group = svg.querySelector(`.axis-${name}`);
    const line = group?.querySelector("line");
    const text = group?.querySelector("text");
    line?.setAttribute("x2", (22 * seen.x).toFixed(1));
    line?.setAttribute("y2", (-22 * seen.y).toFixed(1));
    text?.setAttribute("x", (30 * seen.x).toFixed(1));
    text?.setAttribute("y", (-30 * seen.y).toFixed(1));
    group?.setAttribute("opacity", Math.hypot(seen.x, seen.y) < 0.12 ? "0.25" : "1");
  }
}

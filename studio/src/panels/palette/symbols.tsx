/** Small drawings of what a mechanism is made of: 24 x 24, one stroke, the text's colour. */
import { JOINT_TYPES, JOINTS } from "@/document/joints";
import type { ReactNode } from "react";

const arrow = (d: string, head: string): ReactNode => (
  <>
    <path d={d} />
    <path d={head} />
  </>
);

const SYMBOLS: Record<string, ReactNode> = {
  world: (
    <>
      <path d="M3 9h18" />
      <path d="M6 9l-3 5M11 9l-3 5M16 9l-3 5M21 9l-3 5" />
    </>
  ),
  body: <rect x="3" y="8" width="18" height="8" rx="4" />,
  frame: (
    <>
      <path d="M7 17V5M7 17h12M7 17l-4 4" />
      <path d="M5 7l2-2 2 2M17 15l2 2-2 2" />
    </>
  ),
  fixed: (
    <>
      <rect x="5" y="5" width="14" height="14" />
      <path d="M5 5l14 14M19 5L5 19" />
    </>
  ),
  revolute: (
    <>
      <circle cx="12" cy="12" r="2" />
      {arrow("M18.5 8a7.5 7.5 0 1 0 1 5", "M19.5 4v4.5H15")}
    </>
  ),
  continuous: (
    <>
      <circle cx="12" cy="12" r="2" />
      <circle cx="12" cy="12" r="7.5" />
      <path d="M17 4.5l2.5 2-3 1" />
    </>
  ),
  prismatic: (
    <>
      <rect x="7" y="9" width="10" height="6" />
      <path d="M2 12h3M19 12h3M4 10l-2 2 2 2M20 10l2 2-2 2" />
    </>
  ),
  helical: <path d="M3 15c0-8 6-8 6 0s-3 4-1-2 7-5 7 2-3 4-1-2 7-4 7 2" />,
  universal: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 6v12M6 12h12" />
    </>
  ),
  cylindrical: (
    <>
      <rect x="6" y="8" width="12" height="8" />
      <path d="M2 12h20" strokeDasharray="4 2 1 2" />
      <path d="M9 19a5 3 0 0 0 6 0M15 17v2h-2" />
    </>
  ),
  gimbal: (
    <>
      <circle cx="12" cy="12" r="9" />
      <ellipse cx="12" cy="12" rx="9" ry="3.5" />
      <ellipse cx="12" cy="12" rx="3.5" ry="9" />
    </>
  ),
  planar: (
    <>
      <path d="M2 17l5-9h15l-5 9z" />
      <path d="M9 14h6M13.5 12.500l1.500 1.500-1.500 1.500" />
    </>
  ),
  spherical: (
    <>
      <circle cx="12" cy="12" r="5" />
      <path d="M18 5.500a9 9 0 1 0 0 13" />
    </>
  ),
  floating: (
    <>
      <circle cx="12" cy="12" r="2.500" />
      <path d="M12 2v4M12 18v4M2 12h4M18 12h4M10.500 3.500L12 2l1.500 1.500M20.500 10.500L22 12l-1.500 1.500" />
    </>
  ),
  close: (
    <>
      <path d="M9 12h6" strokeDasharray="2 2" />
      <circle cx="6" cy="12" r="3" />
      <circle cx="18" cy="12" r="3" />
    </>
  ),
  point: (
    <>
      <circle cx="12" cy="12" r="3" fill="currentColor" />
      <path d="M2 12h7M15 12h7" strokeDasharray="2 2" />
    </>
  ),
  pin: (
    <>
      <circle cx="12" cy="12" r="3.500" />
      <path d="M2 12h6.500M15.500 12H22" strokeDasharray="2 2" />
    </>
  ),
  cylinder: (
    <>
      <rect x="8" y="8" width="8" height="8" rx="1" />
      <path d="M12 3v18" strokeDasharray="4 2 1 2" />
      <path d="M2 12h6M16 12h6" strokeDasharray="2 2" />
    </>
  ),
  slider: (
    <>
      <rect x="8" y="9" width="8" height="6" />
      <path d="M5 18h14M2 12h6M16 12h6" strokeDasharray="2 2" />
    </>
  ),
  weld: <path d="M2 12h7M15 12h7M9 7v10l6-10v10z" />,
  gear: (
    <>
      <circle cx="8.500" cy="12" r="5" />
      <circle cx="17.500" cy="12" r="3.500" />
      <path d="M8.500 4.500v2M8.500 17.500v2M1.500 12h2M17.500 6.500v2M17.500 15.500v2" />
    </>
  ),
  rack: (
    <>
      <circle cx="12" cy="9" r="5" />
      <path d="M2 18h3v-2.500h3V18h3v-2.500h3V18h3v-2.500h3V18h2" />
    </>
  ),
  coupling: (
    <>
      <path d="M3 12h18" strokeDasharray="3 2" />
      <path d="M14 7c-4-3-4 3-5 9M6.500 11h5" />
    </>
  ),
  tendon: (
    <>
      <circle cx="6" cy="7" r="3" />
      <circle cx="18" cy="17" r="3" />
      <path d="M8 4.500l12.500 10M3.500 9l12 10" />
    </>
  ),
  spring: <path d="M2 12h3l1.500-5 3 10 3-10 3 10 1.500-5h5" />,
  damper: (
    <>
      <path d="M2 12h7M15 12h7" />
      <path d="M17 7H9v10h8M15 9v6" />
    </>
  ),
  force: arrow("M4 20L18 6", "M10 6h8v8"),
  motion: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M5.500 12c2-6 4-6 6.500 0s4.500 6 6.500 0" />
    </>
  ),
  formula: (
    <>
      <circle cx="12" cy="12" r="9" />
      <path d="M15 7.500c-3-1.500-3.500 1-5 9M8.500 12h5" />
    </>
  ),
  pd: (
    <>
      <circle cx="12" cy="12" r="9" />
      <circle cx="12" cy="12" r="4" />
      <circle cx="12" cy="12" r="0.500" />
    </>
  ),
  probe: (
    <>
      <path d="M3 20V4M3 20h18" />
      <path d="M5 15c3-10 5-10 8-3s4 4 7-4" />
    </>
  ),
  parameter: <path d="M4 8h9M17 8h3M4 16h3M11 16h9M15 5.500v5M9 13.500v5" />,
  template: (
    <>
      <path d="M4 19h16M7 6h10M5.500 19L9 6M18.500 19L15 6M5.500 19L15 6M18.500 19L9 6" />
    </>
  ),
  loop: <path d="M5 18L8 7l9-2 3 13zM5 18h15" />,
};

/** A type of joint without a drawing of its own has its sign of pictures of trees. */
const signs: Record<string, ReactNode> = Object.fromEntries(
  JOINT_TYPES.map((type) => [
    type,
    <g transform="translate(12 12)">
      {["disc", "ball", "free"].includes(JOINTS[type].outline) ? <circle r="10" /> : <rect x="-10" y="-10" width="20" height="20" />}
      <path d={JOINTS[type].path} />
    </g>,
  ]),
);

/** The drawing of a kind of part. */
export function Symbol({ name, size = 22 }: { name: string; size?: number }) {
  return (
    <svg className="part-symbol" viewBox="0 0 24 24" width={size} height={size} fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      {SYMBOLS[name] ?? signs[name] ?? SYMBOLS.body}
    </svg>
  );
}

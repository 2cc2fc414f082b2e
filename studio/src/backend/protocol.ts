/**
 * What the page asks and what it is told. Both backends answer it: the server (one POST route per request, /api/<name>)
 * and Pyodide (the same Python functions, in the page). `linkwright.studio.desk` is the other side of this file.
 *
 * Every request carries the document as text. An answer is either {ok: true, hash, ...} or {ok: false, hash, messages}:
 * a document with mistakes is an ordinary answer, not a failure of the request.
 */

/** A request's payload and its answer, by name. */
export interface Requests {
  check: { payload: WithDocument; answer: Checked };
  program: { payload: WithDocument & { run: RunSetup }; answer: ProgramText };
  equations: { payload: WithDocument & EquationsAsked; answer: { formulas: Formula[] } };
  code: { payload: WithDocument & CodeAsked; answer: CodeMade };
  /** Without progress the server sends the zip itself (application/zip); with it, and in Pyodide, it comes in base64. */
  build: { payload: WithDocument & BuildAsked; answer: Built };
  verify: { payload: WithDocument & { against?: string }; answer: { verdict: Verdict; tolerances: Record<string, number> } };
  simulate: { payload: WithDocument & { run: RunSetup }; answer: { motion: ServerMotion } };
  modes: { payload: WithDocument & { q: number[] }; answer: { modes: Mode[]; stable: boolean; said: string[] } };
  /** A motion of one joint from rest to rest, as a formula of t. */
  move: { payload: MoveAsked; answer: { formula: string; duration: number } };
  import: { payload: { files: Record<string, string>; main?: string; others?: string[] }; answer: Imported };
  export: { payload: WithDocument & { format: "yaml" | "urdf" | "mjcf" | "sdf" }; answer: Exported };
  template: { payload: { joints?: string; loop?: string; parallel?: string }; answer: { document: string } };
  templates: { payload: Record<string, never>; answer: { loop: string[]; parallel: string[] } };
  examples: { payload: Record<string, never>; answer: { examples: Example[] } };
  example: { payload: { id: string }; answer: { document: string; name: string } };
  conventions: { payload: Record<string, never>; answer: { text: string; languages: Language[]; quantities: QuantityRow[] } };
}

export interface WithDocument {
  document: string;
}

/** A line for the Messages panel. line: 1-based in the document's text; path: the part of the document, where it is known. */
export interface Message {
  severity: "error" | "note";
  code: string;
  what: string;
  hint: string;
  line: number | null;
  path: string[] | null;
}

export type Answer<T> = ({ ok: true; hash: string; seconds: number } & T) | { ok: false; hash: string; messages: Message[] };

// --- check -----------------------------------------------------------------------------------------------------------

export interface Checked {
  /** As `linkwright check --json` prints it (schema report.schema.json). */
  report: Report;
  messages: Message[];
  /** The free coordinates and why they were chosen, in words ("crank: it has the motor"). */
  coordinates: Coordinate[];
}

export interface Report {
  kind: "open" | "closed" | "lagrangian";
  name: string;
  nq: number;
  nv: number;
  degrees_of_freedom: number;
  loops: unknown[];
  parameters: Record<string, number | number[] | null>;
  notes: { kind: string; what: string; where: string }[];
  tree: Tree | null;
  closure: Record<string, unknown> | null;
  lagrangian: Record<string, unknown> | null;
}

export interface Tree {
  nq: number;
  nv: number;
  base: string;
  gravity: (number | string)[];
  joints: TreeJoint[];
  bodies: { name: string; mass: number | string; first_moment: (number | string)[]; inertia: (number | string)[] }[];
  frames: string[];
}

export interface TreeJoint {
  name: string;
  type: string;
  parent: string;
  child: string;
  q: number[] | null;
  v: number[] | null;
  axis: (number | string)[] | null;
  lower: number | string | null;
  upper: number | string | null;
  mimic: unknown;
  drive: Record<string, unknown>;
}

/** One element of q. free: may be given a start; why: in words. start: where the document's mechanism rests by itself. */
export interface Coordinate {
  name: string;
  joint: string;
  index: number;
  unit: "rad" | "m" | "";
  free: boolean;
  why: string;
  start: number;
  lower: number | null;
  upper: number | null;
}

// --- run -------------------------------------------------------------------------------------------------------------

/** `studio.run` and `studio.start` of the document, as the page reads them; texts are formulas with units ("60 deg"). */
export interface RunSetup {
  time: number;
  /** Samples per second that are kept. */
  rate: number;
  method: "rk4" | "dopri5" | "server";
  step: number;
  /** Of methods that choose their steps: relative and absolute error of a step. */
  tolerance?: number;
  /** By coordinate (q) or degree of freedom (v) name. */
  start: { q: Record<string, string | number>; v: Record<string, string | number> };
  inputs: Record<string, Input>;
  /** Stops at joint limits: stiffness in N m/rad or N/m, damping; null: limits are not felt. */
  stops: { stiffness: number; damping: number } | null;
  /** Tables of signals by name, for `simulate`: straight lines between the rows, the ends held. */
  signals?: Record<string, { t: number[]; value: number[] }>;
}

/** What drives a joint (by its name, or by the name of a Lagrangian's input). */
export type Input =
  | { kind: "formula"; force: string } // in t, q1.., v1.., parameters
  | { kind: "pd"; target: string; stiffness: string | number; damping: string | number } // force = k (target(t) - q) - d v
  | { kind: "motion"; position: string } // the joint follows position(t); its force is what that takes
  | { kind: "signal"; signal: string }; // force = column of a table, given by the page at every instant

/**
 * A module of JavaScript that Linkwright generated, with functions that the page calls. Vectors are Float64Array; every function
 * has `parameters` (numbers in the order of layout.parameters) as its last input; results are fresh or go to `out`.
 *
 * open:       slope(t, q, v, signals, push, parameters) -> {dq, a, power}
 *             observe(t, q, v, a, signals, push, parameters) -> {tau, acting, kinetic, potential}
 *                 tau: what motors and inputs give; acting: all that acts in the joint about its axis (motor, spring,
 *                 damper, friction, stop), one per degree of freedom
 *             place(q, parameters) -> {poses, centers}: 12 numbers per layout.poses (rotation row by row, then position);
 *                 3 per layout.bodies: centres of mass
 *             pull(q, points, forces, parameters) -> {push}: joint forces of forces at points (world; 3 numbers per body)
 *             speeds(q, v, parameters) -> {twists}: 6 numbers per layout.poses (velocity of the origin, angular velocity; world)
 *             derivatives of place are had from pull: unit forces give the rows of a Jacobian
 * closed:     the same functions of the tree's coordinates except slope and pull, and
 *             close(q, guess, parameters) -> {tree, residual}: all joints from the free coordinates (Newton from the guess)
 *             free_pull(tree, points, forces, parameters) -> {push}: forces in the free coordinates
 *             The motion itself comes from the server (`simulate`).
 * lagrangian: step(t, q, v, signals, h, parameters) -> {q, v}
 *             observe(t, q, v, signals, parameters) -> {a, tau, kinetic, potential, energy, power}
 */
export interface ProgramText {
  javascript: string;
  layout: Layout;
}

export interface Layout {
  kind: "open" | "closed" | "lagrangian";
  name: string;
  nq: number;
  nv: number;
  /** Of the tree, where kind is closed; else the same as nq and nv. */
  tree: { nq: number; nv: number };
  coordinates: Coordinate[];
  /** One per element of v: names as joints are called ("elbow", "ball.x"), and units. */
  freedoms: { name: string; joint: string; index: number; unit: "rad/s" | "m/s" | "" }[];
  /** Start values, from run.start, complete; of closed ones: of the tree, closed. */
  start: { q: number[]; v: number[] };
  parameters: { name: string; value: number }[];
  /** Things with a pose, in the order of `place`. kind joint: the frame in which the joint moves, its axis in axis. */
  poses: { name: string; kind: "body" | "frame" | "joint"; axis?: number[]; type?: string; body?: string }[];
  bodies: { name: string; joint: string; parent: string; mass: number }[];
  /** Names of tables' columns that slope and observe want, in order. */
  signals: string[];
  /** Joints by name -> limits that act as stops. */
  stops: Record<string, [number | null, number | null]>;
  /** Of Lagrangians: variables with their manifold and place in q and v. */
  variables: { name: string; manifold: string; q: number[]; v: number[] }[];
  /** What the page must say of this run ("limits act as springs of ...", "contact is not modelled"). */
  notes: string[];
}

export interface ServerMotion {
  t: number[];
  q: number[][];
  v: number[][];
  a: number[][];
  tau: number[][];
  kinetic: number[];
  potential: number[];
  work: number[];
  /** Largest gap of the loops at every instant. */
  gaps: number[] | null;
  energy_error: number;
  /** Of closed robots: multipliers of the loops per instant, with names. */
  constraint_forces: { labels: string[]; values: number[][] } | null;
  labels: { q: string[]; v: string[]; a: string[]; tau: string[] };
  said: string[];
}

/** Positions in rad or m, times in s; bounds that are null do not hold, not both of the last two. */
export interface MoveAsked {
  from: number;
  to: number;
  start: number;
  velocity: number | null;
  acceleration: number | null;
  jerk: number | null;
}

/** Modes that nothing restores (rigid ones) have frequency 0; those that do not vibrate have imaginary 0 and damping 1 or -1. */
export interface Mode {
  frequency: number; // Hz: |eigenvalue| / 2 pi, that of the undamped part
  damping: number; // ratio
  real: number;
  imaginary: number;
  shape: { real: number[]; imaginary: number[] }; // of v (of the tree's v, where a robot is closed), largest entry 1
}

// --- equations and code --------------------------------------------------------------------------------------------------

export interface EquationsAsked {
  quantities: string[];
  style: "closed" | "steps";
  /** Of poses, Jacobians and twists; default: the last one. */
  frame?: string;
  /** Time for all of them, until what is too long is written as steps (default 0.24 s). */
  seconds?: number;
}

export interface Formula {
  quantity: string;
  /** Above the lines in a terminal. */
  heading: string;
  title: string;
  equation: string;
  style: string;
  operations: string;
  doc: string;
  /** parameters and coordinates that a line mentions, by the names of the document; bodies that those belong to. */
  lines: { name: string; text: string; latex: string; symbols: string[] }[];
}

/** As its schema has it (verdict.schema.json). tolerances: by the law's number. */
export interface Verdict {
  robot: string;
  rows: { law: number; name: string; residual: number | string | null; exact: boolean | null; ok: boolean | null; note: string }[];
}

export interface CodeAsked {
  language: string;
  quantities: string[];
  parameters: "numeric" | "symbolic" | "inertial" | "base";
}

export interface CodeMade {
  files: { path: string; text: string; size: number }[];
  functions: { name: string; operations: string; total: number }[];
  left_out: { name: string; why: string }[];
}

export interface BuildAsked {
  languages: string[];
  quantities: string[];
  parameters: "numeric" | "symbolic" | "base";
}

/** A folder per language with its tests, and the document. zip: base64. */
export interface Built {
  zip: string;
  name: string;
  files: string[];
  left_out: { name: string; why: string }[];
}

export interface Language {
  id: string;
  title: string;
}

export interface QuantityRow {
  name: string;
  aliases: string[];
  equation: string;
  kinds: string[];
}

// --- files -----------------------------------------------------------------------------------------------------------

export interface Imported {
  document: string;
  name: string;
  /** Meshes that a shape names and that were not among the files (`files` with content, `others` by name alone). */
  missing: string[];
  messages: Message[];
  /** Several files may be the robot: ask again with one of these as main; the document is empty. */
  candidates: string[];
}

export interface Exported {
  text: string;
  name: string;
  notes: string[];
  /** Files that belong beside it (what closes the robot of a URDF), name -> text. */
  beside: Record<string, string>;
}

export interface Example {
  id: string;
  title: string;
  /** What it is, in a sentence. */
  about: string;
  group: string;
  /** An SVG picture, as text. */
  picture: string;
}

// --- the server's own routes (fetchRoute; there are none in the static page) ----------------------------------------------

/** A file on disk. sha: of its bytes, what a save is based on; mtime_ns: as text, it has more digits than a number. */
export interface FileFacts {
  name: string;
  path: string;
  sha: string;
  mtime_ns: string;
}

/**
 * GET document. file: null where the studio was started without one (a save with a name goes to `folder`).
 * imported: the file is no YAML; `document` was made from it, and is saved under `name` beside it.
 */
export type OpenedFile =
  | { ok: true; file: null; folder: string }
  | { ok: true; file: FileFacts; document: string; imported: false }
  | ({ ok: true; file: FileFacts; imported: true } & Imported)
  | { ok: false; messages: Message[] };

/**
 * PUT document. Without a name the file itself is written, if it still is what `base` (its sha) says; with a name another
 * file of the same folder, over an existing one only with replace.
 */
export interface SaveAsked {
  text: string;
  base?: string;
  name?: string;
  replace?: boolean;
}

/** Status 200; 409 with conflict (and what is on disk now) or exists; 400 otherwise. */
export type Saved =
  | { ok: true; file: FileFacts }
  | { ok: false; messages: Message[]; conflict?: true; text?: string; sha?: string; mtime_ns?: string; exists?: true };

/**
 * GET events: a line of JSON each, for as long as it is read. changed: by another program; saved and editing: by another tab
 * (POST editing with {} tells the others); tabs: how many listen; alive: nothing happened.
 */
export type ServerEvent =
  | { event: "changed"; sha: string }
  | { event: "saved"; tab: string; sha: string; name: string }
  | { event: "editing"; tab: string }
  | { event: "tabs"; count: number }
  | { event: "alive" };

/** GET mesh?path=meshes/link0.stl: the file below the document's folder or its package; 404 names it. */

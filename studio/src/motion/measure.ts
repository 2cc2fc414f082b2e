/** How long our own script took in a frame, for tests and for the browser's own tools. */
const KEPT = 300;
const counts = new Map<string, number>();

/** Do something and leave a `performance.measure` of that name; old ones are cleared, observers have seen them. */
export function measured<T>(name: string, work: () => T): T {
  const start = performance.now();
  try {
    return work();
  } finally {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (count % KEPT === 0) performance.clearMeasures(name);
    performance.measure(name, { start, end: performance.now() });
  }
}

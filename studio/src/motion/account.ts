/** The account of the energy: kinetic + potential - work stays what it was. Errors count relative to the energy that moves. */

const NOTHING = 1e-12; // J, below which nothing moves
/** From here on a run is doubted. */
export const DOUBT = 1e-4;

interface Span {
  least: number;
  most: number;
}
const widened = (s: Span, x: number): Span => ({ least: Math.min(s.least, x), most: Math.max(s.most, x) });
const width = (s: Span): number => (s.most >= s.least ? s.most - s.least : 0);

export class Account {
  private begun: number | null = null;
  private worst = 0;
  private kinetic: Span = { least: 0, most: 0 };
  private potential: Span = { least: Infinity, most: -Infinity };
  private work: Span = { least: Infinity, most: -Infinity };

  add(kinetic: number, potential: number, work: number): void {
    this.begun ??= kinetic + potential - work;
    this.worst = Math.max(this.worst, Math.abs(kinetic + potential - work - this.begun));
    this.kinetic = widened(this.kinetic, kinetic);
    this.potential = widened(this.potential, potential);
    this.work = widened(this.work, work);
  }

  /** Largest error so far; NaN before the first sample. */
  get error(): number {
    if (this.begun === null) return NaN;
    return this.worst / Math.max(NOTHING, this.kinetic.most, width(this.potential), width(this.work));
  }
}

/** The account of samples that are there already. */
export function accountOf(run: { kinetic: readonly number[]; potential: readonly number[]; work: readonly number[] }): Account {
  const account = new Account();
  run.kinetic.forEach((k, n) => account.add(k, run.potential[n]!, run.work[n]!));
  return account;
}

/** One run in the page: samples at whole multiples of 1/rate, made as far as they are asked for, forked where something changes. */
import type { Account } from "./account";
import { accountOf } from "./account";
import { inherit } from "./columns";
import type { Moment } from "./integrators";
import type { Mover } from "./mover";
import type { Program, Tape } from "./state";
import { copied, cut, endOf, indexAt, momentAt, newTape, record } from "./tape";

const PIECE = 200; // steps between two looks at the clock

export class Session {
  tape: Tape;
  account: Account;
  /** Where the integration is: at the last sample or a little later. */
  private now: Moment;

  private constructor(
    private mover: Mover,
    tape: Tape,
    now: Moment,
    readonly rate: number,
  ) {
    this.tape = tape;
    this.now = now;
    this.account = accountOf(tape);
  }

  /** From a state at time t on, with that state as the first sample. */
  static begin(program: Program, mover: Mover, start: Moment, rate: number): Session {
    const tape = { ...newTape(program.layout), functions: program.functions };
    record(tape, start, mover.observe(start), mover.parameters());
    return new Session(mover, tape, start, rate);
  }

  /**
   * From the samples up to an instant on, under a mover that may differ: what the change itself did to the energy counts
   * as work.
   */
  static resume(program: Program, mover: Mover, tape: Tape, t: number, rate: number): Session {
    const count = Math.max(1, indexAt(tape.t, t) + 1);
    const kept = { ...(count < tape.t.length ? cut(tape, count) : copied(tape, tape.label)), layout: program.layout, functions: program.functions };
    inherit(tape, kept, count);
    const now = momentAt(kept, count - 1);
    const seen = mover.observe(now);
    const jump = seen.kinetic + seen.potential - kept.kinetic[count - 1]! - kept.potential[count - 1]!;
    const session = new Session(mover, kept, { ...now, work: now.work + jump }, rate);
    if (kept.parameters) kept.parameters[count - 1] = mover.parameters();
    amend(kept, count - 1, seen, now.work + jump);
    return session;
  }

  /** Samples up to the first at or after `t`, as long as the clock allows; whether they are all there. */
  compute(t: number, last: number, deadline: number): boolean {
    while (endOf(this.tape) < Math.min(t, last) - 1e-9) {
      const next = Math.min(last, (Math.floor(endOf(this.tape) * this.rate + 1e-6) + 1) / this.rate);
      this.now = this.mover.to(this.now, next, PIECE);
      if (this.now.t >= next) {
        const seen = this.mover.observe(this.now);
        record(this.tape, this.now, seen, this.mover.parameters());
        this.account.add(seen.kinetic, seen.potential, this.now.work);
      }
      if (performance.now() > deadline) return endOf(this.tape) >= Math.min(t, last) - 1e-9;
    }
    return true;
  }
}

/** The sample at which something changed shows what acts from there on. */
function amend(tape: Tape, k: number, seen: ReturnType<Mover["observe"]>, work: number): void {
  tape.a[k] = seen.a;
  tape.tau[k] = seen.tau;
  tape.acting[k] = seen.acting;
  tape.kinetic[k] = seen.kinetic;
  tape.potential[k] = seen.potential;
  tape.work[k] = work;
}

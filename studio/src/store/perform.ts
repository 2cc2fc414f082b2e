/** An operation is done: one named step, its sentence in the status line; or why it is not. */
import { isRefused, type Outcome } from "@/document/operations/outcome";
import { change, say } from "./studio";

/** Do what an operation gave; false where it refused. merge: joined with a step of the same label before it. */
export function perform(outcome: Outcome, merge = false): boolean {
  if (isRefused(outcome)) {
    say(outcome.refused);
    return false;
  }
  change(outcome.label, outcome.patches, { select: outcome.select, merge });
  say(outcome.said ?? outcome.label);
  return true;
}

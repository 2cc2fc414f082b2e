/** What generated functions ask of their inputs, and of arrays for their results. */

// --- a generated module has what follows

let $checks = true;

/** Switch the checks of all inputs on or off; they are on at first. */
export function setChecks(on) {
  $checks = Boolean(on);
}

function $array(where, name, x, size) {
  if (x === null || typeof x !== "object" || x.length !== size) {
    throw new RangeError(`${where}: ${name} must be an array of ${size} numbers, not ${x?.length ?? x}`);
  }
}

function $numbers(where, name, x, size) {
  $array(where, name, x, size);
  for (let k = 0; k < size; k++) {
    if (!Number.isFinite(x[k])) {
      throw new RangeError(`${where}: element ${k} of ${name} is ${x[k]}, not a finite number`);
    }
  }
}

function $number(where, name, x) {
  if (!Number.isFinite(x)) {
    throw new RangeError(`${where}: ${name} is ${x}, not a finite number`);
  }
}

function $result(where, name, x, size, overlaps) {
  $array(where, name, x, size);
  if (overlaps) {
    throw new RangeError(`${where}: ${name} is also an input; it would be overwritten while it is read`);
  }
}

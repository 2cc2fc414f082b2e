// Written by Linkwright. Do not edit: generate it again.

/** Walks a table of checks: a line for each, a summary, exit code 1 where one fails.
 *
 * Memory is so many numbers: first the data, then what a check computes. Arrays are where they begin in it, matrices
 * row-major. A function has, for each of its arguments, which of its inputs that is and how many numbers (null: one
 * by value), and names of its outputs. A check has a name, a tolerance, a floor, the size of a sum, and steps.
 */
export function run({ name, data, memory: size, functions, places, checks }) {
  const memory = new Float64Array(size);
  memory.set(data);
  const runs = (function_, first) => call(memory, functions[function_], places, first);
  let passed = 0;
  let largest = 0;
  console.log(name);
  for (const [title, tolerance, floor, length, rows] of checks) {
    memory.fill(NaN, data.length);
    const error = relativeError(memory, floor, length, rows, runs);
    const ok = error <= tolerance; // NaN is not
    passed += ok;
    largest = Math.max(largest, Number.isNaN(error) ? Infinity : error);
    console.log(`  ${(ok ? "ok" : "FAILED").padEnd(6)} ${error.toExponential(2).padStart(9)}  ${title}`);
  }
  console.log(`${checks.length} checks, ${passed} passed, max relative error ${largest.toExponential(2)}`);
  if (passed !== checks.length) {
    process.exitCode = 1;
  }
}

/** Calls a function: from `first` on, places of its inputs, -1 for one that is left out, then of its outputs. */
function call(memory, [called, inputs, outputs], places, first) {
  const given = inputs.map(([k, size]) => {
    const at = places[first + k];
    if (at < 0) {
      return undefined;
    }
    return size === null ? memory[at] : memory.subarray(at, at + size);
  });
  const made = called(...given);
  for (const [k, name] of outputs.entries()) {
    const result = outputs.length === 1 ? made : made[name];
    memory.set(typeof result === "number" ? [result] : result, places[first + inputs.length + k]);
  }
}

/** Takes the steps of a check: largest element of the sum, relative to the largest element of its terms. */
function relativeError(memory, floor, size, rows, runs) {
  const sum = new Float64Array(size);
  let scale = floor;
  for (const [code, a, b, c, d, e, f] of rows) {
    if (code === 0) {
      runs(a, b);
    } else if (code === 1) {
      transpose(memory, a, b, c, d);
    } else if (code === 2) {
      multiply(memory, a, b, c, d, e, f);
    } else if (code === 3) {
      for (let k = 0; k < size; k++) {
        const term = memory[a] * memory[b + k];
        sum[k] += term;
        scale = Math.max(scale, Math.abs(term));
      }
    } else {
      absent(memory, a, b, c);
    }
  }
  return sum.reduce((most, x) => Math.max(most, Math.abs(x)), 0) / scale; // NaN stays NaN
}

function transpose(memory, source, result, rows, columns) {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      memory[result + j * rows + i] = memory[source + i * columns + j];
    }
  }
}

function multiply(memory, left, right, result, rows, inner, columns) {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) {
        sum += memory[left + i * inner + k] * memory[right + k * columns + j];
      }
      memory[result + i * columns + j] = sum;
    }
  }
}

/** Where the mask is 1 an element must be NaN: it becomes 0, any other number infinite. */
function absent(memory, array, mask, size) {
  for (let k = 0; k < size; k++) {
    if (memory[mask + k] > 0) {
      memory[array + k] = Number.isNaN(memory[array + k]) ? 0 : Infinity;
    }
  }
}

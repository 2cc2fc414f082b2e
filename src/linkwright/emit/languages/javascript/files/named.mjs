/** Parameters by name. */

// --- a generated module whose parameters have names has what follows

/** Numbers, some of them changed by name. index: name -> place. */
function $changed(port, numbers, index, changes) {
  const values = Float64Array.from(numbers);
  for (const [name, value] of Object.entries(changes)) {
    const place = index.get(name);
    if (place === undefined) {
      throw new RangeError(`no element of ${port} is called ${name}`);
    }
    values[place] = value;
  }
  return values;
}

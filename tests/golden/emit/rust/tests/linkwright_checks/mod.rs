//! Written by Linkwright 1.0: runs the checks of a generated test program, which are rows of whole numbers.
//!
//! Memory is one array: first what is given, then what a check computes, which is NaN before each check. Arrays are where
//! they begin in memory, matrices row by row. A row is a step, its kind and up to six numbers:
//!
//! ```text
//! 0  function, first                 call; arguments[first], ... are where inputs begin (-1: its default) and outputs go
//! 1  source, result, rows, columns                  transpose
//! 2  left, right, result, rows, inner, columns      multiply matrices
//! 3  factor, array                   add the number at `factor` times the array to the sum
//! 4  array, mask, size               where the mask is 1 there must be a NaN: it becomes 0, any other number infinite
//! ```
//!
//! A check has passed where (largest element of the sum) / max(largest element of what is added, floor) <= tolerance.

use std::process::ExitCode;

/// All checks of a test program. memory: how many numbers it has, those of `data` included.
pub struct Table {
    pub name: &'static str,
    pub memory: usize,
    pub data: &'static [f64],
    pub functions: &'static [fn(&mut Call)],
    pub arguments: &'static [isize],
    pub checks: &'static [Check],
}

/// The rows make a sum of `size` elements.
pub struct Check {
    pub name: &'static str,
    pub tolerance: f64,
    pub floor: f64,
    pub size: usize,
    pub rows: &'static [[usize; 7]],
}

impl Table {
    /// A line for each check, a summary; what `main` returns, a failure where a check fails.
    pub fn run(&self) -> ExitCode {
        let (mut passed, mut largest) = (0, 0.0);
        let mut memory = self.data.to_vec();
        println!("{}", self.name);
        for check in self.checks {
            memory.truncate(self.data.len());
            memory.resize(self.memory, f64::NAN);
            let error = self.error(check, &mut memory);
            let ok = error <= check.tolerance;
            passed += usize::from(ok);
            largest = error.max(largest);
            let word = if ok { "ok" } else { "FAILED" };
            println!("  {word:<6} {error:>9.2e}  {}", check.name);
        }
        let count = self.checks.len();
        println!("{count} checks, {passed} passed, max relative error {largest:.2e}");
        ExitCode::from(u8::from(passed != count))
    }

    /// The relative error of a check, infinite where something is no finite number.
    fn error(&self, check: &Check, memory: &mut [f64]) -> f64 {
        let mut sum = vec![0.0; check.size];
        let mut scale = check.floor;
        for &row in check.rows {
            match row {
                [0, function, first, ..] => {
                    let at = &self.arguments[first..];
                    self.functions[function](&mut Call { memory, at });
                }
                [1, source, result, rows, columns, ..] => {
                    for k in 0..rows * columns {
                        memory[result + k] = memory[source + k % rows * columns + k / rows];
                    }
                }
                [2, left, right, result, rows, inner, columns] => {
                    for n in 0..rows * columns {
                        let (i, j) = (left + n / columns * inner, right + n % columns);
                        let products = (0..inner).map(|k| memory[i + k] * memory[j + k * columns]);
                        memory[result + n] = products.sum();
                    }
                }
                [3, factor, array, ..] => {
                    for (k, x) in sum.iter_mut().enumerate() {
                        let term = memory[factor] * memory[array + k];
                        *x += term;
                        scale = term.abs().max(scale);
                    }
                }
                [_, array, mask, size, ..] => {
                    for k in (0..size)
                        .filter(|k| memory[mask + k] > 0.0)
                        .collect::<Vec<_>>()
                    {
                        let absent = memory[array + k].is_nan();
                        memory[array + k] = if absent { 0.0 } else { f64::INFINITY };
                    }
                }
            }
        }
        sum.iter().map(|x| x.abs() / scale).fold(0.0, |error, x| {
            if x.is_finite() {
                x.max(error)
            } else {
                f64::INFINITY
            }
        })
    }
}

/// A call of a function, whose inputs and outputs have their places in memory.
pub struct Call<'a> {
    memory: &'a mut [f64],
    at: &'a [isize],
}

impl Call<'_> {
    /// An input, a number or an array.
    pub fn input<A: Array>(&self, argument: usize) -> A {
        A::read(&self.memory[self.at[argument] as usize..])
    }

    /// The same, or its default.
    pub fn input_or<A: Array>(&self, argument: usize, default: A) -> A {
        if self.at[argument] < 0 {
            default
        } else {
            self.input(argument)
        }
    }

    /// Puts an output into memory.
    pub fn output<A: Array>(&mut self, argument: usize, value: A) {
        value.write(&mut self.memory[self.at[argument] as usize..]);
    }
}

/// A number, or an array of arrays of any depth, as numbers one behind the other.
pub trait Array {
    const SIZE: usize;
    fn read(memory: &[f64]) -> Self;
    fn write(&self, memory: &mut [f64]);
}

impl Array for f64 {
    const SIZE: usize = 1;

    fn read(memory: &[f64]) -> Self {
        memory[0]
    }

    fn write(&self, memory: &mut [f64]) {
        memory[0] = *self;
    }
}

impl Array for f32 {
    const SIZE: usize = 1;

    fn read(memory: &[f64]) -> Self {
        memory[0] as f32
    }

    fn write(&self, memory: &mut [f64]) {
        memory[0] = f64::from(*self);
    }
}

impl<A: Array, const N: usize> Array for [A; N] {
    const SIZE: usize = N * A::SIZE;

    fn read(memory: &[f64]) -> Self {
        std::array::from_fn(|k| A::read(&memory[k * A::SIZE..]))
    }

    fn write(&self, memory: &mut [f64]) {
        for (k, x) in self.iter().enumerate() {
            x.write(&mut memory[k * A::SIZE..]);
        }
    }
}

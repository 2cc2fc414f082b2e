//! The root of a generated crate.

// --- it has what follows between what is said of the robot and the modules of its functions
//! Matrices are arrays of rows: `M[i][j]`. Every function has a form `.._into` that writes to arrays of the caller's.
//!
//! Without the feature `std` (`default-features = false`) nothing but `core` is used, and no memory is allocated in either
//! form. Inputs are checked to be finite numbers where debug assertions are on, as in debug builds; sizes by the compiler.
//!
//! For most speed build with `RUSTFLAGS="-C target-cpu=native -C llvm-args=-fp-contract=fast"`: for the
//! processor at hand, and a b + c as one fused operation.

#![no_std]
#![forbid(unsafe_code)]
#![allow(non_snake_case, unused_variables)] // M, C, J are what they are called; a model may not need all of an input
#![allow(
    clippy::approx_constant,
    clippy::eq_op,
    clippy::excessive_precision,
    clippy::too_many_arguments,
    clippy::type_complexity
)]

#[cfg(feature = "std")]
extern crate std;

// which of these a robot's functions use differs
#[allow(dead_code, unused_imports)]
mod math;
#[allow(dead_code)]
#[cfg(not(feature = "std"))]
mod math_core;
#[allow(dead_code)]
#[cfg(feature = "std")]
mod math_std;
#[allow(dead_code, unused_imports)]
mod real;
#[allow(dead_code)]
mod sincos;

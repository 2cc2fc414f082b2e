//! Tiny arm: equations of motion
//!
//! ```text
//! Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
//!
//! Conventions
//!   M(q) a = tau
//!   angles in radians */ """ % \end{document}
//!
//! Parameters
//!   m1       1.5   kg  mass of the upper link
//!   L_upper  0.25  m
//!
//! Functions
//!   mass_matrix  M(q) a = tau
//! ```
//!
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

#[rustfmt::skip]
mod constants;
#[rustfmt::skip]
mod defaults;
#[rustfmt::skip]
mod mass_matrix;

pub use constants::*;
pub use defaults::*;
pub use mass_matrix::*;

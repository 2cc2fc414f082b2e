// What functions compute with.
// Written by Linkwright. Do not edit: generate it again.

#[cfg(not(feature = "std"))]
pub(crate) use crate::math_core::*;
pub(crate) use crate::sincos::*;

pub(crate) type Real = f64;

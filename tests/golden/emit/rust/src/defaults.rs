// Tiny arm: default values of inputs
// Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

/// Default values of parameters.
pub const PARAMETERS: [f64; 2] = [
    1.5, // 0: m1
    0.25, // 1: L_upper
];

/// Where the elements of parameters are: `parameters[parameters_index::M1]`.
#[allow(missing_docs, non_upper_case_globals)]
pub mod parameters_index {
    pub const M1: usize = 0;
    pub const L_UPPER: usize = 1;
}

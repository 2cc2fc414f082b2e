// Tiny arm: sizes, names and limits of the coordinates
// Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

/// length of q
pub const NQ: usize = 2;
/// joints in the order of q
pub const JOINT_NAMES: [&str; 2] = ["upper \"arm\"", "it's \\ α"];
/// lower limits of q
pub const LOWER_POSITION_LIMIT: [f64; NQ] = [-0.5, -f64::INFINITY];

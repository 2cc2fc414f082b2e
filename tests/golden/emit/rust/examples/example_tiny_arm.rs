// Tiny arm: how the functions are called; run: cargo run --example example_tiny_arm
// Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

use tiny_arm as robot;

#[allow(non_snake_case, clippy::approx_constant, clippy::excessive_precision)]
#[rustfmt::skip]
fn main() {
    {
        let q = [0.5, -0.25];
        let mut parameters = robot::PARAMETERS;
        parameters[robot::parameters_index::M1] = 2.0;
        println!("mass_matrix {:?}", robot::mass_matrix(&q, &robot::PARAMETERS));
        let mut M = [[0.0; 2]; 2]; // used again and again
        let mut h = 0.0; // used again and again
        robot::mass_matrix_into(&q, &parameters, &mut M, &mut h);
        println!("{M:?}");
        println!("{h:?}");
    }
}

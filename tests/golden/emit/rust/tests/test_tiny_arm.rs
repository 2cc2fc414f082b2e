// Tiny arm: tests of the generated functions against independent values; run: cargo test
// Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

#[allow(dead_code)] // not every function has defaults
mod linkwright_checks;

use linkwright_checks::*;

fn main() -> std::process::ExitCode {
    TABLE.run()
}

#[allow(non_snake_case, clippy::approx_constant, clippy::excessive_precision)]
#[rustfmt::skip]
static TABLE: Table = Table {
    name: "Tiny arm",
    memory: 16,
    data: &[
        0.5, -0.25,
        1.5, 0.25,
        2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5,
        -0.12370197962726147,
        1.0, -1.0,
    ],
    functions: &[
        |c| {
            let (y0, y1) = tiny_arm::mass_matrix(&c.input(0), &c.input_or(1, tiny_arm::PARAMETERS));
            c.output(2, y0);
            c.output(3, y1);
        },
    ],
    arguments: &[
        0, 2, 11, 15, 0, 2, 11, 15,
    ],
    checks: &[
        Check { name: "M at a sample",
            tolerance: 1e-09, floor: 0.001, size: 4, rows: &[
                [0, 0, 0, 0, 0, 0, 0], [3, 9, 11, 0, 0, 0, 0], [3, 10, 4, 0, 0, 0, 0],
            ] },
        Check { name: "h at a sample",
            tolerance: 1e-09, floor: 0.001, size: 1, rows: &[
                [0, 0, 4, 0, 0, 0, 0], [3, 9, 15, 0, 0, 0, 0], [3, 10, 8, 0, 0, 0, 0],
            ] },
    ],
};

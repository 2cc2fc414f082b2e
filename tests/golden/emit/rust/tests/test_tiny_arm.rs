// Tiny arm: tests of the generated functions against independent values; run: cargo test
// Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

struct Table {
    checks: usize,
    passed: usize,
    largest: f64,
}

impl Table {
    /// The sum of the terms must vanish, relative to the largest element of the terms.
    fn row(&mut self, name: &str, terms: &[Vec<f64>], tolerance: f64, floor: f64) {
        let scale = terms.iter().flatten().fold(floor, |s, x| s.max(x.abs()));
        let sums = (0..terms[0].len()).map(|k| terms.iter().map(|t| t[k]).sum::<f64>().abs());
        let error = sums.fold(0.0, larger) / scale;
        let ok = error <= tolerance;
        self.checks += 1;
        self.passed += usize::from(ok);
        self.largest = larger(self.largest, error);
        let word = if ok { "ok" } else { "FAILED" };
        println!("  {word:<6} {error:>9.2e}  {name}");
    }
}

fn larger(error: f64, x: f64) -> f64 {
    if x.is_finite() {
        error.max(x)
    } else {
        f64::INFINITY
    }
}

fn main() -> std::process::ExitCode {
    println!("{}", cases::NAME);
    let mut table = Table {
        checks: 0,
        passed: 0,
        largest: 0.0,
    };
    cases::run(&mut table);
    let Table {
        checks,
        passed,
        largest,
    } = table;
    println!("{checks} checks, {passed} passed, max relative error {largest:.2e}");
    std::process::ExitCode::from(u8::from(passed != checks))
}

#[allow(clippy::approx_constant, clippy::excessive_precision, unused_variables)]
#[rustfmt::skip]
mod cases {
    use super::Table;

    pub const NAME: &str = "Tiny arm";

    pub fn run(table: &mut Table) {
        case_0(table);
        case_1(table);
    }

    fn scaled(factor: f64, x: &[f64]) -> Vec<f64> {
        x.iter().map(|x| factor * x).collect()
    }

    fn vector<const N: usize>(x: &[f64]) -> [f64; N] {
        std::array::from_fn(|i| x[i])
    }

    const D0: &[f64] = &[0.5, -0.25];

    const D1: &[f64] = &[1.5, 0.25];

    const D2: &[f64] = &[2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5];

    const D3: &[f64] = &[-0.12370197962726147];

    fn case_0(table: &mut Table) {
        let (y0, y1) = tiny_arm::mass_matrix(&vector(D0), &vector(D1));
        let r0 = y0.as_flattened().to_vec();
        let r1 = [y1];
        let terms = [scaled(1.0, &r0), scaled(-1.0, D2)];
        table.row("M at a sample", &terms, 1e-09, 0.001);
    }

    fn case_1(table: &mut Table) {
        let (y0, y1) = tiny_arm::mass_matrix(&vector(D0), &vector(D1));
        let r0 = y0.as_flattened().to_vec();
        let r1 = [y1];
        let terms = [scaled(1.0, &r1), scaled(-1.0, D3)];
        table.row("h at a sample", &terms, 1e-09, 0.001);
    }
}

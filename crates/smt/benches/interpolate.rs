//! Speed of the interpolators on counting paths of 10, 100 and 1,000 steps: `cargo bench -p landfall-smt --bench interpolate`.

use landfall_smt::interpolate::{Direction, Farkas, Horn, Interpolator, Newton};
use landfall_smt::{Config, Context, Term};
use std::time::Instant;

fn counting(steps: usize) -> Vec<Term> {
    let var = |name: &str, k: usize| Term::int_var(&format!("{name}@{k}"));
    let mut path = vec![Term::and(&[var("x", 0).eq(0), var("y", 0).eq(0)])];
    for k in 0..steps {
        path.push(Term::and(&[
            var("x", k).lt(steps as i64),
            var("x", k + 1).eq(var("x", k) + 1),
            var("y", k + 1).eq(var("y", k) + var("x", k)),
        ]));
    }
    path.push(Term::and(&[var("x", steps).ge(steps as i64), var("y", steps).lt(0)]));
    path
}

fn main() {
    let members: [(&dyn Interpolator, usize); 4] = [
        (&Farkas, 1000),
        (&Newton { direction: Direction::Forward }, 1000),
        (&Newton { direction: Direction::Backward }, 1000),
        (&Horn, 10),
    ];
    for steps in [10, 100, 1000] {
        let path = counting(steps);
        for (member, most) in members {
            if steps > most {
                continue;
            }
            // A context of its own, so that nobody profits from another's translations.
            let context = Context::new(Config::default());
            let started = Instant::now();
            let found = member.sequence(&context, &path).is_some();
            let time = started.elapsed();
            println!(
                "{:>10} {steps:>5} steps {:>10.3} ms {}",
                member.name(),
                time.as_secs_f64() * 1e3,
                if found { "" } else { "no result" }
            );
        }
    }
}

//! What it takes to add a domain: a module with a [`Domain`], and its name in the list.

use landfall_smt::Term;

use super::{DOMAINS, Domain, Ground, Known};
use crate::engine::Context;

/// Knows nothing.
pub struct Toy;

impl Domain for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn is_last_resort(&self) -> bool {
        true
    }

    fn facts(&self, ground: &Ground<'_>, known: Option<&[Term]>, _: &mut Context<'_>) -> Known {
        let nodes = ground.plain_graph().0.locs.len();
        assert!(
            known.is_some_and(|known| known.len() == nodes),
            "the domains before it have told something of each node"
        );
        Ok(Some(vec![Term::tt(); nodes]))
    }
}

#[test]
fn a_domain_is_a_module_and_a_name_in_the_list() {
    use crate::engine::tests::checked;
    use crate::engine::{EngineKind, EngineOptions};
    use crate::verdict::Verdict;

    assert!(DOMAINS.iter().any(|domain| domain.name() == "toy"));
    let product = "semantics lp64 undefined;\nentry main;\nproc main() entry l0 exit l1 {
        local i: i32; local m: i32; local n: i32; local s: i32;
        loc l9 error assertion \"the sum is a product\";
        l0 -> l2: havoc m uninitialised; l2 -> l3: havoc n uninitialised;
        l3 -> l4: assume 0 <= m && m < 1000 && 0 <= n && n < 1000;
        l4 -> l5: s = 0; l5 -> l6: i = 0;
        l6 -> l7: assume i < n; l7 -> l8: s = s + m; l8 -> l6: i = i + 1;
        l6 -> l10: assume !(i < n); l10 -> l9: assume s != n * m; l10 -> l1: assume s == n * m;
    }";
    let (verdict, statistics) = checked(&*EngineKind::Gps.engine(&EngineOptions::default()), product);
    assert!(matches!(verdict, Verdict::Safe(_)), "{verdict:?}");
    assert!(statistics.times.contains_key("toy"), "it was asked");
}

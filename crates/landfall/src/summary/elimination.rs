//! Single-target path expressions by elimination (Tarjan's algorithm, run in its dual form: paper `gps`, section 6.1).
//!
//! For one target `t`, every node `u` gets the value of *all* paths from `u` to `t`. The unknowns satisfy
//! `X(u) = Σ w(u, v) · X(v)` and `X(t) ∋ 1`. Eliminating a node replaces it by `w(u, u)* · Σ w(u, v) · X(v)` in the equations
//! of its predecessors; substituting back in the reverse order gives all unknowns. A loop's star is computed once, and when
//! inner nodes go before the loop head that contains them (the reverse of a weak topological order) the starred weight is
//! just the loop's body. What is substituted back is never composed as a relation: only its effect *before* a known
//! condition is needed, which is cheaper (`Algebra::before`).

use std::collections::{BTreeMap, BTreeSet};

/// What the edges of a graph are interpreted in. The laws are those of a Kleene algebra up to over-approximation.
pub trait Algebra {
    /// A set of paths as a relation between states.
    type Weight: Clone;
    /// A set of paths to the target as a condition on the state they start in.
    type Condition: Clone;
    /// Why the computation was given up, e.g. a budget.
    type Stop;

    fn compose(&mut self, first: &Self::Weight, then: &Self::Weight) -> Result<Self::Weight, Self::Stop>;
    fn choose(&mut self, a: &Self::Weight, b: &Self::Weight) -> Result<Self::Weight, Self::Stop>;
    /// Zero or more repetitions; `at` is the node whose cycle it is.
    fn star(&mut self, at: usize, body: &Self::Weight) -> Result<Self::Weight, Self::Stop>;
    /// The condition before `weight` so that `after` may hold after it.
    fn before(&mut self, weight: &Self::Weight, after: &Self::Condition) -> Result<Self::Condition, Self::Stop>;
    fn either(&mut self, a: &Self::Condition, b: &Self::Condition) -> Result<Self::Condition, Self::Stop>;
    /// The condition of the target: the empty path.
    fn arrived(&mut self) -> Self::Condition;
}

/// A node's equation after its elimination: the star of its own cycle, if it has one, and its successors not yet eliminated.
#[derive(Clone, Debug)]
struct Eliminated<W> {
    star: Option<W>,
    successors: BTreeMap<usize, W>,
}

/// All conditions to reach the target, and the loop summaries met on the way.
#[derive(Clone, Debug)]
pub struct Solution<W, C> {
    /// By node; `None` where no path leads to the target.
    pub conditions: Vec<Option<C>>,
    /// By node: the star of the node's cycle through nodes that were eliminated before it.
    pub stars: Vec<Option<W>>,
}

/// Solves for `target` over nodes `0..order.len()`. `order` lists every node once, in the order of elimination: inner nodes of a
/// loop before its head, and the target last; the target has no outgoing edges. Parallel edges are allowed.
pub fn single_target<A: Algebra>(
    algebra: &mut A,
    order: &[usize],
    edges: impl IntoIterator<Item = (usize, usize, A::Weight)>,
    target: usize,
) -> Result<Solution<A::Weight, A::Condition>, A::Stop> {
    assert_eq!(order.last(), Some(&target), "the target is eliminated last");
    let count = order.len();
    let mut graph = Equations { forward: vec![BTreeMap::new(); count], backward: vec![BTreeSet::new(); count] };
    for (from, to, weight) in edges {
        assert_ne!(from, target, "the target has no outgoing edges");
        graph.add(algebra, from, to, weight)?;
    }
    let mut eliminated: Vec<Option<Eliminated<A::Weight>>> = (0..count).map(|_| None).collect();
    for &node in &order[..count - 1] {
        eliminated[node] = Some(graph.eliminate(algebra, node)?);
    }
    let mut conditions: Vec<Option<A::Condition>> = vec![None; count];
    let mut stars = vec![None; count];
    conditions[target] = Some(algebra.arrived());
    for &node in order[..count - 1].iter().rev() {
        let Eliminated { star, successors } =
            eliminated[node].take().expect("every node but the target was eliminated");
        let mut onward: Option<A::Condition> = None;
        for (successor, weight) in &successors {
            let Some(after) = &conditions[*successor] else { continue };
            let before = algebra.before(weight, after)?;
            onward = Some(match onward {
                Some(other) => algebra.either(&other, &before)?,
                None => before,
            });
        }
        conditions[node] = match (onward, &star) {
            (Some(onward), Some(star)) => Some(algebra.before(star, &onward)?),
            (onward, _) => onward,
        };
        stars[node] = star;
    }
    Ok(Solution { conditions, stars })
}

/// The equations that are left: for each node its summands, and who mentions it.
struct Equations<W> {
    forward: Vec<BTreeMap<usize, W>>,
    backward: Vec<BTreeSet<usize>>,
}

impl<W: Clone> Equations<W> {
    fn add<A: Algebra<Weight = W>>(
        &mut self,
        algebra: &mut A,
        from: usize,
        to: usize,
        weight: W,
    ) -> Result<(), A::Stop> {
        let weight = match self.forward[from].remove(&to) {
            Some(other) => algebra.choose(&other, &weight)?,
            None => weight,
        };
        self.forward[from].insert(to, weight);
        self.backward[to].insert(from);
        Ok(())
    }

    /// Takes `node` out: its predecessors get its right-hand side instead.
    fn eliminate<A: Algebra<Weight = W>>(&mut self, algebra: &mut A, node: usize) -> Result<Eliminated<W>, A::Stop> {
        let mut successors = std::mem::take(&mut self.forward[node]);
        let star = match successors.remove(&node) {
            Some(body) => Some(algebra.star(node, &body)?),
            None => None,
        };
        for successor in successors.keys() {
            self.backward[*successor].remove(&node);
        }
        for predecessor in std::mem::take(&mut self.backward[node]) {
            if predecessor == node {
                continue;
            }
            let into = self.forward[predecessor].remove(&node).expect("both directions are kept in step");
            let through = match &star {
                Some(star) => algebra.compose(&into, star)?,
                None => into,
            };
            for (&successor, weight) in &successors {
                let joined = algebra.compose(&through, weight)?;
                self.add(algebra, predecessor, successor, joined)?;
            }
        }
        Ok(Eliminated { star, successors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paths as shortest distances: the star of a non-negative weight is zero, so the answer is Dijkstra's.
    struct Distance;

    impl Algebra for Distance {
        type Weight = u64;
        type Condition = u64;
        type Stop = std::convert::Infallible;

        fn compose(&mut self, a: &u64, b: &u64) -> Result<u64, Self::Stop> {
            Ok(a + b)
        }
        fn choose(&mut self, a: &u64, b: &u64) -> Result<u64, Self::Stop> {
            Ok(*a.min(b))
        }
        fn star(&mut self, _: usize, _: &u64) -> Result<u64, Self::Stop> {
            Ok(0)
        }
        fn before(&mut self, w: &u64, c: &u64) -> Result<u64, Self::Stop> {
            Ok(w + c)
        }
        fn either(&mut self, a: &u64, b: &u64) -> Result<u64, Self::Stop> {
            Ok(*a.min(b))
        }
        fn arrived(&mut self) -> u64 {
            0
        }
    }

    /// Paths as regular expressions over edge names, to look at the shape of what is starred.
    struct Shape;

    impl Algebra for Shape {
        type Weight = String;
        type Condition = String;
        type Stop = std::convert::Infallible;

        fn compose(&mut self, a: &String, b: &String) -> Result<String, Self::Stop> {
            Ok(format!("{a}{b}"))
        }
        fn choose(&mut self, a: &String, b: &String) -> Result<String, Self::Stop> {
            Ok(format!("({a}+{b})"))
        }
        fn star(&mut self, _: usize, a: &String) -> Result<String, Self::Stop> {
            Ok(format!("[{a}]*"))
        }
        fn before(&mut self, w: &String, c: &String) -> Result<String, Self::Stop> {
            Ok(format!("{w}{c}"))
        }
        fn either(&mut self, a: &String, b: &String) -> Result<String, Self::Stop> {
            Ok(format!("({a}+{b})"))
        }
        fn arrived(&mut self) -> String {
            String::new()
        }
    }

    #[test]
    fn a_nested_loop_is_starred_inside_out() {
        // 0 -a-> 1 (outer head) -b-> 2 (inner head) -c-> 2, 2 -d-> 1, 1 -e-> 3.
        let edges = [(0, 1, "a"), (1, 2, "b"), (2, 2, "c"), (2, 1, "d"), (1, 3, "e")];
        let edges = edges.map(|(f, t, w)| (f, t, w.to_string()));
        let solution = single_target(&mut Shape, &[2, 1, 0, 3], edges, 3).unwrap();
        assert_eq!(solution.conditions[0].as_deref(), Some("a[b[c]*d]*e"));
        assert_eq!(solution.conditions[2].as_deref(), Some("[c]*d[b[c]*d]*e"));
        assert_eq!(solution.stars[1].as_deref(), Some("[b[c]*d]*"));
    }

    #[test]
    fn distances_agree_with_relaxation_on_random_graphs_in_any_order() {
        let mut seed = 12345u64;
        let mut random = |n: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % n
        };
        for _ in 0..200 {
            let count = 2 + random(8) as usize;
            let target = count - 1;
            let edges: Vec<(usize, usize, u64)> = (0..random(25))
                .map(|_| (random(count as u64 - 1) as usize, random(count as u64) as usize, random(9)))
                .collect();
            let mut order: Vec<usize> = (0..target).collect();
            for i in (1..order.len()).rev() {
                order.swap(i, random(i as u64 + 1) as usize);
            }
            order.push(target);
            let mut expected = vec![None; count];
            expected[target] = Some(0u64);
            for _ in 0..count {
                for &(from, to, w) in &edges {
                    if let Some(d) = expected[to] {
                        expected[from] = Some(expected[from].map_or(d + w, |e: u64| e.min(d + w)));
                    }
                }
            }
            let solution = single_target(&mut Distance, &order, edges, target).unwrap();
            assert_eq!(solution.conditions, expected);
        }
    }
}

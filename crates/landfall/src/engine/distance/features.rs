//! The 25 static features of a program by which a metric is selected (Table 1 of the paper).
//!
//! They are counted on the automaton as the front end made it. A feature of functions is represented by its maximum, average and
//! (population) standard deviation. Bit-fields are those variables whose width no integer type of C has.

use std::collections::BTreeSet;

use crate::cfa::graph::{CallGraph, Loops, Members};
use crate::cfa::{BinaryOp, Expr, Op, Program, Type, VarId};

use super::decides_loop;

/// The names of the features, in the order of the table.
pub const NAMES: [&str; 25] = [
    "LOCS", "MXLOFN", "AVLOFN", "SDLOFN", "EDGES", "MXEGFN", "AVEGFN", "SDEGFN", "LOOPS", "MXLPFN", "AVLPFN", "SDLPFN",
    "FUNCS", "MXCALLS", "AVCALLS", "SDCALLS", "VARS", "VARSASM", "VARSLOOP", "VARSINC", "FIELDS", "MXCC", "SMCC",
    "AVCC", "SDCC",
];

/// What each feature counts, in the same order.
pub const DESCRIPTIONS: [&str; 25] = [
    "locations",
    "locations of a function, maximum",
    "locations of a function, average",
    "locations of a function, standard deviation",
    "edges",
    "edges of a function, maximum",
    "edges of a function, average",
    "edges of a function, standard deviation",
    "loops",
    "loops of a function, maximum",
    "loops of a function, average",
    "loops of a function, standard deviation",
    "functions",
    "calls in a function, maximum",
    "calls in a function, average",
    "calls in a function, standard deviation",
    "variables in conditions, or that these depend on",
    "variables in conditions",
    "variables in conditions that leave loops",
    "variables that count in loops",
    "bit-fields among the relevant variables",
    "cyclomatic complexity of a function, maximum",
    "cyclomatic complexity, sum",
    "cyclomatic complexity of a function, average",
    "cyclomatic complexity of a function, standard deviation",
];

/// The features of one program.
#[derive(Clone, PartialEq, Debug)]
pub struct Features {
    values: [f64; 25],
}

impl Features {
    pub fn new(program: &Program) -> Features {
        let members = Members::new(program);
        let loops = Loops::new(program);
        let calls = CallGraph::new(program);
        let per_proc = |count: &dyn Fn(crate::cfa::ProcId) -> usize| -> Vec<f64> {
            program.procs.keys().map(|p| count(p) as f64).collect()
        };
        let locs = per_proc(&|p| members.locs[p].len());
        let edges = per_proc(&|p| members.edges[p].len());
        let looping = per_proc(&|p| loops.components().filter(|(_, c)| c.proc == p).count());
        let calling = per_proc(&|p| calls.callees(p).len());
        let complexity: Vec<f64> = edges.iter().zip(&locs).map(|(e, n)| (e - n + 2.0).max(1.0)).collect();
        let variables = Variables::new(program, &loops);
        let mut values = Vec::with_capacity(25);
        for counts in [&locs, &edges, &looping] {
            values.push(counts.iter().sum());
            values.extend(spread(counts));
        }
        values.push(program.procs.len() as f64);
        values.extend(spread(&calling));
        let sets = [&variables.relevant, &variables.conditions, &variables.leaving, &variables.counting];
        values.extend(sets.map(|set| set.len() as f64));
        values.push(variables.relevant.iter().filter(|v| is_field(program, **v)).count() as f64);
        let [maximum, average, deviation] = spread(&complexity);
        values.extend([maximum, complexity.iter().sum(), average, deviation]);
        Features { values: values.try_into().expect("there are 25 features") }
    }

    /// From values in the order of [`NAMES`], for those who have them from elsewhere.
    pub fn from_values(values: [f64; 25]) -> Features {
        Features { values }
    }

    /// Names and values, in the order of the table.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        NAMES.into_iter().zip(self.values)
    }

    pub fn values(&self) -> &[f64; 25] {
        &self.values
    }

    /// The value of a feature by its name.
    pub fn get(&self, name: &str) -> Option<f64> {
        NAMES.iter().position(|n| *n == name).map(|index| self.values[index])
    }
}

/// Maximum, average and standard deviation.
fn spread(counts: &[f64]) -> [f64; 3] {
    let number = counts.len().max(1) as f64;
    let average = counts.iter().sum::<f64>() / number;
    let variance = counts.iter().map(|c| (c - average) * (c - average)).sum::<f64>() / number;
    [counts.iter().copied().fold(0.0, f64::max), average, variance.sqrt()]
}

fn is_field(program: &Program, var: VarId) -> bool {
    matches!(program.vars[var].ty, Type::Int(ty) if !matches!(ty.bits, 1 | 8 | 16 | 32 | 64 | 128))
}

struct Variables {
    relevant: BTreeSet<VarId>,
    conditions: BTreeSet<VarId>,
    leaving: BTreeSet<VarId>,
    counting: BTreeSet<VarId>,
}

impl Variables {
    fn new(program: &Program, loops: &Loops) -> Variables {
        let (mut conditions, mut leaving) = (BTreeSet::new(), BTreeSet::new());
        let mut steps = BTreeSet::new();
        for edge in program.edges.values() {
            match &edge.op {
                Op::Assume(condition) => {
                    let leaves = program.locs[edge.src].outgoing.len() > 1 && decides_loop(program, loops, edge.src);
                    condition.for_each_var(&mut |v| {
                        conditions.insert(v);
                        if leaves {
                            leaving.insert(v);
                        }
                    });
                }
                Op::Assign(var, value) if loops.innermost(edge.src).is_some() && is_step(*var, value) => {
                    steps.insert(*var);
                }
                _ => {}
            }
        }
        let counting = leaving.intersection(&steps).copied().collect();
        Variables { relevant: relevant(program, &conditions), conditions, leaving, counting }
    }
}

/// `var = var ± constant`, possibly with conversions.
fn is_step(var: VarId, value: &Expr) -> bool {
    match value {
        Expr::Cast(_, inner) => is_step(var, inner),
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            let is_var = |e: &Expr| matches!(strip(e), Expr::Var(v) if *v == var);
            let is_constant = |e: &Expr| matches!(strip(e), Expr::Int(..));
            is_var(left) && is_constant(right) || is_constant(left) && is_var(right)
        }
        _ => false,
    }
}

fn strip(mut expr: &Expr) -> &Expr {
    while let Expr::Cast(_, inner) = expr {
        expr = inner;
    }
    expr
}

/// The variables of conditions and those from which their values come, through calls as well.
fn relevant(program: &Program, conditions: &BTreeSet<VarId>) -> BTreeSet<VarId> {
    let mut found = conditions.clone();
    loop {
        let before = found.len();
        for edge in program.edges.values() {
            match &edge.op {
                Op::Assign(var, value) if found.contains(var) => {
                    value.for_each_var(&mut |v| {
                        found.insert(v);
                    });
                }
                Op::Call { callee, args, result } => {
                    let data = &program.procs[*callee];
                    if result.is_some_and(|r| found.contains(&r)) {
                        found.extend(data.result);
                    }
                    for (param, arg) in data.params.iter().zip(args) {
                        if found.contains(param) {
                            arg.for_each_var(&mut |v| {
                                found.insert(v);
                            });
                        }
                    }
                }
                _ => {}
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::text::read_program;

    #[test]
    fn features_are_counted() {
        let program = read_program(
            "proc main() entry a exit z { local n: i32; local m: i32; local unused: i32;
               a -> b: m = 10; b -> c: unused = 3; c -> h: n = 0;
               h -> d: assume n < m; d -> h: n = n + 1; h -> e: assume !(n < m); e -> z: call g(n); }
             proc g(k: i32) entry s exit t { s -> t: assume k > 0; s -> t: assume !(k > 0); }
             entry main;",
        )
        .unwrap_or_else(|e| panic!("{e:?}"));
        let features = Features::new(&program);
        let expected = [
            ("LOCS", 9.0),
            ("MXLOFN", 7.0),
            ("AVLOFN", 4.5),
            ("SDLOFN", 2.5),
            ("EDGES", 9.0),
            ("LOOPS", 1.0),
            ("FUNCS", 2.0),
            ("MXCALLS", 1.0),
            ("AVCALLS", 0.5),
            // n, m and k; `unused` reaches no condition.
            ("VARS", 3.0),
            ("VARSASM", 3.0),
            ("VARSLOOP", 2.0),
            ("VARSINC", 1.0),
            ("FIELDS", 0.0),
            ("MXCC", 2.0),
            ("SMCC", 4.0),
        ];
        for (name, value) in expected {
            assert_eq!(features.get(name), Some(value), "{name}");
        }
        assert_eq!(features.iter().count(), 25);
    }
}

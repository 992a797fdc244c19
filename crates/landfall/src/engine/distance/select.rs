//! Which metric suits a program: a decision tree over its features (section IV-B-2 of the paper).
//!
//! The tree is text, one node a line, children indented below their condition:
//!
//! ```text
//! MXCC < 12.5
//!   lf
//! else
//!   bb
//! ```
//!
//! Lines that begin with `#` are comments. The default tree is `metric.tree` beside this file.

use super::Metric;
use super::features::{Features, NAMES};
use crate::cfa::Program;

/// The tree that is shipped.
const DEFAULT: &str = include_str!("metric.tree");

/// A metric, or the one that suits the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum MetricChoice {
    #[default]
    Auto,
    Fixed(Metric),
}

impl MetricChoice {
    /// The metric for a program, as the front end made it.
    pub fn resolve(self, program: &Program) -> Metric {
        match self {
            MetricChoice::Auto => Tree::shipped().select(&Features::new(program)),
            MetricChoice::Fixed(metric) => metric,
        }
    }
}

impl std::str::FromStr for MetricChoice {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == "auto" { Ok(MetricChoice::Auto) } else { name.parse().map(MetricChoice::Fixed) }
    }
}

/// A decision tree.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    Leaf(Metric),
    /// The first child if the feature is below the bound, else the second.
    Split {
        feature: &'static str,
        bound: f64,
        below: Box<Tree>,
        otherwise: Box<Tree>,
    },
}

impl Tree {
    /// The default tree.
    pub fn shipped() -> Tree {
        DEFAULT.parse().expect("the shipped tree is well formed, as a test shows")
    }

    /// The metric for a program with these features.
    pub fn select(&self, features: &Features) -> Metric {
        match self {
            Tree::Leaf(metric) => *metric,
            Tree::Split { feature, bound, below, otherwise } => {
                let is_below = features.get(feature).is_some_and(|value| value < *bound);
                if is_below { below.select(features) } else { otherwise.select(features) }
            }
        }
    }

    fn write(&self, depth: usize, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let indent = "  ".repeat(depth);
        match self {
            Tree::Leaf(metric) => writeln!(f, "{indent}{metric}"),
            Tree::Split { feature, bound, below, otherwise } => {
                writeln!(f, "{indent}{feature} < {bound}")?;
                below.write(depth + 1, f)?;
                writeln!(f, "{indent}else")?;
                otherwise.write(depth + 1, f)
            }
        }
    }
}

impl std::fmt::Display for Tree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.write(0, f)
    }
}

impl std::str::FromStr for Tree {
    type Err = String;

    fn from_str(text: &str) -> Result<Tree, String> {
        let is_content = |line: &(usize, &str)| !line.1.trim().is_empty() && !line.1.trim_start().starts_with('#');
        let mut lines = text.lines().enumerate().filter(is_content).peekable();
        let tree = node(&mut lines)?;
        match lines.next() {
            None => Ok(tree),
            Some((number, line)) => Err(format!("line {}: `{}` is too much", number + 1, line.trim())),
        }
    }
}

type Lines<'t, I> = std::iter::Peekable<I>;

fn node<'t, I: Iterator<Item = (usize, &'t str)>>(lines: &mut Lines<'t, I>) -> Result<Tree, String> {
    let Some((number, line)) = lines.next() else { return Err("the tree ends too early".to_string()) };
    let wrong = |what: &str| format!("line {}: {what}", number + 1);
    let Some((feature, bound)) = line.split_once('<') else {
        return line.trim().parse().map(Tree::Leaf).map_err(|e: String| wrong(&e));
    };
    let feature = NAMES.into_iter().find(|n| *n == feature.trim()).ok_or_else(|| wrong("no such feature"))?;
    let bound = bound.trim().parse().map_err(|_| wrong("the bound is no number"))?;
    let below = Box::new(node(lines)?);
    match lines.next() {
        Some((_, line)) if line.trim() == "else" => {}
        _ => return Err(wrong("this condition has no `else`")),
    }
    let otherwise = Box::new(node(lines)?);
    Ok(Tree::Split { feature, bound, below, otherwise })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(name: &str, value: f64) -> Features {
        let mut values = [0.0; 25];
        values[NAMES.iter().position(|n| *n == name).expect("a feature")] = value;
        Features::from_values(values)
    }

    #[test]
    fn trees_select_and_print_as_they_are_read() {
        let text = "FUNCS < 12.5\n  MXCC < 3\n    st\n  else\n    bb\nelse\n  lf\n";
        let tree: Tree = format!("# a comment\n{text}").parse().expect("a tree");
        assert_eq!(tree.to_string(), text);
        assert_eq!(tree.select(&features("FUNCS", 13.0)), Metric::LoopsAndFunctions);
        assert_eq!(tree.select(&features("MXCC", 2.0)), Metric::Statements);
        assert_eq!(tree.select(&features("MXCC", 3.0)), Metric::BasicBlocks);
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        for text in ["", "FUNCS < 1\n  st", "FUNCS < x\n  st\nelse\n  bb", "NONE < 1\n st\nelse\n st", "st\nbb", "xy"] {
            assert!(text.parse::<Tree>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_shipped_tree_is_well_formed() {
        assert!(DEFAULT.parse::<Tree>().is_ok());
    }
}

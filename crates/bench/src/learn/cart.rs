//! Classification trees by recursive partitioning (CART), as R's `rpart` grows them, which the paper on directed search uses with
//! its default settings: splits by Gini impurity, then pruning by cost and complexity.
//!
//! Everything is deterministic: of equally good splits the first feature and the smallest bound are taken, of equally frequent
//! classes the first.

/// What is known of one thing: the values of its features, and its class.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    pub features: Vec<f64>,
    pub class: usize,
}

/// When a tree stops to grow, and what is pruned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// Fewer samples than these are not split.
    pub min_split: usize,
    /// The root has depth 0.
    pub max_depth: usize,
    /// A split must save at least this part of the root's misclassified samples for each leaf that it adds.
    pub complexity: f64,
}

impl Settings {
    /// The fewest samples of a leaf: a third of those of a split.
    pub fn min_leaf(&self) -> usize {
        ((self.min_split + 1) / 3).max(1)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    Leaf(usize),
    /// The first child if the feature is below the bound, else the second.
    Split {
        feature: usize,
        bound: f64,
        below: Box<Tree>,
        otherwise: Box<Tree>,
    },
}

impl Tree {
    /// The tree for these samples, whose classes are below `classes`.
    pub fn learn(samples: &[&Sample], classes: usize, settings: &Settings) -> Tree {
        let (_, mistakes) = majority(&count(samples, classes));
        let grower = Grower { classes, settings, price: settings.complexity * mistakes as f64 };
        grower.grow(samples, 0).tree
    }

    pub fn classify(&self, features: &[f64]) -> usize {
        match self {
            Tree::Leaf(class) => *class,
            Tree::Split { feature, bound, below, otherwise } => {
                let next = if features[*feature] < *bound { below } else { otherwise };
                next.classify(features)
            }
        }
    }

    /// The readable form: conditions with their children indented below them.
    pub fn to_text(&self, features: &[String], classes: &[&str]) -> String {
        let mut text = String::new();
        self.write(features, classes, 0, &mut text);
        text
    }

    fn write(&self, features: &[String], classes: &[&str], depth: usize, text: &mut String) {
        let indent = "  ".repeat(depth);
        match self {
            Tree::Leaf(class) => *text += &format!("{indent}{}\n", classes[*class]),
            Tree::Split { feature, bound, below, otherwise } => {
                *text += &format!("{indent}{} < {bound}\n", features[*feature]);
                below.write(features, classes, depth + 1, text);
                *text += &format!("{indent}else\n");
                otherwise.write(features, classes, depth + 1, text);
            }
        }
    }
}

/// A tree with what it costs: the samples that it misclassifies, and its leaves.
struct Grown {
    tree: Tree,
    mistakes: usize,
    leaves: usize,
}

struct Grower<'a> {
    classes: usize,
    settings: &'a Settings,
    /// How many samples a further leaf must save.
    price: f64,
}

impl Grower<'_> {
    /// Grows both sides first and then takes the split back if it is not worth its leaves. From the leaves to the root, that gives
    /// the smallest tree of least cost, mistakes and the price of leaves together.
    fn grow(&self, samples: &[&Sample], depth: usize) -> Grown {
        let (class, mistakes) = majority(&count(samples, self.classes));
        let leaf = Grown { tree: Tree::Leaf(class), mistakes, leaves: 1 };
        if mistakes == 0 || samples.len() < self.settings.min_split || depth >= self.settings.max_depth {
            return leaf;
        }
        let Some((feature, bound)) = self.best_split(samples) else { return leaf };
        let (left, right): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(|s| s.features[feature] < bound);
        let (below, otherwise) = (self.grow(&left, depth + 1), self.grow(&right, depth + 1));
        let (remaining, leaves) = (below.mistakes + otherwise.mistakes, below.leaves + otherwise.leaves);
        if (mistakes - remaining) as f64 <= self.price * (leaves - 1) as f64 {
            return leaf;
        }
        let (below, otherwise) = (Box::new(below.tree), Box::new(otherwise.tree));
        Grown { tree: Tree::Split { feature, bound, below, otherwise }, mistakes: remaining, leaves }
    }

    /// The feature and bound with the least impurity of both sides; none if no split makes it less.
    fn best_split(&self, samples: &[&Sample]) -> Option<(usize, f64)> {
        let total = count(samples, self.classes);
        let min_leaf = self.settings.min_leaf();
        // Rounding must not pass for a gain.
        let mut best_purity = purity(&total) * (1.0 + 1e-12);
        let mut best = None;
        for feature in 0..samples.first()?.features.len() {
            let mut sorted = samples.to_vec();
            sorted.sort_by(|a, b| a.features[feature].total_cmp(&b.features[feature]));
            let (mut left, mut right) = (vec![0; self.classes], total.clone());
            for (index, pair) in sorted.windows(2).enumerate() {
                left[pair[0].class] += 1;
                right[pair[0].class] -= 1;
                let (low, high) = (pair[0].features[feature], pair[1].features[feature]);
                let size = index + 1;
                if low >= high || size < min_leaf || sorted.len() - size < min_leaf {
                    continue;
                }
                let found = purity(&left) + purity(&right);
                if found > best_purity {
                    best_purity = found * (1.0 + 1e-12);
                    best = Some((feature, readable_between(low, high)));
                }
            }
        }
        best
    }
}

fn count(samples: &[&Sample], classes: usize) -> Vec<usize> {
    let mut counts = vec![0; classes];
    samples.iter().for_each(|sample| counts[sample.class] += 1);
    counts
}

/// The most frequent class, and how many samples have another.
fn majority(counts: &[usize]) -> (usize, usize) {
    let most = counts.iter().copied().max().unwrap_or(0);
    let class = counts.iter().position(|count| *count == most).unwrap_or(0);
    (class, counts.iter().sum::<usize>() - most)
}

/// The number of samples times (1 - Gini impurity).
fn purity(counts: &[usize]) -> f64 {
    let squares: usize = counts.iter().map(|count| count * count).sum();
    squares as f64 / counts.iter().sum::<usize>().max(1) as f64
}

/// A number that is near the middle of `low < high`, above `low` and at most `high`, with as few digits as that allows.
fn readable_between(low: f64, high: f64) -> f64 {
    let middle = low + (high - low) / 2.0;
    let rounded = (0..17).filter_map(|digits| format!("{middle:.digits$}").parse::<f64>().ok());
    rounded.into_iter().find(|bound| low < *bound && *bound <= high).unwrap_or(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: Settings = Settings { min_split: 20, max_depth: 30, complexity: 0.01 };

    fn learn(samples: &[Sample], settings: &Settings) -> Tree {
        Tree::learn(&samples.iter().collect::<Vec<_>>(), 3, settings)
    }

    /// Class 0 up to 9, then 1 up to 19, then 2; the first feature says nothing.
    fn three_classes() -> Vec<Sample> {
        let sample = |n: usize| Sample { features: vec![(n % 2) as f64, n as f64], class: (n / 10).min(2) };
        (0..30).map(sample).collect()
    }

    #[test]
    fn classes_are_separated() {
        let tree = learn(&three_classes(), &SETTINGS);
        let text = tree.to_text(&["A".to_string(), "B".to_string()], &["x", "y", "z"]);
        assert_eq!(text, "B < 10\n  x\nelse\n  B < 20\n    y\n  else\n    z\n");
        assert!(three_classes().iter().all(|sample| tree.classify(&sample.features) == sample.class));
    }

    #[test]
    fn settings_end_the_growth() {
        let shallow = learn(&three_classes(), &Settings { max_depth: 1, ..SETTINGS });
        assert!(matches!(shallow, Tree::Split { ref otherwise, .. } if **otherwise == Tree::Leaf(1)), "{shallow:?}");
        assert_eq!(learn(&three_classes(), &Settings { min_split: 31, ..SETTINGS }), Tree::Leaf(0));
        // Each of the two splits saves ten of the root's twenty mistakes.
        assert_eq!(learn(&three_classes(), &Settings { complexity: 0.5, ..SETTINGS }), Tree::Leaf(0));
        assert_ne!(learn(&three_classes(), &Settings { complexity: 0.49, ..SETTINGS }), Tree::Leaf(0));
    }

    #[test]
    fn leaves_have_enough_samples() {
        assert_eq!(SETTINGS.min_leaf(), 7);
        let sample = |n: usize| Sample { features: vec![n as f64], class: usize::from(n < 5) };
        let samples: Vec<Sample> = (0..40).map(sample).collect();
        // The perfect bound leaves five on one side; no other is worth a leaf.
        let tree = learn(&samples, &SETTINGS);
        assert!(matches!(tree, Tree::Split { bound: 6.5, .. }), "{tree:?}");
        assert_eq!(learn(&samples[..4], &SETTINGS), Tree::Leaf(1));
        assert_eq!(learn(&[], &SETTINGS), Tree::Leaf(0));
    }

    #[test]
    fn bounds_are_readable_and_between() {
        for (low, high, bound) in [
            (12.0, 13.0, 12.5),
            (1.0, 4.0, 2.0),
            (0.333, 0.3339, 0.3334),
            (1.0, 1.0 + f64::EPSILON, 1.0 + f64::EPSILON),
        ] {
            let found = readable_between(low, high);
            assert!(low < found && found <= high, "{low} {found} {high}");
            assert!((found - bound).abs() < 1e-3, "{found}");
        }
    }
}

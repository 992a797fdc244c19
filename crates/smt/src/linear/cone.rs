//! The double description method: a polyhedral cone kept both as constraints and as generators (Chernikova's algorithm).
//!
//! A cone starts as the whole space and is cut by one constraint after another while its minimal generators are maintained: lines
//! (a basis of the lineality space) and extreme rays. Two rays are combined only if they are adjacent, which is decided on the
//! sets of constraints they saturate (Fukuda and Prodon, "Double description method revisited", 1996). By duality the same code
//! turns generators into constraints.

use super::integer::Integer;
use super::matrix::{Row, combine, dot, is_zero, make_primitive, negate};

/// A set of constraint numbers; the first 128 need no allocation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Saturation {
    low: u128,
    high: Vec<u64>,
}

impl Saturation {
    pub(crate) fn insert(&mut self, index: usize) {
        if index < 128 {
            self.low |= 1 << index;
            return;
        }
        let (word, bit) = ((index - 128) / 64, (index - 128) % 64);
        if self.high.len() <= word {
            self.high.resize(word + 1, 0);
        }
        self.high[word] |= 1 << bit;
    }

    fn first(count: usize) -> Saturation {
        let low = if count >= 128 { u128::MAX } else { (1 << count) - 1 };
        let mut set = Saturation { low, high: Vec::new() };
        (128..count).for_each(|index| set.insert(index));
        set
    }

    fn intersection(&self, other: &Saturation) -> Saturation {
        let high = self.high.iter().zip(&other.high).map(|(a, b)| a & b).collect();
        Saturation { low: self.low & other.low, high }
    }

    fn count(&self) -> usize {
        (self.low.count_ones() + self.high.iter().map(|word| word.count_ones()).sum::<u32>()) as usize
    }

    #[inline]
    pub(crate) fn is_subset(&self, other: &Saturation) -> bool {
        self.low & !other.low == 0
            && self.high.iter().enumerate().all(|(at, word)| word & !other.high.get(at).copied().unwrap_or(0) == 0)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Ray {
    pub(crate) vector: Row,
    pub(crate) saturated: Saturation,
}

/// More rays than the caller allows for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TooManyRays;

#[derive(Clone, Debug)]
pub(crate) struct Cone {
    dimension: usize,
    pub(crate) lines: Vec<Row>,
    pub(crate) rays: Vec<Ray>,
    /// Independent equalities and (all) inequalities so far.
    equalities: usize,
    inequalities: usize,
    limit: usize,
}

impl Cone {
    /// The whole space; cutting it fails when more than `limit` rays are needed.
    pub(crate) fn whole(dimension: usize, limit: usize) -> Cone {
        let unit =
            |axis: usize| (0..dimension).map(|at| if at == axis { Integer::ONE } else { Integer::ZERO }).collect();
        let lines = (0..dimension).map(unit).collect();
        Cone { dimension, lines, rays: Vec::new(), equalities: 0, inequalities: 0, limit }
    }

    /// A cone from a known minimal description: generators with what they saturate of `inequalities` constraints, besides `equalities`
    /// independent equalities.
    pub(crate) fn from_parts(
        dimension: usize,
        lines: Vec<Row>,
        rays: Vec<Ray>,
        equalities: usize,
        inequalities: usize,
        limit: usize,
    ) -> Cone {
        Cone { dimension, lines, rays, equalities, inequalities, limit }
    }

    /// The generators of `{x : e·x = 0 for all equalities, i·x ≥ 0 for all inequalities}`.
    pub(crate) fn cut_by<'a>(
        dimension: usize,
        equalities: impl IntoIterator<Item = &'a Row>,
        inequalities: impl IntoIterator<Item = &'a Row>,
        limit: usize,
    ) -> Result<Cone, TooManyRays> {
        let mut cone = Cone::whole(dimension, limit);
        for row in equalities {
            cone.add_equality(row)?;
        }
        for row in inequalities {
            cone.add_inequality(row)?;
        }
        Ok(cone)
    }

    pub(crate) fn add_equality(&mut self, constraint: &Row) -> Result<(), TooManyRays> {
        if self.cut_line(constraint).is_some() {
            self.equalities += 1;
            return Ok(());
        }
        let values: Vec<Integer> = self.rays.iter().map(|ray| dot(&ray.vector, constraint)).collect();
        if values.iter().all(Integer::is_zero) {
            return Ok(());
        }
        let combined = self.adjacent_combinations(&values);
        let mut values = values.into_iter();
        self.rays.retain(|_| values.next().is_some_and(|value| value.is_zero()));
        self.rays.extend(combined);
        self.equalities += 1;
        self.within_limit()
    }

    pub(crate) fn add_inequality(&mut self, constraint: &Row) -> Result<(), TooManyRays> {
        let index = self.inequalities;
        if let Some(line) = self.cut_line(constraint) {
            for ray in &mut self.rays {
                ray.saturated.insert(index);
            }
            self.rays.push(Ray { vector: line, saturated: Saturation::first(index) });
            self.inequalities += 1;
            return self.within_limit();
        }
        let values: Vec<Integer> = self.rays.iter().map(|ray| dot(&ray.vector, constraint)).collect();
        let mut combined = match values.iter().any(Integer::is_negative) {
            true => self.adjacent_combinations(&values),
            false => Vec::new(),
        };
        for (ray, value) in
            self.rays.iter_mut().chain(&mut combined).zip(values.iter().chain(std::iter::repeat(&Integer::ZERO)))
        {
            if value.is_zero() {
                ray.saturated.insert(index);
            }
        }
        let mut values = values.into_iter();
        let kept = self.rays.len();
        self.rays.extend(combined);
        let mut position = 0;
        self.rays.retain(|_| {
            position += 1;
            position > kept || values.next().is_some_and(|value| !value.is_negative())
        });
        self.inequalities += 1;
        self.within_limit()
    }

    fn within_limit(&self) -> Result<(), TooManyRays> {
        if self.rays.len() > self.limit { Err(TooManyRays) } else { Ok(()) }
    }

    /// If some line leaves the hyperplane of the constraint: takes it out, pointing to the positive side, and moves all other
    /// generators along it into the hyperplane.
    fn cut_line(&mut self, constraint: &Row) -> Option<Row> {
        let values: Vec<Integer> = self.lines.iter().map(|line| dot(line, constraint)).collect();
        let chosen = values.iter().position(|value| !value.is_zero())?;
        let mut line = self.lines.remove(chosen);
        let mut height = values[chosen].clone();
        if height.is_negative() {
            negate(&mut line);
            height = -height;
        }
        // Lines before the chosen one lie in the hyperplane already.
        for (other, value) in self.lines[chosen..].iter_mut().zip(&values[chosen + 1..]) {
            if !value.is_zero() {
                *other = combine(&height, other, &-value, &line);
            }
        }
        for ray in &mut self.rays {
            let value = dot(&ray.vector, constraint);
            if !value.is_zero() {
                ray.vector = combine(&height, &ray.vector, &-&value, &line);
            }
        }
        make_primitive(&mut line);
        debug_assert!(!is_zero(&line));
        Some(line)
    }

    /// For every pair of adjacent rays on different sides, their combination inside the hyperplane.
    fn adjacent_combinations(&self, values: &[Integer]) -> Vec<Ray> {
        let side = |sign: i32| (0..values.len()).filter(move |at| values[*at].signum() == sign).collect::<Vec<_>>();
        let (positive, negative) = (side(1), side(-1));
        // Adjacent extreme rays span a two-dimensional face: that many constraints at least are saturated by both.
        let needed = (self.dimension - self.equalities - self.lines.len()).saturating_sub(2);
        let mut result = Vec::new();
        for &up in &positive {
            for &down in &negative {
                let common = self.rays[up].saturated.intersection(&self.rays[down].saturated);
                if common.count() < needed || !self.is_face_of_two(up, down, &common) {
                    continue;
                }
                let vector = combine(&-&values[down], &self.rays[up].vector, &values[up], &self.rays[down].vector);
                result.push(Ray { vector, saturated: common });
            }
        }
        result
    }

    /// No third ray lies on the smallest face containing both.
    fn is_face_of_two(&self, up: usize, down: usize, common: &Saturation) -> bool {
        let mut others = self.rays.iter().enumerate();
        !others.any(|(at, ray)| at != up && at != down && common.is_subset(&ray.saturated))
    }
}

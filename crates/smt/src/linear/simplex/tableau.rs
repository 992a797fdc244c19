//! The tableau of the general simplex: every basic variable as a sparse row over the nonbasic ones.
//!
//! Rows are sorted by variable; `columns` lists, for every nonbasic variable, exactly the rows it occurs in.

use crate::linear::rational::Rational;

pub(crate) type Variable = u32;
pub(crate) type Entries = Vec<(Variable, Rational)>;

#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) basic: Variable,
    pub(crate) entries: Entries,
}

impl Row {
    pub(crate) fn coefficient(&self, variable: Variable) -> Option<&Rational> {
        let position = self.entries.binary_search_by_key(&variable, |entry| entry.0).ok()?;
        Some(&self.entries[position].1)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tableau {
    pub(crate) rows: Vec<Row>,
    /// For every nonbasic variable the rows it occurs in; empty for basic ones.
    pub(crate) columns: Vec<Vec<u32>>,
    /// For every basic variable its row.
    pub(crate) row_of: Vec<Option<u32>>,
}

/// `target + factor · source`, merged; calls back for entries that appear or vanish.
pub(crate) fn add_multiple(
    target: &[(Variable, Rational)],
    factor: &Rational,
    source: &[(Variable, Rational)],
    mut changed: impl FnMut(Variable, bool),
) -> Entries {
    let mut result = Vec::with_capacity(target.len() + source.len());
    let (mut left, mut right) = (0, 0);
    while left < target.len() && right < source.len() {
        let (a, b) = (&target[left], &source[right]);
        if a.0 < b.0 {
            result.push(a.clone());
            left += 1;
        } else if b.0 < a.0 {
            changed(b.0, true);
            result.push((b.0, factor * &b.1));
            right += 1;
        } else {
            let mut sum = a.1.clone();
            sum.add_product(factor, &b.1);
            if sum.is_zero() {
                changed(a.0, false);
            } else {
                result.push((a.0, sum));
            }
            left += 1;
            right += 1;
        }
    }
    result.extend_from_slice(&target[left..]);
    for b in &source[right..] {
        changed(b.0, true);
        result.push((b.0, factor * &b.1));
    }
    result
}

impl Tableau {
    pub(crate) fn add_variable(&mut self) -> Variable {
        self.columns.push(Vec::new());
        self.row_of.push(None);
        (self.row_of.len() - 1) as Variable
    }

    /// Rewrites entries over arbitrary variables into entries over nonbasic ones.
    pub(crate) fn over_nonbasic(&self, entries: &[(Variable, Rational)]) -> Entries {
        if entries.iter().all(|(variable, _)| self.row_of[*variable as usize].is_none()) {
            return entries.to_vec();
        }
        let is_basic = |entry: &&(Variable, Rational)| self.row_of[entry.0 as usize].is_some();
        let mut result: Entries = entries.iter().filter(|entry| !is_basic(entry)).cloned().collect();
        for (variable, coefficient) in entries.iter().filter(is_basic) {
            if let Some(row) = self.row_of[*variable as usize] {
                result = add_multiple(&result, coefficient, &self.rows[row as usize].entries, |_, _| ());
            }
        }
        result
    }

    /// A new basic variable, defined by entries over nonbasic variables.
    pub(crate) fn add_row(&mut self, entries: Entries) -> Variable {
        let basic = self.add_variable();
        let row = self.rows.len() as u32;
        for (variable, _) in &entries {
            self.columns[*variable as usize].push(row);
        }
        self.row_of[basic as usize] = Some(row);
        self.rows.push(Row { basic, entries });
        basic
    }

    /// Empties the row of a variable that nobody asks for any more, so that pivots pass it by. Nonbasic variables stay.
    pub(crate) fn forget_row(&mut self, variable: Variable) {
        let Some(row) = self.row_of[variable as usize] else { return };
        for (member, _) in std::mem::take(&mut self.rows[row as usize].entries) {
            self.columns[member as usize].retain(|listed| *listed != row);
        }
    }

    /// Exchanges the basic variable of `row` with the nonbasic `entering`, which occurs in it.
    pub(crate) fn pivot(&mut self, row: u32, entering: Variable) {
        let leaving = self.rows[row as usize].basic;
        let solved = solve_for(&self.rows[row as usize], entering);
        let affected = std::mem::take(&mut self.columns[entering as usize]);
        let Tableau { rows, columns, row_of } = self;
        columns[leaving as usize].clear();
        columns[leaving as usize].push(row);
        for &other in &affected {
            if other == row {
                continue;
            }
            let target = &mut rows[other as usize];
            let position = target.entries.binary_search_by_key(&entering, |entry| entry.0);
            let (_, factor) = target.entries.remove(position.expect("columns list exactly the rows of a variable"));
            target.entries = add_multiple(&target.entries, &factor, &solved, |variable, added| {
                let column = &mut columns[variable as usize];
                if added {
                    column.push(other);
                } else if let Some(index) = column.iter().position(|listed| *listed == other) {
                    column.swap_remove(index);
                }
            });
        }
        rows[row as usize] = Row { basic: entering, entries: solved };
        row_of[leaving as usize] = None;
        row_of[entering as usize] = Some(row);
    }
}

/// The row `basic = Σ aₖ·xₖ` solved for `entering`.
fn solve_for(row: &Row, entering: Variable) -> Entries {
    let pivot = row.coefficient(entering).expect("the entering variable occurs in the row");
    let inverse = pivot.recip();
    let negated = -&inverse;
    let mut solved = Vec::with_capacity(row.entries.len());
    let mut pending = Some(row.basic);
    for (variable, coefficient) in &row.entries {
        if let Some(basic) = pending
            && basic < *variable
        {
            solved.push((basic, inverse.clone()));
            pending = None;
        }
        if *variable != entering {
            solved.push((*variable, coefficient * &negated));
        }
    }
    if let Some(basic) = pending {
        solved.push((basic, inverse));
    }
    solved
}

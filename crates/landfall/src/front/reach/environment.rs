//! Functions without a body: what they may write, and where what they give comes from.

use std::sync::Arc;

use super::{Class, PointsTo, Reach};
use crate::cfa::{Cause, HavocKind};
use crate::front::hir::*;
use crate::front::libc;
use crate::front::library;

/// Functions that take a format, and which argument it is.
const FORMATS: &[(&str, usize)] = &[
    ("printf", 0),
    ("vprintf", 0),
    ("printk", 0),
    ("scanf", 0),
    ("vscanf", 0),
    ("__isoc99_scanf", 0),
    ("__isoc23_scanf", 0),
    ("fprintf", 1),
    ("vfprintf", 1),
    ("sprintf", 1),
    ("vsprintf", 1),
    ("asprintf", 1),
    ("vasprintf", 1),
    ("dprintf", 1),
    ("vdprintf", 1),
    ("syslog", 1),
    ("vsyslog", 1),
    ("fscanf", 1),
    ("sscanf", 1),
    ("vfscanf", 1),
    ("vsscanf", 1),
    ("__isoc99_fscanf", 1),
    ("__isoc99_sscanf", 1),
    ("__isoc23_fscanf", 1),
    ("__isoc23_sscanf", 1),
    ("__printf_chk", 1),
    ("snprintf", 2),
    ("vsnprintf", 2),
    ("__fprintf_chk", 2),
    ("__sprintf_chk", 3),
    ("__snprintf_chk", 4),
];

/// Which argument of a function is a format.
pub fn format_of<'e>(name: &str, arguments: &'e [ExprId]) -> Option<&'e ExprId> {
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    FORMATS.iter().find(|(name, _)| *name == plain).and_then(|(_, at)| arguments.get(*at))
}

impl Reach<'_> {
    /// Whether the user has declared the function to be the environment, or nobody knows it.
    pub fn is_environment(&self, name: &str) -> bool {
        self.environment.iter().any(|declared| declared == name)
            || !(libc::is_library(name) || library::model(name).is_some())
    }

    /// What a function without a body is given, and what of it and behind it may be written.
    pub fn extern_reach(&self, function: FunctionId, arguments: &[ExprId]) -> (Vec<Class>, Vec<Class>) {
        let given = arguments.iter().map(|argument| self.points_to.target(*argument)).collect();
        let written = self.written(function, arguments).into_iter().map(|(_, class)| class).collect();
        (given, written)
    }

    /// What a function without a body may write by each argument.
    pub fn written(&self, function: FunctionId, arguments: &[ExprId]) -> Vec<(usize, Class)> {
        let environment = self.is_environment(&self.unit[function].name);
        let written = arguments.iter().enumerate().filter_map(|(index, argument)| {
            // A library function keeps its promise also for what is behind.
            if !environment && is_read_only(self.unit, function, index) {
                return None;
            }
            let class = self.points_to.target(*argument);
            written_through(self.unit, &self.points_to, function, index, class).map(|class| (index, class))
        });
        written.collect()
    }

    /// Whether a function without a body may write what it is given no pointer to.
    pub fn writes_unasked(&self, name: &str) -> bool {
        self.is_environment(name) && !(self.complete && self.escaping.is_empty())
    }

    /// The classes of memory that some function of the environment is given, and may keep.
    pub(super) fn find_escaping(&self) -> Vec<Class> {
        let (unit, points_to) = (self.unit, &*self.points_to);
        let mut classes = Vec::new();
        for node in &unit.exprs {
            let ExprKind::Call { callee: Callee::Direct(function), arguments } = &node.kind else { continue };
            if unit[*function].body.is_some() || !self.is_environment(&unit[*function].name) {
                continue;
            }
            for (index, argument) in arguments.iter().enumerate() {
                classes.extend(written_through(unit, points_to, *function, index, points_to.target(*argument)));
            }
        }
        classes.sort_unstable();
        classes.dedup();
        points_to.reachable(classes)
    }

    /// Where an effect of a function without a body comes from.
    pub fn extern_kind(&self, name: &Arc<str>) -> HavocKind {
        match self.is_environment(name) {
            true => HavocKind::Extern(name.clone()),
            false => HavocKind::approximation(name, Cause::Library),
        }
    }
}

/// What a function may write through an argument that points to `class`: that, or, if it promises not to, what the pointers
/// there lead to, if there can be any.
fn written_through(
    unit: &Unit,
    points_to: &PointsTo,
    function: FunctionId,
    index: usize,
    class: Class,
) -> Option<Class> {
    if !is_read_only(unit, function, index) {
        return Some(class);
    }
    let signature = unit.types.function_of(unit[function].ty)?;
    let to = signature.params.get(index).and_then(|ty| unit.types.pointee(*ty))?;
    let number = unit.types.is_integer(to) || unit.types.is_float(to);
    points_to.content(class).filter(|_| !number)
}

/// Whether a parameter is a pointer to something that the function promises not to write.
fn is_read_only(unit: &Unit, function: FunctionId, index: usize) -> bool {
    let signature = unit.types.function_of(unit[function].ty);
    let param = signature.and_then(|signature| signature.params.get(index).copied());
    param.and_then(|ty| unit.types.pointee(ty)).is_some_and(|to| to.is_const())
}

/// Whether a format has a conversion that writes the number of characters so far.
pub fn writes_count(format: &str) -> bool {
    let mut rest = format.split('%').skip(1);
    while let Some(conversion) = rest.next() {
        if conversion.is_empty() {
            // `%%`: what follows is text.
            rest.next();
            continue;
        }
        let letter = conversion.trim_start_matches(|c: char| "0123456789+-# .*hlLqjzt'".contains(c)).chars().next();
        if letter == Some('n') {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_conversion_writes_a_count() {
        assert!(writes_count("%d%n") && writes_count("%5hhn") && writes_count("%%%n"));
        assert!(!writes_count("100%%n") && !writes_count("%dn") && !writes_count("n"));
    }
}

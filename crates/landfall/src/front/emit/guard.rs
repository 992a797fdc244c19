//! Guards: what makes an access to memory defined. The execution goes on only if it holds; otherwise it ends, which is an error if
//! memory is checked.

use super::device::Device;
use super::place::{Access, Found, Root};
use super::*;
use crate::cfa::{ErrorInfo, ErrorKind};

impl Frame<'_, '_> {
    /// Whether an invalid access is an error there.
    pub(super) fn checks_memory(&self, span: Span) -> bool {
        self.lowering.options.checks.memory || self.unit.is_strict(span)
    }

    /// Goes on only if so many bytes from there on may be accessed; says whether that is evident.
    pub(super) fn guard(&mut self, found: &Found, size: u64, access: Access, device: Device, span: Span) -> bool {
        let mut conditions = vec![if found.astray { Expr::FALSE } else { Expr::TRUE }];
        for term in &found.terms {
            conditions.push(match &term.count {
                Some(count) => self.inside(&term.index, count),
                None => self.moderate(&term.index),
            });
        }
        conditions.push(match device {
            Device::No | Device::Perhaps => self.inside_root(found, size, access),
            Device::Only => self.in_device(&self.address(found), size),
            Device::Surely => Expr::TRUE,
        });
        if let Some((address, align)) = &found.aligned
            && *align > 1
        {
            let ty = self.lowering.pointer_type();
            let rest = self.arithmetic(ArithmeticOp::Rem, address.clone(), Expr::Int(i128::from(*align), ty), ty);
            conditions.push(self.comparison(CompareOp::Eq, rest, Expr::Int(0, ty)));
        }
        let condition = conjunction(conditions);
        let what = match access {
            Access::Read => "read of",
            Access::Write => "write to",
        };
        if found.outside {
            let root = match &found.root {
                Root::Pointer(root) | Root::Record(root) => Some(root.clone()),
                Root::Object(_) => None,
            };
            self.require_or_unknown(condition.clone(), root, &format!("invalid {what}"), span);
        } else if let Some(words) = found.words {
            self.require_because(
                condition.clone(),
                ErrorKind::InvalidAccess,
                format!("invalid {what} memory; {words}"),
                span,
            );
        } else {
            self.require(condition.clone(), &format!("invalid {what}"), span);
        }
        condition == Expr::TRUE && found.terms.is_empty()
    }

    /// That the bytes lie in the root, as far as the indices do not say so.
    fn inside_root(&mut self, found: &Found, size: u64, access: Access) -> Expr {
        let bounded = found.typed && found.terms.iter().all(|term| term.count.is_some());
        match &found.root {
            Root::Object(object) => {
                let object = self.lowering.builder.object_ref(*object);
                let fits = found.offset >= 0 && found.offset + i128::from(size) <= i128::from(object.size);
                if access == Access::Write && object.constant || found.terms.is_empty() && !fits {
                    return Expr::FALSE;
                }
                if found.terms.is_empty() || bounded && !found.astray {
                    return Expr::TRUE;
                }
            }
            Root::Record(_) if found.terms.is_empty() && !found.astray || bounded => return Expr::TRUE,
            Root::Record(_) | Root::Pointer(_) => {}
        }
        let question = match access {
            Access::Read => MemoryExpr::Readable,
            Access::Write => MemoryExpr::Writable,
        };
        Expr::Memory(question, vec![self.address(found), Expr::Int(i128::from(size), INDEX)])
    }

    /// That an index is inside an array of so many elements, computed in the index's own type.
    fn inside(&self, index: &Expr, count: &Expr) -> Expr {
        let ty = self.type_of(index);
        let low = match ty.signed {
            true => self.comparison(CompareOp::Le, Expr::Int(0, ty), index.clone()),
            false => Expr::TRUE,
        };
        let high = match count {
            Expr::Int(count, _) if *count <= ty.max() || ty.bits >= 128 => {
                self.comparison(CompareOp::Lt, index.clone(), Expr::Int(*count, ty))
            }
            Expr::Int(..) => Expr::TRUE,
            // A length is at least zero and moderate, so that nothing is lost.
            count if ty.bits < 64 => self.comparison(CompareOp::Lt, self.cast(index.clone(), INDEX), count.clone()),
            count => self.comparison(CompareOp::Lt, index.clone(), self.cast(count.clone(), ty)),
        };
        conjunction(vec![low, high])
    }

    /// That an index of 64 bits does not overflow when it is made a number of bytes; narrower ones cannot.
    fn moderate(&self, index: &Expr) -> Expr {
        let ty = self.type_of(index);
        if ty.bits < 64 || matches!(index, Expr::Int(..)) {
            return Expr::TRUE;
        }
        let (most, index) = (1i128 << 47, self.cast(index.clone(), INDEX));
        let low = self.comparison(CompareOp::Le, Expr::Int(-most, INDEX), index.clone());
        conjunction(vec![low, self.comparison(CompareOp::Le, index, Expr::Int(most, INDEX))])
    }

    /// Goes on only if a condition holds. Otherwise the execution ends, which is an error if memory is checked.
    pub(super) fn require(&mut self, condition: Expr, what: &str, span: Span) {
        let text = self.lowering.sources.snippet(span).into_owned();
        self.require_because(condition, ErrorKind::InvalidAccess, format!("{what} `{}`", text.trim()), span);
    }

    /// The same for what a call does to what one of its arguments points to, whose value is `at`.
    pub(super) fn require_of(&mut self, argument: ExprId, at: &Expr, condition: Expr, span: Span) {
        let base = match at {
            Expr::Memory(MemoryExpr::Offset(_), operands) => &operands[0],
            at => at,
        };
        match self.is_from_outside(argument) {
            true => self.require_or_unknown(condition, Some(base.clone()), "invalid access:", span),
            false => self.require(condition, "invalid access:", span),
        }
    }

    pub(super) fn require_because(&mut self, condition: Expr, kind: ErrorKind, message: String, span: Span) {
        if condition == Expr::TRUE {
            return;
        }
        if !self.checks_memory(span) {
            return match condition {
                Expr::FALSE => self.graph.stop(),
                condition => self.graph.emit(Op::Assume(condition), span),
            };
        }
        if !self.graph.is_live() {
            return;
        }
        let (good, bad) = (self.graph.node(), self.graph.node());
        self.graph.split(condition, good, bad, span);
        self.graph.resume(bad);
        self.graph.error(ErrorInfo { kind, message: message.into(), span: Some(span) }, span);
        self.graph.resume(good);
    }

    /// Goes on only if a condition holds. Otherwise a pointer from outside may point to what the program does not have.
    /// That `root` is null is known to be wrong.
    pub(super) fn require_or_unknown(&mut self, condition: Expr, root: Option<Expr>, what: &str, span: Span) {
        if condition == Expr::TRUE || !self.graph.is_live() {
            return;
        }
        let (good, bad) = (self.graph.node(), self.graph.node());
        self.graph.split(condition, good, bad, span);
        self.graph.resume(bad);
        if let Some(root) = root {
            let ty = self.type_of(&root);
            let exists = self.comparison(CompareOp::Ne, root, Expr::Int(0, ty));
            self.require(exists, what, span);
        }
        self.note_unsupported("a pointer from outside, or that was never set", span);
        self.graph.stop();
        self.graph.resume(good);
    }

    /// Whether a pointer may have been made outside of the program. Where memory is not checked, also one in which the program stores
    /// no address: it is not initialised, and may hold that of any object.
    pub(super) fn is_from_outside(&self, pointer: ExprId) -> bool {
        let unit = self.unit;
        let mut inner = pointer;
        while let ExprKind::Convert(e) | ExprKind::PointerAdd { pointer: e, .. } = unit[inner].kind {
            inner = e;
        }
        let volatile = matches!(unit[inner].kind, ExprKind::Load(place) if self.lowering.is_input(place));
        let points_to = &self.lowering.reach.points_to;
        let class = points_to.target(pointer);
        let no_address = || match unit[inner].kind {
            ExprKind::Load(place) if self.lowering.reach.members.is_never_set(unit, place) => true,
            _ => points_to.slots_of(class).is_empty(),
        };
        let never_set = || !self.checks_memory(unit[pointer].span) && no_address();
        let fixed = || points_to.is_external(class) && !points_to.is_outside(class);
        let unknown = volatile || points_to.is_outside(class) || (never_set() && !fixed());
        unit.types.is_pointer(unit[pointer].ty) && unknown
    }
}

/// All of the conditions.
pub(super) fn conjunction(conditions: Vec<Expr>) -> Expr {
    if conditions.contains(&Expr::FALSE) {
        return Expr::FALSE;
    }
    let parts = conditions.into_iter().filter(|condition| *condition != Expr::TRUE);
    parts.reduce(|all, condition| Expr::And(Box::new(all), Box::new(condition))).unwrap_or(Expr::TRUE)
}

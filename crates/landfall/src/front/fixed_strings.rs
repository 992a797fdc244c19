//! Local pointers that are set to one string literal and to nothing else, as `char const *tmp = "%d\n"; printf(tmp, n);` has it.

use std::collections::BTreeMap;

use super::hir::*;

/// By local pointer: the literal that it points to once it has a value.
pub(super) fn fixed_strings(unit: &Unit) -> BTreeMap<ObjectId, u32> {
    let mut uses: BTreeMap<ObjectId, Uses> = BTreeMap::new();
    let local = |place: ExprId| match unit[place].kind {
        ExprKind::Object(object) if unit[object].storage == Storage::Automatic => Some(object),
        _ => None,
    };
    for index in 0..unit.exprs.len() {
        let at = ExprId::from_index(index);
        if let Some(object) = local(at) {
            uses.entry(object).or_default().all += 1;
        }
        match unit[at].kind {
            ExprKind::Load(place) => {
                local(place).into_iter().for_each(|object| uses.entry(object).or_default().plain += 1);
            }
            ExprKind::Assign { target, value } => {
                if let Some(object) = local(target) {
                    let uses = uses.entry(object).or_default();
                    uses.plain += 1;
                    uses.set_to.push(value);
                }
            }
            _ => {}
        }
    }
    let is_pointer = |object: ObjectId| unit.types.is_pointer(unit[object].ty) && !unit[object].ty.is_volatile();
    let fixed = |(object, mut uses): (ObjectId, Uses)| {
        match &unit[object].initializer {
            Some(Init::Scalar(value)) => uses.set_to.push(*value),
            Some(Init::Aggregate(_)) => return None,
            None => {}
        }
        let is_plain = is_pointer(object) && !unit[object].address_taken && uses.all == uses.plain;
        let [value] = uses.set_to[..] else { return None };
        Some((object, literal(unit, value)?)).filter(|_| is_plain)
    };
    uses.into_iter().filter_map(fixed).collect()
}

/// The string literal that an expression is.
pub(super) fn literal(unit: &Unit, mut value: ExprId) -> Option<u32> {
    while let ExprKind::Decay(inner) | ExprKind::Convert(inner) = unit[value].kind {
        value = inner;
    }
    match unit[value].kind {
        ExprKind::String(index) => Some(index),
        _ => None,
    }
}

/// How an object is used.
#[derive(Default)]
struct Uses {
    all: usize,
    /// Where its value is read, or it is set.
    plain: usize,
    set_to: Vec<ExprId>,
}

//! Members in which the program stores no address: what memory that is not initialised holds there was never set.
//!
//! An address that is stored through another type, or copied as bytes, is not seen. Who asks takes a member that seems never to be set
//! for one that may hold anything, which is less than what is known of it otherwise.

use rustc_hash::FxHashSet;

use crate::front::ast::RecordKind;
use crate::front::hir::*;
use crate::front::types::{RecordTypeId, Ty};

/// The members of a union are one.
type Member = (RecordTypeId, u32);

pub struct Members(FxHashSet<Member>);

impl Members {
    pub fn new(unit: &Unit) -> Members {
        let mut stored = FxHashSet::default();
        for node in &unit.exprs {
            let place = match &node.kind {
                ExprKind::Assign { target, value } if unit.constant(*value) != Some(0) => *target,
                ExprKind::CompoundAssign { target, .. } | ExprKind::Step { target, .. } => *target,
                ExprKind::AddressOf(place) | ExprKind::Decay(place) => *place,
                _ => continue,
            };
            stored.extend(member(unit, place));
        }
        for object in unit.object_ids() {
            let Some(Init::Aggregate(entries)) = &unit[object].initializer else { continue };
            for entry in entries.iter().filter(|entry| unit.constant(entry.value) != Some(0)) {
                initialized(unit, unit[object].ty, entry.bit_offset, &mut stored);
            }
        }
        Members(stored)
    }

    /// Whether a place is a member in which no address is stored.
    pub fn is_never_set(&self, unit: &Unit, place: ExprId) -> bool {
        member(unit, place).is_some_and(|member| !self.0.contains(&member))
    }
}

fn member(unit: &Unit, place: ExprId) -> Option<Member> {
    let ExprKind::Member(base, field) = unit[place].kind else { return None };
    let record = unit.types.record_of(unit[base].ty)?;
    Some(numbered(unit, record, field.index))
}

fn numbered(unit: &Unit, record: RecordTypeId, index: u32) -> Member {
    let is_union = unit.types.record(record).kind == RecordKind::Union;
    (record, if is_union { 0 } else { index })
}

/// The members of an object that an initializer of its part at a distance sets, from the outermost inwards.
fn initialized(unit: &Unit, ty: Ty, offset: u64, stored: &mut FxHashSet<Member>) {
    let types = &unit.types;
    if let Some((element, _)) = types.element(ty) {
        if let Some(size) = types.size_of(element).filter(|size| *size > 0) {
            initialized(unit, element, offset % (8 * size), stored);
        }
        return;
    }
    let Some(record) = types.record_of(ty) else { return };
    let Some(body) = &types.record(record).body else { return };
    for (index, field) in body.fields.iter().enumerate() {
        let bits = field.width.map_or_else(|| types.size_of(field.ty).map_or(0, |size| 8 * size), u64::from);
        if (field.bit_offset..field.bit_offset + bits).contains(&offset) {
            stored.insert(numbered(unit, record, index as u32));
            initialized(unit, field.ty, offset - field.bit_offset, stored);
        }
    }
}

//! Sizes, alignments and record layouts, as gcc has them on i386 (ILP32) and x86-64 (LP64) Linux.
//!
//! The rules are those of the System V ABI: a member goes to the next multiple of its alignment; a bit-field continues in
//! the current bits unless it would span more units of its type's alignment than its type has.

use super::ast::RecordKind;
use super::types::*;
use crate::cfa::DataModel;

impl Types {
    /// The size in bytes. `None` for incomplete and variable types; `void` and functions count one, as in GNU C.
    pub fn size_of(&self, ty: Ty) -> Option<u64> {
        match *self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            TypeKind::Int(kind) => Some(kind.bytes(self.model)),
            TypeKind::Enum(id) => self.enumeration(id).underlying.map(|kind| kind.bytes(self.model)),
            TypeKind::Float(kind) => Some(float_size(kind, self.model)),
            TypeKind::Complex(part) => Some(2 * self.size_of(part)?),
            TypeKind::Pointer(_) => Some(self.pointer_bytes()),
            TypeKind::Array(element, ArrayLength::Known(n)) => self.size_of(element)?.checked_mul(n),
            TypeKind::Array(..) => None,
            TypeKind::Record(id) => {
                self.record(id).body.as_ref().filter(|body| body.variable.is_none()).map(|body| body.size)
            }
            TypeKind::Vector(element, n) => self.size_of(element)?.checked_mul(n),
        }
    }

    /// The alignment that a member of this type gets, which is what `_Alignof` says.
    pub fn align_of(&self, ty: Ty) -> Option<u64> {
        if let Some(align) = ty.own_align() {
            return Some(align);
        }
        let natural = self.natural_align_of(ty)?;
        match self.size_of(ty) {
            // An atomic object is accessed by one instruction where there is one.
            Some(size @ (1 | 2 | 4 | 8 | 16)) if ty.quals.has(Quals::ATOMIC) => Some(natural.max(size)),
            _ => Some(natural),
        }
    }

    /// What `__alignof__` says: the alignment that is best, not the one that members get.
    pub fn preferred_align_of(&self, ty: Ty) -> Option<u64> {
        let align = self.align_of(ty)?;
        let scalar = self.element(ty).map_or(ty, |(element, _)| element);
        let wide = self.is_integer(scalar) || matches!(self.kind(scalar), TypeKind::Float(FloatKind::Double));
        let is_own = ty.own_align().is_some() || scalar.own_align().is_some();
        Some(if wide && !is_own { align.max(self.size_of(scalar)?) } else { align })
    }

    fn natural_align_of(&self, ty: Ty) -> Option<u64> {
        let ilp32_limit = |align: u64| if self.model == DataModel::Ilp32 { align.min(4) } else { align };
        match *self.kind(ty) {
            TypeKind::Void | TypeKind::Function(_) => Some(1),
            TypeKind::Int(kind) => Some(ilp32_limit(kind.bytes(self.model))),
            TypeKind::Enum(_) => self.int_kind(ty).map(|kind| ilp32_limit(kind.bytes(self.model))),
            TypeKind::Float(kind) => Some(match kind {
                FloatKind::Float128 | FloatKind::Decimal128 => 16,
                FloatKind::Decimal64 => 8,
                kind => ilp32_limit(float_size(kind, self.model)),
            }),
            TypeKind::Complex(part) => self.align_of(part),
            TypeKind::Pointer(_) => Some(self.pointer_bytes()),
            TypeKind::Array(element, _) => self.align_of(element),
            TypeKind::Record(id) => self.record(id).body.as_ref().map(|body| body.align),
            TypeKind::Vector(..) => self.size_of(ty),
        }
    }

    pub fn pointer_bytes(&self) -> u64 {
        match self.model {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// `size_t`.
    pub fn size_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::UnsignedInt,
            DataModel::Lp64 => IntKind::UnsignedLong,
        }
    }

    /// `ptrdiff_t`.
    pub fn ptrdiff_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        }
    }

    /// `wchar_t`.
    pub fn wchar_kind(&self) -> IntKind {
        match self.model {
            DataModel::Ilp32 => IntKind::Long,
            DataModel::Lp64 => IntKind::Int,
        }
    }

    /// Completes a record: gives each field its offset. `pack` limits alignments (`#pragma pack`), `packed` sets them to one
    /// byte, `align` raises the record's own.
    pub fn complete_record(&mut self, id: RecordTypeId, mut fields: Vec<Field>, rules: RecordRules) {
        let is_union = self.record(id).kind == RecordKind::Union;
        let mut cursor = Cursor { bits: 0, align: 1, size_bits: 0 };
        for field in &mut fields {
            if is_union {
                cursor.bits = 0;
            }
            self.place(field, &mut cursor, &rules);
            cursor.size_bits = cursor.size_bits.max(cursor.bits);
        }
        for field in &mut fields {
            field.ty = self.bit_field_type(field);
        }
        let align = cursor.align.max(rules.align.unwrap_or(1));
        let bytes = cursor.size_bits.div_ceil(8);
        let size = bytes.next_multiple_of(align);
        let too_large = (cursor.size_bits == u64::MAX).then(|| "a structure of more bits than can be counted".into());
        let unsupported = too_large.or_else(|| fields.iter().find_map(|field| self.unsupported(field.ty).cloned()));
        let record = self.record_mut(id);
        record.unsupported = record.unsupported.take().or(unsupported);
        let variable = fields.iter().position(|field| self.has_variable_length(field.ty));
        let record = self.record_mut(id);
        if let Some(first) = variable {
            let unplaced = is_union || fields[first..].iter().any(|field| field.width.is_some());
            let reason = "a union with a member of variable length, or a bit-field behind one";
            record.unsupported = record.unsupported.take().or(unplaced.then(|| reason.into()));
        }
        record.body = Some(RecordBody { fields, size, align, variable });
    }

    /// The type of a field's values: that of a bit-field is as wide as the field, whatever type declares it.
    fn bit_field_type(&mut self, field: &Field) -> Ty {
        let declared = self.int_kind(field.ty).zip(field.width);
        let Some((kind, width)) = declared.filter(|(_, width)| *width > 0) else { return field.ty };
        if u32::from(kind.int_type(self.model).bits) == width {
            return field.ty;
        }
        let narrow = IntKind::of_width(width as u8, kind.is_signed(), self.model);
        let ty = self.int(narrow);
        self.qualify(ty, field.ty.quals)
    }

    fn place(&self, field: &mut Field, cursor: &mut Cursor, rules: &RecordRules) {
        let natural = self.align_of(field.ty).unwrap_or(1);
        let packed = field.packed || rules.packed;
        let mut align = if packed { 1 } else { natural };
        align = align.max(field.align.unwrap_or(1));
        if let Some(limit) = rules.pack {
            align = align.min(limit.max(1));
        }
        match field.width {
            Some(0) => {
                cursor.bits = cursor.bits.next_multiple_of(natural * 8);
                field.bit_offset = cursor.bits;
            }
            Some(width) => {
                let unit = align * 8;
                let size = self.size_of(field.ty).unwrap_or(1) * 8;
                let spans = (cursor.bits % unit + u64::from(width)).div_ceil(unit);
                let must_align = field.align.is_some() || (!packed && rules.pack.is_none() && spans > size / unit);
                let crosses_pack = !packed && rules.pack.is_some() && spans > (size / unit).max(1);
                if must_align || crosses_pack {
                    cursor.bits = cursor.bits.next_multiple_of(unit);
                }
                field.bit_offset = cursor.bits;
                cursor.bits += u64::from(width);
                if field.name.is_some() {
                    // gcc lets `#pragma pack` win over the attribute here, and only here.
                    let own = rules.pack.filter(|_| packed).map_or(align, |limit| natural.min(limit.max(1)));
                    cursor.align = cursor.align.max(own);
                }
            }
            None => {
                cursor.bits = cursor.bits.next_multiple_of(align * 8);
                field.bit_offset = cursor.bits;
                field.placed = align;
                // A flexible member has no size of its own.
                let size = self.size_of(field.ty).unwrap_or(0);
                cursor.bits = cursor.bits.saturating_add(size.saturating_mul(8));
                cursor.align = cursor.align.max(align);
            }
        }
    }
}

/// What attributes and pragmas ask of a record's layout.
#[derive(Clone, Copy, Default, Debug)]
pub struct RecordRules {
    pub packed: bool,
    pub pack: Option<u64>,
    pub align: Option<u64>,
}

struct Cursor {
    bits: u64,
    align: u64,
    size_bits: u64,
}

fn float_size(kind: FloatKind, model: DataModel) -> u64 {
    match kind {
        FloatKind::Float16 => 2,
        FloatKind::Float | FloatKind::Float32 | FloatKind::Decimal32 => 4,
        FloatKind::Float32x | FloatKind::Double | FloatKind::Float64 | FloatKind::Decimal64 => 8,
        FloatKind::LongDouble | FloatKind::Float64x => match model {
            DataModel::Ilp32 => 12,
            DataModel::Lp64 => 16,
        },
        FloatKind::Float128 | FloatKind::Decimal128 => 16,
    }
}

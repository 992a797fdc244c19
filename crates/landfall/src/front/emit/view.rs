//! How people see what memory holds: types as they are written, as far as names and numbers go.

use super::*;
use crate::cfa::memory::{Field, Scalar, ScalarKind};
use crate::front::ast::RecordKind;

impl Lowering<'_> {
    /// How objects of a type are divided.
    pub(super) fn view(&mut self, ty: Ty) -> Arc<View> {
        if ty.is_reversed() {
            return Arc::new(View::Bytes);
        }
        let ty = ty.unqualified();
        if let Some(known) = self.views.get(&ty) {
            return known.clone();
        }
        let view = Arc::new(self.make_view(ty));
        self.views.insert(ty, view.clone());
        view
    }

    fn make_view(&mut self, ty: Ty) -> View {
        let types = &self.unit.types;
        match *types.kind(ty) {
            TypeKind::Array(of, length) => {
                let step = types.size_of(of).unwrap_or(0);
                let count = match length {
                    ArrayLength::Known(count) => count,
                    ArrayLength::Unknown | ArrayLength::Variable(_) => 0,
                };
                View::Array { of: self.view(of), step, count }
            }
            TypeKind::Record(_) | TypeKind::Complex(_) | TypeKind::Vector(..) => {
                let Some(id) = types.record_of(ty) else { return View::Bytes };
                let record = types.record(id);
                let Some(body) = record.body.as_ref().filter(|body| body.variable.is_none()) else {
                    return View::Bytes;
                };
                let named = |field: &&super::Field| field.name.is_some() || field.width.is_none();
                let fields = body.fields.iter().filter(named).map(|field| Field {
                    name: field.name.clone().unwrap_or_else(|| "".into()),
                    bit: field.bit_offset,
                    width: field.width,
                    view: self.view(field.ty),
                });
                View::Record { fields: fields.collect(), union: record.kind == RecordKind::Union }
            }
            _ => match self.int_type(ty) {
                Some(int) => View::Scalar(Scalar { ty: int, kind: self.scalar_kind(ty) }),
                None => View::Bytes,
            },
        }
    }

    fn scalar_kind(&self, ty: Ty) -> ScalarKind {
        let types = &self.unit.types;
        match types.int_kind(ty) {
            Some(IntKind::Bool) => ScalarKind::Bool,
            Some(IntKind::Char | IntKind::SignedChar | IntKind::UnsignedChar) => ScalarKind::Char,
            Some(_) => ScalarKind::Int,
            None if types.is_pointer(ty) => ScalarKind::Pointer,
            None => ScalarKind::Float,
        }
    }

    /// How so many bytes (if that is known) of memory look that a pointer to `to` points to.
    pub(super) fn view_of_memory(&mut self, to: Option<Ty>, bytes: Option<i128>) -> Arc<View> {
        let types = &self.unit.types;
        let to = to.filter(|to| !types.is_void(*to) && types.function_of(*to).is_none());
        let step = to.and_then(|to| types.size_of(to)).filter(|step| *step > 0);
        let (Some(to), Some(step)) = (to, step) else { return Arc::new(View::Bytes) };
        let count = bytes.map_or(0, |bytes| (bytes / i128::from(step)) as u64);
        let of = self.view(to);
        if count == 1 { of } else { Arc::new(View::Array { of, step, count }) }
    }
}

//! `memcpy`, `memset` and relatives: exact where a constant number of whole elements is meant, otherwise what they write
//! becomes arbitrary.

use super::*;
use crate::cfa::Cause;
use crate::front::library::Model;

/// More elements than this are not copied one by one.
const MAX_ELEMENTS: u64 = 256;

impl Frame<'_, '_> {
    /// A call of a function that sets bytes; its result is its first argument.
    pub(super) fn set_bytes(
        &mut self,
        e: ExprId,
        function: FunctionId,
        model: Model,
        arguments: &[ExprId],
    ) -> Option<Expr> {
        let unit = self.unit;
        let span = unit[e].span;
        let [to, from, count] = arguments else {
            self.note_unsupported(format!("a call of `{}` with other arguments", unit[function].name), span);
            return Some(self.unknown(e));
        };
        let to_address = self.address(*to)?;
        let to_address = self.steady_address(to_address, span);
        let result = self.address_value(to_address.clone());
        let element = self.element_of(*to);
        let plan = unit.constant(*count).zip(element).and_then(|(count, element)| {
            let size = unit.types.size_of(element).filter(|size| *size > 0)?;
            let count = u64::try_from(count).ok()?;
            (count % size == 0 && count / size <= MAX_ELEMENTS).then_some((element, size, count / size))
        });
        let shape = plan.and_then(|(element, _, _)| self.lowering.shape_of(element));
        let (Some((element, size, elements)), Some(shape)) = (plan, shape) else {
            return self.set_anything(arguments, function, result, span);
        };
        if model == Model::Fill {
            let byte = unit.constant(*from).map(|byte| byte & 255);
            let plain = shape.cells.iter().all(|cell| cell.bits == 8);
            let Some(byte) = byte.filter(|byte| *byte == 0 || *byte == 255 || plain) else {
                return self.set_anything(arguments, function, result, span);
            };
            for i in 0..elements {
                let place = self.place_at(to_address.clone(), i * size, element, size, span);
                let values = shape.cells.iter().map(|cell| {
                    let value = if byte == 255 { cell.ty.wrap(-1) } else { cell.ty.wrap(byte) };
                    Expr::Int(value, cell.ty)
                });
                self.write_record(&place, element, values.collect(), span);
            }
            return Some(result);
        }
        let same = self.element_of(*from).is_some_and(|other| unit.types.compatible(other, element));
        if !same {
            return self.set_anything(arguments, function, result, span);
        }
        let from_address = self.address(*from)?;
        let from_address = self.steady_address(from_address, span);
        // Everything is read before anything is written: the two may overlap.
        let mut values = Vec::new();
        for i in 0..elements {
            let place = self.place_at(from_address.clone(), i * size, element, size, span);
            let Some(read) = self.read_parts(&place, &shape, span) else {
                return self.set_anything(&[], function, result, span);
            };
            values.push(self.steady(read, span));
        }
        for (i, values) in values.into_iter().enumerate() {
            let place = self.place_at(to_address.clone(), i as u64 * size, element, size, span);
            self.write_record(&place, element, values, span);
        }
        Some(result)
    }

    /// What a pointer points to, before it became a `void *`.
    fn element_of(&self, mut pointer: ExprId) -> Option<Ty> {
        let types = &self.unit.types;
        while let ExprKind::Convert(inner) = self.unit[pointer].kind {
            if !types.is_pointer(self.unit[inner].ty) {
                break;
            }
            pointer = inner;
        }
        types.pointee(self.unit[pointer].ty).map(Ty::unqualified).filter(|ty| !types.is_void(*ty))
    }

    /// What is written is not known: it becomes arbitrary, and so does nothing else.
    fn set_anything(&mut self, arguments: &[ExprId], function: FunctionId, result: Expr, span: Span) -> Option<Expr> {
        let Some((to, rest)) = arguments.split_first() else {
            self.note_unsupported(format!("a call of `{}`", self.unit[function].name), span);
            return Some(result);
        };
        for argument in rest {
            self.discard(*argument);
        }
        let name = self.unit[function].name.clone();
        let class = self.lowering.points_to.target(*to);
        if self.lowering.points_to.is_external(class) {
            self.note_unsupported(format!("`{name}` with a pointer from outside"), span);
        }
        if self.lowering.options.checks.memory {
            self.note_unsupported(format!("what `{name}` accesses, which is not checked"), span);
        }
        self.forget_class(class, &HavocKind::approximation(&name, Cause::Copy), span);
        Some(result)
    }
}

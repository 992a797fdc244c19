//! Types whose lengths are computed: the variables of the lengths, sizes, and the arrays themselves.

use super::*;
use crate::cfa::BinaryOp;
use crate::cfa::memory::Storage as Where;
use crate::front::types::RecordBody;

/// The stack has no room for a variable-length array of more bytes.
const STACK: i128 = 1 << 26;

/// What is behind the lengths of a type: elements of a fixed type, and how many, as constants and variables.
struct Extent {
    element: Ty,
    constant: u64,
    lengths: Vec<u32>,
    /// One of the lengths is not known at all.
    open: bool,
}

impl<'a> Lowering<'a> {
    fn extent(&self, mut ty: Ty) -> Extent {
        let (mut constant, mut lengths, mut open) = (1u64, Vec::new(), false);
        while let TypeKind::Array(element, length) = *self.unit.types.kind(ty) {
            match length {
                ArrayLength::Known(count) => constant = constant.saturating_mul(count),
                ArrayLength::Variable(number) => lengths.push(number),
                ArrayLength::Unknown => open = true,
            }
            ty = element;
        }
        Extent { element: ty, constant, lengths, open }
    }

    /// The variable that keeps a length of a variable-length array type of the procedure.
    pub(super) fn length_var(&mut self, number: u32, proc: ProcId) -> VarId {
        let index = number as usize;
        if self.lengths.len() <= index {
            self.lengths.resize(index + 1, None);
        }
        *self.lengths[index].get_or_insert_with(|| {
            self.builder.var(&format!("$length{number}"), cfa::Type::Int(INDEX), VarKind::Local, Some(proc), None)
        })
    }
}

/// A number that divides a size whatever its variables are.
fn divisor(size: &Expr) -> i128 {
    let gcd = |mut a: i128, mut b: i128| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    match size {
        Expr::Int(value, _) => value.abs(),
        Expr::Binary(BinaryOp::Mul, a, b) => divisor(a).saturating_mul(divisor(b)),
        Expr::Binary(BinaryOp::Add, a, b) => gcd(divisor(a), divisor(b)),
        _ => 1,
    }
}

impl<'a> Frame<'_, 'a> {
    /// A length of an array type is computed here.
    pub(super) fn compute_length(&mut self, number: u32, span: Span) {
        let Some(length) = self.unit.lengths[number as usize] else { return };
        let value = self.value(length);
        let value = if self.is_stable(&value) { value } else { self.spill(value, span) };
        let ty = self.type_of(&value);
        // A negative length is undefined, and so is one that no memory holds.
        let most = Expr::Int(ty.wrap(i128::from(i32::MAX)), ty);
        let fits = self.comparison(CompareOp::Le, value.clone(), most);
        self.assume(fits, span);
        if ty.signed {
            let positive = self.comparison(CompareOp::Ge, value.clone(), Expr::Int(0, ty));
            self.assume(positive, span);
        }
        let var = self.lowering.length_var(number, self.proc);
        let value = self.cast(value, INDEX);
        self.graph.emit(Op::Assign(var, value), span);
    }

    /// The lengths that the parameters' types mention.
    pub(super) fn parameter_lengths(&mut self, function: FunctionId) {
        for param in &self.unit[function].params {
            let span = self.unit[*param].span;
            let mut ty = self.unit[*param].ty;
            while let Some(to) = self.unit.types.pointee(ty) {
                ty = to;
            }
            for number in self.lowering.extent(ty).lengths {
                self.compute_length(number, span);
            }
            if self.unit.types.has_variable_length(self.lowering.extent(ty).element) {
                self.note_unsupported("a parameter with a structure of variable length", span);
            }
        }
    }

    pub(super) fn assume(&mut self, condition: Expr, span: Span) {
        if condition != Expr::TRUE {
            self.graph.emit(Op::Assume(condition), span);
        }
    }

    /// The size in bytes of a type whose lengths may be variable, as a number of type [`INDEX`]; `None` if one is not known.
    pub(super) fn dynamic_size(&mut self, ty: Ty) -> Option<Expr> {
        if let Some(size) = self.unit.types.size_of(ty) {
            return Some(Expr::Int(i128::from(size), INDEX));
        }
        if let Some(record) = self.unit.types.record_of(ty) {
            let body = self.unit.types.record(record).body.as_ref()?;
            let end = self.distance(body, body.fields.len());
            return end.map(|end| self.rounded(end, body.align));
        }
        let extent = self.lowering.extent(ty);
        if extent.open {
            return None;
        }
        let step = match self.unit.types.element(ty) {
            Some(_) => self.dynamic_size(extent.element)?,
            None => return None,
        };
        let mut size = match step {
            Expr::Int(step, _) => Expr::Int(i128::from(extent.constant).checked_mul(step)?, INDEX),
            step => self.arithmetic(ArithmeticOp::Mul, step, Expr::Int(i128::from(extent.constant), INDEX), INDEX),
        };
        for number in extent.lengths {
            let length = Expr::Var(self.lowering.length_var(number, self.proc));
            size = match size {
                Expr::Int(1, _) => length,
                size => self.arithmetic(ArithmeticOp::Mul, length, size, INDEX),
            };
        }
        Some(size)
    }

    /// How many bytes a member is behind the start of a record.
    pub(super) fn distance_of(&mut self, record: Ty, field: FieldRef) -> Option<Expr> {
        if !self.unit.types.is_behind_variable(record, field.index) {
            return Some(Expr::Int(i128::from(field.bit_offset / 8), INDEX));
        }
        let record = self.unit.types.record_of(record)?;
        self.distance(self.unit.types.record(record).body.as_ref()?, field.index as usize)
    }

    /// Where a member of a record with members of variable length begins; behind the last one, where that ends.
    fn distance(&mut self, body: &RecordBody, member: usize) -> Option<Expr> {
        let mut end = Expr::Int(0, INDEX);
        for (index, field) in body.fields.iter().enumerate().skip(body.variable.unwrap_or(0)) {
            let start = match body.variable == Some(index) {
                true => Expr::Int(i128::from(field.bit_offset / 8), INDEX),
                false => self.rounded(end, field.placed),
            };
            if index == member {
                return Some(start);
            }
            end = match (start, self.dynamic_size(field.ty)?) {
                (Expr::Int(0, _), size) => size,
                (start, size) => self.arithmetic(ArithmeticOp::Add, start, size, INDEX),
            };
        }
        Some(end)
    }

    /// The next multiple of an alignment.
    fn rounded(&self, size: Expr, align: u64) -> Expr {
        if align <= 1 {
            return size;
        }
        let align = i128::from(align);
        if divisor(&size) % align == 0 {
            return size;
        }
        let up = self.arithmetic(ArithmeticOp::Add, size, Expr::Int(align - 1, INDEX), INDEX);
        let count = self.arithmetic(ArithmeticOp::Div, up, Expr::Int(align, INDEX), INDEX);
        self.arithmetic(ArithmeticOp::Mul, count, Expr::Int(align, INDEX), INDEX)
    }

    /// How many elements an array type has, if it says so.
    pub(super) fn count_of(&mut self, ty: Ty) -> Option<(Ty, Expr)> {
        let (element, length) = self.unit.types.element(ty)?;
        let count = match length {
            ArrayLength::Known(count) => Expr::Int(i128::from(count), INDEX),
            ArrayLength::Variable(number) => Expr::Var(self.lowering.length_var(number, self.proc)),
            ArrayLength::Unknown => return None,
        };
        Some((element, count))
    }

    /// The declaration of a variable-length array: memory on the stack.
    pub(super) fn declare_variable_length(&mut self, object: ObjectId, pointer: VarId, span: Span) {
        let node = &self.unit[object];
        let Some(size) = self.dynamic_size(node.ty) else {
            return self.note_unsupported("an array whose length is not known", span);
        };
        let size = self.spill(size, span);
        let fits = self.comparison(CompareOp::Le, size.clone(), Expr::Int(STACK, INDEX));
        self.assume(fits, span);
        let view = self.lowering.view(node.ty);
        let storage = Where::Stack;
        self.memory(MemoryOp::Alloc { to: pointer, size: size.clone(), zero: false, storage, view }, span);
        self.enter_memory(pointer);
        let at = Expr::Var(pointer);
        match &node.initializer {
            None => self.memory(MemoryOp::Havoc { at, size, kind: HavocKind::Uninitialised }, span),
            // Only empty braces are allowed.
            Some(_) => self.memory(MemoryOp::Fill { at, value: Expr::Int(0, IntType::new(8, false)), size }, span),
        }
    }
}

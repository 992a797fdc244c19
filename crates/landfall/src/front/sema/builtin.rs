//! gcc's built-in functions that the type checker itself understands.
//!
//! They become expressions: constants where all is known, else blocks that evaluate each argument once, in order.

use super::*;
use crate::front::ast::BinaryOp;
use crate::front::builtins::BitFunction;

impl Sema<'_> {
    /// A call of a built-in function; `None` if it is a function like any other.
    pub(super) fn builtin(&mut self, name: Symbol, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let ast = self.ast;
        let text = ast.name(name);
        if let "__landfall_pure" | "__landfall_strict" = text {
            return self.claim(text == "__landfall_strict", arguments, span);
        }
        let plain = text.strip_prefix("__builtin_");
        if plain.is_none() && !text.starts_with("__atomic_") && !text.starts_with("__sync_") {
            return None;
        }
        if let Some(function) = BitFunction::named(text) {
            return self.bit_function(name, function, arguments, span);
        }
        if let Some(result) = self.overflow_builtin(text, arguments, span) {
            return Some(result);
        }
        let Some(plain) = plain else { return Some(self.atomic_builtin(text, arguments, span)) };
        match plain {
            "expect" | "expect_with_probability" => {
                let (result, code) = self.first_of(arguments)?;
                let long = self.unit.types.int(IntKind::Long);
                let result = self.convert(result, long);
                Some(self.block_value(code, result, span))
            }
            "assume_aligned" => {
                let (result, code) = self.first_of(arguments)?;
                let void = self.unit.types.void();
                let pointer = self.unit.types.pointer(void);
                let result = self.convert(result, pointer);
                Some(self.block_value(code, result, span))
            }
            "constant_p" => {
                let value = self.rvalue(*arguments.first()?);
                let known = self.is_constant(value);
                let int = self.int();
                Some(self.int_constant(i128::from(known), int, span))
            }
            "object_size" | "dynamic_object_size" => self.object_size(arguments, span),
            "va_start" | "c23_va_start" | "va_end" | "va_copy" => self.variable_arguments(plain, arguments, span),
            "isgreater" | "isgreaterequal" | "isless" | "islessequal" | "islessgreater" | "isunordered" => {
                self.float_comparison(plain, arguments, span)
            }
            "classify_type" => {
                let value = self.rvalue(*arguments.first()?);
                let class = self.class_of_type(self.unit[value].ty)?;
                let int = self.int();
                Some(self.int_constant(class, int, span))
            }
            "complex" => {
                let [re, im] = arguments else { return None };
                let (re, im) = (self.rvalue(*re), self.rvalue(*im));
                let same = self.unit[re].ty.unqualified() == self.unit[im].ty.unqualified();
                if same && self.unit.types.is_float(self.unit[re].ty) {
                    Some(self.complex_of(re, im, span))
                } else {
                    None
                }
            }
            "tgmath" => self.generic_math(arguments, span),
            "shuffle" => self.shuffle(arguments, span),
            "shufflevector" => self.shuffle_constant(arguments, span),
            "isnormal" | "isinf_sign" | "fpclassify" => self.float_class(plain, arguments, span),
            _ => None,
        }
    }

    /// Landfall's own: whether an expression holds that somebody claims about the program, and that must not change it. If it is
    /// `strict`, it must be defined as well.
    fn claim(&mut self, strict: bool, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let [argument] = arguments else { return Some(self.invalid(span, "a claim is one expression")) };
        let place = self.ast[*argument].span;
        let value = self.rvalue(*argument);
        if !self.unit.types.is_scalar(self.unit[value].ty) {
            return Some(self.invalid(place, "a claim is true or false"));
        }
        if self.has_effects(value) {
            return Some(self.invalid(place, "the expression has side effects"));
        }
        if strict {
            self.unit.strict.push(place);
        }
        let int = self.int();
        let not = self.unit.add_expr(ExprKind::Not(value), int, place);
        let holds = self.unit.add_expr(ExprKind::Not(not), int, place);
        // In a variable first, so that the evaluation is a step of its own.
        let mut code = Vec::new();
        let holds = self.kept(holds, &mut code)?;
        Some(self.block_value(code, holds, span))
    }

    /// Whether evaluating the expression may do anything but to give a value.
    pub(super) fn has_effects(&self, e: ExprId) -> bool {
        match &self.unit[e].kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::Call { .. }
            | ExprKind::CompoundLiteral(_)
            | ExprKind::VaArg(_)
            | ExprKind::StmtExpr { .. } => true,
            kind => {
                let mut found = false;
                kind.for_each_operand(&mut |operand| found |= self.has_effects(operand));
                found
            }
        }
    }

    fn bit_function(
        &mut self,
        name: Symbol,
        function: BitFunction,
        arguments: &[ast::ExprId],
        span: Span,
    ) -> Option<ExprId> {
        let [argument] = arguments else { return None };
        let parameter = self.unit.types.int(function.parameter);
        let result = self.unit.types.int(function.result);
        let value = self.rvalue(*argument);
        let value = self.assign_convert(value, parameter, "pass as");
        let model = self.unit.types.model;
        if let Some(known) = self.unit.constant(value).and_then(|value| function.fold(value, model)) {
            return Some(self.int_constant(known, result, span));
        }
        let text = self.name(name);
        let id = match self.linkage.names.get(&text) {
            Some(Linked::Function(known)) => *known,
            _ => {
                let signature = FunctionType { result, params: vec![parameter], variadic: false, prototyped: true };
                let ty = self.unit.types.function(signature);
                self.new_function(text, ty, span, false)
            }
        };
        let call = ExprKind::Call { callee: Callee::Direct(id), arguments: vec![value] };
        Some(self.unit.add_expr(call, result, span))
    }

    /// The value of the first argument, and the effects of the others, which count for nothing else.
    fn first_of(&mut self, arguments: &[ast::ExprId]) -> Option<(ExprId, Vec<StmtId>)> {
        let (first, rest) = arguments.split_first()?;
        let mut value = self.rvalue(*first);
        let mut code = Vec::new();
        for argument in rest {
            let other = self.rvalue(*argument);
            if self.runs_code(other) {
                if code.is_empty() {
                    value = self.kept(value, &mut code)?;
                }
                code.push(self.unit.add_stmt(StmtKind::Expr(other), self.unit[other].span));
            }
        }
        Some((value, code))
    }

    /// A value behind statements.
    pub(super) fn block_value(&mut self, code: Vec<StmtId>, value: ExprId, span: Span) -> ExprId {
        if code.is_empty() {
            return value;
        }
        let body = self.unit.add_stmt(StmtKind::Block(code), span);
        let ty = self.unit[value].ty;
        self.unit.add_expr(ExprKind::StmtExpr { body, value: Some(value) }, ty, span)
    }

    /// `__builtin_tgmath(functions, arguments)`: the function for the type of the arguments, where whole numbers are of type `double`.
    fn generic_math(&mut self, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let mut types: Vec<Ty> = Vec::new();
        let mut common = None;
        for argument in arguments {
            let e = self.rvalue(*argument);
            let ty = self.unit[e].ty.unqualified();
            let to = self.unit.types.pointee(ty).and_then(|to| self.unit.types.function_of(to).cloned());
            if let Some(signature) = to {
                types.push(signature.params.first()?.unqualified());
                continue;
            }
            let ty = match self.unit.types.is_integer(ty) {
                true => self.unit.types.intern(TypeKind::Float(FloatKind::Double)),
                false => ty,
            };
            common = Some(match common {
                Some(before) => self.unit.types.common(before, ty)?,
                None => ty,
            });
        }
        let chosen = types.iter().position(|ty| Some(*ty) == common)?;
        Some(self.call(arguments[chosen], &arguments[types.len()..], span))
    }

    /// The number that `__builtin_classify_type` has for a type.
    fn class_of_type(&self, ty: Ty) -> Option<i128> {
        Some(match self.unit.types.kind(ty) {
            TypeKind::Void => 0,
            TypeKind::Int(_) | TypeKind::Enum(_) => 1,
            TypeKind::Pointer(_) => 5,
            TypeKind::Float(_) => 8,
            TypeKind::Complex(_) => 9,
            TypeKind::Record(id) if self.unit.types.record(*id).kind == ast::RecordKind::Struct => 12,
            TypeKind::Record(_) => 13,
            TypeKind::Array(..) | TypeKind::Function(_) | TypeKind::Vector(..) => return None,
        })
    }

    /// What gcc calls constant without optimising: numbers and string literals.
    fn is_constant(&self, value: ExprId) -> bool {
        match self.unit[value].kind {
            ExprKind::Decay(place) => matches!(self.unit[place].kind, ExprKind::String(_)),
            _ => self.unit.is_number(value),
        }
    }

    /// Without optimising, gcc knows the size behind the address of a variable. That behind a value is not known: it gives the
    /// largest number, or 0 where the least size is asked for.
    fn object_size(&mut self, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let [pointer, kind] = arguments else { return None };
        let (mut pointer, kind) = (self.rvalue(*pointer), self.rvalue(*kind));
        let kind = self.unit.constant(kind)?;
        while let ExprKind::Convert(inner) = self.unit[pointer].kind {
            pointer = inner;
        }
        let size_t = self.size_t();
        let unknown = if kind & 2 == 0 { self.unit.types.int_type(size_t)?.max() } else { 0 };
        let size = match self.unit[pointer].kind {
            ExprKind::Load(_) | ExprKind::Call { .. } => Some(unknown),
            ExprKind::Decay(place) | ExprKind::AddressOf(place) => match self.unit[place].kind {
                ExprKind::Object(object) => self.unit.types.size_of(self.unit[object].ty).map(i128::from),
                _ => None,
            },
            _ => None,
        };
        Some(match size {
            Some(size) => self.int_constant(size, size_t, span),
            None => self.unsupported(span, "`__builtin_object_size` of a part of an object"),
        })
    }

    // ------------------------------------------------------------------------------------------------------- floating point

    fn float_comparison(&mut self, plain: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let [a, b] = arguments else { return None };
        let mut code = Vec::new();
        let (a, b) = (self.rvalue(*a), self.rvalue(*b));
        let (a, b) = (self.kept(a, &mut code)?, self.kept(b, &mut code)?);
        let mut compare = |op, x, y| self.binary_values(op, x, y, span);
        let result = match plain {
            "isgreater" => compare(BinaryOp::Greater, a, b),
            "isgreaterequal" => compare(BinaryOp::GreaterEqual, a, b),
            "isless" => compare(BinaryOp::Less, a, b),
            "islessequal" => compare(BinaryOp::LessEqual, a, b),
            "islessgreater" => {
                let (less, greater) = (compare(BinaryOp::Less, a, b), compare(BinaryOp::Greater, a, b));
                compare(BinaryOp::LogicalOr, less, greater)
            }
            _ => {
                let (x, y) = (compare(BinaryOp::NotEqual, a, a), compare(BinaryOp::NotEqual, b, b));
                compare(BinaryOp::LogicalOr, x, y)
            }
        };
        Some(self.block_value(code, result, span))
    }

    /// Classes of numbers, by comparisons: a number that is none differs from itself, an infinite one minus itself is none.
    fn float_class(&mut self, plain: &str, arguments: &[ast::ExprId], span: Span) -> Option<ExprId> {
        let value = self.rvalue(*arguments.last()?);
        let ty = self.unit[value].ty;
        let least = match self.unit.types.kind(ty) {
            TypeKind::Float(FloatKind::Float) => "0x1p-126",
            TypeKind::Float(FloatKind::Double) => "0x1p-1022",
            TypeKind::Float(FloatKind::LongDouble) => "0x1p-16382",
            _ => return None,
        };
        let mut code = Vec::new();
        let mut results = Vec::new();
        for argument in &arguments[..arguments.len() - 1] {
            let result = self.rvalue(*argument);
            results.push(self.kept(result, &mut code)?);
        }
        let x = self.kept(value, &mut code)?;
        let least = self.unit.add_expr(ExprKind::Float(least.into()), ty, span);
        let most = self.unit.add_expr(ExprKind::Negate(least), ty, span);
        let int = self.int();
        let zero = self.int_constant(0, int, span);
        let is_nan = self.binary_values(BinaryOp::NotEqual, x, x, span);
        let distance = self.binary_values(BinaryOp::Subtract, x, x, span);
        let not_finite = self.binary_values(BinaryOp::NotEqual, distance, zero, span);
        let large = self.binary_values(BinaryOp::GreaterEqual, x, least, span);
        let small = self.binary_values(BinaryOp::LessEqual, x, most, span);
        let full = self.binary_values(BinaryOp::LogicalOr, large, small, span);
        let choose = |sema: &mut Self, condition, then, otherwise| {
            sema.unit.add_expr(ExprKind::Conditional { condition, then, otherwise }, int, span)
        };
        let one = self.int_constant(1, int, span);
        let result = match (plain, &results[..]) {
            ("isnormal", []) => {
                let finite = choose(self, not_finite, zero, full);
                choose(self, is_nan, zero, finite)
            }
            ("isinf_sign", []) => {
                let minus = self.int_constant(-1, int, span);
                let positive = self.binary_values(BinaryOp::Greater, x, zero, span);
                let sign = choose(self, positive, one, minus);
                let infinite = choose(self, not_finite, sign, zero);
                choose(self, is_nan, zero, infinite)
            }
            ("fpclassify", [nan, infinite, normal, subnormal, null]) => {
                let is_zero = self.binary_values(BinaryOp::Equal, x, zero, span);
                let tiny = choose(self, is_zero, *null, *subnormal);
                let finite = choose(self, full, *normal, tiny);
                let number = choose(self, not_finite, *infinite, finite);
                choose(self, is_nan, *nan, number)
            }
            _ => return None,
        };
        Some(self.block_value(code, result, span))
    }
}

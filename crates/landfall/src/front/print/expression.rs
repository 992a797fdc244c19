//! Expressions and literals as text.

use super::Printer;
use crate::front::ast::{
    Alignof, BasicType, BinaryOp, CharLiteral, Designator, Encoding, ExprId, ExprKind, FloatLiteral, GenericControl,
    IntegerBase, IntegerLiteral, LengthSuffix, StringId, UnaryOp,
};
use crate::front::grow_stack;

/// The operator as C spells it.
pub fn binary_operator_text(operator: BinaryOp) -> &'static str {
    match operator {
        BinaryOp::Multiply => "*",
        BinaryOp::Divide => "/",
        BinaryOp::Remainder => "%",
        BinaryOp::Add => "+",
        BinaryOp::Subtract => "-",
        BinaryOp::ShiftLeft => "<<",
        BinaryOp::ShiftRight => ">>",
        BinaryOp::Less => "<",
        BinaryOp::Greater => ">",
        BinaryOp::LessEqual => "<=",
        BinaryOp::GreaterEqual => ">=",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitXor => "^",
        BinaryOp::BitOr => "|",
        BinaryOp::LogicalAnd => "&&",
        BinaryOp::LogicalOr => "||",
    }
}

fn prefix_text(operator: UnaryOp) -> &'static str {
    match operator {
        UnaryOp::Plus => "+",
        UnaryOp::Negate => "-",
        UnaryOp::BitNot => "~",
        UnaryOp::Not => "!",
        UnaryOp::Deref => "*",
        UnaryOp::AddressOf => "&",
        UnaryOp::PreIncrement => "++",
        UnaryOp::PreDecrement => "--",
        UnaryOp::Real => "__real__ ",
        UnaryOp::Imag => "__imag__ ",
        UnaryOp::PostIncrement | UnaryOp::PostDecrement => "",
    }
}

impl Printer<'_> {
    /// An operand: in parentheses unless it is a single word or a call.
    pub(super) fn operand(&mut self, expr: ExprId) {
        let simple = matches!(
            self.ast[expr].kind,
            ExprKind::Ident(_)
                | ExprKind::Integer(_)
                | ExprKind::Float(_)
                | ExprKind::Char(_)
                | ExprKind::String(_)
                | ExprKind::Bool(_)
                | ExprKind::Nullptr
                | ExprKind::Call { .. }
                | ExprKind::Index { .. }
                | ExprKind::Member { .. }
                | ExprKind::Arrow { .. }
                | ExprKind::StmtExpr(_)
        );
        match simple {
            true => self.expr(expr),
            false => self.parenthesised("", |printer| printer.expr(expr)),
        }
    }

    /// What stands before a `.`, which would become part of a number.
    fn member_base(&mut self, base: ExprId) {
        match self.ast[base].kind {
            ExprKind::Integer(_) | ExprKind::Float(_) => self.parenthesised("", |printer| printer.expr(base)),
            _ => self.operand(base),
        }
    }

    /// An expression in a list, where only a comma needs parentheses.
    pub(super) fn argument(&mut self, expr: ExprId) {
        match self.ast[expr].kind {
            ExprKind::Comma(_) => self.operand(expr),
            _ => self.expr(expr),
        }
    }

    pub(super) fn expr(&mut self, expr: ExprId) {
        grow_stack(|| self.expr_here(expr));
    }

    fn expr_here(&mut self, expr: ExprId) {
        let ast = self.ast;
        match &ast[expr].kind {
            ExprKind::Ident(name) => self.symbol(*name),
            ExprKind::Integer(literal) => self.integer(literal),
            ExprKind::Float(literal) => self.float(literal),
            ExprKind::Char(literal) => self.character(literal),
            ExprKind::String(string) => self.string(*string),
            ExprKind::Bool(value) => self.text(if *value { "true" } else { "false" }),
            ExprKind::Nullptr => self.text("nullptr"),
            ExprKind::Unary(operator @ (UnaryOp::PostIncrement | UnaryOp::PostDecrement), operand) => {
                self.operand(*operand);
                self.text(if *operator == UnaryOp::PostIncrement { "++" } else { "--" });
            }
            ExprKind::Unary(operator, operand) => {
                self.text(prefix_text(*operator));
                self.operand(*operand);
            }
            ExprKind::Binary(operator, left, right) => self.infix(*left, binary_operator_text(*operator), *right),
            ExprKind::Assign { operation, target, value } => {
                let operator = format!("{}=", operation.map_or("", binary_operator_text));
                self.infix(*target, &operator, *value);
            }
            ExprKind::Conditional { condition, then, otherwise } => {
                self.operand(*condition);
                self.text(" ? ");
                if let Some(then) = then {
                    self.operand(*then);
                    self.text(" ");
                }
                self.text(": ");
                self.operand(*otherwise);
            }
            ExprKind::Comma(parts) => self.list(parts, |printer, part| printer.argument(*part)),
            ExprKind::Call { function, arguments } => {
                self.operand(*function);
                self.text("(");
                self.list(arguments, |printer, argument| printer.argument(*argument));
                self.text(")");
            }
            ExprKind::Index { base, index } => {
                self.operand(*base);
                self.text("[");
                self.expr(*index);
                self.text("]");
            }
            ExprKind::Member { base, field } => {
                self.member_base(*base);
                self.text(".");
                self.symbol(field.name);
            }
            ExprKind::Arrow { base, field } => {
                self.operand(*base);
                self.text("->");
                self.symbol(field.name);
            }
            ExprKind::Cast { ty, operand } => {
                self.parenthesised("", |printer| printer.type_name(*ty));
                self.operand(*operand);
            }
            ExprKind::CompoundLiteral { ty, initializer } => {
                self.parenthesised("", |printer| printer.type_name(*ty));
                self.initializer(*initializer);
            }
            ExprKind::StmtExpr(block) => self.parenthesised("", |printer| printer.stmt(*block)),
            ExprKind::LabelAddress(label) => {
                self.text("&&");
                self.symbol(label.name);
            }
            _ => self.builtin(expr),
        }
    }

    /// Forms that look like calls.
    fn builtin(&mut self, expr: ExprId) {
        let ast = self.ast;
        match &ast[expr].kind {
            ExprKind::SizeofExpr(operand) => self.parenthesised("sizeof", |printer| printer.expr(*operand)),
            ExprKind::SizeofType(ty) => self.parenthesised("sizeof", |printer| printer.type_name(*ty)),
            ExprKind::AlignofExpr(operand, which) => {
                self.parenthesised(alignof(*which), |printer| printer.expr(*operand))
            }
            ExprKind::AlignofType(ty, which) => self.parenthesised(alignof(*which), |printer| printer.type_name(*ty)),
            ExprKind::Generic { controlling, associations } => self.parenthesised("_Generic", |printer| {
                match controlling {
                    GenericControl::Expr(expr) => printer.argument(*expr),
                    GenericControl::Type(ty) => printer.type_name(*ty),
                }
                for association in associations {
                    printer.text(", ");
                    match association.ty {
                        Some(ty) => printer.type_name(ty),
                        None => printer.text("default"),
                    }
                    printer.text(": ");
                    printer.argument(association.value);
                }
            }),
            ExprKind::Offsetof { ty, path } => self.parenthesised("__builtin_offsetof", |printer| {
                printer.type_name(*ty);
                printer.text(", ");
                if let Some((Designator::Field(first), rest)) = path.split_first() {
                    printer.symbol(first.name);
                    printer.designators(rest);
                }
            }),
            ExprKind::VaArg { list, ty } => self.parenthesised("__builtin_va_arg", |printer| {
                printer.argument(*list);
                printer.text(", ");
                printer.type_name(*ty);
            }),
            ExprKind::TypesCompatible(left, right) => {
                self.parenthesised("__builtin_types_compatible_p", |printer| {
                    printer.type_name(*left);
                    printer.text(", ");
                    printer.type_name(*right);
                });
            }
            ExprKind::ChooseExpr { condition, then, otherwise } => {
                self.parenthesised("__builtin_choose_expr", |printer| {
                    for (index, part) in [condition, then, otherwise].into_iter().enumerate() {
                        printer.text(if index == 0 { "" } else { ", " });
                        printer.argument(*part);
                    }
                });
            }
            ExprKind::ConvertVector { operand, ty } => self.parenthesised("__builtin_convertvector", |printer| {
                printer.argument(*operand);
                printer.text(", ");
                printer.type_name(*ty);
            }),
            // All others are printed by `expr_here`.
            _ => {}
        }
    }

    fn infix(&mut self, left: ExprId, operator: &str, right: ExprId) {
        self.operand(left);
        self.text(" ");
        self.text(operator);
        self.text(" ");
        self.operand(right);
    }

    fn integer(&mut self, literal: &IntegerLiteral) {
        let IntegerLiteral { value, base, suffix, imaginary } = literal;
        let digits = match base {
            IntegerBase::Binary => format!("{value:#b}"),
            IntegerBase::Octal if *value == 0 => "0".to_string(),
            IntegerBase::Octal => format!("0{value:o}"),
            IntegerBase::Decimal => value.to_string(),
            IntegerBase::Hexadecimal => format!("{value:#x}"),
        };
        self.text(&digits);
        self.text(if suffix.unsigned { "U" } else { "" });
        self.text(match suffix.length {
            LengthSuffix::None => "",
            LengthSuffix::Long => "L",
            LengthSuffix::LongLong => "LL",
        });
        self.text(if *imaginary { "i" } else { "" });
    }

    fn float(&mut self, literal: &FloatLiteral) {
        self.symbol(literal.digits);
        self.text(match literal.ty {
            BasicType::Float => "F",
            BasicType::LongDouble => "L",
            BasicType::Float16 => "F16",
            BasicType::Float32 => "F32",
            BasicType::Float64 => "F64",
            BasicType::Float128 => "F128",
            BasicType::Float32x => "F32x",
            BasicType::Float64x => "F64x",
            BasicType::Float80 => "W",
            BasicType::Decimal32 => "DF",
            BasicType::Decimal64 => "DD",
            BasicType::Decimal128 => "DL",
            _ => "",
        });
        self.text(if literal.imaginary { "i" } else { "" });
    }

    fn character(&mut self, literal: &CharLiteral) {
        let value = literal.value;
        let body = match literal.encoding {
            Encoding::Plain => match u8::try_from(value) {
                Ok(byte @ 32..127) if byte != b'\'' && byte != b'\\' => char::from(byte).to_string(),
                _ if (-128..128).contains(&value) => format!("\\x{:02x}", value as u8),
                _ => (value as u32).to_be_bytes().map(|byte| format!("\\x{byte:02x}")).concat(),
            },
            _ => format!("\\x{:x}", value as u32),
        };
        self.text(prefix(literal.encoding));
        self.text(&format!("'{body}'"));
    }

    pub(super) fn string(&mut self, string: StringId) {
        let literal = &self.ast[string];
        let prefix = prefix(literal.encoding);
        self.text(prefix);
        self.text("\"");
        for unit in &literal.units {
            match u8::try_from(*unit) {
                Ok(b'"') => self.text("\\\""),
                Ok(b'\\') => self.text("\\\\"),
                Ok(b'\n') => self.text("\\n"),
                Ok(byte @ 32..127) => self.out.push(char::from(byte)),
                Ok(byte) => self.text(&format!("\\{byte:03o}")),
                // A hexadecimal escape takes all digits behind it, so the literal is split there.
                Err(_) => self.text(&format!("\\x{unit:x}\" {prefix}\"")),
            }
        }
        self.text("\"");
    }
}

fn prefix(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Plain => "",
        Encoding::Utf8 => "u8",
        Encoding::Utf16 => "u",
        Encoding::Utf32 => "U",
        Encoding::Wide => "L",
    }
}

fn alignof(which: Alignof) -> &'static str {
    match which {
        Alignof::Required => "_Alignof",
        Alignof::Preferred => "__alignof__",
    }
}

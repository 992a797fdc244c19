//! Semantic analysis: the syntax tree of one translation unit becomes part of a typed [`Unit`].
//!
//! This resolves names, computes types, inserts C's implicit conversions and evaluates what must be constant. What gcc accepts
//! with a warning (implicit declarations, integers as pointers, missing prototypes) is accepted; what it rejects is reported.
//! Several units can be analysed into the same [`Unit`]: names with external linkage are shared through [`Linkage`].

mod atomic;
mod attributes;
mod builtin;
mod call;
mod cleanup;
mod complex;
mod constant;
mod declaration;
mod expression;
mod initializer;
mod operators;
mod overflow;
mod specifiers;
mod statement;
#[cfg(test)]
mod tests;
mod type_operand;
mod varargs;
mod variable;
mod vector;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::ast::{self, Ast};
use super::diagnostic::Diagnostic;
use super::hir::*;
use super::similar::similar;
use super::source::{SourceMap, Span};
use super::symbol::Symbol;
use super::types::*;
use cleanup::Cleanup;
use variable::Pending;

pub use constant::{arithmetic, compare};

/// What a name with external linkage stands for, over all translation units.
#[derive(Clone, Copy, Debug)]
pub enum Linked {
    Object(ObjectId),
    Function(FunctionId),
}

/// The names with external linkage.
#[derive(Clone, Default, Debug)]
pub struct Linkage {
    names: FxHashMap<Arc<str>, Linked>,
}

/// Analyses one translation unit into `unit`. Diagnostics are appended; if one of them is an error the unit is of no use.
pub fn analyze(
    ast: &Ast,
    sources: &SourceMap,
    unit: &mut Unit,
    linkage: &mut Linkage,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut sema = Sema {
        ast,
        sources,
        unit,
        linkage,
        diagnostics,
        scopes: vec![Scope::default()],
        function: None,
        va_list: None,
        switches: Vec::new(),
        loops: 0,
        breaks: Vec::new(),
        continues: Vec::new(),
        pending: Vec::new(),
    };
    for item in &ast.items {
        sema.external(item);
    }
    sema.complete_tentative_arrays();
}

/// What an ordinary identifier means.
#[derive(Clone, Copy, Debug)]
enum Binding {
    Object(ObjectId),
    Function(FunctionId),
    Typedef(Ty),
    Enumerator(i128, Ty),
    /// A nested function.
    Unsupported,
}

#[derive(Clone, Copy, Debug)]
enum Tag {
    Record(RecordTypeId),
    Enum(EnumTypeId),
}

#[derive(Default)]
struct Scope {
    names: FxHashMap<Symbol, Binding>,
    tags: FxHashMap<Symbol, Tag>,
    /// Labels declared with `__label__` in this block.
    labels: FxHashMap<Symbol, LabelId>,
    /// Variables with cleanup functions, in the order of their declarations.
    cleanups: Vec<Cleanup>,
}

/// The function whose body is being read.
struct FunctionContext {
    id: FunctionId,
    result: Ty,
    labels: Vec<Label>,
    names: FxHashMap<Symbol, LabelId>,
    /// Labels that stand somewhere, and the first use of those that may not.
    placed: Vec<bool>,
    uses: Vec<(LabelId, Symbol, Span)>,
    /// For each label, the variables with cleanup functions that are in scope where it stands.
    cleanups: Vec<Vec<Cleanup>>,
    /// Each `goto` from where such variables are in scope, and those.
    jumps: Vec<(StmtId, LabelId, Vec<Cleanup>)>,
}

/// The `switch` statement that `case` labels belong to.
struct SwitchContext {
    ty: Ty,
    cases: Vec<Case>,
    default: Option<(LabelId, Span)>,
}

struct Sema<'a> {
    ast: &'a Ast,
    sources: &'a SourceMap,
    unit: &'a mut Unit,
    linkage: &'a mut Linkage,
    diagnostics: &'a mut Vec<Diagnostic>,
    scopes: Vec<Scope>,
    function: Option<FunctionContext>,
    /// The type behind `__builtin_va_list`, made when first needed.
    va_list: Option<Ty>,
    switches: Vec<SwitchContext>,
    /// Loops around the current statement, for `continue`; together with `switches` for `break`.
    loops: u32,
    /// How many scopes are open outside of each statement that `break` and `continue` leave.
    breaks: Vec<usize>,
    continues: Vec<usize>,
    /// What must run where the types that are being read are named.
    pending: Vec<Pending>,
}

impl<'a> Sema<'a> {
    // ------------------------------------------------------------------------------------------------------------- messages

    /// Reports an error; inside system headers, whose odd corners must not lose the program, only a warning.
    fn report(&mut self, diagnostic: Diagnostic) {
        let in_header = diagnostic.span.is_some_and(|span| self.sources.in_system_header(span));
        let diagnostic = if in_header && diagnostic.is_error() {
            Diagnostic { severity: super::diagnostic::Severity::Warning, ..diagnostic }
        } else {
            diagnostic
        };
        self.diagnostics.push(diagnostic);
    }

    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::error(message).at(span));
    }

    /// An expression that stands for something not understood; its type is `int`.
    fn unsupported(&mut self, span: Span, reason: impl Into<Arc<str>>) -> ExprId {
        let ty = self.unit.types.int(IntKind::Int);
        self.unit.add_expr(ExprKind::Unsupported(reason.into()), ty, span)
    }

    /// Reports an error and gives an expression to go on with.
    fn invalid(&mut self, span: Span, message: impl Into<String>) -> ExprId {
        self.error(span, message);
        self.unsupported(span, "an invalid expression")
    }

    fn name(&self, symbol: Symbol) -> Arc<str> {
        self.ast.name(symbol).into()
    }

    // --------------------------------------------------------------------------------------------------------------- scopes

    fn at_file_scope(&self) -> bool {
        self.scopes.len() == 1
    }

    fn in_scope<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let result = f(self);
        self.scopes.pop();
        result
    }

    fn scope(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the file scope is never left")
    }

    fn lookup(&self, name: Symbol) -> Option<Binding> {
        self.scopes.iter().rev().find_map(|scope| scope.names.get(&name).copied())
    }

    fn lookup_tag(&self, name: Symbol) -> Option<Tag> {
        self.scopes.iter().rev().find_map(|scope| scope.tags.get(&name).copied())
    }

    fn bind(&mut self, name: Symbol, binding: Binding) {
        self.scope().names.insert(name, binding);
    }

    /// The visible name closest to a misspelt one, if it is close enough to be meant.
    fn similar_name(&self, name: Symbol) -> Option<&str> {
        let wanted = self.ast.name(name);
        let names = self.scopes.iter().flat_map(|scope| scope.names.keys()).map(|name| self.ast.name(*name));
        similar(wanted, names.filter(|name| wanted.starts_with("__") || !name.starts_with("__")))
    }

    fn int(&mut self) -> Ty {
        self.unit.types.int(IntKind::Int)
    }

    fn size_t(&mut self) -> Ty {
        let kind = self.unit.types.size_kind();
        self.unit.types.int(kind)
    }

    fn int_constant(&mut self, value: i128, ty: Ty, span: Span) -> ExprId {
        self.unit.add_expr(ExprKind::Int(value), ty, span)
    }
}

//! External declarations, function definitions and declarations in blocks.

use super::*;
use crate::front::ast::{
    Declaration, Derivation, External, ExternalKind, FunctionBody, InitDeclarator, Parameters, TypeSpecifier,
};

impl Sema<'_> {
    pub(super) fn external(&mut self, item: &External) {
        match &item.kind {
            ExternalKind::Function(function) => self.function_definition(function, item.span),
            ExternalKind::Declaration(declaration) => {
                self.declaration(declaration, &mut Vec::new());
            }
            ExternalKind::StaticAssert(assertion) => self.static_assert(assertion),
            // Assembly between functions defines symbols that we see as functions without bodies.
            ExternalKind::Asm(_) | ExternalKind::Empty | ExternalKind::Unparsed(_) => {}
        }
    }

    pub(super) fn static_assert(&mut self, assertion: &ast::StaticAssert) {
        let span = self.ast[assertion.condition].span;
        if self.constant_expression(assertion.condition, "a static assertion") == 0 {
            let text = assertion.message.and_then(|message| self.ast[message].bytes());
            let text = text.map(|text| format!(": {}", String::from_utf8_lossy(&text))).unwrap_or_default();
            self.error(span, format!("static assertion failed{text}"));
        }
    }

    /// A declaration; statements that run when it is passed are appended to `code`.
    pub(super) fn declaration(&mut self, declaration: &Declaration, code: &mut Vec<StmtId>) {
        let base = self.specifiers(&declaration.specifiers);
        for declarator in &declaration.declarators {
            self.init_declarator(declaration, base, declarator, code);
        }
    }

    fn init_declarator(&mut self, of: &Declaration, base: Ty, node: &InitDeclarator, code: &mut Vec<StmtId>) {
        let Some(name) = node.declarator.name else { return };
        let lengths_before = self.unit.lengths.len();
        let ty = if of.specifiers.ty == TypeSpecifier::AutoType {
            self.auto_type(node)
        } else {
            self.declared(base, &node.declarator)
        };
        let meaning = self.attributes(&node.attributes);
        let ty = self.apply_type_attributes(ty, &meaning);
        for length in lengths_before..self.unit.lengths.len() {
            let statement = self.unit.add_stmt(StmtKind::Length(length as u32), node.span);
            code.push(statement);
        }
        if of.specifiers.storage == ast::Storage::Typedef {
            self.bind(name.name, Binding::Typedef(ty));
        } else if self.unit.types.function_of(ty).is_some() {
            let noreturn = self.attributes(&of.specifiers.attributes).noreturn;
            let function = self.declare_function(name, ty, of.specifiers.storage == ast::Storage::Static);
            self.unit.functions[function.index()].noreturn |= noreturn || meaning.noreturn || of.specifiers.noreturn;
        } else if self.at_file_scope() || of.specifiers.storage == ast::Storage::Extern {
            self.declare_global(of, node, name, ty);
        } else {
            self.declare_local(of, node, name, ty, code);
        }
    }

    fn auto_type(&mut self, node: &InitDeclarator) -> Ty {
        let initializer = node.initializer.map(|initializer| &self.ast[initializer].kind);
        match initializer {
            Some(ast::InitializerKind::Expr(e)) => {
                let value = self.rvalue(*e);
                self.unit[value].ty.unqualified()
            }
            _ => {
                self.error(node.span, "`__auto_type` needs an initialiser");
                self.int()
            }
        }
    }

    // -------------------------------------------------------------------------------------------------------------- objects

    fn declare_global(&mut self, of: &Declaration, node: &InitDeclarator, name: ast::Ident, ty: Ty) {
        let is_extern = of.specifiers.storage == ast::Storage::Extern;
        let is_static = of.specifiers.storage == ast::Storage::Static;
        let visible = match self.lookup(name.name) {
            Some(Binding::Object(known)) if self.at_file_scope() || self.is_static_object(known) => Some(known),
            Some(Binding::Object(_)) | None => None,
            Some(_) if self.at_file_scope() => {
                let message = format!("`{}` is declared again as a different kind of symbol", self.ast.name(name.name));
                return self.error(name.span, message);
            }
            Some(_) => None,
        };
        let linked = if is_static { None } else { self.linked_object(name) };
        let object = match visible.or(linked) {
            Some(known) => {
                self.redeclare(known, ty, name);
                known
            }
            None => self.new_static(name, ty, if is_extern { Storage::Undefined } else { Storage::Static }, !is_static),
        };
        self.bind(name.name, Binding::Object(object));
        if !is_extern || node.initializer.is_some() {
            self.unit.objects[object.index()].storage = Storage::Static;
        }
        if let Some(initializer) = node.initializer {
            if self.unit[object].initializer.is_some() {
                let first = self.unit[object].span;
                let error = Diagnostic::error(format!("redefinition of `{}`", self.ast.name(name.name))).at(name.span);
                return self.report(error.with_label(first, "first defined here"));
            }
            self.initialize(object, initializer);
            self.unit.objects[object.index()].span = name.span;
        }
    }

    pub(super) fn is_static_object(&self, object: ObjectId) -> bool {
        matches!(self.unit[object].storage, Storage::Static | Storage::Undefined)
    }

    fn linked_object(&mut self, name: ast::Ident) -> Option<ObjectId> {
        match self.linkage.names.get(self.ast.name(name.name)) {
            Some(Linked::Object(object)) => Some(*object),
            _ => None,
        }
    }

    fn new_static(&mut self, name: ast::Ident, ty: Ty, storage: Storage, external: bool) -> ObjectId {
        let text = self.name(name.name);
        let object = self.unit.add_object(Object {
            name: text.clone(),
            ty,
            span: name.span,
            storage,
            owner: None,
            initializer: None,
            address_taken: false,
            external,
        });
        if external {
            self.linkage.names.insert(text, Linked::Object(object));
        }
        object
    }

    fn redeclare(&mut self, object: ObjectId, ty: Ty, name: ast::Ident) {
        let known = self.unit[object].ty;
        if !self.unit.types.compatible(known, ty) {
            let message = format!(
                "conflicting types for `{}`: `{}` here, `{}` before",
                self.ast.name(name.name),
                self.unit.types.display(ty),
                self.unit.types.display(known)
            );
            let first = self.unit[object].span;
            return self.report(Diagnostic::error(message).at(name.span).with_label(first, "declared here before"));
        }
        if let Some((_, ArrayLength::Unknown)) = self.unit.types.element(known) {
            self.unit.objects[object.index()].ty = ty;
        }
    }

    fn declare_local(
        &mut self,
        of: &Declaration,
        node: &InitDeclarator,
        name: ast::Ident,
        ty: Ty,
        code: &mut Vec<StmtId>,
    ) {
        let is_static = of.specifiers.storage == ast::Storage::Static;
        if let Some(Binding::Object(known)) = self.scope().names.get(&name.name).copied()
            && self.unit[known].storage != Storage::Undefined
        {
            let first = self.unit[known].span;
            let error = Diagnostic::error(format!("redeclaration of `{}`", self.ast.name(name.name))).at(name.span);
            self.report(error.with_label(first, "declared here before"));
        }
        let object = self.unit.add_object(Object {
            name: self.name(name.name),
            ty,
            span: name.span,
            storage: if is_static { Storage::Static } else { Storage::Automatic },
            owner: self.function.as_ref().map(|function| function.id),
            initializer: None,
            address_taken: false,
            external: false,
        });
        self.bind(name.name, Binding::Object(object));
        if let Some(initializer) = node.initializer {
            self.initialize(object, initializer);
        }
        let ty = self.unit[object].ty;
        let incomplete = self.unit.types.size_of(ty).is_none() && !self.unit.types.is_variably_modified(ty);
        if incomplete || self.unit.types.is_void(ty) {
            let message =
                format!("`{}` has incomplete type `{}`", self.ast.name(name.name), self.unit.types.display(ty));
            self.error(name.span, message);
        }
        if !is_static {
            let statement = self.unit.add_stmt(StmtKind::Declare(object), node.span);
            code.push(statement);
        }
    }

    // ------------------------------------------------------------------------------------------------------------ functions

    /// The function of a name, made or found; the name is bound in the current scope.
    pub(super) fn declare_function(&mut self, name: ast::Ident, ty: Ty, is_static: bool) -> FunctionId {
        let text = self.name(name.name);
        let at_file_scope = self.scopes[0].names.get(&name.name).copied();
        let known = match at_file_scope {
            Some(Binding::Function(known)) => Some(known),
            Some(_) => {
                self.error(name.span, format!("`{text}` is declared again as a different kind of symbol"));
                None
            }
            None if is_static => None,
            None => match self.linkage.names.get(&text) {
                Some(Linked::Function(known)) => Some(*known),
                _ => None,
            },
        };
        let function = match known {
            Some(known) => {
                self.redeclare_function(known, ty, name);
                known
            }
            None => self.new_function(text.clone(), ty, name.span, is_static),
        };
        self.scopes[0].names.entry(name.name).or_insert(Binding::Function(function));
        self.bind(name.name, Binding::Function(function));
        function
    }

    pub(super) fn new_function(&mut self, name: Arc<str>, ty: Ty, span: Span, is_static: bool) -> FunctionId {
        let function = self.unit.add_function(Function {
            name: name.clone(),
            ty,
            span,
            params: Vec::new(),
            body: None,
            noreturn: false,
            implicit: false,
        });
        if !is_static {
            self.linkage.names.insert(name, Linked::Function(function));
        }
        function
    }

    fn redeclare_function(&mut self, function: FunctionId, ty: Ty, name: ast::Ident) {
        let known = self.unit[function].ty;
        if !self.unit.types.compatible(known, ty) {
            if self.unit[function].implicit {
                // gcc only warns when a function was used before it is declared with another type.
                self.unit.functions[function.index()].ty = ty;
                return;
            }
            let message = format!(
                "conflicting types for `{}`: `{}` here, `{}` before",
                self.ast.name(name.name),
                self.unit.types.display(ty),
                self.unit.types.display(known)
            );
            let first = self.unit[function].span;
            self.report(Diagnostic::error(message).at(name.span).with_label(first, "declared here before"));
            return;
        }
        let prototyped = |ty| self.unit.types.function_of(ty).is_some_and(|function| function.prototyped);
        if prototyped(ty) || !prototyped(known) {
            self.unit.functions[function.index()].ty = ty;
        }
        self.unit.functions[function.index()].implicit = false;
    }

    fn function_definition(&mut self, node: &ast::Function, span: Span) {
        let Some(name) = node.declarator.name else { return };
        let base = self.specifiers(&node.specifiers);
        let Some((Derivation::Function(parameters), rest)) = node.declarator.derivations.split_first() else {
            return self.error(node.declarator.span, "a function definition needs a parameter list");
        };
        let result = self.derived(base, rest);
        let ty = self.derived(base, &node.declarator.derivations);
        let function = self.declare_function(name, ty, node.specifiers.storage == ast::Storage::Static);
        if self.unit[function].body.is_some() {
            return self.redefinition(function, name, node);
        }
        let noreturn = self.attributes(&node.attributes).noreturn || node.specifiers.noreturn;
        self.unit.functions[function.index()].noreturn |= noreturn;
        self.unit.functions[function.index()].span = name.span;
        self.function = Some(FunctionContext {
            id: function,
            result,
            labels: Vec::new(),
            names: FxHashMap::default(),
            placed: Vec::new(),
            uses: Vec::new(),
        });
        self.in_scope(|sema| {
            let params = match parameters {
                Parameters::Names(names) => sema.old_style_parameters(names, &node.parameter_declarations),
                _ => sema.parameters(parameters).into_iter().map(|parameter| parameter.object).collect(),
            };
            sema.unit.functions[function.index()].params = params;
            let root = match &node.body {
                FunctionBody::Block(body) => sema.function_body(*body),
                FunctionBody::Unparsed(unparsed, span) => {
                    sema.unit.add_stmt(StmtKind::Unsupported(unparsed.reason.as_str().into()), *span)
                }
            };
            sema.finish_function(function, root, Span { lo: span.hi.saturating_sub(1), ..span });
        });
        self.function = None;
    }

    fn redefinition(&mut self, function: FunctionId, name: ast::Ident, node: &ast::Function) {
        // `inline` and `extern inline` functions may be defined again, in the same words or by the real definition.
        if node.specifiers.inline {
            return;
        }
        let first = self.unit[function].span;
        let error = Diagnostic::error(format!("redefinition of `{}`", self.ast.name(name.name))).at(name.span);
        self.report(error.with_label(first, "first defined here"));
    }

    /// The parameters of a K&R definition; those without a declaration are `int`.
    fn old_style_parameters(&mut self, names: &[ast::Ident], declarations: &[Declaration]) -> Vec<ObjectId> {
        let int = self.int();
        let mut params: Vec<(Symbol, ObjectId)> = Vec::with_capacity(names.len());
        for name in names {
            let object = self.parameter_object(Some(*name), int, name.span);
            params.push((name.name, object));
        }
        for declaration in declarations {
            let base = self.specifiers(&declaration.specifiers);
            for declarator in &declaration.declarators {
                let ty = self.declared(base, &declarator.declarator);
                let ty = self.adjust_parameter(ty);
                let Some(name) = declarator.declarator.name else { continue };
                match params.iter().find(|(known, _)| *known == name.name) {
                    Some((_, object)) => self.unit.objects[object.index()].ty = ty,
                    None => {
                        let message = format!("`{}` is declared but is no parameter", self.ast.name(name.name));
                        self.error(name.span, message);
                    }
                }
            }
        }
        params.into_iter().map(|(_, object)| object).collect()
    }

    fn finish_function(&mut self, id: FunctionId, root: StmtId, end: Span) {
        let Some(context) = self.function.take() else { return };
        for (label, name, span) in &context.uses {
            if !context.placed[label.0 as usize] {
                let message = format!("label `{}` is used but not defined", self.ast.name(*name));
                self.error(*span, message);
            }
        }
        self.unit.functions[id.index()].body = Some(Body { root, labels: context.labels, end });
    }
}

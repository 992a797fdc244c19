//! External declarations, function definitions and declarations in blocks.

use super::attributes::Meaning;
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
        let mark = self.pending.len();
        let base = self.specifiers(&declaration.specifiers);
        code.extend(self.take_pending(mark, declaration.span));
        for declarator in &declaration.declarators {
            self.init_declarator(declaration, base, declarator, code);
        }
    }

    fn init_declarator(&mut self, of: &Declaration, base: Ty, node: &InitDeclarator, code: &mut Vec<StmtId>) {
        let Some(name) = node.declarator.name else { return };
        let mark = self.pending.len();
        let ty = if of.specifiers.ty == TypeSpecifier::AutoType {
            self.auto_type(node)
        } else {
            self.declared(base, &node.declarator)
        };
        let own = self.attributes(&node.attributes);
        let ty = self.apply_type_attributes(ty, &own);
        let meaning = own.with(self.attributes(&of.specifiers.attributes));
        code.extend(self.take_pending(mark, node.span));
        if of.specifiers.storage == ast::Storage::Typedef {
            let ty = meaning.align.map_or(ty, |align| ty.aligned(align));
            if let (true, Some(record)) = (meaning.transparent_union, self.unit.types.record_of(ty)) {
                self.unit.types.record_mut(record).transparent = true;
            }
            self.bind(name.name, Binding::Typedef(ty));
        } else if self.unit.types.function_of(ty).is_some() {
            let function = self.declare_function(name, ty, of.specifiers.storage == ast::Storage::Static);
            self.function_attributes(function, &meaning, of.specifiers.noreturn);
            let linking = &mut self.unit.functions[function.index()].linking;
            linking.label = asm_label(self.ast, node).or(linking.label.take());
        } else {
            let align = meaning.align.max(self.alignments(&of.specifiers.alignments));
            let ty = align
                .max(self.unit.types.align_of(ty))
                .filter(|_| align.is_some())
                .map_or(ty, |align| ty.aligned(align));
            if self.at_file_scope() || of.specifiers.storage == ast::Storage::Extern {
                self.declare_global(of, node, name, ty, &meaning);
            } else {
                self.declare_local(of, node, name, ty, &meaning, code);
            }
        }
    }

    /// What attributes say of a function, at one of its declarations.
    fn function_attributes(&mut self, function: FunctionId, meaning: &Meaning, noreturn: bool) {
        let linking = self.linking(meaning);
        let node = &mut self.unit.functions[function.index()];
        node.noreturn |= noreturn || meaning.noreturn;
        node.linking.merge(linking);
        for (priority, list) in
            [(meaning.constructor, &mut self.unit.constructors), (meaning.destructor, &mut self.unit.destructors)]
        {
            if let Some(priority) = priority {
                list.retain(|(_, known)| *known != function);
                list.push((priority, function));
            }
        }
    }

    /// At the end of a file an array that was declared without a length has one element.
    pub(super) fn complete_tentative_arrays(&mut self) {
        for index in 0..self.unit.objects.len() {
            let object = &self.unit.objects[index];
            if let (Storage::Static, Some((element, ArrayLength::Unknown))) =
                (object.storage, self.unit.types.element(object.ty))
            {
                self.unit.objects[index].ty = self.unit.types.array(element, ArrayLength::Known(1));
            }
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

    fn declare_global(&mut self, of: &Declaration, node: &InitDeclarator, name: ast::Ident, ty: Ty, meaning: &Meaning) {
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
        let mut linking = self.linking(meaning);
        linking.label = asm_label(self.ast, node);
        if of.specifiers.storage == ast::Storage::Register && linking.label.is_some() {
            linking.unsupported = Some("a global variable in a register".into());
        }
        let is_alias = linking.alias.is_some();
        self.unit.objects[object.index()].linking.merge(linking);
        if !is_alias && (!is_extern || node.initializer.is_some()) {
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
            linking: Linking { external, ..Linking::default() },
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
        meaning: &Meaning,
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
            linking: Linking::default(),
        });
        self.bind(name.name, Binding::Object(object));
        self.unit.objects[object.index()].linking.unsupported =
            meaning.unsupported.map(|attribute| self.unsupported_attribute(attribute));
        if let Some(initializer) = node.initializer {
            self.initialize(object, initializer);
        }
        if let (Some(function), false) = (meaning.cleanup, is_static) {
            self.add_cleanup(object, function, node.span);
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
            linking: Linking { external: !is_static, ..Linking::default() },
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
        let mark = self.pending.len();
        let base = self.specifiers(&node.specifiers);
        let Some((Derivation::Function(parameters), rest)) = node.declarator.derivations.split_first() else {
            return self.error(node.declarator.span, "a function definition needs a parameter list");
        };
        let result = self.derived(base, rest);
        let ty = self.derived(base, &node.declarator.derivations);
        let function = self.declare_function(name, ty, node.specifiers.storage == ast::Storage::Static);
        let meaning = self.attributes(&node.attributes).with(self.attributes(&node.specifiers.attributes));
        let provisional =
            meaning.gnu_inline && node.specifiers.inline && node.specifiers.storage == ast::Storage::Extern;
        if self.unit[function].body.is_some() && self.unit[function].linking.provisional != provisional {
            if provisional {
                return;
            }
            self.unit.functions[function.index()].linking.provisional = false;
        } else if self.unit[function].body.is_some() {
            let known = &mut self.unit.functions[function.index()];
            let elsewhere = known.span.file != name.span.file;
            match (elsewhere && known.linking.weak, elsewhere && meaning.weak) {
                // Of a weak definition and another the other counts; of two weak ones the first.
                (_, true) => return,
                (true, false) => known.linking.weak = false,
                (false, false) => return self.redefinition(function, name, node),
            }
        }
        self.function_attributes(function, &meaning, node.specifiers.noreturn);
        self.unit.functions[function.index()].linking.provisional = provisional;
        self.unit.functions[function.index()].span = name.span;
        self.function = Some(FunctionContext {
            id: function,
            result,
            labels: Vec::new(),
            names: FxHashMap::default(),
            placed: Vec::new(),
            uses: Vec::new(),
            cleanups: Vec::new(),
            jumps: Vec::new(),
        });
        self.in_scope(|sema| {
            let mut entry = Vec::new();
            let params = match parameters {
                Parameters::Names(names) => {
                    sema.old_style_parameters(function, names, &node.parameter_declarations, &mut entry)
                }
                _ => sema.parameters(parameters).into_iter().map(|parameter| parameter.object).collect(),
            };
            sema.unit.functions[function.index()].params = params;
            // gcc runs what has effects only behind all lengths that are used.
            sema.pending[mark..].sort_by_key(|pending| matches!(pending, Pending::Effect(_)));
            entry.extend(sema.take_pending(mark, name.span));
            let root = match &node.body {
                FunctionBody::Block(body) => sema.function_body(*body, entry),
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
    fn old_style_parameters(
        &mut self,
        function: FunctionId,
        names: &[ast::Ident],
        declarations: &[Declaration],
        entry: &mut Vec<StmtId>,
    ) -> Vec<ObjectId> {
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
                // Here gcc does not evaluate it.
                self.outermost_length(ty, false);
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
        let prototyped = self.unit.types.function_of(self.unit[function].ty).is_some_and(|known| known.prototyped);
        let passed = |(name, object)| if prototyped { object } else { self.passed_promoted(name, object, entry) };
        params.into_iter().map(passed).collect()
    }

    /// Without a prototype a `float` is passed as a `double`, and converted when the function is entered.
    fn passed_promoted(&mut self, name: Symbol, param: ObjectId, entry: &mut Vec<StmtId>) -> ObjectId {
        let Object { name: text, ty, span, .. } = self.unit[param].clone();
        if !matches!(self.unit.types.kind(ty), TypeKind::Float(FloatKind::Float)) {
            return param;
        }
        let double = self.unit.types.intern(TypeKind::Float(FloatKind::Double));
        self.unit.objects[param.index()].ty = double;
        let place = self.unit.add_expr(ExprKind::Object(param), double, span);
        let value = self.load(place);
        let value = self.convert(value, ty);
        let local = self.hidden_object(&text, ty, span);
        self.unit.objects[local.index()].initializer = Some(Init::Scalar(value));
        self.bind(name, Binding::Object(local));
        entry.push(self.unit.add_stmt(StmtKind::Declare(local), span));
        param
    }

    fn finish_function(&mut self, id: FunctionId, root: StmtId, end: Span) {
        let Some(context) = self.function.take() else { return };
        for (label, name, span) in &context.uses {
            if !context.placed[label.0 as usize] {
                let message = format!("label `{}` is used but not defined", self.ast.name(*name));
                self.error(*span, message);
            }
        }
        self.finish_jumps(&context);
        self.unit.functions[id.index()].body = Some(Body { root, labels: context.labels, end });
    }
}

/// The symbol that `asm("symbol")` gives a declaration.
fn asm_label(ast: &Ast, node: &InitDeclarator) -> Option<Arc<str>> {
    let text = ast[node.asm_label?].bytes()?;
    Some(String::from_utf8_lossy(&text).into())
}

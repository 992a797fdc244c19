//! `$start`: initial values of globals, constructors, the entry function with any arguments, destructors.

use super::*;
use crate::cfa::memory::KEPT_AT_END;
use crate::cfa::{ErrorInfo, ErrorKind};

impl Lowering<'_> {
    /// The procedure that sets the globals up and calls the entry function, if there is one.
    pub(super) fn start(&mut self, entry: Option<FunctionId>) {
        let unit = self.unit;
        let start = self.start;
        let mut frame = self.frame(start, &[]);
        // An initial value may mention an object that nothing else does.
        while !frame.lowering.globals.is_empty() {
            let mut globals = std::mem::take(&mut frame.lowering.globals);
            globals.sort();
            globals.into_iter().for_each(|object| frame.global(object));
        }
        if let Some(entry) = entry {
            let span = unit[entry].span;
            frame.initial_jumps(span);
            frame.call_each(&unit.constructors);
            let callee = frame.lowering.proc_of(entry);
            let args = frame.entry_arguments(entry, callee);
            frame.graph.emit(Op::Call { callee, args, result: None }, span);
            frame.after_entry(entry, span);
            frame.call_each(&unit.destructors);
            frame.check_leaks(false, span);
            frame.graph.leave(span);
        }
        let graph = frame.graph;
        graph.finish(start, &mut self.builder);
    }
}

impl<'a> Frame<'_, 'a> {
    /// Where the program ends: is allocated memory left, or left with nobody to point to it? At `exit` locals may still do.
    pub(super) fn check_leaks(&mut self, at_exit: bool, span: Span) {
        let checks = self.lowering.options.checks;
        if !checks.leak && !checks.track {
            return;
        }
        let (good, bad) = (self.graph.node(), self.graph.node());
        let empty = Expr::Memory(MemoryExpr::HeapEmpty, Vec::new());
        self.graph.split(empty, good, bad, span);
        self.graph.resume(bad);
        if !checks.leak && (at_exit || self.statics_hold_pointers()) {
            self.note_unsupported(KEPT_AT_END, span);
            self.graph.stop();
        } else {
            let kind = if checks.leak { ErrorKind::Leak } else { ErrorKind::Lost };
            let message = "allocated memory is not freed at the end".into();
            self.graph.error(ErrorInfo { kind, message, span: Some(span) }, span);
        }
        self.graph.resume(good);
    }

    /// What the entry function is called with: anything.
    fn entry_arguments(&mut self, entry: FunctionId, callee: ProcId) -> Vec<Expr> {
        let unit = self.unit;
        let params = self.lowering.builder.proc_ref(callee).params.clone();
        let types = unit[entry].params.iter().map(|param| unit[*param].ty);
        let passed = types.filter(|ty| self.lowering.passed_type(*ty).is_some());
        let records = passed.map(|ty| Some(ty).filter(|ty| self.is_record(*ty)));
        let hidden = self.lowering.result_type(entry).filter(|ty| self.is_record(*ty));
        let records: Vec<Option<Ty>> = hidden.into_iter().map(Some).chain(records).collect();
        let is_main = &*unit[entry].name == "main";
        let hidden = usize::from(hidden.is_some());
        let declared: Vec<ObjectId> =
            unit[entry].params.iter().copied().filter(|p| self.lowering.passed_type(unit[*p].ty).is_some()).collect();
        let mut args: Vec<Expr> = Vec::with_capacity(params.len());
        for (number, (param, record)) in params.into_iter().zip(records).enumerate() {
            let var = self.lowering.builder.var_ref(param).clone();
            let span = var.span.unwrap_or(unit[entry].span);
            if let Some(ty) = record {
                let at = self.temporary(&var.name, ty, span);
                let size = Expr::Int(i128::from(unit.types.size_of(ty).unwrap_or(0)), INDEX);
                self.memory(MemoryOp::Havoc { at: at.clone(), size, kind: HavocKind::Argument }, span);
                args.push(at);
                continue;
            }
            let argument = self.lowering.builder.var(&var.name, var.ty, VarKind::Temp, Some(self.proc), var.span);
            let declared = number.checked_sub(hidden).and_then(|number| declared.get(number)).copied();
            let pointer = declared.filter(|param| unit.types.is_pointer(unit[*param].ty) && self.is_mentioned(*param));
            if let Some(param) = pointer {
                match (is_main, &args[..]) {
                    (true, [argc]) => self.program_arguments(&argc.clone(), argument, span),
                    _ => self.outside_pointer(argument, self.used_as(param), &HavocKind::Argument, &[], span),
                }
            } else {
                self.graph.emit(Op::Havoc(argument, HavocKind::Argument), span);
            }
            if let (true, cfa::Type::Int(ty)) = (is_main, var.ty) {
                // `argc` is not negative, `argv` and the environment are no null pointers.
                let op = if args.is_empty() { CompareOp::Ge } else { CompareOp::Ne };
                let holds = self.comparison(op, Expr::Var(argument), Expr::Int(0, ty));
                self.graph.emit(Op::Assume(holds), span);
            }
            args.push(Expr::Var(argument));
        }
        if self.lowering.is_variadic(entry) {
            self.note_unsupported("the variable arguments of the entry function", unit[entry].span);
            args.push(Expr::Int(0, self.lowering.pointer_type()));
        }
        args
    }

    /// The type of a parameter that is a pointer; of a handle, which is converted to a pointer to one larger record, that type.
    fn used_as(&self, param: ObjectId) -> Ty {
        let (unit, types) = (self.unit, &self.unit.types);
        let declared = unit[param].ty;
        let size = |ty: Ty| types.pointee(ty).filter(|to| types.record_of(*to).is_some()).map(|to| types.size_of(to));
        // Without a size it is a record that another file knows.
        let Some(known) = size(declared) else { return declared };
        let is_param = |e: ExprId| {
            matches!(unit[e].kind, ExprKind::Load(place)
                if matches!(unit[place].kind, ExprKind::Object(object) if object == param))
        };
        let converted = unit.exprs.iter().filter(|node| matches!(node.kind, ExprKind::Convert(e) if is_param(e)));
        let mut larger: Vec<Ty> = converted.map(|node| node.ty).filter(|ty| size(*ty).flatten() > known).collect();
        larger.dedup();
        if let [only] = larger[..] { only } else { declared }
    }

    fn is_mentioned(&self, object: ObjectId) -> bool {
        self.unit.exprs.iter().any(|node| matches!(node.kind, ExprKind::Object(found) if found == object))
    }

    /// Calls constructors or destructors; the C library passes them nothing that is modelled.
    fn call_each(&mut self, functions: &[(u32, FunctionId)]) {
        for (_, function) in functions {
            let callee = self.lowering.proc_of(*function);
            let span = self.unit[*function].span;
            if !self.unit[*function].params.is_empty() || self.lowering.is_variadic(*function) {
                self.note_unsupported("a constructor or destructor with parameters", span);
                self.graph.stop();
                return;
            }
            self.graph.emit(Op::Call { callee, args: Vec::new(), result: None }, span);
            self.after_entry(*function, span);
        }
    }
}

//! Marks on the variables of an execution: handed over at calls, dropped with their frames.

use std::collections::BTreeMap;

use crate::cfa::{EdgeId, Expr, LocId, Op, ProcId, Program, VarId};

pub(super) struct Marks<'p, T> {
    program: &'p Program,
    marked: BTreeMap<VarId, T>,
    /// For each open call the edge, and what of the callee's variables was marked in an older frame.
    frames: Vec<(EdgeId, Vec<(VarId, T)>)>,
}

impl<'p, T: Copy> Marks<'p, T> {
    pub fn new(program: &'p Program) -> Self {
        Marks { program, marked: BTreeMap::new(), frames: Vec::new() }
    }

    pub fn get(&self, var: VarId) -> Option<T> {
        self.marked.get(&var).copied()
    }

    pub fn set(&mut self, var: VarId, mark: Option<T>) {
        match mark {
            Some(mark) => _ = self.marked.insert(var, mark),
            None => _ = self.marked.remove(&var),
        }
    }

    /// A mark of a variable in an expression.
    pub fn first_of(&self, expr: &Expr) -> Option<T> {
        let mut found = None;
        expr.for_each_var(&mut |var| found = found.or_else(|| self.get(var)));
        found
    }

    /// Follows a call edge; `given` are the marks of its arguments.
    pub fn call(&mut self, edge: EdgeId, callee: ProcId, given: Vec<Option<T>>) {
        let program = self.program;
        let older = self.marked.iter().filter(|(var, _)| program.vars[**var].owner == Some(callee));
        let older: Vec<(VarId, T)> = older.map(|(var, mark)| (*var, *mark)).collect();
        older.iter().for_each(|(var, _)| _ = self.marked.remove(var));
        for (param, mark) in program.procs[callee].params.iter().zip(given) {
            self.set(*param, mark);
        }
        self.frames.push((edge, older));
    }

    /// Returns from the procedures whose exit is reached behind an edge.
    pub fn arrive(&mut self, edge: EdgeId) {
        let program = self.program;
        let data = &program.edges[edge];
        let mut at: LocId = match &data.op {
            Op::Call { callee, .. } => program.procs[*callee].entry,
            _ => data.dst,
        };
        while let Some(proc) = program.locs[at].proc
            && program.procs[proc].exit == at
            && let Some((call, older)) = self.frames.pop()
        {
            let value = program.procs[proc].result.and_then(|result| self.get(result));
            self.marked.retain(|var, _| program.vars[*var].owner != Some(proc));
            self.marked.extend(older);
            if let Op::Call { result: Some(result), .. } = &program.edges[call].op {
                self.set(*result, value);
            }
            at = program.edges[call].dst;
        }
    }
}

//! How C divides objects, as text.
//!
//! ```text
//! item   ::= "view" digits "=" view ";"                                      numbered from 0, before they are used
//! view   ::= type | ("char" | "truth" | "float" | "pointer") type            a scalar
//!          | "array" count "step" bytes "of" view                            count 0: not known
//!          | ("record" | "union") "{" (name "at" bit ("width" bits)? ":" view),* "}"
//!          | "bytes" | "view" digits
//! ```
//! Records are written once, as items: many objects have the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::memory::{Field, MemoryOp, Scalar, ScalarKind, View};
use super::super::program::{Op, Program};
use super::write::name_text;

/// The words for how a number is shown; plain integers have none.
pub(super) const SCALARS: [(&str, ScalarKind); 4] = [
    ("char", ScalarKind::Char),
    ("truth", ScalarKind::Bool),
    ("float", ScalarKind::Float),
    ("pointer", ScalarKind::Pointer),
];

/// The records of a program, by number.
#[derive(Default)]
pub(super) struct Views {
    /// The texts of records, in the order in which they are written.
    pub records: Vec<String>,
    numbers: BTreeMap<String, usize>,
    /// The text of each view by its address: views are shared, and a shared one is looked at once.
    texts: BTreeMap<*const View, String>,
}

impl Views {
    pub fn of(program: &Program) -> Views {
        let mut views = Views::default();
        for object in program.objects.values() {
            views.shared(&object.view);
        }
        for edge in program.edges.values() {
            if let Op::Memory(MemoryOp::Alloc { view, .. }) = &edge.op {
                views.shared(view);
            }
        }
        views
    }

    /// ` of` and the text of a view of the program; nothing for bytes.
    pub fn clause(&self, view: &Arc<View>) -> String {
        match self.texts.get(&Arc::as_ptr(view)) {
            Some(text) if **view != View::Bytes => format!(" of {text}"),
            _ => String::new(),
        }
    }

    fn shared(&mut self, view: &Arc<View>) -> String {
        if let Some(text) = self.texts.get(&Arc::as_ptr(view)) {
            return text.clone();
        }
        let text = self.text(view);
        self.texts.insert(Arc::as_ptr(view), text.clone());
        text
    }

    fn text(&mut self, view: &View) -> String {
        match view {
            View::Scalar(Scalar { ty, kind }) => match SCALARS.iter().find(|(_, known)| known == kind) {
                Some((word, _)) => format!("{word} {ty}"),
                None => ty.to_string(),
            },
            View::Array { of, step, count } => format!("array {count} step {step} of {}", self.shared(of)),
            View::Record { fields, union } => {
                let fields: Vec<String> = fields.iter().map(|field| self.field(field)).collect();
                let word = if *union { "union" } else { "record" };
                let text = format!("{word} {{ {} }}", fields.join(", "));
                let number = *self.numbers.entry(text).or_insert_with_key(|text| {
                    self.records.push(text.clone());
                    self.records.len() - 1
                });
                format!("view {number}")
            }
            View::Bytes => "bytes".to_string(),
        }
    }

    fn field(&mut self, field: &Field) -> String {
        let width = field.width.map_or(String::new(), |width| format!(" width {width}"));
        format!("{} at {}{width}: {}", name_text(&field.name, None), field.bit, self.shared(&field.view))
    }
}

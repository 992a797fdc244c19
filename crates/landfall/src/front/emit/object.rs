//! Where the objects of the source are: variables, objects in memory, or memory that a variable points to.

use super::*;
use crate::cfa::Object;

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stored {
    /// A scalar that nothing points to.
    Var(VarId),
    Object(ObjId),
    /// Where the variable points: its size is known only when the program runs.
    Pointer(VarId),
}

impl Lowering<'_> {
    /// Whether an object is a variable: a scalar whose address nothing has.
    pub(super) fn is_variable(&self, object: ObjectId) -> bool {
        let node = &self.unit[object];
        self.int_type(node.ty).is_some() && !node.address_taken && !node.ty.is_volatile()
    }

    /// Where an object is; `None` if its procedure is not known, which never happens to what is reached.
    pub(super) fn stored(&mut self, object: ObjectId) -> Option<Stored> {
        if self.stored[object.index()].is_none() {
            let stored = self.make(object)?;
            self.stored[object.index()] = Some(stored);
            if matches!(self.unit[object].storage, Storage::Static | Storage::Undefined) {
                self.globals.push(object);
            }
        }
        self.stored[object.index()]
    }

    fn make(&mut self, object: ObjectId) -> Option<Stored> {
        let node = &self.unit[object];
        let is_static = matches!(node.storage, Storage::Static | Storage::Undefined);
        let owner = match node.owner {
            _ if is_static => None,
            Some(function) => Some(self.procs[function.index()]?),
            None => return None,
        };
        let kind = match node.storage {
            Storage::Static | Storage::Undefined => VarKind::Global,
            Storage::Automatic => VarKind::Local,
            Storage::Parameter => VarKind::Param,
        };
        if self.is_variable(object) {
            let ty = cfa::Type::Int(self.int_type(node.ty)?);
            return Some(Stored::Var(self.builder.var(&node.name, ty, kind, owner, Some(node.span))));
        }
        let Some(size) = self.object_size(object) else {
            let ty = cfa::Type::Int(self.pointer_type());
            return Some(Stored::Pointer(self.builder.var(&node.name, ty, kind, owner, Some(node.span))));
        };
        let defined = node.storage == Storage::Static;
        let made = Object {
            name: node.name.clone(),
            size,
            align: self.unit.types.align_of(node.ty).unwrap_or(1).max(1),
            owner,
            constant: defined && self.is_constant(node.ty),
            image: if defined { self.image(object, size) } else { None },
            view: self.view(node.ty),
            span: Some(node.span),
        };
        Some(Stored::Object(self.builder.object(made)))
    }

    /// The size in bytes. A flexible member that is initialised makes an object larger than its type.
    fn object_size(&self, object: ObjectId) -> Option<u64> {
        let node = &self.unit[object];
        let types = &self.unit.types;
        let size = match types.element(node.ty) {
            // A tentative definition that nothing completes has one element.
            Some((element, ArrayLength::Unknown)) if node.storage == Storage::Static => types.size_of(element)?,
            _ => types.size_of(node.ty)?,
        };
        let Some(Init::Aggregate(entries)) = &node.initializer else { return Some(size) };
        let end = |entry: &InitEntry| {
            let bits = entry.width.map_or_else(|| types.size_of(entry.ty).unwrap_or(0) * 8, u64::from);
            (entry.bit_offset + bits).div_ceil(8)
        };
        Some(entries.iter().map(end).fold(size, u64::max))
    }

    /// Whether objects of this type are never written.
    fn is_constant(&self, mut ty: Ty) -> bool {
        while let Some((element, _)) = self.unit.types.element(ty) {
            ty = element;
        }
        ty.is_const()
    }

    /// The object of a string literal.
    pub(super) fn string(&mut self, index: u32) -> ObjId {
        if let Some(known) = self.strings[index as usize] {
            return known;
        }
        let literal = &self.unit.strings[index as usize];
        let bytes = self.string_bytes(index);
        let ty = self.string_types[index as usize];
        let text: String = literal.units.iter().filter_map(|unit| char::from_u32(*unit)).collect();
        let made = Object {
            name: format!("{text:?}").into(),
            size: bytes.len() as u64,
            align: ty.and_then(|ty| self.unit.types.align_of(ty)).unwrap_or(1).max(1),
            owner: None,
            constant: true,
            image: Some(bytes.into()),
            view: ty.map_or_else(|| Arc::new(View::Bytes), |ty| self.view(ty)),
            span: Some(literal.span),
        };
        let object = self.builder.object(made);
        self.strings[index as usize] = Some(object);
        object
    }

    /// What a string literal holds, with its end.
    pub(super) fn string_bytes(&self, index: u32) -> Vec<u8> {
        let types = &self.unit.types;
        let element = self.string_types[index as usize].and_then(|ty| types.element(ty));
        let width = element.and_then(|(ty, _)| types.size_of(ty)).unwrap_or(1) as usize;
        let units = &self.unit.strings[index as usize].units;
        units.iter().chain([&0]).flat_map(|unit| unit.to_le_bytes().into_iter().take(width)).collect()
    }

    pub(super) fn address_of(&self, object: ObjId) -> Expr {
        Expr::Memory(MemoryExpr::Address(object, self.pointer_type()), Vec::new())
    }

    pub(super) fn address_of_function(&self, function: FunctionId) -> i128 {
        address_of_function(function)
    }

    /// The number that stands for the address of a label: behind those of functions.
    pub(super) fn address_of_label(&self, function: FunctionId, label: LabelId) -> i128 {
        16 * ((self.unit.functions.len() + 2 + self.labels_before(function.index())) as i128 + i128::from(label.0))
    }

    /// The addresses that labels may have, where the program asks for one.
    pub(super) fn addresses_of_labels(&self) -> Option<(i128, i128)> {
        let functions = &self.unit.functions;
        let bodies = functions.iter().filter_map(|function| function.body.as_ref());
        if !bodies.flat_map(|body| &body.labels).any(|label| label.address_taken) {
            return None;
        }
        let first = functions.len() + 2;
        Some((16 * first as i128, 16 * (first + self.labels_before(functions.len())) as i128))
    }

    fn labels_before(&self, function: usize) -> usize {
        let labels = |function: &Function| function.body.as_ref().map_or(0, |body| body.labels.len());
        self.unit.functions[..function].iter().map(labels).sum()
    }

    /// The cell that holds a scalar of this type; `None` if it is none, or not modelled.
    pub(super) fn whole_cell(&self, ty: Ty) -> Option<Cell> {
        let int = self.int_type(ty)?;
        let bits = match self.float_format(ty) {
            Some(format) => u32::from(format.bits()),
            None => u32::try_from(self.unit.types.size_of(ty)?).ok()? * 8,
        };
        Some(Cell { bit: 0, bits, ty: int })
    }

    /// The cell of a part, so many bits behind an address; of a bit-field if it has a width.
    pub(super) fn cell(&self, ty: Ty, bit: u64, width: Option<u32>) -> Option<Cell> {
        let whole = self.whole_cell(ty)?;
        match width {
            None => Some(whole),
            Some(0) => None,
            Some(bits) => {
                let narrow =
                    if whole.ty == IntType::BOOL { whole.ty } else { IntType::new(bits as u8, whole.ty.signed) };
                Some(Cell { bit: (bit % 8) as u32, bits, ty: narrow })
            }
        }
    }
}

impl Frame<'_, '_> {
    /// A fresh object without a name in the source: its address. One with an array, to which there may be pointers, is alive to the
    /// end of the full expression, others to the end of the procedure, since nobody can tell.
    pub(super) fn temporary(&mut self, name: &str, ty: Ty, span: Span) -> Expr {
        if self.unit.types.has_variable_length(ty) {
            self.note_unsupported("a copy of a structure of variable length", span);
        }
        let types = &self.unit.types;
        let made = Object {
            name: name.into(),
            size: types.size_of(ty).unwrap_or(0),
            align: types.align_of(ty).unwrap_or(1).max(1),
            owner: Some(self.proc),
            constant: false,
            image: None,
            view: self.lowering.view(ty),
            span: Some(span),
        };
        let object = self.lowering.builder.object(made);
        match self.unit.types.has_array(ty) {
            true => self.brief.push(object),
            false => self.temporaries.push(object),
        }
        self.memory(MemoryOp::Enter(object), span);
        self.lowering.address_of(object)
    }
}

/// The number that stands for a function's address: below all objects, so that neither is ever taken for the other.
pub(in crate::front) fn address_of_function(function: FunctionId) -> i128 {
    16 * (function.index() as i128 + 1)
}

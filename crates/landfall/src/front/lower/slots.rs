//! The objects of the program as lists of variables.
//!
//! A *slot* is an object or a string literal. One whose address is used as a value has a fixed address, and its parts are
//! globals, so that every procedure can reach them; all others are plain variables of their procedure. The parts of a string
//! are constants.

use std::rc::Rc;

use super::shape::{Shape, pointer_type};
use super::*;

pub(super) use crate::front::reach::Slot;

/// The parts of a slot.
#[derive(Debug)]
pub(super) struct Parts {
    pub shape: Rc<Shape>,
    /// Variables, or constants where the slot cannot be written.
    pub values: Vec<Expr>,
}

impl Parts {
    pub fn vars(&self) -> impl Iterator<Item = VarId> {
        self.values.iter().filter_map(|value| match value {
            Expr::Var(var) => Some(*var),
            _ => None,
        })
    }
}

/// Objects lie this far apart, so that a pointer behind one is not a pointer to the next.
const GAP: i128 = 64;

impl<'a> Lowering<'a> {
    pub(super) fn pointer_type(&self) -> IntType {
        pointer_type(&self.unit.types)
    }

    pub(super) fn slot_type(&self, slot: Slot) -> Ty {
        match slot.checked_sub(self.unit.objects.len()) {
            None => self.unit[ObjectId::from_index(slot)].ty,
            Some(index) if index < self.string_types.len() => self.string_types[index].unwrap_or(self.byte),
            Some(_) => self.allocated(slot).map_or(self.byte, |(element, _)| element),
        }
    }

    /// The size of a slot in bytes.
    pub(super) fn slot_size(&self, slot: Slot) -> Option<u64> {
        match self.site(slot) {
            None => self.unit.types.size_of(self.slot_type(slot)),
            Some(_) => self.allocated(slot).map(|(_, room)| room),
        }
    }

    pub(super) fn slot_name(&self, slot: Slot) -> String {
        match slot.checked_sub(self.unit.objects.len()) {
            None => format!("`{}`", self.unit[ObjectId::from_index(slot)].name),
            Some(index) if index < self.string_types.len() => "a string".to_string(),
            Some(_) => "allocated memory".to_string(),
        }
    }

    pub(super) fn is_string(&self, slot: Slot) -> bool {
        slot >= self.unit.objects.len() && self.site(slot).is_none()
    }

    pub(super) fn shape_of(&mut self, ty: Ty) -> Option<Rc<Shape>> {
        let ty = ty.unqualified();
        if let Some(known) = self.shapes.get(&ty) {
            return known.clone();
        }
        let shape = Shape::of(&self.unit.types, ty).map(Rc::new);
        self.shapes.insert(ty, shape.clone());
        shape
    }

    /// The parts of a slot, unless it is not modelled.
    pub(super) fn parts_of(&mut self, slot: Slot) -> Option<Rc<Parts>> {
        if let Some(known) = &self.parts[slot] {
            return known.clone();
        }
        let parts = self.make_parts(slot).map(Rc::new);
        self.parts[slot] = Some(parts.clone());
        parts
    }

    fn make_parts(&mut self, slot: Slot) -> Option<Parts> {
        let unit = self.unit;
        if self.region_of(slot).is_some() {
            return None;
        }
        if self.site(slot).is_some() {
            return self.allocated_parts(slot);
        }
        if let Some(index) = slot.checked_sub(unit.objects.len()) {
            let shape = self.shape_of(self.string_types[index]?)?;
            let units = &unit.strings[index].units;
            let value = |(i, cell): (usize, &super::shape::Cell)| {
                Expr::Int(cell.ty.wrap(units.get(i).map_or(0, |unit| i128::from(*unit))), cell.ty)
            };
            let values = shape.cells.iter().enumerate().map(value).collect();
            return Some(Parts { shape, values });
        }
        let node = &unit.objects[slot];
        // A number of its own that is not modelled, such as a floating-point variable, is no use; inside a record it is kept.
        let shape = self.shape_of(node.ty)?;
        if unit.types.is_float(node.ty) && self.float_format(node.ty).is_none() {
            return None;
        }
        let (kind, owner) = match node.storage {
            _ if self.points_to.addressed[slot] => (VarKind::Global, None),
            Storage::Static | Storage::Undefined => (VarKind::Global, None),
            Storage::Automatic => (VarKind::Local, node.owner),
            Storage::Parameter => (VarKind::Param, node.owner),
        };
        let owner = owner.map(|function| self.procs[function.index()].expect("its function is being lowered"));
        let vars = self.new_vars(&shape, &node.name, kind, owner, Some(node.span));
        Some(Parts { shape, values: vars.into_iter().map(Expr::Var).collect() })
    }

    /// A variable for each part of a type.
    pub(super) fn new_vars(
        &mut self,
        shape: &Shape,
        name: &str,
        kind: VarKind,
        owner: Option<ProcId>,
        span: Option<Span>,
    ) -> Vec<VarId> {
        let mut vars = Vec::with_capacity(shape.cells.len());
        for (cell, path) in shape.cells.iter().zip(&shape.paths) {
            vars.push(self.builder.var(&format!("{name}{path}"), cfa::Type::Int(cell.ty), kind, owner, span));
        }
        vars
    }

    /// The variable of an object that is a scalar, if it is modelled.
    pub(super) fn var_of(&mut self, object: ObjectId) -> Option<VarId> {
        self.int_type(self.unit[object].ty)?;
        match self.parts_of(object.index())?.values[..] {
            [Expr::Var(var)] => Some(var),
            _ => None,
        }
    }

    /// The address of a slot.
    pub(super) fn address_of_slot(&mut self, slot: Slot) -> i128 {
        if let Some(address) = self.addresses[slot] {
            return address;
        }
        let size = self.reserved(slot);
        let address = self.next_address;
        self.addresses[slot] = Some(address);
        self.next_address = (address + size + GAP + 63) / 64 * 64;
        address
    }

    /// The number that stands for a function's address.
    pub(super) fn address_of_function(&mut self, function: FunctionId) -> i128 {
        // Below all objects, so that neither is ever taken for the other.
        16 * (function.index() as i128 + 1)
    }

    pub(super) fn first_object_address(unit: &Unit) -> i128 {
        (16 * (unit.functions.len() as i128 + 2) + 4095) / 4096 * 4096
    }
}

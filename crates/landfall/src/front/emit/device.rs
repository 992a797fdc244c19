//! Registers of devices: addresses that the user declares to be outside of the program's memory. Each read there gives an input, and
//! writes change nothing that the program could see.
//!
//! An access at a fixed address is known to be one, and so is one through a pointer that is made from numbers only, if its address is
//! right. Where a pointer may point to objects as well, which of both it is depends on addresses that nothing is promised of:
//! to come to a register that way is unsupported.

use super::place::{Found, Root};
use super::*;

/// Whether a place is a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Device {
    No,
    /// It may be in an object as well.
    Perhaps,
    /// It is in no object, so that it must be one.
    Only,
    /// Its address is that of one.
    Surely,
}

impl Device {
    /// Whether nothing is read or written in memory.
    pub(super) fn is_register(self) -> bool {
        matches!(self, Device::Only | Device::Surely)
    }
}

impl Frame<'_, '_> {
    /// Whether an lvalue that was found, of so many bytes, is a register.
    pub(super) fn device(&self, place: ExprId, found: &Found, size: u64) -> Device {
        if self.lowering.options.devices.is_empty() || matches!(found.root, Root::Object(_)) {
            return Device::No;
        }
        if let at @ Expr::Int(..) = self.address(found) {
            return if self.in_device(&at, size) == Expr::TRUE { Device::Surely } else { Device::No };
        }
        let points_to = &self.lowering.reach.points_to;
        match points_to.memory_of(place) {
            Some(class) if !points_to.is_external(class) => Device::No,
            Some(class) if points_to.slots_of(class).is_empty() && !points_to.is_outside(class) => Device::Only,
            _ => Device::Perhaps,
        }
    }

    /// That so many bytes lie in one of the devices.
    pub(super) fn in_device(&self, at: &Expr, size: u64) -> Expr {
        let ty = self.lowering.pointer_type();
        let mut inside = Expr::FALSE;
        for (low, high) in self.lowering.options.devices {
            let (low, high) = (i128::from(*low), i128::from(*high) + 1 - i128::from(size));
            // Pointers are signed here: the upper half of addresses are negative numbers.
            let half = ty.max() + 1;
            for (low, high) in
                [(low, high.min(half - 1)), (low.max(half) - 2 * half, high.min(2 * half - 1) - 2 * half)]
            {
                match at {
                    _ if high < low => {}
                    Expr::Int(address, _) if (low..=high).contains(address) => return Expr::TRUE,
                    Expr::Int(..) => {}
                    at => {
                        let above = self.comparison(CompareOp::Le, Expr::Int(low, ty), at.clone());
                        let below = self.comparison(CompareOp::Le, at.clone(), Expr::Int(high, ty));
                        let here = guard::conjunction(vec![above, below]);
                        inside = match inside {
                            Expr::FALSE => here,
                            inside => Expr::Or(Box::new(inside), Box::new(here)),
                        };
                    }
                }
            }
        }
        inside
    }

    /// An access through a pointer that may point to objects: registers are not modelled there.
    pub(super) fn exclude_registers(&mut self, at: &Expr, size: u64, span: Span) {
        let nothing = Expr::Memory(MemoryExpr::Size, vec![at.clone()]);
        let nothing = self.comparison(CompareOp::Lt, nothing, Expr::Int(0, INDEX));
        let inside = guard::conjunction(vec![self.in_device(at, size), nothing]);
        let (register, object) = (self.graph.node(), self.graph.node());
        self.graph.split(inside, register, object, span);
        self.graph.resume(register);
        self.note_unsupported("a register of a device, through a pointer that may point to objects as well", span);
        self.graph.stop();
        self.graph.resume(object);
    }

    /// The value of a register.
    pub(super) fn register(&mut self, cell: Cell, span: Span) -> Expr {
        let value = self.temp("$register", cell.ty);
        let name = self.lowering.sources.snippet(span).trim().into();
        self.graph.emit(Op::Havoc(value, HavocKind::Volatile(name)), span);
        Expr::Var(value)
    }
}

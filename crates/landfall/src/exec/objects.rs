//! Memory as bytes: every object there is or was, where it lies, what it holds.
//!
//! Objects lie in *slots*, in the order in which they were made. With 64-bit pointers the slot with number k (from 0) lies at
//! `(k + 1) << 32`; with 32-bit ones slots follow each other with gaps between. Small numbers, which stand for functions and nothing,
//! lie in none. Allocated memory always gets a new slot, so that a pointer to freed memory stays one. Each life of a procedure's object
//! has another slot than the lives before it, so that a pointer which outlives one does not point into the next. Slots are used again,
//! the one first that has been idle for longest, once [`IDLE_SLOTS`] of an object are idle, or [`IDLE_BYTES`] of address space.
//!
//! An address *belongs* to an object if it lies in it or right behind it.

use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use cranelift_entity::SecondaryMap;
use cranelift_entity::packed_option::PackedOption;

use super::contents::{Contents, read_bits, write_bits};
use super::memory::Memory;
use crate::cfa::memory::{Cell, Storage};
use crate::cfa::{DataModel, EdgeId, HavocKind, IntType, MemoryExpr, ObjId, Object, Program};

/// The largest object, in bytes.
pub const MAX_OBJECT_SIZE: u64 = 1 << 31;
/// With 32-bit pointers: the first address, the end of addresses, the least distance between objects.
const FIRST: u64 = 1 << 24;
const END: u64 = 1 << 31;
const GAP: u64 = 64;
/// Bytes of all objects together, with what is kept about them.
const MAX_USED: u64 = 1 << 32;

/// So many ended lives of an object a pointer into one of them is known to point nowhere.
const IDLE_SLOTS: usize = 32;
const IDLE_BYTES: u64 = 1 << 20;

/// What an object is, for messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ObjectInfo {
    pub origin: ObjectOrigin,
    pub base: i64,
    pub size: u64,
    pub live: bool,
    /// The edge that ended its life: it frees the memory, leaves the scope, or called the procedure that has returned.
    pub ended: Option<EdgeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ObjectOrigin {
    Declared(ObjId),
    /// By the edge that allocated it.
    Allocated(EdgeId, Storage),
}

/// Why an effect on memory did not happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trap {
    Invalid,
    /// There are no addresses or bytes left here; the program would go on.
    Exhausted,
}

#[derive(Clone, Debug)]
struct Slot {
    base: i64,
    size: u32,
    constant: bool,
    /// The power of two that its address is a multiple of.
    align: u8,
    ended: PackedOption<EdgeId>,
    origin: ObjectOrigin,
    /// `None` while it is dead.
    contents: Option<Arc<Contents>>,
}

impl Slot {
    fn info(&self) -> ObjectInfo {
        let live = self.contents.is_some();
        let ended = self.ended.expand().filter(|_| !live);
        ObjectInfo { origin: self.origin, base: self.base, size: self.size.into(), live, ended }
    }

    fn storage(&self) -> Option<Storage> {
        match self.origin {
            ObjectOrigin::Declared(_) => None,
            ObjectOrigin::Allocated(_, storage) => Some(storage),
        }
    }

    /// What programs can see of it, but for its contents.
    fn visible(&self) -> (i64, u32, bool, Option<Storage>) {
        (self.base, self.size, self.constant, self.storage())
    }
}

/// The slots of a procedure's object.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct Pool {
    /// That of each frame, the innermost last.
    taken: Vec<u32>,
    /// Those of lives that have ended, the one that ended first in front.
    idle: VecDeque<u32>,
    /// Made for the next frame, and never used.
    fresh: Option<u32>,
}

impl Pool {
    /// Whether the first of the idle slots of objects of a size may be used again.
    fn idle_long_enough(&self, size: u64) -> bool {
        self.idle.len() >= IDLE_SLOTS || !self.idle.is_empty() && self.idle.len() as u64 * size >= IDLE_BYTES
    }
}

/// All objects of a state.
#[derive(Debug)]
pub(super) struct Objects {
    model: DataModel,
    slots: Vec<Slot>,
    pools: SecondaryMap<ObjId, Pool>,
    /// Where the next slot may begin, with 32-bit pointers.
    next: u64,
    used: u64,
    /// Bytes that may be allocated.
    most: u64,
    /// The slot that was found last, with 32-bit pointers.
    hint: AtomicU32,
}

impl Clone for Objects {
    fn clone(&self) -> Self {
        Objects {
            model: self.model,
            slots: self.slots.clone(),
            pools: self.pools.clone(),
            next: self.next,
            used: self.used,
            most: self.most,
            hint: AtomicU32::new(self.hint.load(Ordering::Relaxed)),
        }
    }
}

impl PartialEq for Objects {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Slot, &Slot)| a.visible() == b.visible() && a.contents == b.contents;
        self.slots.len() == other.slots.len()
            && self.slots.iter().zip(&other.slots).all(same)
            && self.pools == other.pools
    }
}

impl Eq for Objects {}

impl Hash for Objects {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for slot in &self.slots {
            slot.visible().hash(hasher);
            slot.contents.as_ref().map(|contents| contents.bytes()).hash(hasher);
        }
    }
}

impl Objects {
    /// The memory of a program that has not begun, and the addresses of static objects; `None` in place of them if they or
    /// others are too large.
    pub fn of_program(program: &Program) -> (Objects, Option<SecondaryMap<ObjId, i64>>) {
        let mut objects = Objects {
            model: program.semantics.data_model,
            slots: Vec::new(),
            pools: SecondaryMap::new(),
            next: FIRST,
            used: 0,
            most: MAX_USED,
            hint: AtomicU32::new(0),
        };
        let addresses = objects.place_statics(program);
        (objects, addresses)
    }

    /// Memory that is allocated from now on has at most so many bytes.
    pub fn limit(&mut self, most: u64) {
        self.most = self.used + most;
    }

    fn place_statics(&mut self, program: &Program) -> Option<SecondaryMap<ObjId, i64>> {
        let mut addresses = SecondaryMap::new();
        if program.objects.values().any(|object| object.size > MAX_OBJECT_SIZE) {
            return None;
        }
        for (id, object) in program.objects.iter() {
            match object.owner {
                None => {}
                Some(owner) if owner == program.entry => {
                    self.reserve(id, object).ok()?;
                    continue;
                }
                Some(_) => continue,
            }
            let slot = self.declare(id, object.size, object.align, object.constant)?;
            let size = object.size as usize;
            let contents = match &object.image {
                Some(image) => Contents::of_image(size, image),
                None => Contents::zeros(size, true),
            };
            self.revive(slot, contents)?;
            addresses[id] = self.slots[slot].base;
        }
        Some(addresses)
    }

    /// A dead slot for a declared object.
    fn declare(&mut self, id: ObjId, size: u64, align: u64, constant: bool) -> Option<usize> {
        let base = self.place(size, align)?;
        self.slots.push(Slot {
            base,
            size: size as u32,
            constant,
            align: align.trailing_zeros() as u8,
            ended: None.into(),
            origin: ObjectOrigin::Declared(id),
            contents: None,
        });
        Some(self.slots.len() - 1)
    }

    /// An address for a new slot.
    fn place(&mut self, size: u64, align: u64) -> Option<i64> {
        self.used += size_of::<Slot>() as u64;
        match self.model {
            DataModel::Lp64 => i64::try_from((self.slots.len() as u64 + 1) << 32).ok(),
            DataModel::Ilp32 => {
                let base = self.next.next_multiple_of(align.max(16));
                let end = base.checked_add(size + GAP).filter(|end| *end <= END)?;
                self.next = end;
                Some(base as i64)
            }
        }
    }

    /// Gives a slot contents, if there are bytes left.
    fn revive(&mut self, slot: usize, contents: Contents) -> Option<()> {
        let slot = &mut self.slots[slot];
        if slot.contents.is_none() {
            let used = self.used + u64::from(slot.size);
            if used > MAX_USED {
                return None;
            }
            self.used = used;
        }
        slot.contents = Some(Arc::new(contents));
        slot.ended = None.into();
        Some(())
    }

    fn kill(&mut self, slot: usize, by: Option<EdgeId>) {
        let slot = &mut self.slots[slot];
        if slot.contents.take().is_some() {
            slot.ended = by.into();
            self.used -= u64::from(slot.size);
        }
    }

    /// The object that an address belongs to, live or dead, and the distance from its start.
    #[inline(always)]
    fn find(&self, address: i64) -> Option<(usize, usize)> {
        let index = match self.model {
            DataModel::Lp64 => ((address >> 32) as usize).wrapping_sub(1),
            DataModel::Ilp32 => self.search(address)?,
        };
        let slot = self.slots.get(index)?;
        let offset = address.wrapping_sub(slot.base) as u64;
        (offset <= u64::from(slot.size)).then_some((index, offset as usize))
    }

    /// The last slot that does not begin behind an address.
    #[inline(always)]
    fn search(&self, address: i64) -> Option<usize> {
        let hint = self.hint.load(Ordering::Relaxed) as usize;
        let slot = self.slots.get(hint)?;
        if slot.base <= address && address - slot.base <= i64::from(slot.size) {
            return Some(hint);
        }
        let found = self.slots.partition_point(|slot| slot.base <= address).checked_sub(1)?;
        self.hint.store(found as u32, Ordering::Relaxed);
        Some(found)
    }

    /// The object that starts at an address.
    fn starting_at(&self, address: i64) -> Option<usize> {
        self.find(address).filter(|found| found.1 == 0).map(|found| found.0)
    }

    /// The live object that holds so many bytes from an address on, and the distance from its start.
    #[inline(always)]
    fn holding(&self, address: i64, size: i64) -> Option<(usize, usize)> {
        let (index, offset) = self.find(address)?;
        let slot = &self.slots[index];
        let fits = size >= 0 && (offset as u64).checked_add(size as u64)? <= u64::from(slot.size);
        (fits && slot.contents.is_some()).then_some((index, offset))
    }

    /// The same, of an object that may be written.
    #[inline(always)]
    fn taking(&self, address: i64, size: i64, initial: bool) -> Option<(usize, usize)> {
        self.holding(address, size).filter(|found| initial || !self.slots[found.0].constant)
    }

    #[inline(always)]
    pub fn readable(&self, address: i64, size: i64) -> bool {
        size == 0 || self.holding(address, size).is_some()
    }

    #[inline(always)]
    pub fn writable(&self, address: i64, size: i64) -> bool {
        size == 0 || self.taking(address, size, false).is_some()
    }

    /// So many bytes of a live object.
    #[inline(always)]
    pub fn bytes(&self, address: i64, size: usize) -> Option<&[u8]> {
        let (index, offset) = self.find(address)?;
        self.slots[index].contents.as_ref()?.bytes().get(offset..offset.checked_add(size)?)
    }

    #[inline(always)]
    fn bytes_mut(&mut self, address: i64, size: usize, initial: bool) -> Option<&mut [u8]> {
        let (index, offset) = self.find(address)?;
        let slot = &mut self.slots[index];
        if slot.constant && !initial {
            return None;
        }
        Arc::make_mut(slot.contents.as_mut()?).write(offset, size)
    }

    #[inline(always)]
    fn array<const N: usize>(&self, address: i64) -> Option<[u8; N]> {
        self.bytes(address, N)?.first_chunk().copied()
    }

    /// Reads 1, 2, 4 or 8 bytes: their pattern, continued by zeros.
    #[inline(always)]
    pub fn load(&self, address: i64, size: u8) -> Option<i64> {
        Some(match size {
            1 => i64::from(self.array::<1>(address)?[0]),
            2 => i64::from(u16::from_le_bytes(self.array(address)?)),
            4 => i64::from(u32::from_le_bytes(self.array(address)?)),
            _ => i64::from_le_bytes(self.array(address)?),
        })
    }

    /// Writes 1, 2, 4 or 8 bytes of a pattern; not initial.
    #[inline(always)]
    pub fn store(&mut self, address: i64, size: u8, value: i64) -> Result<(), Trap> {
        let bytes = self.bytes_mut(address, usize::from(size), false).ok_or(Trap::Invalid)?;
        match size {
            1 => bytes.copy_from_slice(&(value as u8).to_le_bytes()),
            2 => bytes.copy_from_slice(&(value as u16).to_le_bytes()),
            4 => bytes.copy_from_slice(&(value as u32).to_le_bytes()),
            _ => bytes.copy_from_slice(&value.to_le_bytes()),
        }
        Ok(())
    }

    /// The first byte that a cell touches, and how many.
    fn touched(address: i64, cell: Cell) -> Option<(i64, usize)> {
        let skipped = cell.bit / 8;
        Some((address.checked_add(skipped.into())?, (cell.size() - skipped) as usize))
    }

    fn load_cell(&self, address: i64, cell: Cell) -> Option<i128> {
        let (first, count) = Objects::touched(address, cell)?;
        Some(cell.ty.wrap(read_bits(self.bytes(first, count)?, cell) as i128))
    }

    pub fn write(&mut self, address: i64, cell: Cell, value: i128, initial: bool) -> Result<(), Trap> {
        let (first, count) = Objects::touched(address, cell).ok_or(Trap::Invalid)?;
        let bytes = self.bytes_mut(first, count, initial).ok_or(Trap::Invalid)?;
        write_bits(bytes, cell, value as u128);
        Ok(())
    }

    /// The answer to a question but for addresses; `None` if it is undefined.
    pub fn ask(&self, question: MemoryExpr, a: i64, b: i64) -> Option<i128> {
        Some(match question {
            MemoryExpr::Address(..) => unreachable!("addresses are in cells"),
            MemoryExpr::Offset(ty) => offset(ty, a, b)?.into(),
            MemoryExpr::Load(cell) => self.load_cell(a, cell)?,
            MemoryExpr::Readable => self.readable(a, b).into(),
            MemoryExpr::Writable => self.writable(a, b).into(),
            MemoryExpr::Freeable => (a == 0 || self.freeable(a)).into(),
            MemoryExpr::Size => {
                let live = self.find(a).map(|(index, _)| &self.slots[index]).filter(|slot| slot.contents.is_some());
                live.map_or(-1, |slot| slot.size.into())
            }
            MemoryExpr::Distance => self.find(a)?.1 as i128,
            MemoryExpr::SameObject => {
                let (first, second) = (self.find(a), self.find(b));
                first.zip(second).is_some_and(|(first, second)| first.0 == second.0).into()
            }
            MemoryExpr::HeapEmpty => self.live_heap().next().is_none().into(),
        })
    }

    fn freeable(&self, address: i64) -> bool {
        let slot = self.starting_at(address).map(|index| &self.slots[index]);
        slot.is_some_and(|slot| slot.contents.is_some() && slot.storage() == Some(Storage::Heap))
    }

    pub fn copy(&mut self, to: i64, from: i64, size: i64) -> Result<(), Trap> {
        if size == 0 {
            return Ok(());
        }
        let (source, from) = self.holding(from, size).ok_or(Trap::Invalid)?;
        let (target, to) = self.taking(to, size, false).ok_or(Trap::Invalid)?;
        let size = size as usize;
        if source == target {
            self.contents_mut(target).copy_within(from, to, size);
        } else {
            let source = self.slots[source].contents.clone().expect("it is live");
            self.contents_mut(target).copy_from(&source, from, to, size);
        }
        Ok(())
    }

    /// Of a live object.
    fn contents_mut(&mut self, slot: usize) -> &mut Contents {
        Arc::make_mut(self.slots[slot].contents.as_mut().expect("it is live"))
    }

    pub fn fill(&mut self, address: i64, value: u8, size: i64) -> Result<(), Trap> {
        if size == 0 {
            return Ok(());
        }
        let size = usize::try_from(size).map_err(|_| Trap::Invalid)?;
        self.bytes_mut(address, size, false).ok_or(Trap::Invalid)?.fill(value);
        Ok(())
    }

    /// Whether so many bytes may become arbitrary. What was never initialised is so in constant objects as well.
    pub fn may_havoc(&self, address: i64, size: i64, kind: &HavocKind) -> bool {
        size == 0 || self.taking(address, size, *kind == HavocKind::Uninitialised).is_some()
    }

    /// So many bytes get new values, by their distance from the address; [`Objects::may_havoc`] holds.
    pub fn havoc(&mut self, address: i64, size: i64, values: &Memory, kind: &HavocKind) {
        let Some((slot, offset)) = self.taking(address, size, true) else { return };
        let contents = self.contents_mut(slot);
        let size = size as usize;
        let bytes = contents.write(offset, size).expect("it may be written");
        bytes.fill(values.most() as u8);
        for (distance, value) in values.named() {
            if let Some(byte) = usize::try_from(distance).ok().and_then(|distance| bytes.get_mut(distance)) {
                *byte = value as u8;
            }
        }
        if *kind == HavocKind::Uninitialised {
            contents.forget(offset, size);
        }
    }

    /// New memory.
    pub fn alloc(&mut self, size: i64, zero: bool, storage: Storage, edge: EdgeId) -> Result<i64, Trap> {
        let size = u64::try_from(size).ok().filter(|size| *size <= MAX_OBJECT_SIZE).ok_or(Trap::Exhausted)?;
        if self.used + size > self.most {
            return Err(Trap::Exhausted);
        }
        let base = self.place(size, 1).ok_or(Trap::Exhausted)?;
        self.used += size;
        self.slots.push(Slot {
            base,
            size: size as u32,
            constant: false,
            align: 0,
            ended: None.into(),
            origin: ObjectOrigin::Allocated(edge, storage),
            contents: Some(Arc::new(Contents::zeros(size as usize, zero))),
        });
        Ok(base)
    }

    pub fn free(&mut self, address: i64, edge: EdgeId) -> Result<(), Trap> {
        if address == 0 {
            return Ok(());
        }
        let allocated = |slot: &Slot| slot.contents.is_some() && slot.storage().is_some();
        let slot = self.starting_at(address).filter(|slot| allocated(&self.slots[*slot])).ok_or(Trap::Invalid)?;
        self.kill(slot, Some(edge));
        Ok(())
    }

    /// Makes sure that a new frame finds a slot for the object.
    pub fn reserve(&mut self, id: ObjId, object: &Object) -> Result<(), Trap> {
        let pool = &self.pools[id];
        if pool.fresh.is_none() && !pool.idle_long_enough(object.size) {
            let slot = self.declare(id, object.size, object.align, object.constant).ok_or(Trap::Exhausted)?;
            self.pools[id].fresh = Some(slot as u32);
        }
        Ok(())
    }

    /// The address of an object of a new frame, where a slot was reserved; null where none was.
    pub fn take(&mut self, id: ObjId) -> i64 {
        let pool = &mut self.pools[id];
        let Some(slot) = pool.fresh.take().or_else(|| pool.idle.pop_front()) else { return 0 };
        pool.taken.push(slot);
        let slot = &mut self.slots[slot as usize];
        slot.ended = None.into();
        slot.base
    }

    /// The innermost frame of an object's procedure ends.
    pub fn give_back(&mut self, id: ObjId, call: EdgeId) {
        let pool = &mut self.pools[id];
        let Some(slot) = pool.taken.pop() else { return };
        pool.idle.push_back(slot);
        self.kill(slot as usize, Some(call));
    }

    /// An object of the innermost frame comes to life, or is as new if it lives; the address of this life.
    pub fn enter(&mut self, address: i64) -> Result<i64, Trap> {
        let mut slot = self.starting_at(address).ok_or(Trap::Invalid)?;
        if self.slots[slot].ended.is_some() {
            slot = self.next_life(slot).ok_or(Trap::Exhausted)?;
        }
        let contents = Contents::zeros(self.slots[slot].size as usize, false);
        self.revive(slot, contents).ok_or(Trap::Exhausted)?;
        Ok(self.slots[slot].base)
    }

    /// Another slot for an object of the innermost frame whose life has ended.
    fn next_life(&mut self, slot: usize) -> Option<usize> {
        let ObjectOrigin::Declared(id) = self.slots[slot].origin else { return Some(slot) };
        let Slot { size, align, constant, .. } = self.slots[slot];
        let pool = &mut self.pools[id];
        pool.idle.push_back(slot as u32);
        let next = match pool.fresh.take() {
            Some(fresh) => fresh as usize,
            None if pool.idle_long_enough(size.into()) => pool.idle.pop_front()? as usize,
            None => self.declare(id, size.into(), 1 << align, constant)?,
        };
        *self.pools[id].taken.last_mut()? = next as u32;
        Some(next)
    }

    pub fn leave(&mut self, address: i64, edge: EdgeId) {
        if let Some(slot) = self.starting_at(address) {
            self.kill(slot, Some(edge));
        }
    }

    /// Whether so many bytes from an address on were all set; `None` if they are not in one live object.
    pub fn is_set(&self, address: i64, size: i64) -> Option<bool> {
        let (slot, offset) = self.holding(address, size)?;
        Some(self.slots[slot].contents.as_ref()?.is_set(offset, size as usize))
    }

    /// The object that an address belongs to, or else the nearest one if there is one near.
    pub fn object_at(&self, address: i64) -> Option<ObjectInfo> {
        if let Some((slot, _)) = self.find(address) {
            return Some(self.slots[slot].info());
        }
        let behind = self.slots.partition_point(|slot| slot.base <= address);
        let candidates = [behind.wrapping_sub(1), behind].into_iter().filter_map(|index| self.slots.get(index));
        let near = match self.model {
            DataModel::Lp64 => MAX_OBJECT_SIZE,
            DataModel::Ilp32 => GAP,
        };
        let distance = |slot: &Slot| match address < slot.base {
            true => slot.base.abs_diff(address),
            false => address.abs_diff(slot.base + i64::from(slot.size)),
        };
        let found = candidates.min_by_key(|slot| distance(slot)).filter(|slot| distance(slot) <= near);
        found.map(Slot::info)
    }

    /// Allocated memory that nobody has freed.
    pub fn live_heap(&self) -> impl Iterator<Item = ObjectInfo> + '_ {
        let heap = |slot: &&Slot| slot.contents.is_some() && slot.storage() == Some(Storage::Heap);
        self.slots.iter().filter(heap).map(Slot::info)
    }
}

/// Pointer plus bytes; `None` if that is no address.
#[inline(always)]
pub(super) fn offset(ty: IntType, pointer: i64, bytes: i64) -> Option<i64> {
    let sum = pointer.checked_add(bytes)?;
    ((sum as u64) >> (ty.bits - 1) == 0).then_some(sum)
}

/// The objects of a state while it runs. Those that other states share are copied at the first change, and from then on changes
/// need not ask again.
pub(super) enum Access<'s> {
    /// The program has no memory.
    None,
    Shared(&'s mut Arc<Objects>),
    Own(&'s mut Objects),
}

impl<'s> Access<'s> {
    #[inline(always)]
    pub fn new(objects: &'s mut Option<Arc<Objects>>) -> Self {
        objects.as_mut().map_or(Access::None, Access::Shared)
    }

    #[inline(always)]
    pub fn get(&self) -> &Objects {
        match self {
            Access::None => unreachable!("the program has memory"),
            Access::Shared(objects) => objects,
            Access::Own(objects) => objects,
        }
    }

    #[inline(always)]
    pub fn own(&mut self) -> &mut Objects {
        if let Access::Own(objects) = self {
            return objects;
        }
        self.make_own()
    }

    #[inline(never)]
    fn make_own(&mut self) -> &mut Objects {
        if let Access::Shared(objects) = std::mem::replace(self, Access::None) {
            *self = Access::Own(Arc::make_mut(objects));
        }
        match self {
            Access::Own(objects) => objects,
            _ => unreachable!("the program has memory"),
        }
    }
}

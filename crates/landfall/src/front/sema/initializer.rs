//! Initialisers: braces, designators and strings become values at offsets.

use super::*;
use crate::front::ast::{Designator, InitializerItem, InitializerKind};
use crate::front::library;

/// Where an initialiser's value goes: a part of the object and its type.
#[derive(Clone, Copy)]
struct Place {
    bit_offset: u64,
    width: Option<u32>,
    ty: Ty,
}

/// The values of an object's parts so far, and which member of each union is meant.
#[derive(Default)]
struct Entries {
    list: Vec<InitEntry>,
    /// By the place and the type of the union.
    members: FxHashMap<(u64, RecordTypeId), u64>,
}

impl Entries {
    fn push(&mut self, entry: InitEntry) {
        self.list.push(entry);
    }

    /// Forgets what was said of a range of bits: it is initialised anew.
    fn clear(&mut self, start: u64, bits: u64) {
        let end = start.saturating_add(bits);
        self.list.retain(|entry| entry.bit_offset < start || entry.bit_offset >= end);
        self.members.retain(|(offset, _), _| *offset < start || *offset >= end);
    }
}

/// The items of a list, consumed one after another, also by nested aggregates without braces of their own.
struct Items<'a> {
    list: &'a [InitializerItem],
    next: usize,
    /// The item whose designators have been followed.
    followed: Option<usize>,
}

impl<'a> Sema<'a> {
    /// Analyses an object's initialiser, completing the length of an array from it.
    pub(super) fn initialize(&mut self, object: ObjectId, initializer: ast::InitializerId) {
        let ty = self.unit[object].ty;
        let is_aggregate = self.is_aggregate(ty);
        let init = if is_aggregate {
            let mut entries = Entries::default();
            let place = Place { bit_offset: 0, width: None, ty };
            let count = self.part(place, initializer, &mut entries);
            if let Some((element, ArrayLength::Unknown)) = self.unit.types.element(ty) {
                let complete = self.unit.types.array(element, ArrayLength::Known(count));
                self.unit.objects[object.index()].ty = complete;
                for entry in &mut entries.list {
                    entry.ty = if entry.ty == ty { complete } else { entry.ty };
                }
            }
            Init::Aggregate(entries.list)
        } else {
            Init::Scalar(self.scalar_initializer(initializer, ty))
        };
        if self.is_static_object(object) {
            self.require_constant(object, &init);
        }
        self.unit.objects[object.index()].initializer = Some(init);
    }

    /// Static objects have constant initialisers: whatever runs code is refused, as gcc does.
    fn require_constant(&mut self, object: ObjectId, init: &Init) {
        let values: Vec<ExprId> = match init {
            Init::Scalar(value) => vec![*value],
            Init::Aggregate(entries) => entries.iter().map(|entry| entry.value).collect(),
        };
        for value in values {
            if self.runs_code(value) {
                let span = self.unit[value].span;
                let name = self.unit[object].name.clone();
                let error = Diagnostic::error(format!("the initialiser of `{name}` is not constant")).at(span);
                self.report(
                    error.with_help("static objects are initialised before the program runs: assign it in a function"),
                );
            }
        }
    }

    /// Whether evaluating the expression may do something that can be noticed.
    pub(super) fn runs_code(&self, e: ExprId) -> bool {
        let node = &self.unit[e];
        match &node.kind {
            ExprKind::Assign { .. }
            | ExprKind::CompoundAssign { .. }
            | ExprKind::Step { .. }
            | ExprKind::StmtExpr { .. } => true,
            ExprKind::Call { callee, arguments } => {
                !self.folds(callee) || arguments.iter().any(|argument| self.runs_code(*argument))
            }
            // gcc folds reads of constant objects; anything else must be known at compile time.
            ExprKind::Load(place) => !self.unit[*place].ty.is_const() && !self.is_static_literal(*place),
            kind => {
                let mut found = false;
                kind.for_each_operand(&mut |operand| found |= self.runs_code(operand));
                found
            }
        }
    }

    /// gcc knows what a function gives for constants.
    fn folds(&self, callee: &Callee) -> bool {
        let Callee::Direct(function) = callee else { return false };
        let function = &self.unit[*function];
        function.body.is_none() && matches!(library::model(&function.name), Some(library::Model::Math(_)))
    }

    fn is_static_literal(&self, place: ExprId) -> bool {
        matches!(self.unit[place].kind, ExprKind::CompoundLiteral(_) | ExprKind::String(_) | ExprKind::Unsupported(_))
    }

    fn scalar_initializer(&mut self, initializer: ast::InitializerId, ty: Ty) -> ExprId {
        let ast = self.ast;
        let node = &ast[initializer];
        match &node.kind {
            InitializerKind::Expr(e) => {
                let value = self.rvalue(*e);
                self.assign_convert(value, ty, "initialise")
            }
            InitializerKind::List(items) => match items.first() {
                Some(item) => self.scalar_initializer(item.value, ty),
                None => {
                    // `{}`: zero, whatever the type.
                    let int = self.int();
                    let zero = self.int_constant(0, int, node.span);
                    self.convert(zero, ty)
                }
            },
        }
    }

    /// Initialises a part from its own initialiser; gives the number of elements an array needs.
    fn part(&mut self, place: Place, initializer: ast::InitializerId, entries: &mut Entries) -> u64 {
        let ast = self.ast;
        entries.clear(place.bit_offset, self.bits_of(place));
        match &ast[initializer].kind {
            InitializerKind::Expr(e) => {
                if let Some(count) = self.string_part(place, *e, entries) {
                    return count;
                }
                let ty = place.ty;
                if let Some((element, _)) = self.unit.types.element(ty) {
                    // An array cannot be initialised by a value, but for a compound literal in GNU C.
                    let value = self.expr(*e);
                    let value = self.in_order_of(value, ty);
                    if let Some((from, ArrayLength::Known(count))) = self.unit.types.element(self.unit[value].ty)
                        && self.unit.types.compatible(from, element)
                    {
                        entries.push(InitEntry {
                            bit_offset: place.bit_offset,
                            width: None,
                            ty: self.unit[value].ty,
                            value,
                        });
                        return count;
                    }
                    self.error(ast[*e].span, "an array needs an initialiser in braces");
                    return 0;
                }
                let value = self.rvalue(*e);
                let value = self.assign_convert(value, ty, "initialise");
                entries.push(InitEntry { bit_offset: place.bit_offset, width: place.width, ty, value });
                1
            }
            InitializerKind::List(items) => self.braced(place, items, entries),
        }
    }

    /// An array, unless its elements have another order of bytes than those that it initialises.
    fn in_order_of(&mut self, value: ExprId, ty: Ty) -> ExprId {
        let node = &self.unit[value];
        match self.unit.types.is_reversed(node.ty) == self.unit.types.is_reversed(ty) {
            true => value,
            false => self.unsupported(node.span, "numbers in another order of bytes"),
        }
    }

    fn bits_of(&self, place: Place) -> u64 {
        match place.width {
            Some(width) => u64::from(width),
            None => self.unit.types.size_of(place.ty).map_or(u64::MAX, |size| size.saturating_mul(8)),
        }
    }

    /// Goes on with a part that has no braces of its own. What was said of its parts stays, but as in gcc not a value for the
    /// whole of it, unless that is constant.
    fn enter(&mut self, place: Place, entries: &mut Entries) {
        let Some(record) = self.unit.types.record_of(place.ty) else { return };
        entries.list.retain(|entry| {
            let whole = entry.bit_offset == place.bit_offset && self.unit.types.record_of(entry.ty) == Some(record);
            !whole || self.constant_literal(entry.value)
        });
    }

    fn constant_literal(&self, e: ExprId) -> bool {
        let ExprKind::Load(place) = self.unit[e].kind else { return false };
        let ExprKind::CompoundLiteral(object) = self.unit[place].kind else { return false };
        self.unit[object].storage == Storage::Static
    }

    /// One member of a union is initialised: what was said of another one is forgotten.
    fn choose_member(&mut self, place: Place, index: u64, entries: &mut Entries) {
        let Some(record) = self.unit.types.record_of(place.ty).filter(|_| self.is_union(place.ty)) else { return };
        let key = (place.bit_offset, record);
        if entries.members.get(&key).is_some_and(|known| *known != index) {
            entries.clear(place.bit_offset, self.bits_of(place));
        }
        entries.members.insert(key, index);
    }

    /// A character array given by a string literal.
    fn string_part(&mut self, place: Place, e: ast::ExprId, entries: &mut Entries) -> Option<u64> {
        let ast::ExprKind::String(string) = self.ast[e].kind else { return None };
        let (element, length) = self.unit.types.element(place.ty)?;
        let element_size = self.unit.types.size_of(element)?;
        self.unit.types.int_kind(element)?;
        let literal = &self.ast[string];
        let value = self.expr(e);
        let (unit_type, _) = self.unit.types.element(self.unit[value].ty)?;
        if self.unit.types.size_of(unit_type) != Some(element_size) {
            return None;
        }
        let count = literal.units.len() as u64 + 1;
        let value = self.in_order_of(value, element);
        let ty = match length {
            ArrayLength::Unknown => self.unit.types.array(element, ArrayLength::Known(count)),
            _ => place.ty,
        };
        entries.clear(place.bit_offset, self.bits_of(place));
        entries.push(InitEntry { bit_offset: place.bit_offset, width: None, ty, value });
        Some(count)
    }

    fn braced(&mut self, place: Place, items: &'a [InitializerItem], entries: &mut Entries) -> u64 {
        let is_aggregate = self.is_aggregate(place.ty);
        if !is_aggregate {
            if let Some(item) = items.first() {
                self.part(place, item.value, entries);
            }
            return 1;
        }
        // A string literal in braces initialises the character array itself.
        if let [InitializerItem { designators, value }] = items
            && designators.is_empty()
            && let InitializerKind::Expr(e) = self.ast[*value].kind
            && let Some(count) = self.string_part(place, e, entries)
        {
            return count;
        }
        let mut items = Items { list: items, next: 0, followed: None };
        let count = self.aggregate(place, &mut items, true, entries);
        if let Some(extra) = items.list.get(items.next) {
            let span = self.ast[extra.value].span;
            self.report(Diagnostic::warning("excess elements in an initialiser are ignored").at(span));
        }
        count
    }

    /// Fills an array or record from items until it is full or they run out. `outer` says that the braces are its own.
    fn aggregate(&mut self, place: Place, items: &mut Items<'a>, outer: bool, entries: &mut Entries) -> u64 {
        self.aggregate_from(place, 0, items, outer, entries)
    }

    /// As [`Sema::aggregate`], from the part with the given index on.
    fn aggregate_from(
        &mut self,
        place: Place,
        start: u64,
        items: &mut Items<'a>,
        outer: bool,
        entries: &mut Entries,
    ) -> u64 {
        let (mut index, mut count) = (start, 0u64);
        let limit = self.part_count(place.ty);
        while let Some(item) = items.list.get(items.next) {
            if !item.designators.is_empty() && items.followed != Some(items.next) {
                if !outer {
                    break;
                }
                if let Some(last) = self.designated(place, items, entries) {
                    index = last + 1;
                    count = count.max(index);
                }
                continue;
            }
            if limit.is_some_and(|limit| index >= limit) {
                break;
            }
            let Some((skipped, part)) = self.part_at(place, index) else { break };
            index += skipped;
            self.choose_member(place, index, entries);
            self.next_item(part, items, entries);
            index += 1;
            count = count.max(index);
            if self.is_union(place.ty) {
                break;
            }
        }
        count
    }

    /// Takes the next item for a part, entering a nested aggregate that has no braces.
    fn next_item(&mut self, part: Place, items: &mut Items<'a>, entries: &mut Entries) {
        let item = &items.list[items.next];
        let nested = self.is_aggregate(part.ty);
        if nested && let InitializerKind::Expr(e) = self.ast[item.value].kind {
            if self.string_part(part, e, entries).is_some() {
                items.next += 1;
                return;
            }
            let value = self.rvalue(e);
            if self.unit.types.compatible(self.unit[value].ty, part.ty) {
                entries.clear(part.bit_offset, self.bits_of(part));
                entries.push(InitEntry { bit_offset: part.bit_offset, width: None, ty: part.ty, value });
                items.next += 1;
                return;
            }
            let before = items.next;
            self.enter(part, entries);
            self.aggregate(part, items, false, entries);
            if items.next == before {
                items.next += 1;
            }
            return;
        }
        self.part(part, item.value, entries);
        items.next += 1;
    }

    /// The number of parts that an aggregate without braces takes; `None` for an array of unknown length.
    fn part_count(&self, ty: Ty) -> Option<u64> {
        match self.unit.types.element(ty) {
            Some((_, ArrayLength::Known(count))) => Some(count),
            Some(_) => None,
            None => {
                let record = self.unit.types.record_of(ty)?;
                self.unit.types.record(record).body.as_ref().map(|body| body.fields.len() as u64)
            }
        }
    }

    /// Whether braces go around the parts of a type.
    fn is_aggregate(&self, ty: Ty) -> bool {
        let types = &self.unit.types;
        types.element(ty).is_some() || types.record_of(ty).is_some() && self.complex_part(ty).is_none()
    }

    fn is_union(&self, ty: Ty) -> bool {
        let record = self.unit.types.record_of(ty);
        record.is_some_and(|record| self.unit.types.record(record).kind == ast::RecordKind::Union)
    }

    /// The part with an index; unnamed bit-fields are skipped, and the number of them comes first.
    fn part_at(&self, place: Place, index: u64) -> Option<(u64, Place)> {
        if let Some((element, _)) = self.unit.types.element(place.ty) {
            let bits = self.unit.types.size_of(element)?.checked_mul(8)?;
            let bit_offset = place.bit_offset.checked_add(bits.checked_mul(index)?)?;
            return Some((0, Place { bit_offset, width: None, ty: element }));
        }
        let record = self.unit.types.record_of(place.ty)?;
        let body = self.unit.types.record(record).body.as_ref()?;
        let fields = body.fields.get(usize::try_from(index).ok()?..)?;
        let skipped = fields.iter().position(|field| field.name.is_some() || field.width.is_none())?;
        let field = &fields[skipped];
        let part = Place { bit_offset: place.bit_offset + field.bit_offset, width: field.width, ty: field.ty };
        Some((skipped as u64, part))
    }

    /// An item with designators, and the items behind it that go on inside the part it names; gives the index of the last part
    /// of the outermost aggregate that was set.
    fn designated(&mut self, place: Place, items: &mut Items<'a>, entries: &mut Entries) -> Option<u64> {
        let item = &items.list[items.next];
        let mut targets = vec![place];
        let mut levels: Vec<(Place, u64)> = Vec::new();
        for designator in &item.designators {
            let mut next = Vec::new();
            let mut inner = Vec::new();
            for target in targets {
                inner.clear();
                if self.select(target, designator, &mut next, &mut inner).is_none() {
                    items.next += 1;
                    return None;
                }
            }
            for (level, index) in &inner {
                if !(levels.is_empty() && level.bit_offset == place.bit_offset && level.ty == place.ty) {
                    self.enter(*level, entries);
                }
                self.choose_member(*level, *index, entries);
            }
            levels.extend(inner);
            targets = next;
        }
        items.followed = Some(items.next);
        match targets[..] {
            [target] => self.next_item(target, items, entries),
            _ => {
                self.repeated(&targets, item.value, entries);
                items.next += 1;
            }
        }
        for (level, index) in levels.drain(1..).rev() {
            if !self.is_union(level.ty) {
                self.aggregate_from(level, index + 1, items, false, entries);
            }
        }
        levels.first().map(|(_, index)| *index)
    }

    /// One initialiser for several parts: it is evaluated once.
    fn repeated(&mut self, targets: &[Place], initializer: ast::InitializerId, entries: &mut Entries) {
        let Some((first, rest)) = targets.split_first() else { return };
        let before = entries.list.len();
        self.part(*first, initializer, entries);
        let made = before.min(entries.list.len());
        if !entries.list[made..].iter().any(|entry| self.runs_code(entry.value)) {
            for target in rest {
                self.part(*target, initializer, entries);
            }
            return;
        }
        // Each value goes through an object of its own.
        let mut again = entries.list[made..].to_vec();
        for (index, entry) in again.iter_mut().enumerate() {
            let (ty, span) = (self.unit[entry.value].ty, self.unit[entry.value].span);
            let object = self.hidden_object("<value>", ty, span);
            let target = self.unit.add_expr(ExprKind::Object(object), ty, span);
            let assigned = ExprKind::Assign { target, value: entry.value };
            entries.list[made + index].value = self.unit.add_expr(assigned, ty, span);
            entry.value = self.unit.add_expr(ExprKind::Load(target), ty, span);
        }
        for target in rest {
            entries.clear(target.bit_offset, self.bits_of(*target));
            for entry in &again {
                let bit_offset = entry.bit_offset - first.bit_offset + target.bit_offset;
                entries.push(InitEntry { bit_offset, ..entry.clone() });
            }
        }
    }

    /// The parts that a designator names, and in which aggregates with which index they (the last of them) are.
    fn select(
        &mut self,
        target: Place,
        designator: &Designator,
        out: &mut Vec<Place>,
        levels: &mut Vec<(Place, u64)>,
    ) -> Option<()> {
        let last = match *designator {
            Designator::Field(name) => {
                let path = self.find_field(target.ty, name.name);
                let Some(path) = path else {
                    let message =
                        format!("no member `{}` in `{}`", self.ast.name(name.name), self.unit.types.display(target.ty));
                    self.error(name.span, message);
                    return None;
                };
                let mut place = target;
                for (_, field, ty) in &path {
                    levels.push((place, u64::from(field.index)));
                    place = Place { bit_offset: place.bit_offset + field.bit_offset, width: field.width, ty: *ty };
                }
                out.push(place);
                return Some(());
            }
            Designator::Index(e) => self.select_range(target, e, e, out)?,
            Designator::Range(low, high) => self.select_range(target, low, high, out)?,
        };
        levels.push((target, last));
        Some(())
    }

    fn select_range(
        &mut self,
        target: Place,
        low: ast::ExprId,
        high: ast::ExprId,
        out: &mut Vec<Place>,
    ) -> Option<u64> {
        let span = self.ast[low].span;
        let low = self.constant_expression(low, "an array index");
        let high = self.constant_expression(high, "an array index");
        let limit = match self.unit.types.element(target.ty) {
            Some((_, ArrayLength::Known(count))) => count,
            Some(_) => u64::MAX,
            None => 0,
        };
        let valid = 0 <= low && low <= high && high < i128::from(limit);
        if !valid || high - low > 1 << 24 {
            self.error(span, "this array index is outside of the array");
            return None;
        }
        for index in low..=high {
            let (_, part) = self.part_at(target, index as u64)?;
            out.push(part);
        }
        Some(high as u64)
    }
}

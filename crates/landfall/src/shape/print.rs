//! Heaps for people: variables, then objects with their cells.

use std::fmt::{Display, Formatter, Result};

use super::{Block, End, Heap, Object, Oid, Origin, Range, Value};

impl Display for Value {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Value::Int(n) => write!(f, "{n}"),
            Value::Symbol(symbol) => write!(f, "?{}", symbol.0),
            Value::Pointer { object, end, offset } => {
                let last = if *end == End::Last { ".last" } else { "" };
                write!(f, "&{}{last}", object.0)?;
                if *offset == 0 { Ok(()) } else { write!(f, "+{offset}") }
            }
            Value::Moving { object, by } => write!(f, "&{}+?{}", object.0, by.0),
            Value::Any(range) => write!(f, "[{range}]"),
            Value::Next => write!(f, "next"),
            Value::Previous => write!(f, "previous"),
            Value::Local { index, offset, .. } => write!(f, "&own{index}+{offset}"),
        }
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let bound = |n: i128| match n {
            i128::MIN => "-∞".to_string(),
            i128::MAX => "∞".to_string(),
            n => n.to_string(),
        };
        write!(f, "{}..{}", bound(self.low), bound(self.high))?;
        if self.nonzero { write!(f, " but 0") } else { Ok(()) }
    }
}

fn write_block(f: &mut Formatter<'_>, block: &Block) -> Result {
    let origin = match block.origin {
        Origin::Heap => "",
        Origin::Stack => "stack ",
        Origin::Declared(_) => "object ",
    };
    write!(f, "{origin}{{")?;
    for (at, (_, value)) in &block.cells {
        write!(f, " {at}: {value};")?;
    }
    write!(f, " size {} }}", block.size)
}

fn write_object(f: &mut Formatter<'_>, object: &Object) -> Result {
    let segment = match object {
        Object::Block(block) => return write_block(f, block),
        Object::Segment(segment) => segment,
    };
    write!(f, "list of")?;
    for (i, kind) in segment.kinds.iter().enumerate() {
        write!(f, "{}", if i == 0 { " " } else { " or " })?;
        for (j, object) in kind.iter().enumerate() {
            write!(f, "{}", if j == 0 { "" } else { " with " })?;
            write_object(f, object)?;
        }
    }
    write!(f, " to {}", segment.exit)?;
    if segment.links.previous.is_some() { write!(f, " from {}", segment.back) } else { Ok(()) }
}

impl Display for Heap {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for (var, value) in &self.vars {
            write!(f, "{var} = {value}; ")?;
        }
        for (symbol, range) in &self.symbols {
            write!(f, "?{} in {range}; ", symbol.0)?;
        }
        for (Oid(number), object) in &self.objects {
            write!(f, "{number}: ")?;
            write_object(f, object)?;
            write!(f, "; ")?;
        }
        if self.leaked { write!(f, "and other memory") } else { Ok(()) }
    }
}

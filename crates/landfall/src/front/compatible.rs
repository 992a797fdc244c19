//! Which types are compatible: inside of a file by identity, between files by their looks (C11 6.2.7).

use super::types::{ArrayLength, EnumTypeId, Field, FunctionType, RecordTypeId, Ty, TypeKind, Types};

/// Pairs of records that are being compared: they agree unless a member says otherwise.
type Assumed = Vec<(RecordTypeId, RecordTypeId)>;

impl Types {
    /// Whether two types are compatible, qualifiers apart; enumerations are compatible with their integer type.
    pub fn compatible(&self, a: Ty, b: Ty) -> bool {
        self.agree(a, b, &mut Vec::new())
    }

    fn agree(&self, a: Ty, b: Ty, assumed: &mut Assumed) -> bool {
        if a.index == b.index {
            return true;
        }
        match (self.kind(a), self.kind(b)) {
            (TypeKind::Enum(_), TypeKind::Int(kind)) => self.int_kind(a) == Some(*kind),
            (TypeKind::Int(kind), TypeKind::Enum(_)) => self.int_kind(b) == Some(*kind),
            (TypeKind::Enum(x), TypeKind::Enum(y)) => self.same_enum_elsewhere(*x, *y),
            (TypeKind::Pointer(x), TypeKind::Pointer(y)) => x.quals == y.quals && self.agree(*x, *y, assumed),
            (TypeKind::Array(x, n), TypeKind::Array(y, m)) => {
                let lengths = match (n, m) {
                    (ArrayLength::Known(n), ArrayLength::Known(m)) => n == m,
                    _ => true,
                };
                lengths && self.agree(*x, *y, assumed)
            }
            (TypeKind::Function(f), TypeKind::Function(g)) => self.functions_agree(f, g, assumed),
            (TypeKind::Record(x), TypeKind::Record(y)) => self.same_record_elsewhere(*x, *y, assumed),
            _ => false,
        }
    }

    fn functions_agree(&self, f: &FunctionType, g: &FunctionType, assumed: &mut Assumed) -> bool {
        if !self.agree(f.result, g.result, assumed) {
            return false;
        }
        if !f.prototyped || !g.prototyped {
            // gcc also asks that the parameters survive default promotion; old code often does not keep to that.
            return true;
        }
        f.variadic == g.variadic
            && f.params.len() == g.params.len()
            && f.params.iter().zip(&g.params).all(|(x, y)| self.agree(*x, *y, assumed))
    }

    /// Records of different files with the same tag, or both without one, and the same members. One that a file does not define may be
    /// any of its tag.
    fn same_record_elsewhere(&self, x: RecordTypeId, y: RecordTypeId, assumed: &mut Assumed) -> bool {
        if assumed.contains(&(x, y)) {
            return true;
        }
        let (one, other) = (self.record(x), self.record(y));
        if one.span.file == other.span.file || one.kind != other.kind || one.tag != other.tag {
            return false;
        }
        let (Some(one), Some(other)) = (&one.body, &other.body) else { return true };
        assumed.push((x, y));
        let same = |(f, g): (&Field, &Field)| {
            f.name == g.name
                && f.width == g.width
                && f.bit_offset == g.bit_offset
                && f.ty.quals == g.ty.quals
                && self.agree(f.ty, g.ty, assumed)
        };
        one.size == other.size
            && one.align == other.align
            && one.fields.len() == other.fields.len()
            && one.fields.iter().zip(&other.fields).all(same)
    }

    /// Enumerations of different files with the same tag, or both without one, and the same integer type.
    fn same_enum_elsewhere(&self, x: EnumTypeId, y: EnumTypeId) -> bool {
        let (x, y) = (self.enumeration(x), self.enumeration(y));
        let undefined = x.underlying.is_none() || y.underlying.is_none();
        x.file != y.file && x.tag == y.tag && (undefined || x.underlying == y.underlying)
    }
}

#[cfg(test)]
mod tests {
    use crate::cfa::DataModel;
    use crate::front::hir::Unit;
    use crate::front::parser;
    use crate::front::sema::{self, Linkage};
    use crate::front::source::SourceMap;
    use crate::front::types::Types;

    /// The errors of files that are linked.
    fn errors(files: &[&str]) -> Vec<String> {
        let mut sources = SourceMap::new();
        let mut unit = Unit::new(Types::new(DataModel::Lp64));
        let mut linkage = Linkage::default();
        let mut diagnostics = Vec::new();
        for (number, text) in files.iter().enumerate() {
            let file = sources.add(format!("{number}.c"), text.as_bytes().to_vec());
            let parsed = parser::parse(&sources, file);
            assert!(!parsed.has_errors(), "{:?}", parsed.diagnostics);
            sema::analyze(&parsed.ast, &sources, &mut unit, &mut linkage, &mut diagnostics);
        }
        diagnostics.into_iter().filter(|d| d.is_error()).map(|d| d.message).collect()
    }

    #[test]
    fn types_without_a_tag_agree_between_files() {
        let header = "typedef struct { int a; struct n *next; } S; typedef enum { A, B } E; struct n { S s; struct n *next; };\n";
        let one = format!("{header} S f(E e, struct n *n) {{ S s = {{0}}; return s; }}");
        let other = format!("{header} S f(E e, struct n *n); int main(void) {{ return f(A, 0).a; }}");
        assert_eq!(errors(&[&one, &other]), Vec::<String>::new());
    }

    #[test]
    fn records_with_other_members_are_a_conflict() {
        let one = "struct s { int a; long b; }; void f(struct s *p) { p->a = 1; }";
        for other in [
            "struct s { long b; int a; }; void f(struct s *p);",
            "struct s { int a; int b; }; void f(struct s *p);",
            "struct s { int x; long b; }; void f(struct s *p);",
            "struct t { int a; long b; }; void f(struct t *p);",
            "union s { int a; long b; }; void f(union s *p);",
        ] {
            assert_eq!(errors(&[one, other]).len(), 1, "{other}");
        }
        assert!(errors(&[one, "struct s; void f(struct s *p);"]).is_empty());
    }

    #[test]
    fn enumerations_of_one_file_differ() {
        assert_eq!(errors(&["enum { A } f(void); enum { B } f(void);"]).len(), 1);
    }
}

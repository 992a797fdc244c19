//! Attributes: layout, modes, symbols, functions that run by themselves.
//!
//! Every attribute is in one of three groups: those that are modelled, those known not to change what a program computes
//! ([`HARMLESS`]), and the rest. Whatever carries one of the rest is unsupported where it is used.

use super::*;
use crate::front::ast::{Attribute, AttributeArgument};

/// The priority of constructors and destructors that name none.
const LAST: u32 = 65535;

/// Attributes that say something about warnings, speed, debuggers or calling conventions, sorted.
pub(super) const HARMLESS: &[&str] = &[
    "abi_tag",
    "access",
    "acquire_capability",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "analyzer_noreturn",
    "annotate",
    "artificial",
    "assume_aligned",
    "availability",
    "bitwise",
    "btf_decl_tag",
    "btf_type_tag",
    "capability",
    "cdecl",
    "cf_check",
    "cold",
    "common",
    "const",
    "context",
    "counted_by",
    "deprecated",
    "designated_init",
    "diagnose_if",
    "disable_tail_calls",
    "dllexport",
    "dllimport",
    "enum_extensibility",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flag_enum",
    "flatten",
    "force",
    "force_align_arg_pointer",
    "format",
    "format_arg",
    "function_return",
    "gcc_struct",
    "guarded_by",
    "hot",
    "import_module",
    "indirect_branch",
    "indirect_return",
    "internal_linkage",
    "leaf",
    "malloc",
    "may_alias",
    "maybe_unused",
    "minsize",
    "ms_abi",
    "musttail",
    "no_address_safety_analysis",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_randomize_layout",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_coverage",
    "no_sanitize_memory",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_limit",
    "no_stack_protector",
    "no_thread_safety_analysis",
    "no_vtable",
    "nocf_check",
    "noclone",
    "nocommon",
    "nodebug",
    "noderef",
    "nodiscard",
    "noescape",
    "noinline",
    "noipa",
    "nonnull",
    "nonnull_if_nonzero",
    "nonstring",
    "noplt",
    "not_tail_called",
    "nothrow",
    "null_terminated_string_arg",
    "optnone",
    "patchable_function_entry",
    "pcs",
    "preserve_all",
    "preserve_most",
    "pure",
    "randomize_layout",
    "regparm",
    "release_capability",
    "reproducible",
    "require_constant_initialization",
    "requires_capability",
    "retain",
    "returns_nonnull",
    "section",
    "sentinel",
    "simd",
    "sseregparm",
    "stack_protect",
    "stdcall",
    "strict_flex_array",
    "symver",
    "sysv_abi",
    "tainted_args",
    "target",
    "target_clones",
    "thiscall",
    "tls_model",
    "unavailable",
    "uninitialized",
    "unsequenced",
    "unused",
    "used",
    "visibility",
    "warn_if_not_aligned",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

/// What a list of attributes says.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Meaning {
    pub packed: bool,
    pub align: Option<u64>,
    pub noreturn: bool,
    pub mode: Option<Symbol>,
    pub vector_size: Option<u64>,
    pub transparent_union: bool,
    /// The function that is called when the variable's scope is left.
    pub cleanup: Option<Symbol>,
    /// Runs before the entry function, or at the end, with this priority.
    pub constructor: Option<u32>,
    pub destructor: Option<u32>,
    pub alias: Option<ast::StringId>,
    pub weak: bool,
    pub gnu_inline: bool,
    /// Whether the most significant byte of a number comes first.
    pub reversed: Option<bool>,
    /// An attribute that is not modelled.
    pub unsupported: Option<Symbol>,
}

impl Meaning {
    /// What both lists say.
    pub fn with(self, other: Meaning) -> Meaning {
        Meaning {
            packed: self.packed || other.packed,
            align: self.align.max(other.align),
            noreturn: self.noreturn || other.noreturn,
            mode: self.mode.or(other.mode),
            vector_size: self.vector_size.or(other.vector_size),
            transparent_union: self.transparent_union || other.transparent_union,
            cleanup: self.cleanup.or(other.cleanup),
            constructor: self.constructor.or(other.constructor),
            destructor: self.destructor.or(other.destructor),
            alias: self.alias.or(other.alias),
            weak: self.weak || other.weak,
            gnu_inline: self.gnu_inline || other.gnu_inline,
            reversed: self.reversed.or(other.reversed),
            unsupported: self.unsupported.or(other.unsupported),
        }
    }
}

impl Sema<'_> {
    pub(super) fn attributes(&mut self, attributes: &[Attribute]) -> Meaning {
        let mut meaning = Meaning::default();
        for attribute in attributes {
            self.attribute(attribute, &mut meaning);
        }
        meaning
    }

    fn attribute(&mut self, attribute: &Attribute, meaning: &mut Meaning) {
        let first = attribute.arguments.first().copied();
        match self.ast.name(attribute.name) {
            "packed" => meaning.packed = true,
            "noreturn" | "_Noreturn" => meaning.noreturn = true,
            "transparent_union" => meaning.transparent_union = true,
            "aligned" => {
                let align = first.map_or(Some(16), |argument| self.attribute_number(argument));
                meaning.align = meaning.align.max(align.filter(|align| align.is_power_of_two()));
            }
            "mode" => meaning.mode = self.attribute_name(first),
            "cleanup" => meaning.cleanup = self.attribute_name(first),
            "vector_size" => meaning.vector_size = first.and_then(|argument| self.attribute_number(argument)),
            "constructor" => meaning.constructor = Some(self.priority(first)),
            "destructor" => meaning.destructor = Some(self.priority(first)),
            "weak" | "weak_import" => meaning.weak = true,
            "gnu_inline" => meaning.gnu_inline = true,
            "alias" => meaning.alias = self.attribute_string(first),
            // A weak reference to a symbol that may be missing.
            "weakref" => {
                meaning.weak = true;
                meaning.alias = self.attribute_string(first);
            }
            // Levels are harmless, single options need not be.
            "optimize" if self.is_level(first) => {}
            "scalar_storage_order" => {
                match self.attribute_string(first).and_then(|text| self.ast[text].bytes()).as_deref() {
                    Some(b"little-endian") => meaning.reversed = Some(false),
                    Some(b"big-endian") => meaning.reversed = Some(true),
                    _ => meaning.unsupported = Some(attribute.name),
                }
            }
            name if HARMLESS.binary_search(&name).is_ok() => {}
            _ => meaning.unsupported = Some(attribute.name),
        }
    }

    fn attribute_name(&self, argument: Option<AttributeArgument>) -> Option<Symbol> {
        match argument {
            Some(AttributeArgument::Expr(e)) => match self.ast[e].kind {
                ast::ExprKind::Ident(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    fn attribute_string(&self, argument: Option<AttributeArgument>) -> Option<ast::StringId> {
        match argument {
            Some(AttributeArgument::Expr(e)) => match self.ast[e].kind {
                ast::ExprKind::String(text) => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    fn priority(&mut self, argument: Option<AttributeArgument>) -> u32 {
        let number = argument.and_then(|argument| self.attribute_number(argument));
        number.and_then(|number| u32::try_from(number).ok()).unwrap_or(LAST)
    }

    fn is_level(&self, argument: Option<AttributeArgument>) -> bool {
        let text = self.attribute_string(argument).and_then(|text| self.ast[text].bytes());
        text.is_none_or(|text| {
            matches!(
                text.strip_prefix(b"O").or(text.strip_prefix(b"-O")),
                Some(b"0" | b"1" | b"2" | b"3" | b"s" | b"g" | b"")
            )
        })
    }

    /// What attributes tell the linker.
    pub(super) fn linking(&self, meaning: &Meaning) -> Linking {
        let alias = meaning.alias.and_then(|text| self.ast[text].bytes());
        Linking {
            alias: alias.map(|text| String::from_utf8_lossy(&text).into()),
            weak: meaning.weak,
            unsupported: meaning.unsupported.map(|attribute| self.unsupported_attribute(attribute)),
            ..Linking::default()
        }
    }

    pub(super) fn unsupported_attribute(&self, attribute: Symbol) -> Arc<str> {
        format!("the attribute `{}`", self.ast.name(attribute)).into()
    }

    fn attribute_number(&mut self, argument: AttributeArgument) -> Option<u64> {
        match argument {
            AttributeArgument::Expr(e) => {
                let e = self.rvalue(e);
                self.unit.constant(e).and_then(|value| u64::try_from(value).ok())
            }
            AttributeArgument::Type(ty) => {
                let ty = self.unevaluated_type_name(ty);
                self.unit.types.align_of(ty)
            }
        }
    }

    /// The type that `mode` or `vector_size` make of a declared one.
    pub(super) fn apply_type_attributes(&mut self, ty: Ty, meaning: &Meaning) -> Ty {
        let mut ty = ty;
        if let Some(mode) = meaning.mode {
            ty = self.apply_mode(ty, mode);
        }
        if let Some(bytes) = meaning.vector_size
            && let Some(size) = self.unit.types.size_of(ty)
            && size > 0
        {
            ty = self.unit.types.intern(TypeKind::Vector(ty.unqualified(), bytes / size));
        }
        ty
    }

    fn apply_mode(&mut self, ty: Ty, mode: Symbol) -> Ty {
        let signed = self.unit.types.int_kind(ty).is_none_or(IntKind::is_signed);
        let mode = self.ast.name(mode).trim_matches('_').to_string();
        let pick = |yes: IntKind| if signed { yes } else { yes.to_unsigned() };
        let long = if self.unit.types.model == crate::cfa::DataModel::Lp64 { IntKind::Long } else { IntKind::LongLong };
        let kind = match mode.as_str() {
            "QI" | "byte" => pick(IntKind::SignedChar),
            "HI" => pick(IntKind::Short),
            "SI" => pick(IntKind::Int),
            "DI" => pick(long),
            "TI" => pick(IntKind::Int128),
            "word" | "pointer" | "unwind_word" => pick(self.unit.types.ptrdiff_kind()),
            "SF" => return self.unit.types.intern(TypeKind::Float(FloatKind::Float)),
            "DF" => return self.unit.types.intern(TypeKind::Float(FloatKind::Double)),
            "XF" => return self.unit.types.intern(TypeKind::Float(FloatKind::LongDouble)),
            "TF" => return self.unit.types.intern(TypeKind::Float(FloatKind::Float128)),
            _ => return ty,
        };
        self.unit.types.int(kind)
    }
}

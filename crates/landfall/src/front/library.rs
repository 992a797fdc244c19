//! What the analysis knows about functions that have no body: verification built-ins and parts of the C library.

use super::types::{IntKind, Ty, Types};
use crate::cfa::Integral;

/// The meaning of a call of a function without a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Model {
    /// `assert(condition)`, called as a function.
    Assert,
    /// Called when an assertion has failed; its first argument is the text of the assertion.
    AssertFailed,
    /// The execution goes on only if the argument is not zero.
    Assume,
    /// The execution ends silently.
    End,
    /// An input; the type that its name tells, if it tells one.
    Input(Option<IntKind>),
    /// Reads its arguments, writes output at most, and returns an arbitrary value.
    NoEffect,
    /// The absolute value of its argument, undefined at the minimum.
    Absolute,
    /// Gives memory of as many bytes as its argument says; it holds anything.
    Allocate,
    /// Gives memory for as many elements of a size as its arguments say; it holds zeros.
    AllocateZero,
    /// Gives memory of as many bytes as its second argument says, with the contents of its first argument, which it takes back.
    Reallocate,
    /// As [`Model::Allocate`], on the stack: never fails and need not be freed.
    AllocateLocal,
    /// Takes memory back.
    Free,
    /// Copies as many bytes as its third argument says to where its first points; that is its result.
    Copy,
    /// Sets as many bytes as its third argument says to its second.
    Fill,
    /// A function on floating-point numbers.
    Math(Math),
    /// For models: a number other than zero that C leaves open, or one above zero. The argument names the function.
    AnyNonzero,
    AnyPositive,
    /// For models: any value of the result type, and why. The argument names the function.
    Arbitrary(Why),
    /// For models: so many bytes from an address on become arbitrary. Arguments: the address, the number, the function's name, and
    /// what must hold.
    ArbitraryBytes(Why),
    /// For models: what must hold, and the words for that.
    Require,
    /// For models: so many bytes from an address on must be readable. Arguments: the address, the number, the words for that.
    RequireReadable,
    /// For models: so many bytes from two addresses on must not overlap. Arguments: the addresses, the number, the words for that.
    RequireApart,
    /// For models: so many bytes from a parameter on were accessed. If it is given a member, they must not be more than that has.
    RequireExtent,
    /// For models: what is not modelled.
    Unsupported,
    /// For models: memory that lives to the end of the program and is nobody's to free.
    AllocateStatic,
    /// `setjmp` and relatives.
    SetJump,
    /// `longjmp` and relatives.
    LongJump,
}

impl Model {
    /// Its result points to new memory.
    pub fn is_allocation(self) -> bool {
        matches!(
            self,
            Model::Allocate | Model::AllocateLocal | Model::AllocateStatic | Model::AllocateZero | Model::Reallocate
        )
    }
}

/// Why a model gives an arbitrary value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// It comes from the program's environment.
    Input,
    /// C leaves it open.
    Open,
    /// It is determined in a way that is not modelled.
    Unknown,
}

/// The words that name an arbitrary value of a model: why, and its type.
fn arbitrary(name: &str) -> Option<(Why, &str)> {
    let (why, ty) = name.strip_prefix("__landfall_")?.split_once('_')?;
    let why = match why {
        "input" => Why::Input,
        "open" => Why::Open,
        "unknown" => Why::Unknown,
        _ => return None,
    };
    Some((why, ty))
}

/// Functions on floating-point numbers that are modelled exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Math {
    Absolute,
    Root,
    Integral(Integral),
    Minimum,
    Maximum,
    CopySign,
    IsNan,
    IsInfinite,
    IsFinite,
    SignBit,
    Infinity,
    Nan,
}

impl Math {
    /// Gives a truth value.
    pub fn is_predicate(self) -> bool {
        matches!(self, Math::IsNan | Math::IsInfinite | Math::IsFinite | Math::SignBit)
    }

    /// By name; the suffix of the type is looked at by [`math_kind`].
    fn named(name: &str) -> Option<Math> {
        let plain = name.strip_prefix("__builtin_").unwrap_or(name);
        match plain {
            "isnan" | "__isnan" | "__isnanf" | "__isnanl" | "isnanf" | "isnanl" => return Some(Math::IsNan),
            "isinf" | "__isinf" | "__isinff" | "__isinfl" | "isinff" | "isinfl" | "isinf_sign" => {
                return Some(Math::IsInfinite);
            }
            "isfinite" | "finite" | "__finite" | "__finitef" | "__finitel" | "finitef" | "finitel" => {
                return Some(Math::IsFinite);
            }
            "signbit" | "__signbit" | "__signbitf" | "__signbitl" | "signbitf" | "signbitl" => {
                return Some(Math::SignBit);
            }
            "inf" | "inff" | "infl" | "huge_val" | "huge_valf" | "huge_vall" if plain != name => {
                return Some(Math::Infinity);
            }
            "nan" | "nanf" | "nanl" => return Some(Math::Nan),
            _ => {}
        }
        let base = |name: &str| {
            Some(match name {
                "fabs" => Math::Absolute,
                "sqrt" => Math::Root,
                "fmin" => Math::Minimum,
                "fmax" => Math::Maximum,
                "copysign" => Math::CopySign,
                other => Math::Integral(integral(other)?),
            })
        };
        base(plain).or_else(|| base(plain.strip_suffix(['f', 'l'])?))
    }
}

/// The type that the suffix of a mathematical function's name tells.
fn math_kind(name: &str) -> super::types::FloatKind {
    match name.as_bytes().last() {
        Some(b'f') if !name.ends_with("inf") => super::types::FloatKind::Float,
        Some(b'l') if !name.ends_with("ceil") && !name.ends_with("huge_val") => super::types::FloatKind::LongDouble,
        _ => super::types::FloatKind::Double,
    }
}

/// The model of a function, by its name.
pub fn model(name: &str) -> Option<Model> {
    if let Some(what) = name.strip_prefix("__VERIFIER_nondet_").filter(|what| *what != "memory") {
        return Some(Model::Input(input_kind(what)));
    }
    if let Some((why, ty)) = arbitrary(name) {
        return Some(if ty == "bytes" { Model::ArbitraryBytes(why) } else { Model::Arbitrary(why) });
    }
    Some(match name {
        "__landfall_assume" => Model::Assume,
        "__landfall_require" => Model::Require,
        "__landfall_reads" => Model::RequireReadable,
        "__landfall_apart" => Model::RequireApart,
        "__landfall_extent" => Model::RequireExtent,
        "__landfall_unsupported" => Model::Unsupported,
        "__landfall_static_memory" => Model::AllocateStatic,
        "__builtin_any_nonzero" => Model::AnyNonzero,
        "__builtin_any_positive" => Model::AnyPositive,
        "assert"
        | "__VERIFIER_assert"
        | "__CPROVER_assert"
        | "__CPROVER_precondition"
        | "__CPROVER_postcondition"
        | "__ESBMC_assert"
        | "klee_assert"
        | "sassert" => Model::Assert,
        "__assert_fail" | "__assert" | "__assert_rtn" | "__assert_perror_fail" | "__assert_func" => Model::AssertFailed,
        "__VERIFIER_assume" | "assume_abort_if_not" | "__CPROVER_assume" | "__ESBMC_assume" | "klee_assume" => {
            Model::Assume
        }
        "abort"
        | "exit"
        | "_exit"
        | "_Exit"
        | "quick_exit"
        | "__builtin_abort"
        | "__builtin_exit"
        | "__builtin_unreachable"
        | "__builtin_trap"
        | "klee_silent_exit" => Model::End,
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "__builtin_setjmp" => Model::SetJump,
        "longjmp" | "_longjmp" | "siglongjmp" | "__longjmp_chk" | "__builtin_longjmp" => Model::LongJump,
        "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end"
        | "__VERIFIER_print_hull"
        | "__CPROVER_atomic_begin"
        | "__CPROVER_atomic_end"
        | "__ESBMC_atomic_begin"
        | "__ESBMC_atomic_end"
        | "__CPROVER_cover"
        | "__CPROVER_input"
        | "__CPROVER_output"
        | "klee_warning"
        | "klee_warning_once"
        | "klee_print_expr"
        | "klee_prefer_cex" => Model::NoEffect,
        "printf" | "puts" | "putchar" | "fprintf" | "vprintf" | "vfprintf" | "fputs" | "fputc" | "putc" | "fflush"
        | "perror" | "syslog" | "printk" | "__builtin_printf" | "__builtin_puts" | "__builtin_putchar"
        | "__printf_chk" | "__fprintf_chk" | "__builtin_prefetch" => Model::NoEffect,
        "abs" | "labs" | "llabs" | "__builtin_abs" | "__builtin_labs" | "__builtin_llabs" => Model::Absolute,
        "malloc" | "__builtin_malloc" | "kmalloc" | "vmalloc" => Model::Allocate,
        "alloca" | "__builtin_alloca" => Model::AllocateLocal,
        "realloc" | "__builtin_realloc" => Model::Reallocate,
        "calloc" | "__builtin_calloc" => Model::AllocateZero,
        "memcpy" | "memmove" | "__builtin_memcpy" | "__builtin_memmove" => Model::Copy,
        "memset" | "__builtin_memset" => Model::Fill,
        "free" | "__builtin_free" | "kfree" | "vfree" => Model::Free,
        _ => return Math::named(name).map(Model::Math),
    })
}

/// The type that the name of an input function tells.
fn input_kind(what: &str) -> Option<IntKind> {
    use IntKind::*;
    Some(match what {
        "bool" | "_Bool" => Bool,
        "char" => Char,
        "uchar" | "unsigned_char" | "u8" => UnsignedChar,
        "short" => Short,
        "ushort" | "u16" => UnsignedShort,
        "int" => Int,
        "uint" | "unsigned" | "unsigned_int" | "u32" => UnsignedInt,
        "long" => Long,
        "ulong" | "size_t" | "sector_t" | "pthread_t" => UnsignedLong,
        "longlong" | "loff_t" => LongLong,
        "ulonglong" => UnsignedLongLong,
        "int128" => Int128,
        "uint128" => UnsignedInt128,
        _ => return None,
    })
}

/// The result type of a function that is called without a declaration, where gcc (or the name of an input) knows it.
pub fn known_result(name: &str, types: &mut Types) -> Option<Ty> {
    let void_pointer = |types: &mut Types| {
        let void = types.void();
        types.pointer(void)
    };
    match model(name) {
        Some(Model::Input(Some(kind))) => return Some(types.int(kind)),
        Some(Model::Input(None)) => match name {
            "__VERIFIER_nondet_float" => {
                return Some(types.intern(super::types::TypeKind::Float(super::types::FloatKind::Float)));
            }
            "__VERIFIER_nondet_double" => {
                return Some(types.intern(super::types::TypeKind::Float(super::types::FloatKind::Double)));
            }
            "__VERIFIER_nondet_pointer" => return Some(void_pointer(types)),
            _ => return None,
        },
        Some(Model::Assert | Model::AssertFailed | Model::Assume | Model::End) => return Some(types.void()),
        Some(Model::Math(math)) if math.is_predicate() => return Some(types.int(IntKind::Int)),
        Some(Model::Math(_)) => return Some(types.intern(super::types::TypeKind::Float(math_kind(name)))),
        Some(Model::AnyNonzero | Model::AnyPositive | Model::SetJump) => return Some(types.int(IntKind::Int)),
        Some(Model::Arbitrary(_)) => {
            use super::types::{FloatKind, TypeKind};
            let (_, ty) = arbitrary(name)?;
            return Some(match ty {
                "float" => types.intern(TypeKind::Float(FloatKind::Float)),
                "double" => types.intern(TypeKind::Float(FloatKind::Double)),
                "long_double" => types.intern(TypeKind::Float(FloatKind::LongDouble)),
                other => types.int(input_kind(other)?),
            });
        }
        Some(
            Model::ArbitraryBytes(_)
            | Model::Require
            | Model::RequireReadable
            | Model::RequireApart
            | Model::RequireExtent
            | Model::Unsupported
            | Model::LongJump,
        ) => return Some(types.void()),
        Some(Model::AllocateStatic) => return Some(void_pointer(types)),
        Some(Model::Absolute) => {
            let kind = match name {
                "labs" | "__builtin_labs" => IntKind::Long,
                "llabs" | "__builtin_llabs" => IntKind::LongLong,
                _ => IntKind::Int,
            };
            return Some(types.int(kind));
        }
        Some(
            Model::NoEffect
            | Model::Allocate
            | Model::AllocateLocal
            | Model::AllocateZero
            | Model::Reallocate
            | Model::Free
            | Model::Copy
            | Model::Fill,
        )
        | None => {}
    }
    if let Some(checked) = name.strip_prefix("__builtin___").and_then(|name| name.strip_suffix("_chk")) {
        let char = types.int(IntKind::Char);
        return match &checked[..3.min(checked.len())] {
            "mem" => Some(void_pointer(types)),
            "str" | "stp" => Some(types.pointer(char)),
            _ => Some(types.int(IntKind::Int)),
        };
    }
    match name {
        "malloc" | "calloc" | "realloc" | "alloca" | "memcpy" | "memmove" | "memset" | "__builtin_alloca"
        | "__builtin_malloc" | "__builtin_calloc" | "__builtin_realloc" | "__builtin_memcpy" | "__builtin_memset"
        | "__builtin_memmove" => Some(void_pointer(types)),
        "free"
        | "__builtin_free"
        | "reach_error"
        | "__VERIFIER_error"
        | "__VERIFIER_atomic_begin"
        | "__VERIFIER_atomic_end" => Some(types.void()),
        "printf" | "puts" | "putchar" | "strcmp" | "strncmp" | "memcmp" | "isdigit" | "isalpha" | "isspace"
        | "toupper" | "tolower" => Some(types.int(IntKind::Int)),
        "strcpy" | "strncpy" | "strcat" | "strncat" | "strchr" | "strrchr" | "strstr" => {
            let char = types.int(IntKind::Char);
            Some(types.pointer(char))
        }
        "strlen" | "__builtin_strlen" => {
            let kind = types.size_kind();
            Some(types.int(kind))
        }
        _ => None,
    }
}

/// The functions of the library on numbers, by their names without the suffix for the type.
fn integral(name: &str) -> Option<Integral> {
    Some(match name {
        "floor" => Integral::Floor,
        "ceil" => Integral::Ceil,
        "trunc" => Integral::Truncate,
        "round" => Integral::Round,
        "rint" | "nearbyint" => Integral::Nearest,
        _ => return None,
    })
}

//! The types of functions that gcc knows by heart: of those of the C library that have a section, read off its head.
//!
//! `__builtin_strchr` need not be declared, and neither needs `strchr` before C23: it has its own type all the same, not C89's
//! `int strchr()`.

use super::library;
use super::sections::Library;
use super::types::{FloatKind, FunctionType, IntKind, Ty, TypeKind, Types};

/// Functions that gcc knows without the prefix `__builtin_`, besides families of three, where C89's declaration is not as good.
const KNOWN: &str = "\
    aligned_alloc bcopy bzero dcgettext dgettext ffsl ffsll fmod fmodf fmodl frexp frexpf frexpl fwrite fwrite_unlocked \
    gettext ilogb ilogbf ilogbl imaxabs index ldexp ldexpf ldexpl logb logbf logbl memchr memcmp mempcpy nextafter \
    nextafterf nextafterl nexttoward nexttowardf nexttowardl remainder remainderf remainderl rindex scalbln scalblnf \
    scalblnl scalbn scalbnf scalbnl significand significandf significandl stpcpy stpncpy strcasecmp strcat strchr \
    strcmp strcpy strcspn strdup strftime strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr \
    strspn strstr";

/// The type of a function of the C library where the program does not declare it, if gcc knows it.
pub(super) fn built_in_signature(name: &str, types: &mut Types) -> Option<FunctionType> {
    if library::model(name).is_some() {
        return None;
    }
    let plain = name.strip_prefix("__builtin_").unwrap_or(name);
    let section = Library::built_in().find(plain)?;
    if plain == name && section.names.len() != 3 && !KNOWN.split(' ').any(|known| known == plain) {
        return None;
    }
    let position = section.names.iter().position(|known| *known == plain)?;
    let (head, list) = section.text.split_once('(')?;
    let result = head.trim().strip_suffix(section.names[0])?.trim();
    let result = type_of(result, position, types)?;
    let list = list.split_once(')')?.0;
    let open = FunctionType { result, params: Vec::new(), variadic: false, prototyped: false };
    let mut parameters: Vec<&str> = list.split(',').map(str::trim).filter(|one| !matches!(*one, "" | "void")).collect();
    let variadic = parameters.last() == Some(&"...");
    if variadic {
        parameters.pop();
    }
    let params: Option<Vec<Ty>> = parameters.into_iter().map(|one| parameter(one, position, types)).collect();
    Some(match params {
        Some(params) => FunctionType { params, variadic, prototyped: true, ..open },
        None => open,
    })
}

/// The type of a parameter, `const char *s`.
fn parameter(words: &str, position: usize, types: &mut Types) -> Option<Ty> {
    let name = words.rfind(|c: char| !c.is_alphanumeric() && c != '_')? + 1;
    type_of(words[..name].trim(), position, types)
}

/// A type by its words in a section, where `T` is the type of that member of the family.
fn type_of(words: &str, position: usize, types: &mut Types) -> Option<Ty> {
    if let Some(to) = words.strip_suffix('*') {
        // What is only for the library's own use is `void` to a program.
        let to = type_of(to.trim(), position, types).unwrap_or_else(|| types.void());
        return Some(types.pointer(to));
    }
    if let Some(rest) = words.strip_prefix("const ") {
        return Some(type_of(rest, position, types)?.with_const());
    }
    let float = |types: &mut Types, kind| types.intern(TypeKind::Float(kind));
    let int = |types: &mut Types, kind| types.int(kind);
    Some(match words {
        "T" => float(types, *[FloatKind::Double, FloatKind::Float, FloatKind::LongDouble].get(position)?),
        "T _Complex" => {
            let part = type_of("T", position, types)?;
            types.intern(TypeKind::Complex(part))
        }
        "float" => float(types, FloatKind::Float),
        "double" => float(types, FloatKind::Double),
        "long double" => float(types, FloatKind::LongDouble),
        "void" => types.void(),
        "char" => int(types, IntKind::Char),
        "int" => int(types, IntKind::Int),
        "unsigned int" => int(types, IntKind::UnsignedInt),
        "long" => int(types, IntKind::Long),
        // A size, wherever gcc knows a function.
        "unsigned long" => {
            let kind = types.size_kind();
            int(types, kind)
        }
        "long long" => int(types, IntKind::LongLong),
        _ => return None,
    })
}

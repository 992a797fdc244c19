//! What definitions mention: functions and objects that they need.

use super::hir::*;
use super::reach::walk::Walk;
use super::{libc, library};

/// A function or an object of static storage.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mention {
    Function(FunctionId),
    Object(ObjectId),
}

/// What an expression names itself.
pub(super) fn mention(unit: &Unit, e: ExprId) -> Option<Mention> {
    match &unit[e].kind {
        ExprKind::Function(function) | ExprKind::Call { callee: Callee::Direct(function), .. } => {
            Some(Mention::Function(*function))
        }
        ExprKind::Object(object) if matches!(unit[*object].storage, Storage::Static | Storage::Undefined) => {
            Some(Mention::Object(*object))
        }
        _ => None,
    }
}

/// The expressions of a definition.
pub(super) fn expressions(unit: &Unit, of: Mention) -> Walk<'_> {
    match of {
        Mention::Function(function) => Walk::function(unit, function),
        Mention::Object(object) => Walk::initializer(unit, object),
    }
}

/// Whether a function of this name that all files may name replaces one of the C library.
pub(super) fn replaces_library(name: &str) -> bool {
    libc::is_library(name) || library::model(name).is_some()
}

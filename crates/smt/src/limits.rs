//! Limits in tables: what is cut off when it gets too large, each with its name, default and meaning in one place.
//!
//! [`limits_table!`](crate::limits_table) makes a table; this crate has one, and so has each crate above that has limits. The
//! table in force belongs to the thread: [`Limits::within`] runs something with another one. No verdict may be wrong under any
//! limits; they decide what is found, and how fast.

use std::fmt::Display;

/// One line of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// `group.field`.
    pub name: String,
    pub value: String,
    pub default: String,
    pub meaning: String,
}

/// A number that may stand in a table.
pub trait Amount: Copy + Display {
    /// Reads a number that leaves room for sums and small multiples.
    fn read(text: &str) -> Result<Self, String>;
}

macro_rules! amounts {
    ($($ty:ty)*) => { $(
        impl Amount for $ty {
            fn read(text: &str) -> Result<Self, String> {
                let largest = u64::try_from(<$ty>::MAX / 8).map_or(1 << 48, |largest| largest.min(1 << 48));
                let number = text.replace('_', "").parse::<u64>().ok().filter(|number| *number <= largest);
                let number = number.and_then(|number| <$ty>::try_from(number).ok());
                number.ok_or_else(|| format!("expected a whole number from 0 to {largest}, found `{text}`"))
            }
        }
    )* };
}

amounts! { u32 u64 usize i64 }

/// Makes a table of limits in groups: `struct Limits` with a field a group, its defaults, a way to list it and to change it by
/// name, and `limits()`, which gives the table in force.
#[macro_export]
macro_rules! limits_table {
    ($($(#[doc = $about:literal])* $group:ident : $Group:ident {
        $($(#[doc = $meaning:literal])* $field:ident : $ty:ty = $default:expr),* $(,)?
    })*) => {
        $(
            $(#[doc = $about])*
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            pub struct $Group { $($(#[doc = $meaning])* pub $field: $ty),* }
        )*

        /// The limits, by what they belong to.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Limits { $($(#[doc = $about])* pub $group: $Group),* }

        impl Limits {
            pub const DEFAULT: Limits = Limits { $($group: $Group { $($field: $default),* }),* };

            /// Every limit in the order of the table.
            pub fn list(&self) -> Vec<$crate::limits::Limit> {
                vec![$($($crate::limits::Limit {
                    name: concat!(stringify!($group), ".", stringify!($field)).to_string(),
                    value: self.$group.$field.to_string(),
                    default: Limits::DEFAULT.$group.$field.to_string(),
                    meaning: concat!($($meaning),*).trim().to_string(),
                }),*),*]
            }

            /// Changes a limit. `None` if there is none of this name; an error if the value is not one.
            pub fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
                match name {
                    $($(concat!(stringify!($group), ".", stringify!($field)) => {
                        Some($crate::limits::Amount::read(value).map(|number| self.$group.$field = number))
                    })*)*
                    _ => None,
                }
            }

            /// Runs `body` with these limits in force on this thread.
            pub fn within<R>(&self, body: impl FnOnce() -> R) -> R {
                struct Restore(&'static Limits);
                impl Drop for Restore {
                    fn drop(&mut self) {
                        IN_FORCE.set(self.0);
                    }
                }
                let _restore = Restore(IN_FORCE.replace(self.kept()));
                body()
            }

            /// The same table for as long as the process lives: each that was ever in force is kept once.
            fn kept(&self) -> &'static Limits {
                static KEPT: std::sync::Mutex<Vec<&'static Limits>> = std::sync::Mutex::new(Vec::new());
                if *self == Limits::DEFAULT {
                    return &Limits::DEFAULT;
                }
                let mut kept = KEPT.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                if let Some(known) = kept.iter().find(|known| **known == self) {
                    return known;
                }
                let new: &'static Limits = Box::leak(Box::new(*self));
                kept.push(new);
                new
            }
        }

        impl Default for Limits {
            fn default() -> Limits {
                Limits::DEFAULT
            }
        }

        thread_local! {
            static IN_FORCE: std::cell::Cell<&'static Limits> = const { std::cell::Cell::new(&Limits::DEFAULT) };
        }

        /// The limits in force on this thread.
        pub fn limits() -> &'static Limits {
            IN_FORCE.get()
        }
    };
}

limits_table! {
    /// Single queries.
    solver: SolverLimits {
        /// Z3's resource units for one query, unless its purpose has a limit of its own; zero for no limit.
        query: u32 = 30_000_000,
    }

    /// Interpolants.
    interpolation: InterpolationLimits {
        /// Size of a cut found by a path's symbolic execution; larger ones would not cover anything.
        size: usize = 2_000,
        /// Queries after which blocking cube by cube gives up.
        queries: usize = 2_000,
        /// Literals of a cube that are tried to be left out one by one.
        tries: usize = 16,
    }

    /// Elimination of variables.
    projection: ProjectionLimits {
        /// Size of formulas that may be doubled to eliminate a Boolean variable by cases.
        doubled: usize = 64,
        /// Nesting of connectives beyond which a formula is given up.
        depth: usize = 100,
        /// Constraints that a Fourier–Motzkin step may make before it drops the bounds instead.
        pairs: usize = 256,
        /// Residues that a thorough elimination distinguishes.
        residues: i64 = 8,
        /// Disequalities by which cases are split; each doubles them.
        holes: usize = 3,
    }

    /// Convex polyhedra.
    polyhedra: PolyhedraLimits {
        /// Rays up to which a double description is carried through before a join settles for less.
        rays: usize = 600,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_listed_changed_and_in_force_for_a_while() {
        let mut changed = Limits::default();
        assert_eq!(changed.set("interpolation.tries", "1_000"), Some(Ok(())));
        assert_eq!(changed.set("interpolation.try", "1"), None);
        for wrong in ["-1", "x", "", "99999999999"] {
            assert!(changed.set("solver.query", wrong).is_some_and(|result| result.is_err()), "{wrong}");
        }
        let listed = changed.list();
        let tries = listed.iter().find(|limit| limit.name == "interpolation.tries").expect("it is listed");
        assert_eq!((tries.value.as_str(), tries.default.as_str()), ("1000", "16"));
        assert!(tries.meaning.starts_with("Literals of a cube"));
        assert!(listed.iter().all(|limit| Limits::default().set(&limit.name, &limit.value) == Some(Ok(()))));
        assert_eq!(changed.within(|| limits().interpolation.tries), 1000);
        assert_eq!(limits().interpolation.tries, 16);
    }
}

//! Choices that users make by name.

/// An enum of which each value has a name; `$what` says what is chosen, where a name is none of them.
macro_rules! named {
    (
        $(#[$attribute:meta])*
        pub enum $kind:ident: $what:literal {
            $($(#[$inner:meta])* $value:ident: $name:literal),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        pub enum $kind {
            $($(#[$inner])* $value,)*
        }

        impl $kind {
            pub const ALL: &'static [$kind] = &[$($kind::$value),*];

            pub const fn name(self) -> &'static str {
                match self {
                    $($kind::$value => $name,)*
                }
            }
        }

        $crate::named::named!(impl $kind: $what);
    };
    // What users read and write of an enum that has names already.
    (impl $kind:ident: $what:literal) => {
        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = String;

            fn from_str(name: &str) -> Result<$kind, String> {
                let found = $kind::ALL.iter().copied().find(|value| value.name() == name);
                let names = || $kind::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(", ");
                found.ok_or_else(|| format!("unknown {} `{name}`; there are {}", $what, names()))
            }
        }
    };
}

pub(crate) use named;

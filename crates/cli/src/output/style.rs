//! The few styles of the output. Streams strip them where colours are not wanted.

use anstyle::{AnsiColor, Style};

pub const PROVED: Style = AnsiColor::Green.on_default().bold();
pub const VIOLATED: Style = AnsiColor::Red.on_default().bold();
pub const UNKNOWN: Style = AnsiColor::Yellow.on_default().bold();
pub const HEADING: Style = Style::new().bold();
pub const FAINT: Style = Style::new().dimmed();

/// The text in a style.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

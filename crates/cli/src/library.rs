//! `landfall library`: which functions of the C library are modelled, and how.

use clap::{Args, ValueEnum};
use landfall::front::catalogue::{Entry, Faith, catalogue};
use serde_json::json;

use crate::exit::Status;
use crate::output::print;

/// List the functions of the C library, and how they are modelled.
///
/// An exact model does what C and POSIX say. One by contract gives anything that the contract allows. A function without a model
/// gives anything, and an error that depends on it is no violation.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Only these functions.
    #[arg(value_name = "FUNCTION")]
    names: Vec<String>,

    /// For people, or for programs.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  landfall library
  landfall library strcpy qsort getenv
  landfall check --library my-models program.c";

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    Human,
    Json,
}

pub fn command(options: Options) -> Status {
    let wanted = |entry: &Entry| options.names.is_empty() || options.names.iter().any(|name| name == entry.name);
    let entries: Vec<Entry> = catalogue().into_iter().filter(wanted).collect();
    let text = match options.format {
        Format::Human => entries.iter().map(line).collect::<String>(),
        Format::Json => {
            let list: Vec<_> = entries.iter().map(object).collect();
            format!("{:#}\n", json!(list))
        }
    };
    print(&text, Status::Proved);
    Status::Proved
}

fn line(entry: &Entry) -> String {
    let what = match entry.faith {
        Faith::Exact => "exact".to_string(),
        Faith::Contract(what) => format!("contract: {what}"),
        Faith::Missing => "missing".to_string(),
        Faith::Beyond(why) => format!("unsupported, {why}"),
    };
    let mut text = format!("{:20} {what}\n", entry.name);
    for requirement in &entry.requires {
        text.push_str(&format!("{:20}   requires: {requirement}\n", ""));
    }
    text
}

fn object(entry: &Entry) -> serde_json::Value {
    let (model, what) = match entry.faith {
        Faith::Exact => ("exact", None),
        Faith::Contract(what) => ("contract", Some(what)),
        Faith::Missing => ("missing", None),
        Faith::Beyond(why) => ("unsupported", Some(why)),
    };
    json!({ "name": entry.name, "model": model, "what": what, "requires": entry.requires })
}

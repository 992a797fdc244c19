//! The JSON output: one [`Document`] for the whole run.

use super::result::{Document, FileResult, SCHEMA_VERSION, Tool};

pub fn render(results: Vec<FileResult>) -> String {
    let tool = Tool { name: "landfall".into(), version: env!("CARGO_PKG_VERSION").into() };
    let document = Document { schema_version: SCHEMA_VERSION, tool, results };
    let mut text = serde_json::to_string_pretty(&document).expect("plain data with string keys is always JSON");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `UPDATE_SCHEMA=1 cargo test -p landfall-cli schema` writes the file anew.
    #[test]
    fn the_published_schema_is_up_to_date() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json-schema.json");
        let schema = schemars::schema_for!(Document);
        let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON") + "\n";
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(path, &text).expect("docs can be written");
        }
        let published = std::fs::read_to_string(path).expect("docs/json-schema.json exists");
        assert!(published == text, "docs/json-schema.json is out of date: run this test with UPDATE_SCHEMA=1");
    }
}

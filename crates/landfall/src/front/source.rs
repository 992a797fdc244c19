//! Source files, spans and positions.
//!
//! A [`SourceMap`] owns the text that was actually parsed (for a preprocessed program, the output of the preprocessor) as raw
//! bytes, so that Latin-1 in comments and strings is no obstacle. A [`Span`] is a byte range of one such file: small and `Copy`.
//!
//! Every position has two readings. The *physical* one is the line and column in the parsed text. The *presumed* one follows the
//! line markers (`# 12 "file.h" 3`, `#line 12 "file.h"`) that preprocessors leave behind, and is what people and witnesses want
//! to see. Without markers both agree. Lines and columns count from 1; columns count bytes, as gcc's do.

use std::borrow::Cow;

/// One file of a [`SourceMap`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// The bytes `lo..hi` of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Span {
    pub file: FileId,
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub fn new(file: FileId, lo: u32, hi: u32) -> Span {
        Span { file, lo, hi }
    }

    /// The smallest span that covers both; `self` when they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span { file: self.file, lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Whether the other span lies in this one.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && self.lo <= other.lo && other.hi <= self.hi
    }

    /// The empty span at the start of this one.
    pub fn start(self) -> Span {
        Span { hi: self.lo, ..self }
    }

    /// The empty span just behind this one.
    pub fn end(self) -> Span {
        Span { lo: self.hi, ..self }
    }
}

/// A position, as [`SourceMap::locate`] resolves it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location<'a> {
    /// The file name that the line markers presume (the file's own name without markers).
    pub file: &'a str,
    /// Presumed line.
    pub line: u32,
    /// Column, the same in both readings.
    pub column: u32,
    /// Line in the parsed text.
    pub physical_line: u32,
    /// The markers say that this text comes from a system header.
    pub in_system_header: bool,
}

impl std::fmt::Display for Location<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What a line marker says about the lines behind it.
#[derive(Clone, Debug)]
struct LineMarker {
    /// First physical line that the marker speaks of.
    physical_line: u32,
    presumed_line: u32,
    /// Index into [`SourceFile::presumed_files`].
    presumed_file: u32,
    in_system_header: bool,
}

/// A file's text with its line table and line markers.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: String,
    bytes: Vec<u8>,
    line_starts: Vec<u32>,
    markers: Vec<LineMarker>,
    presumed_files: Vec<String>,
}

impl SourceFile {
    fn new(name: String, bytes: Vec<u8>) -> SourceFile {
        let mut line_starts = vec![0];
        line_starts.extend(bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at as u32 + 1));
        let mut file = SourceFile { presumed_files: vec![name.clone()], name, bytes, line_starts, markers: Vec::new() };
        file.read_markers();
        file
    }

    fn read_markers(&mut self) {
        for line in 1..=self.line_count() {
            let text = self.line_bytes(line);
            let Some(marker) = text.trim_ascii_start().strip_prefix(b"#").and_then(parse_line_marker) else {
                continue;
            };
            let presumed_file = match marker.file {
                Some(name) => self.presumed_file(name),
                None => self.markers.last().map_or(0, |previous| previous.presumed_file),
            };
            self.markers.push(LineMarker {
                physical_line: line + 1,
                presumed_line: marker.line,
                presumed_file,
                in_system_header: marker.in_system_header,
            });
        }
    }

    fn presumed_file(&mut self, name: String) -> u32 {
        // The few headers of a program recur often and close to each other: search from the end.
        let found = self.presumed_files.iter().rposition(|known| *known == name);
        let index = found.unwrap_or_else(|| {
            self.presumed_files.push(name);
            self.presumed_files.len() - 1
        });
        index as u32
    }

    /// The name the file was added under.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of physical lines; an empty file has one.
    pub fn line_count(&self) -> u32 {
        self.line_starts.len() as u32
    }

    /// Whether the text carries line markers, that is, was preprocessed before.
    pub fn has_line_markers(&self) -> bool {
        !self.markers.is_empty()
    }

    /// The bytes of a physical line without its line break; empty when there is no such line.
    pub fn line_bytes(&self, line: u32) -> &[u8] {
        let Some(index) = (line as usize).checked_sub(1).filter(|index| *index < self.line_starts.len()) else {
            return &[];
        };
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.bytes.len(), |next| *next as usize);
        let text = &self.bytes[start..end];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.strip_suffix(b"\r").unwrap_or(text)
    }

    /// The physical line and column of a byte offset.
    pub fn line_column(&self, offset: u32) -> (u32, u32) {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        (line as u32, offset - self.line_starts[line - 1] + 1)
    }

    /// The byte offset at which a physical line starts.
    pub fn line_start(&self, line: u32) -> Option<u32> {
        self.line_starts.get((line as usize).checked_sub(1)?).copied()
    }

    fn marker_before(&self, physical_line: u32) -> Option<&LineMarker> {
        let behind = self.markers.partition_point(|marker| marker.physical_line <= physical_line);
        behind.checked_sub(1).map(|index| &self.markers[index])
    }
}

struct ParsedMarker {
    line: u32,
    file: Option<String>,
    in_system_header: bool,
}

/// Reads what follows the `#` of `# 12 "file.h" 1 3` or `#line 12 "file.h"`; `None` for any other directive.
fn parse_line_marker(text: &[u8]) -> Option<ParsedMarker> {
    let text = text.trim_ascii();
    let text = text.strip_prefix(b"line").map_or(text, <[u8]>::trim_ascii_start);
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let line = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    let rest = text[digits..].trim_ascii_start();
    let Some(quoted) = rest.strip_prefix(b"\"") else {
        return rest.is_empty().then_some(ParsedMarker { line, file: None, in_system_header: false });
    };
    let mut name = Vec::new();
    let mut bytes = quoted.iter();
    loop {
        match bytes.next()? {
            b'"' => break,
            b'\\' => name.push(*bytes.next()?),
            byte => name.push(*byte),
        }
    }
    let flags = bytes.as_slice().split(u8::is_ascii_whitespace);
    let in_system_header = flags.into_iter().any(|flag| flag == b"3");
    Some(ParsedMarker { line, file: Some(String::from_utf8_lossy(&name).into_owned()), in_system_header })
}

/// All files that take part in an analysis.
#[derive(Clone, Default, Debug)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    pub fn new() -> SourceMap {
        SourceMap::default()
    }

    /// Adds a file under the name people know it by. Files of 4 GiB or more cannot be addressed and are cut there.
    pub fn add(&mut self, name: impl Into<String>, mut bytes: Vec<u8>) -> FileId {
        bytes.truncate(u32::MAX as usize - 1);
        self.files.push(SourceFile::new(name.into(), bytes));
        FileId(self.files.len() as u32 - 1)
    }

    /// The file of an id that this map gave out.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    pub fn files(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId(index as u32), file))
    }

    /// The position of a span's start.
    pub fn locate(&self, span: Span) -> Location<'_> {
        self.locate_offset(span.file, span.lo)
    }

    /// The position just behind a span's last byte.
    pub fn locate_end(&self, span: Span) -> Location<'_> {
        self.locate_offset(span.file, span.hi)
    }

    fn locate_offset(&self, file: FileId, offset: u32) -> Location<'_> {
        let file = self.file(file);
        let (physical_line, column) = file.line_column(offset.min(file.bytes.len() as u32));
        match file.marker_before(physical_line) {
            None => Location { file: &file.name, line: physical_line, column, physical_line, in_system_header: false },
            Some(marker) => Location {
                file: &file.presumed_files[marker.presumed_file as usize],
                line: marker.presumed_line.saturating_add(physical_line - marker.physical_line),
                column,
                physical_line,
                in_system_header: marker.in_system_header,
            },
        }
    }

    /// Whether the place is in a file of the user, not in a model of the C library.
    pub fn is_users(&self, span: Span) -> bool {
        !self.file(span.file).name().starts_with('<')
    }

    /// Whether the markers say that the span comes from a system header.
    pub fn in_system_header(&self, span: Span) -> bool {
        self.locate(span).in_system_header
    }

    /// The text of a span, bytes that are no UTF-8 replaced.
    pub fn snippet(&self, span: Span) -> Cow<'_, str> {
        let bytes = &self.file(span.file).bytes;
        let hi = (span.hi as usize).min(bytes.len());
        String::from_utf8_lossy(&bytes[(span.lo as usize).min(hi)..hi])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span_of(map: &SourceMap, file: FileId, text: &str) -> Span {
        let bytes = map.file(file).bytes();
        let lo = bytes.windows(text.len()).position(|window| window == text.as_bytes()).expect("text occurs");
        Span::new(file, lo as u32, (lo + text.len()) as u32)
    }

    #[test]
    fn physical_positions_without_markers() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", b"int x;\r\n  int y;".to_vec());
        let location = map.locate(span_of(&map, file, "y"));
        assert_eq!((location.file, location.line, location.column), ("a.c", 2, 7));
        assert_eq!(map.file(file).line_bytes(1), b"int x;");
        assert_eq!(map.file(file).line_bytes(3), b"");
        assert_eq!(map.file(file).line_count(), 2);
    }

    #[test]
    fn markers_give_presumed_positions() {
        let text = "# 1 \"main.c\"\nint a;\n# 40 \"/usr/include/x \\\"y\\\".h\" 1 3 4\nint b;\nint c;\n#line 7\nint d;\n# 2 \"main.c\" 2\nint e;\n";
        let mut map = SourceMap::new();
        let file = map.add("main.i", text.as_bytes().to_vec());
        let at = |text: &str| {
            let location = map.locate(span_of(&map, file, text));
            (location.file.to_string(), location.line, location.in_system_header)
        };
        assert_eq!(at("a;"), ("main.c".into(), 1, false));
        assert_eq!(at("c;"), ("/usr/include/x \"y\".h".into(), 41, true));
        assert_eq!(at("d;"), ("/usr/include/x \"y\".h".into(), 7, false));
        assert_eq!(at("e;"), ("main.c".into(), 2, false));
        assert_eq!(map.locate(span_of(&map, file, "e;")).physical_line, 9);
    }

    #[test]
    fn pragmas_are_no_markers() {
        assert!(parse_line_marker(b"pragma pack(1)").is_none());
        assert!(parse_line_marker(b"").is_none());
        assert!(parse_line_marker(b" 3 \"open").is_none());
        assert!(parse_line_marker(b"line").is_none());
    }

    #[test]
    fn snippets_survive_any_bytes() {
        let mut map = SourceMap::new();
        let file = map.add("a.c", b"x = \"\xe9\";".to_vec());
        assert_eq!(map.snippet(Span::new(file, 0, 99)), "x = \"\u{fffd}\";");
        assert_eq!(map.snippet(Span::new(file, 50, 40)), "");
    }
}

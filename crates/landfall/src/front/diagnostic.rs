//! Messages for people about their input: what is wrong, where, and what to do about it.
//!
//! A [`Diagnostic`] is plain data; [`Diagnostic::render`] turns it into text with source snippets. Nothing here prints.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

use super::source::{SourceFile, SourceMap, Span};

/// How bad it is. Only an [`Severity::Error`] keeps a program from being analysed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    Note,
    Warning,
    Error,
}

/// A message, its place and its remedy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// One sentence that says what is wrong.
    pub message: String,
    /// Where; `None` when it concerns no place in a source, such as a missing file.
    pub span: Option<Span>,
    /// A few words at the span itself.
    pub label: Option<String>,
    /// Other places that matter, each with a few words.
    pub labels: Vec<(Span, String)>,
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

/// How to lay out a rendered diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RenderStyle {
    /// Plain ASCII, for files, pipes and tests.
    Plain,
    /// ANSI colours, for terminals.
    Coloured,
}

impl Diagnostic {
    fn new(severity: Severity, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity,
            message: message.into(),
            span: None,
            label: None,
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
        }
    }

    pub fn error(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, message)
    }

    pub fn warning(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, message)
    }

    pub fn note(message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Note, message)
    }

    pub fn at(mut self, span: Span) -> Diagnostic {
        self.span = Some(span);
        self
    }

    /// A few words at the main span.
    pub fn with_primary_label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = Some(label.into());
        self
    }

    pub fn with_label(mut self, span: Span, label: impl Into<String>) -> Diagnostic {
        self.labels.push((span, label.into()));
        self
    }

    pub fn with_note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }

    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The diagnostic as text, with the source lines it speaks of.
    pub fn render(&self, sources: &SourceMap, style: RenderStyle) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
        };
        let mut group = level.primary_title(self.message.as_str()).elements(self.snippets(sources));
        for note in &self.notes {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        if let Some(help) = &self.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let renderer = match style {
            RenderStyle::Plain => Renderer::plain(),
            RenderStyle::Coloured => Renderer::styled().decor_style(DecorStyle::Ascii),
        };
        renderer.render(&[group])
    }

    /// Whether it names other places.
    pub fn has_labels(&self) -> bool {
        !self.labels.is_empty()
    }

    fn snippets(&self, sources: &SourceMap) -> Vec<Snippet<'_, annotate_snippets::Annotation<'_>>> {
        let mut snippets = Vec::new();
        let Some(span) = self.span else { return snippets };
        let excerpt = Excerpt::around(sources, span);
        let primary = AnnotationKind::Primary.span(excerpt.range(span)).label(self.label.as_deref());
        let (inside, outside): (Vec<_>, Vec<_>) =
            self.labels.iter().partition(|(place, _)| excerpt.contains(sources, *place));
        let beside =
            inside.iter().map(|(place, text)| AnnotationKind::Context.span(excerpt.range(*place)).label(text.as_str()));
        let annotations: Vec<_> = std::iter::once(primary).chain(beside).collect();
        snippets.push(excerpt.snippet().annotations(annotations));
        for (place, text) in outside {
            let excerpt = Excerpt::around(sources, *place);
            let annotation = AnnotationKind::Context.span(excerpt.range(*place)).label(text.as_str());
            snippets.push(excerpt.snippet().annotation(annotation));
        }
        snippets
    }
}

/// Most lines of a span that a snippet shows, and most bytes of a line.
const EXCERPT_LINES: u32 = 6;
const EXCERPT_BYTES: u32 = 400;

/// The whole lines around a span, as text.
struct Excerpt {
    span: Span,
    /// Offset of the first byte shown, and the bytes themselves.
    start: u32,
    bytes: Vec<u8>,
    path: String,
    presumed_line: u32,
}

impl Excerpt {
    fn around(sources: &SourceMap, span: Span) -> Excerpt {
        let file = sources.file(span.file);
        let length = file.bytes().len() as u32;
        let span = Span { lo: span.lo.min(length), hi: span.hi.min(length), ..span };
        let first = file.line_column(span.lo.min(length)).0;
        let last = file.line_column(span.hi.max(span.lo).min(length)).0.min(first + EXCERPT_LINES - 1);
        // A line of machine-written code may be as long as the file: show a window around the span's start.
        let line_start = line_offset(file, first);
        let start = if span.lo > line_start + EXCERPT_BYTES { span.lo - EXCERPT_BYTES / 2 } else { line_start };
        let line_end = line_offset(file, last) + file.line_bytes(last).len() as u32;
        let end = line_end.min(start + EXCERPT_BYTES * (last - first + 1)).max(start);
        let location = sources.locate(span);
        Excerpt {
            span,
            start,
            bytes: file.bytes()[start as usize..end as usize].to_vec(),
            path: location.file.to_string(),
            presumed_line: location.line,
        }
    }

    fn contains(&self, sources: &SourceMap, other: Span) -> bool {
        let end = self.start + self.bytes.len() as u32;
        other.file == self.span.file
            && other.lo >= self.start
            && other.hi <= end
            && sources.locate(other).file == self.path
    }

    /// Where a span lies in the text that [`Excerpt::snippet`] shows.
    fn range(&self, span: Span) -> Range<usize> {
        let lo = self.text_offset(span.lo);
        lo..self.text_offset(span.hi).max(lo)
    }

    fn text_offset(&self, offset: u32) -> usize {
        let length = (offset.saturating_sub(self.start) as usize).min(self.bytes.len());
        String::from_utf8_lossy(&self.bytes[..length]).len()
    }

    fn snippet<'a, T: Clone>(&self) -> Snippet<'a, T> {
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        Snippet::source(text).path(self.path.clone()).line_start(self.presumed_line as usize)
    }
}

fn line_offset(file: &SourceFile, line: u32) -> u32 {
    file.line_start(line).unwrap_or(file.bytes().len() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::front::source::FileId;

    fn render(text: &[u8], diagnostic: impl FnOnce(FileId) -> Diagnostic) -> String {
        let mut sources = SourceMap::new();
        let file = sources.add("a.c", text.to_vec());
        diagnostic(file).render(&sources, RenderStyle::Plain)
    }

    #[test]
    fn shows_place_note_and_help() {
        let text = render(b"int main() {\n  return 1 +;\n}\n", |file| {
            Diagnostic::error("expected an expression")
                .at(Span::new(file, 25, 26))
                .with_primary_label("here")
                .with_note("a note")
                .with_help("complete it")
        });
        for part in
            ["error: expected an expression", "a.c:2:13", "return 1 +;", "^ here", "note: a note", "help: complete it"]
        {
            assert!(text.contains(part), "{part} is missing in\n{text}");
        }
    }

    #[test]
    fn shows_presumed_lines_and_secondary_places() {
        let text = render(b"# 41 \"x.c\"\nint a;\n\nint a;\n", |file| {
            Diagnostic::error("twice").at(Span::new(file, 23, 24)).with_label(Span::new(file, 15, 16), "first")
        });
        assert!(text.contains("x.c:43:5") && text.contains("41 | int a;") && text.contains("first"), "{text}");
    }

    #[test]
    fn renders_any_span_of_any_bytes() {
        let mut long = vec![b'('; 100_000];
        long.extend(b"\xff\xfe\n\xc3\xa9 \xc3");
        let mut sources = SourceMap::new();
        let file = sources.add("a.c", long.clone());
        let length = long.len() as u32;
        for lo in [0, 1, 50_000, length - 5, length - 2, length, length + 9] {
            for width in [0, 1, 3, length] {
                let diagnostic = Diagnostic::warning("w").at(Span::new(file, lo, lo.saturating_add(width)));
                let text = diagnostic.render(&sources, RenderStyle::Plain);
                assert!(text.len() < 5_000);
                diagnostic.render(&sources, RenderStyle::Coloured);
            }
        }
    }

    #[test]
    fn a_diagnostic_without_place_is_one_line() {
        let text = Diagnostic::error("no such file").render(&SourceMap::new(), RenderStyle::Plain);
        assert_eq!(text, "error: no such file");
    }
}

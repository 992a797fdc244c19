//! C source as bytes: what is code in it, and what is a comment, a literal or a directive.

/// Calls `f` for each byte of code: not for those of comments, string and character literals, and lines of directives.
pub fn code(source: &[u8], f: &mut dyn FnMut(u8)) {
    code_at(source, &mut |_, byte| f(byte));
}

/// As [`code`], with the position of each byte.
pub fn code_at(source: &[u8], f: &mut dyn FnMut(usize, u8)) {
    let mut at = 0;
    let mut line_is_blank = true;
    while let Some(&byte) = source.get(at) {
        let rest = &source[at..];
        let skipped = match byte {
            b'/' if rest.starts_with(b"//") => line_length(rest),
            b'/' if rest.starts_with(b"/*") => comment_length(rest),
            b'"' | b'\'' => literal_length(rest),
            b'#' if line_is_blank => line_length(rest),
            _ => 0,
        };
        if byte == b'\n' {
            line_is_blank = true;
        } else if !byte.is_ascii_whitespace() && skipped == 0 {
            line_is_blank = false;
        }
        if skipped == 0 {
            f(at, byte);
        }
        at += skipped.max(1);
    }
}

/// Up to the end of the line; a backslash before it continues.
fn line_length(rest: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => break,
            _ => at += 1,
        }
    }
    at.min(rest.len())
}

fn comment_length(rest: &[u8]) -> usize {
    rest[2..].windows(2).position(|pair| pair == b"*/").map_or(rest.len(), |end| end + 4)
}

fn literal_length(rest: &[u8]) -> usize {
    let mut at = 1;
    while let Some(&byte) = rest.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => break,
            _ if byte == rest[0] => return at + 1,
            _ => at += 1,
        }
    }
    at.min(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_code_is_seen() {
        let source = b"#define X {\\\n {\nint a = '{'; // {\n/* { */ char *s = \"}\\\"{\"; {}\n";
        let mut seen = String::new();
        code(source, &mut |byte| seen.push(byte as char));
        assert_eq!(seen.matches('{').count(), 1, "{seen}");
        assert_eq!(seen.matches('}').count(), 1, "{seen}");
    }

    #[test]
    fn what_does_not_end_is_no_problem() {
        for source in ["/*", "\"abc", "'", "// x", "#define \\", "\"\\"] {
            code(source.as_bytes(), &mut |_| {});
        }
    }
}

//! What a witness may say about a state: one C expression without side effects.
//!
//! An expression is put into the text of the program, so it must not be able to leave the parentheses around it, to begin a
//! directive, or to name what instrumentation adds. That is decided here, on tokens. The front end then decides, with types
//! and with macros replaced, that nothing in it has an effect.

use landfall::front::lexer::{Token, TokenKind, tokenize};
use landfall::front::source::FileId;

use super::read::{Problem, invalid};

/// Prefixes of the names that are not for witnesses: those that instrumentation uses, and functions of compilers and verifiers.
const RESERVED: [&str; 4] = ["__lf_", "__landfall", "__builtin", "__VERIFIER"];

/// Whether a text is one pure expression, as far as tokens tell. `program` is the text whose macros it may mention.
pub fn check(text: &str, program: &str) -> Result<(), Problem> {
    let tokens = tokens(text)?;
    if tokens.is_empty() {
        return invalid("an expression is empty");
    }
    if let Some(why) = fault(text, &tokens) {
        return invalid(format!("`{}` is no pure expression: {why}", text.escape_debug()));
    }
    for token in &tokens {
        let name = spelling(text, token);
        // What a macro stands for is read as it was written, so that it cannot leave the parentheses either.
        let body = (token.kind == TokenKind::Ident).then(|| macro_body(program, name)).flatten();
        if let Some(body) = body
            && self::tokens(body).map_or(true, |tokens| fault(body, &tokens).is_some())
        {
            return invalid(format!("the macro `{name}` in `{}` is no pure expression", text.escape_debug()));
        }
    }
    Ok(())
}

/// The tokens; only blanks may lie between them, so no comment or directive.
fn tokens(text: &str) -> Result<Vec<Token>, Problem> {
    let bad = |why: &str| invalid(format!("`{}` is no expression: {why}", text.escape_debug()));
    if text.contains(|c: char| c.is_control() && c != '\t') {
        return bad("it has line breaks");
    }
    let stream = tokenize(FileId(0), text.as_bytes());
    if let Some(diagnostic) = stream.diagnostics.first() {
        return bad(&diagnostic.message);
    }
    let mut end = 0;
    for token in &stream.tokens {
        let gap = text.get(end..token.lo as usize).unwrap_or("?");
        if !gap.chars().all(|c| c == ' ' || c == '\t') {
            return bad(&format!("`{}` does not belong there", gap.trim()));
        }
        end = token.hi as usize;
    }
    Ok(stream.tokens.into_iter().filter(|token| token.kind != TokenKind::EndOfFile).collect())
}

fn spelling<'a>(text: &'a str, token: &Token) -> &'a str {
    text.get(token.lo as usize..token.hi as usize).unwrap_or_default()
}

/// What in the tokens belongs to no pure expression.
fn fault(text: &str, tokens: &[Token]) -> Option<String> {
    use TokenKind::*;
    // The brackets that are open, and whether commas may stand in them.
    let mut open: Vec<(TokenKind, bool)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        let word = spelling(text, token);
        let before = index.checked_sub(1).map(|index| tokens[index].kind);
        match token.kind {
            LeftParen if before == Some(Ident) => {
                return Some(format!("it calls `{}`", spelling(text, &tokens[index - 1])));
            }
            LeftParen => open.push((RightParen, before == Some(Generic))),
            LeftBracket => open.push((RightBracket, false)),
            RightParen | RightBracket if open.pop().is_none_or(|(close, _)| close != token.kind) => {
                return Some(format!("`{word}` closes what it does not open"));
            }
            Comma if !open.last().is_some_and(|(_, commas)| *commas) => return Some("it has several parts".into()),
            LeftBrace | RightBrace | Semicolon => return Some(format!("it has a `{word}`")),
            Assign | PlusAssign | MinusAssign | StarAssign | SlashAssign | PercentAssign | ShiftLeftAssign
            | ShiftRightAssign | AndAssign | XorAssign | OrAssign | PlusPlus | MinusMinus => {
                return Some(format!("`{word}` changes the program's state"));
            }
            Asm | Attribute | PragmaOperator | BuiltinVaArg => return Some(format!("it has a `{word}`")),
            Ident if word.contains('\\') || RESERVED.iter().any(|prefix| word.starts_with(prefix)) => {
                return Some(format!("`{word}` is not for witnesses"));
            }
            _ => {}
        }
    }
    (!open.is_empty()).then(|| "a bracket is not closed".into())
}

/// What the text defines a macro without parameters as.
fn macro_body<'a>(program: &'a str, name: &str) -> Option<&'a str> {
    program.lines().find_map(|line| {
        let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("define")?;
        let body = rest.strip_prefix([' ', '\t'])?.trim_start().strip_prefix(name)?;
        (body.is_empty() || body.starts_with([' ', '\t'])).then(|| body.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "#define LIMIT 10 + 2\n#  define LEAVE 1) || (1\n#define STEP i++\nint x;\n";

    fn is_pure(text: &str) -> bool {
        check(text, PROGRAM).is_ok()
    }

    #[test]
    fn what_says_something_about_a_state_is_pure() {
        for text in [
            "x <= n && a[i + 1] == 0",
            "(long long)x + (unsigned)(y) < 4294967296LL",
            "sizeof(int) == 4 || _Alignof(int) == 4",
            "p != 0 ? p->next->value >= -1 : s.c == '\\0'",
            "\"a;b){\"[i] != '('",
            "_Generic(x, int: 1, default: 0)",
            "x <= LIMIT",
            "!(*(int *)p & ~1)",
        ] {
            assert!(is_pure(text), "{text}: {:?}", check(text, PROGRAM));
        }
    }

    #[test]
    fn what_leaves_the_parentheses_or_does_something_is_not() {
        for text in [
            "",
            " ",
            "1) || (1",
            "(1",
            "a[1)",
            "a]",
            "1 // ",
            "1 /* x */",
            "1 /* x",
            "1\n#undef f",
            "1\r",
            "# 1",
            "x; y",
            "({ 1; })",
            "(int){1}",
            "(int)<%1%>",
            "x = 1",
            "x += 1",
            "x >>= 1",
            "x++",
            "--x",
            "f()",
            "f (1)",
            "a, b",
            "(a, b)",
            "__lf_passed == 0",
            "__landfall_witness",
            "__builtin_trap",
            "__VERIFIER_nondet_int",
            "asm(\"\")",
            "'a",
            "\"a",
            "x \\ y",
            "LEAVE",
            "x < STEP",
            "@",
        ] {
            assert!(!is_pure(text), "{text}");
        }
    }
}

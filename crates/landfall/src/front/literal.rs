//! The values of constants and strings, from their spelling.
//!
//! Integers keep base and suffix, since C's choice of type depends on them. Floating constants keep their digits;
//! [`FloatValue`] gives the exact value and correctly rounded `f32` and `f64`. Escapes follow gcc on x86.

use super::ast::{BasicType, CharLiteral, Encoding, IntegerBase, IntegerLiteral, IntegerSuffix, LengthSuffix};

/// What is wrong with a literal.
pub type LiteralError = &'static str;

/// A number token: an integer or a floating constant whose digits are still text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Number {
    Integer(IntegerLiteral),
    Float { digits: String, ty: BasicType, imaginary: bool },
}

/// Reads a preprocessing number.
pub fn parse_number(spelling: &[u8]) -> Result<Number, LiteralError> {
    let text: String = spelling.iter().filter(|byte| **byte != b'\'').map(|byte| *byte as char).collect();
    let lower = text.to_ascii_lowercase();
    let (base, prefix) = if lower.starts_with("0x") {
        (IntegerBase::Hexadecimal, 2)
    } else if lower.starts_with("0b") {
        (IntegerBase::Binary, 2)
    } else if lower.starts_with('0') {
        (IntegerBase::Octal, 1)
    } else {
        (IntegerBase::Decimal, 0)
    };
    let hexadecimal = base == IntegerBase::Hexadecimal;
    let is_digit = |character: char| {
        if hexadecimal { character.is_ascii_hexdigit() } else { character.is_ascii_digit() }
    };
    let mantissa = prefix_length(&lower[prefix..], is_digit) + prefix;
    let exponent_mark = if hexadecimal { 'p' } else { 'e' };
    if lower[mantissa..].starts_with(['.', exponent_mark]) && base != IntegerBase::Binary {
        return parse_float(&text, &lower, hexadecimal);
    }
    // `1f` is no float in C, but the suffixes of decimal floats must not be read as integers either.
    let value = integer_value(&lower[prefix..mantissa], base)?;
    if mantissa == prefix && prefix == 2 {
        return Err("there are no digits behind the prefix");
    }
    let (suffix, imaginary) = integer_suffix(&text[mantissa..])?;
    Ok(Number::Integer(IntegerLiteral { value, base, suffix, imaginary }))
}

fn prefix_length(text: &str, accept: impl Fn(char) -> bool) -> usize {
    text.find(|character| !accept(character)).unwrap_or(text.len())
}

fn integer_value(digits: &str, base: IntegerBase) -> Result<u128, LiteralError> {
    let radix: u32 = match base {
        IntegerBase::Binary => 2,
        IntegerBase::Octal => 8,
        IntegerBase::Decimal => 10,
        IntegerBase::Hexadecimal => 16,
    };
    let mut value: u128 = 0;
    for character in digits.chars() {
        let digit = character.to_digit(radix).ok_or(match base {
            IntegerBase::Octal => "a number that starts with 0 is octal and has no digits 8 and 9",
            _ => "a digit does not fit the base of this number",
        })?;
        value = value
            .checked_mul(u128::from(radix))
            .and_then(|value| value.checked_add(u128::from(digit)))
            .ok_or("this integer is too large for any type")?;
    }
    Ok(value)
}

fn integer_suffix(suffix: &str) -> Result<(IntegerSuffix, bool), LiteralError> {
    const INVALID: LiteralError = "this suffix is not valid for an integer";
    let imaginary = suffix.chars().any(|character| matches!(character, 'i' | 'I' | 'j' | 'J'));
    let core: String = suffix.chars().filter(|character| !matches!(character, 'i' | 'I' | 'j' | 'J')).collect();
    if suffix.len() > core.len() + 1 {
        return Err(INVALID);
    }
    let without_u = core.trim_start_matches(['u', 'U']);
    let without_u = without_u.trim_end_matches(['u', 'U']);
    let unsigned = match core.len() - without_u.len() {
        0 => false,
        1 => true,
        _ => return Err(INVALID),
    };
    let length = match without_u {
        "" => LengthSuffix::None,
        "l" | "L" => LengthSuffix::Long,
        "ll" | "LL" => LengthSuffix::LongLong,
        _ => return Err(INVALID),
    };
    Ok((IntegerSuffix { unsigned, length }, imaginary))
}

fn parse_float(text: &str, lower: &str, hexadecimal: bool) -> Result<Number, LiteralError> {
    let start = if hexadecimal { 2 } else { 0 };
    let is_digit = |character: char| match hexadecimal {
        true => character.is_ascii_hexdigit(),
        false => character.is_ascii_digit(),
    };
    let mut at = start + prefix_length(&lower[start..], is_digit);
    let mut digits = at - start;
    if lower[at..].starts_with('.') {
        let fraction = prefix_length(&lower[at + 1..], is_digit);
        digits += fraction;
        at += 1 + fraction;
    }
    if digits == 0 {
        return Err("this floating constant has no digits");
    }
    if lower[at..].starts_with(if hexadecimal { 'p' } else { 'e' }) {
        at += 1;
        at += usize::from(lower[at..].starts_with(['+', '-']));
        let exponent = prefix_length(&lower[at..], |character| character.is_ascii_digit());
        if exponent == 0 {
            return Err("the exponent of this floating constant has no digits");
        }
        at += exponent;
    } else if hexadecimal {
        return Err("a hexadecimal floating constant needs an exponent such as `p0`");
    }
    let (ty, imaginary) = float_suffix(&lower[at..], hexadecimal)?;
    Ok(Number::Float { digits: text[..at].to_string(), ty, imaginary })
}

fn float_suffix(suffix: &str, hexadecimal: bool) -> Result<(BasicType, bool), LiteralError> {
    let core: String = suffix.chars().filter(|character| !matches!(character, 'i' | 'j')).collect();
    let ty = match core.as_str() {
        "" => BasicType::Double,
        "f" => BasicType::Float,
        "l" => BasicType::LongDouble,
        "f16" => BasicType::Float16,
        "f32" => BasicType::Float32,
        "f64" => BasicType::Float64,
        "f128" | "q" => BasicType::Float128,
        "f32x" => BasicType::Float32x,
        "f64x" => BasicType::Float64x,
        "w" => BasicType::Float80,
        "df" if !hexadecimal => BasicType::Decimal32,
        "dd" if !hexadecimal => BasicType::Decimal64,
        "dl" if !hexadecimal => BasicType::Decimal128,
        _ => return Err("this suffix is not valid for a floating constant"),
    };
    match suffix.len() - core.len() {
        0 => Ok((ty, false)),
        1 => Ok((ty, true)),
        _ => Err("this suffix is not valid for a floating constant"),
    }
}

/// The exact value of a floating constant: the integer that `digits` spells, times 10 (2 if `hexadecimal`) to the `exponent`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FloatValue {
    /// Decimal or hexadecimal digits without point and leading zeros; empty for zero.
    pub digits: String,
    pub hexadecimal: bool,
    pub exponent: i64,
}

impl FloatValue {
    /// Reads the digits of a [`FloatLiteral`](super::ast::FloatLiteral).
    pub fn new(text: &str) -> FloatValue {
        let lower = text.to_ascii_lowercase();
        let (hexadecimal, body) = match lower.strip_prefix("0x") {
            Some(body) => (true, body),
            None => (false, lower.as_str()),
        };
        let mark = if hexadecimal { 'p' } else { 'e' };
        let (mantissa, exponent) = body.split_once(mark).unwrap_or((body, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        // Exponents beyond 18 digits saturate: the value is zero or infinite in every type anyway.
        let limit = i64::MAX / 4;
        let exponent = exponent.parse::<i64>().unwrap_or(match exponent.starts_with('-') {
            true => -limit,
            false => limit,
        });
        let scale = fraction.len() as i64 * if hexadecimal { 4 } else { 1 };
        FloatValue {
            digits: digits.trim_start_matches('0').to_string(),
            hexadecimal,
            exponent: exponent.clamp(-limit, limit) - scale,
        }
    }

    /// The nearest `double`, ties to even.
    pub fn to_f64(&self) -> f64 {
        if self.hexadecimal {
            return self.round_hexadecimal(53, -1074, 971);
        }
        self.decimal_text().parse().unwrap_or(f64::INFINITY)
    }

    /// The nearest `float`, ties to even, rounded once.
    pub fn to_f32(&self) -> f32 {
        if self.hexadecimal {
            return self.round_hexadecimal(24, -149, 104) as f32;
        }
        self.decimal_text().parse().unwrap_or(f32::INFINITY)
    }

    fn decimal_text(&self) -> String {
        format!("0{}e{}", self.digits, self.exponent)
    }

    /// Rounds to `precision` bits with the least exponent `lowest`; beyond the `highest` exponent of the last bit lies infinity.
    fn round_hexadecimal(&self, precision: u32, lowest: i64, highest: i64) -> f64 {
        let mut mantissa: u128 = 0;
        let mut exponent = self.exponent;
        let mut sticky = false;
        for digit in self.digits.chars().filter_map(|digit| digit.to_digit(16)) {
            if mantissa >> 120 == 0 {
                mantissa = mantissa << 4 | u128::from(digit);
            } else {
                exponent += 4;
                sticky |= digit != 0;
            }
        }
        if mantissa == 0 {
            return 0.0;
        }
        let bits = 128 - mantissa.leading_zeros();
        let drop = i64::from(bits.saturating_sub(precision)).max(lowest.saturating_sub(exponent));
        if drop > 0 {
            let drop = drop.min(127) as u32;
            let (half, rest) = (1u128 << (drop - 1), mantissa & ((1u128 << drop) - 1));
            mantissa >>= drop;
            exponent += i64::from(drop);
            let up = rest > half || rest == half && (sticky || mantissa & 1 == 1);
            mantissa += u128::from(up);
        }
        let normalised = exponent + i64::from(128 - mantissa.leading_zeros()) - i64::from(precision);
        if mantissa != 0 && normalised > highest {
            return f64::INFINITY;
        }
        scale_exactly(mantissa, exponent)
    }
}

/// `mantissa * 2^exponent` when that is a `double`, by steps that are each exact.
fn scale_exactly(mantissa: u128, exponent: i64) -> f64 {
    let mut value = mantissa as f64;
    let mut exponent = if mantissa == 0 { 0 } else { exponent };
    while exponent > 0 {
        let step = exponent.min(1000);
        value *= 2f64.powi(step as i32);
        exponent -= step;
    }
    while exponent < 0 {
        let step = exponent.max(-1000);
        value *= 2f64.powi(step as i32);
        exponent -= step;
    }
    value
}

/// The prefix of a character or string token, and what stands between its quotes.
pub fn split_quoted(spelling: &[u8]) -> (Encoding, &[u8]) {
    let quote = spelling.iter().position(|byte| matches!(byte, b'"' | b'\'')).unwrap_or(0);
    let encoding = match &spelling[..quote] {
        b"L" => Encoding::Wide,
        b"u8" => Encoding::Utf8,
        b"u" => Encoding::Utf16,
        b"U" => Encoding::Utf32,
        _ => Encoding::Plain,
    };
    let body = spelling.get(quote + 1..spelling.len().saturating_sub(1));
    (encoding, body.unwrap_or(&[]))
}

/// Appends the code units of a string's body to `units`.
pub fn append_string(body: &[u8], encoding: Encoding, units: &mut Vec<u32>) -> Result<(), LiteralError> {
    let mut rest = body;
    while let Some((first, tail)) = rest.split_first() {
        if *first == b'\\' {
            rest = append_escape(tail, encoding, units)?;
        } else if matches!(encoding, Encoding::Plain | Encoding::Utf8) {
            units.push(u32::from(*first));
            rest = tail;
        } else {
            let (character, length) = first_character(rest)?;
            append_character(character, encoding, units);
            rest = &rest[length..];
        }
    }
    Ok(())
}

fn first_character(bytes: &[u8]) -> Result<(char, usize), LiteralError> {
    let chunk = bytes.utf8_chunks().next().map_or("", |chunk| chunk.valid());
    match chunk.chars().next() {
        Some(character) => Ok((character, character.len_utf8())),
        None => Err("a wide literal must be valid UTF-8"),
    }
}

fn append_character(character: char, encoding: Encoding, units: &mut Vec<u32>) {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => {
            let mut buffer = [0; 4];
            units.extend(character.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        Encoding::Utf16 => {
            let mut buffer = [0; 2];
            units.extend(character.encode_utf16(&mut buffer).iter().map(|unit| u32::from(*unit)));
        }
        Encoding::Utf32 | Encoding::Wide => units.push(character as u32),
    }
}

/// Reads the escape whose backslash was taken; gives what follows it.
fn append_escape<'a>(tail: &'a [u8], encoding: Encoding, units: &mut Vec<u32>) -> Result<&'a [u8], LiteralError> {
    let (first, rest) = tail.split_first().ok_or("there is nothing behind the backslash")?;
    let simple = match first {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        b'\n' => return Ok(rest),
        b'\r' => return Ok(rest.strip_prefix(b"\n").unwrap_or(rest)),
        b'0'..=b'7' => {
            let (value, rest) = digits_value(tail, 8, 3)?;
            units.push(limit_unit(value, encoding));
            return Ok(rest);
        }
        b'x' => {
            let (value, rest) = digits_value(rest, 16, usize::MAX)?;
            units.push(limit_unit(value, encoding));
            return Ok(rest);
        }
        b'u' | b'U' => {
            let length = if *first == b'u' { 4 } else { 8 };
            let (value, after) = digits_value(rest, 16, length)?;
            if rest.len() - after.len() != length {
                return Err("a universal character name needs 4 digits after \\u and 8 after \\U");
            }
            let character = char::from_u32(value).ok_or("this is not a character of Unicode")?;
            append_character(character, encoding, units);
            return Ok(after);
        }
        // gcc warns about an unknown escape and takes the character itself.
        other => u32::from(*other),
    };
    units.push(simple);
    Ok(rest)
}

fn digits_value(text: &[u8], radix: u32, most: usize) -> Result<(u32, &[u8]), LiteralError> {
    let length = text.iter().take(most).take_while(|byte| (**byte as char).is_digit(radix)).count();
    if length == 0 {
        return Err("this escape has no digits");
    }
    let digits = text[..length].iter().filter_map(|byte| (*byte as char).to_digit(radix));
    let value = digits.fold(0u32, |value, digit| value.wrapping_mul(radix).wrapping_add(digit));
    Ok((value, &text[length..]))
}

/// Numeric escapes name a code unit; what does not fit is cut off, as gcc does after a warning.
fn limit_unit(value: u32, encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Plain | Encoding::Utf8 => value & 0xff,
        Encoding::Utf16 => value & 0xffff,
        Encoding::Utf32 | Encoding::Wide => value,
    }
}

/// Reads a character constant.
pub fn parse_char(spelling: &[u8]) -> Result<CharLiteral, LiteralError> {
    let (encoding, body) = split_quoted(spelling);
    let mut units = Vec::new();
    append_string(body, encoding, &mut units)?;
    let Some(last) = units.last().copied() else {
        return Err("a character constant must not be empty");
    };
    let value = match encoding {
        Encoding::Plain if units.len() == 1 => i64::from(last as u8 as i8),
        // gcc packs several characters into an int, the last one lowest.
        Encoding::Plain => {
            let packed = units.iter().fold(0u32, |packed, unit| packed << 8 | unit & 0xff);
            i64::from(packed as i32)
        }
        Encoding::Wide => i64::from(last as i32),
        Encoding::Utf8 | Encoding::Utf16 | Encoding::Utf32 => i64::from(last),
    };
    Ok(CharLiteral { encoding, value })
}

/// The encoding of two adjacent strings: that of the one which has a prefix.
pub fn join_encodings(left: Encoding, right: Encoding) -> Result<Encoding, LiteralError> {
    match (left, right) {
        (Encoding::Plain, other) | (other, Encoding::Plain) => Ok(other),
        _ if left == right => Ok(left),
        _ => Err("adjacent strings have different prefixes"),
    }
}

#[cfg(test)]
#[path = "literal_tests.rs"]
mod tests;

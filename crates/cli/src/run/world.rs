//! The world around a program that is run with `--real-io`: streams, files, clocks, and the text of floating-point numbers.
//!
//! The library's `run.c` says by three variables what it wants; the run stops there, and goes on with the answer.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, Read, Write};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use landfall::cfa::{HavocKind, Program, VarId};
use landfall::exec::HavocRequest;

/// The name of the input by which a program asks.
const NAME: &str = "the host";

/// What is not there.
const NONE: u64 = u64::MAX;

enum Stream {
    Input(Box<dyn Read>),
    Output(Box<dyn Write>),
    Closed,
}

pub struct World {
    /// The variables that say what is wanted.
    wanted: Option<[VarId; 3]>,
    waiting: bool,
    answer: Option<u64>,
    streams: Vec<Stream>,
    /// Text that the program handed over.
    given: Vec<u8>,
    /// Text that it fetches.
    made: Vec<u8>,
    /// How much of the text the last number was.
    used: usize,
    start: Instant,
    arguments: Vec<String>,
}

impl World {
    pub fn is_asked(request: &HavocRequest<'_>) -> bool {
        matches!(request.kind, HavocKind::Input(name) | HavocKind::Extern(name) if &**name == NAME)
    }

    /// The world of a program that is called with these arguments, its name first.
    pub fn new(program: &Program, arguments: Vec<String>) -> World {
        let find = |name: &str| {
            program.vars.iter().find(|(_, var)| var.owner.is_none() && &*var.name == name).map(|(id, _)| id)
        };
        let names = ["__landfall_host_what", "__landfall_host_x", "__landfall_host_y"];
        let wanted: Option<Vec<VarId>> = names.into_iter().map(find).collect();
        World {
            wanted: wanted.and_then(|list| list.try_into().ok()),
            waiting: false,
            answer: None,
            streams: vec![
                Stream::Input(Box::new(std::io::stdin())),
                Stream::Output(Box::new(BufWriter::new(std::io::stdout()))),
                Stream::Output(Box::new(std::io::stderr())),
            ],
            given: Vec::new(),
            made: Vec::new(),
            used: 0,
            start: Instant::now(),
            arguments,
        }
    }

    /// Whether the program is run for real.
    pub fn is_real(&self) -> bool {
        self.wanted.is_some()
    }

    /// What C leaves open is decided: allocation succeeds, orders are from left to right, true is one.
    pub fn decide(&self, request: &HavocRequest<'_>) -> Option<i128> {
        match request.kind {
            HavocKind::Unspecified(what) => Some(i128::from(&**what != "malloc")),
            _ => None,
        }
    }

    /// The answer to the last question; without one, the run stops until [`World::ask`] has found it.
    pub fn answer(&mut self) -> Option<i128> {
        let answer = self.answer.take();
        self.waiting = answer.is_none();
        answer.map(i128::from)
    }

    pub fn is_waiting(&self) -> bool {
        self.waiting && self.wanted.is_some()
    }

    /// Does what the program wants, by the values of its variables.
    pub fn ask(&mut self, value: &dyn Fn(VarId) -> i128) {
        let Some([what, x, y]) = self.wanted else { return };
        let (what, x, y) = (value(what) as u8, value(x) as u64, value(y) as u64);
        self.answer = Some(self.act(what, x, y));
    }

    pub fn flush(&mut self) {
        for stream in &mut self.streams {
            if let Stream::Output(output) = stream {
                // Nobody is there to be told.
                let _ = output.flush();
            }
        }
    }

    fn act(&mut self, what: u8, x: u64, y: u64) -> u64 {
        match what {
            b'+' => self.given.push(x as u8),
            b'w' => {
                if let Some(Stream::Output(output)) = self.streams.get_mut(x as usize)
                    && output.write_all(&[y as u8]).is_err()
                {
                    return NONE;
                }
            }
            b'r' => return self.read(x as usize),
            b'o' => return self.open(x as u8),
            b'c' => self.close(x as usize),
            b'f' => {
                self.made = float_text(f64::from_bits(x), y as u8, y >> 8 & 1 != 0, (y >> 16) as u32 as i32).into();
                return self.made.len() as u64;
            }
            b't' => return self.made.get(x as usize).map_or(0, |byte| u64::from(*byte)),
            b'd' => {
                let (number, used) = read_float(&std::mem::take(&mut self.given));
                self.used = used;
                return number.to_bits();
            }
            b'u' => return self.used as u64,
            b'e' => {
                let name = String::from_utf8_lossy(&std::mem::take(&mut self.given)).into_owned();
                let Ok(value) = std::env::var(name) else { return NONE };
                self.made = value.into_bytes();
                return self.made.len() as u64;
            }
            b'n' => return self.arguments.len() as u64,
            b'a' => {
                self.made = self.arguments.get(x as usize).map_or(Vec::new(), |text| text.clone().into_bytes());
                return self.made.len() as u64;
            }
            b'T' => return SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            b'C' => return self.start.elapsed().as_micros() as u64,
            _ => return mathematics(what, f64::from_bits(x), y).to_bits(),
        }
        0
    }

    fn read(&mut self, handle: usize) -> u64 {
        if handle == 0 {
            self.flush();
        }
        let mut byte = [0];
        match self.streams.get_mut(handle) {
            Some(Stream::Input(input)) => match input.read(&mut byte) {
                Ok(1) => u64::from(byte[0]),
                _ => NONE,
            },
            _ => NONE,
        }
    }

    fn open(&mut self, mode: u8) -> u64 {
        let path = String::from_utf8_lossy(&std::mem::take(&mut self.given)).into_owned();
        let opened = match mode {
            b'r' => File::open(path).map(|file| Stream::Input(Box::new(BufReader::new(file)))),
            b'w' => File::create(path).map(|file| Stream::Output(Box::new(BufWriter::new(file)))),
            _ => OpenOptions::new()
                .append(true)
                .create(true)
                .open(path)
                .map(|file| Stream::Output(Box::new(BufWriter::new(file)))),
        };
        match opened {
            Ok(stream) => {
                self.streams.push(stream);
                self.streams.len() as u64 - 1
            }
            // The number of the error, marked as such.
            Err(error) => 1 << 32 | error.raw_os_error().unwrap_or(5) as u64 & 0xffff,
        }
    }

    fn close(&mut self, handle: usize) {
        if let Some(stream) = self.streams.get_mut(handle) {
            if let Stream::Output(output) = stream {
                let _ = output.flush();
            }
            *stream = Stream::Closed;
        }
    }
}

fn mathematics(what: u8, x: f64, y: u64) -> f64 {
    match (what, y as u8) {
        (b'%', _) => x % f64::from_bits(y),
        (b'^', _) => x.powf(f64::from_bits(y)),
        (b'2', _) => x.atan2(f64::from_bits(y)),
        (_, b's') => x.sin(),
        (_, b'c') => x.cos(),
        (_, b't') => x.tan(),
        (_, b'S') => x.asin(),
        (_, b'C') => x.acos(),
        (_, b'e') => x.exp(),
        (_, b'l') => x.ln(),
        (_, b'2') => x.log2(),
        (_, b'1') => x.log10(),
        _ => f64::NAN,
    }
}

/// A number as `%e`, `%f` and `%g` write it, without width and plus sign.
fn float_text(value: f64, conversion: u8, keep_zeros: bool, precision: i32) -> String {
    let upper = conversion.is_ascii_uppercase();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let magnitude = value.abs();
    let places = if precision < 0 { 6 } else { precision as usize };
    let text = if !magnitude.is_finite() {
        if magnitude.is_nan() { "nan" } else { "inf" }.to_string()
    } else {
        match conversion.to_ascii_lowercase() {
            b'f' => pointed(format!("{magnitude:.places$}"), keep_zeros),
            b'e' => exponent_text(magnitude, places, keep_zeros),
            _ => general_text(magnitude, places.max(1), keep_zeros),
        }
    };
    let text = format!("{sign}{text}");
    if upper { text.to_uppercase() } else { text }
}

fn pointed(text: String, point: bool) -> String {
    if point && !text.contains('.') { text + "." } else { text }
}

/// Digits and exponent, rounded to so many places.
fn exponent_text(magnitude: f64, places: usize, point: bool) -> String {
    let text = format!("{magnitude:.places$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mark = if exponent < 0 { '-' } else { '+' };
    format!("{}e{mark}{:02}", pointed(digits.to_string(), point), exponent.abs())
}

/// `%g`: by significant digits, in the shorter of two forms, without zeros at the end unless they are kept.
fn general_text(magnitude: f64, digits: usize, keep_zeros: bool) -> String {
    let rounded = format!("{:.*e}", digits - 1, magnitude);
    let exponent: i32 = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let trim = |text: String| match keep_zeros || !text.contains('.') {
        true => text,
        false => text.trim_end_matches('0').trim_end_matches('.').to_string(),
    };
    if exponent < -4 || exponent >= digits as i32 {
        let text = exponent_text(magnitude, digits - 1, keep_zeros);
        let (number, power) = text.split_once('e').unwrap_or((&text, "+00"));
        return format!("{}e{power}", trim(number.to_string()));
    }
    let places = (digits as i32 - 1 - exponent) as usize;
    trim(pointed(format!("{magnitude:.places$}"), keep_zeros))
}

/// The number at the start of a text, as `strtod` reads it in decimal or hexadecimal, and how long it is.
fn read_float(text: &[u8]) -> (f64, usize) {
    let blank = text.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == 11).count();
    let signed = usize::from(matches!(text.get(blank), Some(b'+' | b'-')));
    let negative = text.get(blank) == Some(&b'-');
    let start = blank + signed;
    let rest = &text[start..];
    let lower: Vec<u8> = rest.iter().take(8).map(u8::to_ascii_lowercase).collect();
    let (magnitude, used) = if lower.starts_with(b"infinity") {
        (f64::INFINITY, 8)
    } else if lower.starts_with(b"inf") {
        (f64::INFINITY, 3)
    } else if lower.starts_with(b"nan") {
        (f64::NAN, 3)
    } else if lower.starts_with(b"0x") {
        read_hexadecimal(&rest[2..]).map_or((0.0, 1), |(number, used)| (number, used + 2))
    } else {
        read_decimal(rest)
    };
    match used {
        0 => (0.0, 0),
        used => (if negative { -magnitude } else { magnitude }, start + used),
    }
}

fn count(text: &[u8], digit: impl Fn(&u8) -> bool) -> usize {
    text.iter().take_while(|byte| digit(byte)).count()
}

fn read_decimal(text: &[u8]) -> (f64, usize) {
    let whole = count(text, u8::is_ascii_digit);
    let mut end = whole;
    let mut digits = whole;
    if text.get(end) == Some(&b'.') {
        let fraction = count(&text[end + 1..], u8::is_ascii_digit);
        if whole + fraction > 0 {
            end += 1 + fraction;
            digits += fraction;
        }
    }
    if digits == 0 {
        return (0.0, 0);
    }
    if matches!(text.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(text.get(end + 1), Some(b'+' | b'-')));
        let exponent = text.get(end + 1 + sign..).map_or(0, |rest| count(rest, u8::is_ascii_digit));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    let number = std::str::from_utf8(&text[..end]).ok().and_then(|text| text.parse().ok()).unwrap_or(0.0);
    (number, end)
}

/// Behind `0x`: digits with a point, and a binary exponent. Digits beyond the precision of a number are cut.
fn read_hexadecimal(text: &[u8]) -> Option<(f64, usize)> {
    let (mut mantissa, mut exponent, mut at, mut digits, mut point) = (0u64, 0i64, 0, 0, false);
    while let Some(byte) = text.get(at) {
        match (*byte as char).to_digit(16) {
            Some(digit) => {
                digits += 1;
                if mantissa >> 58 == 0 {
                    mantissa = mantissa * 16 + u64::from(digit);
                    exponent -= if point { 4 } else { 0 };
                } else {
                    exponent += if point { 0 } else { 4 };
                }
            }
            None if *byte == b'.' && !point => point = true,
            None => break,
        }
        at += 1;
    }
    if digits == 0 {
        return None;
    }
    if matches!(text.get(at), Some(b'p' | b'P')) {
        let sign = usize::from(matches!(text.get(at + 1), Some(b'+' | b'-')));
        let length = text.get(at + 1 + sign..).map_or(0, |rest| count(rest, u8::is_ascii_digit));
        if length > 0 {
            let power: i64 = std::str::from_utf8(&text[at + 1 + sign..at + 1 + sign + length]).ok()?.parse().ok()?;
            exponent += if text[at + 1] == b'-' { -power } else { power };
            at += 1 + sign + length;
        }
    }
    let power = |exponent: i64| 2f64.powi(exponent.clamp(-1200, 1200) as i32);
    // In two steps, so that small numbers are not lost on the way.
    let half = exponent / 2;
    Some((mantissa as f64 * power(half) * power(exponent - half), at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_c_writes_them() {
        let text = |value, conversion, precision| float_text(value, conversion, false, precision);
        assert_eq!(text(3.25159, b'g', -1), "3.25159");
        assert_eq!(text(1e15, b'g', 14), "1e+15");
        assert_eq!(text(100000.0, b'g', -1), "100000");
        assert_eq!(text(1e6, b'g', -1), "1e+06");
        assert_eq!(text(0.0001, b'g', -1), "0.0001");
        assert_eq!(text(0.00001, b'g', -1), "1e-05");
        assert_eq!(text(2.5, b'f', 0), "2");
        assert_eq!(text(-0.0, b'f', 1), "-0.0");
        assert_eq!(text(12345.678, b'E', 2), "1.23E+04");
        assert_eq!(text(f64::INFINITY, b'G', -1), "INF");
        assert_eq!(float_text(1.0, b'g', true, 3), "1.00");
    }

    #[test]
    fn numbers_are_read_as_c_reads_them() {
        assert_eq!(read_float(b" -1.5e2x"), (-150.0, 7));
        assert_eq!(read_float(b"1e"), (1.0, 1));
        assert_eq!(read_float(b"."), (0.0, 0));
        assert_eq!(read_float(b".5"), (0.5, 2));
        assert_eq!(read_float(b"0x1.8p1"), (3.0, 7));
        assert_eq!(read_float(b"0xg"), (0.0, 1));
        assert_eq!(read_float(b"inf"), (f64::INFINITY, 3));
    }
}

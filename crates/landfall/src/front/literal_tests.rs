use super::*;

fn integer(text: &str) -> IntegerLiteral {
    match parse_number(text.as_bytes()) {
        Ok(Number::Integer(literal)) => literal,
        other => panic!("{text}: {other:?}"),
    }
}

fn float(text: &str) -> (FloatValue, BasicType) {
    match parse_number(text.as_bytes()) {
        Ok(Number::Float { digits, ty, .. }) => (FloatValue::new(&digits), ty),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn integers() {
    assert_eq!(integer("0").value, 0);
    assert_eq!((integer("0").base, integer("10").base), (IntegerBase::Octal, IntegerBase::Decimal));
    assert_eq!(integer("0777").value, 0o777);
    assert_eq!(integer("0XfF").value, 255);
    assert_eq!(integer("0b101").value, 5);
    assert_eq!(integer("1'000'000").value, 1_000_000);
    assert_eq!(integer("340282366920938463463374607431768211455").value, u128::MAX);
}

#[test]
fn integer_suffixes() {
    let suffix = |text| {
        let literal = integer(text);
        (literal.suffix.unsigned, literal.suffix.length, literal.imaginary)
    };
    assert_eq!(suffix("1"), (false, LengthSuffix::None, false));
    assert_eq!(suffix("1uLL"), (true, LengthSuffix::LongLong, false));
    assert_eq!(suffix("1LU"), (true, LengthSuffix::Long, false));
    assert_eq!(suffix("0x1fll"), (false, LengthSuffix::LongLong, false));
    assert_eq!(suffix("2i"), (false, LengthSuffix::None, true));
}

#[test]
fn malformed_numbers() {
    for text in [
        "1lL",
        "1ulu",
        "08",
        "0x",
        "0b2",
        "0b",
        "1f",
        "1x",
        "0x1.8",
        "1e",
        "1e+",
        "0x1p",
        "1.5z",
        "1.2.3",
        "0x.p1",
        "340282366920938463463374607431768211456",
        "1ii",
        "1.fi i",
    ] {
        assert!(parse_number(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn decimal_floats() {
    assert_eq!(float("1.5").0.to_f64(), 1.5);
    assert_eq!(float(".5e-3L"), (FloatValue::new(".5e-3"), BasicType::LongDouble));
    assert_eq!(float("0.1f").0.to_f32(), 0.1f32);
    assert_eq!(float("09.5").0.to_f64(), 9.5);
    assert_eq!(float("1e400").0.to_f64(), f64::INFINITY);
    assert_eq!(float("1e-99999999999999999999").0.to_f64(), 0.0);
    assert_eq!(float("0e99999999999999999999").0.to_f64(), 0.0);
    assert_eq!(float("1.25").0, FloatValue { digits: "125".into(), hexadecimal: false, exponent: -2 });
    assert_eq!(float("1.0f128").1, BasicType::Float128);
    assert_eq!(float("1.0dd").1, BasicType::Decimal64);
}

#[test]
fn hexadecimal_floats() {
    assert_eq!(float("0x1.8p1").0.to_f64(), 3.0);
    assert_eq!(float("0x.8p0").0.to_f64(), 0.5);
    assert_eq!(float("0x1p-1074").0.to_f64(), f64::from_bits(1));
    assert_eq!(float("0x1p-1075").0.to_f64(), 0.0);
    assert_eq!(float("0x1.8p-1075").0.to_f64(), f64::from_bits(1));
    assert_eq!(float("0x1.fffffffffffffp1023").0.to_f64(), f64::MAX);
    assert_eq!(float("0x1.fffffffffffff8p1023").0.to_f64(), f64::INFINITY);
    assert_eq!(float("0x1.00000000000008p0").0.to_f64(), 1.0);
    assert_eq!(float("0x1.000000000000080000000000000000000000001p0").0.to_f64(), 1.0 + f64::EPSILON);
    assert_eq!(float("0x1.fffffep127f").0.to_f32(), f32::MAX);
    assert_eq!(float("0x1.000001p0").0.to_f32(), 1.0);
    assert_eq!(float("0x1p-149").0.to_f32(), f32::from_bits(1));
    assert_eq!(float("0x1p99999999999999999999").0.to_f64(), f64::INFINITY);
    assert_eq!(float("0x0p99999999999999999999").0.to_f64(), 0.0);
    assert_eq!(float("0x1p-99999999999999999999").0.to_f64(), 0.0);
}

#[test]
fn characters() {
    let value = |text: &[u8]| parse_char(text).map(|literal| literal.value);
    assert_eq!(value(b"'a'"), Ok(97));
    assert_eq!(value(b"'\\xff'"), Ok(-1));
    assert_eq!(value(b"'\xe9'"), Ok(-23));
    assert_eq!(value(b"'\\377'"), Ok(-1));
    assert_eq!(value(b"'\\0'"), Ok(0));
    assert_eq!(value(b"'\\''"), Ok(39));
    assert_eq!(value(b"'ab'"), Ok(0x6162));
    assert_eq!(value(b"'\\377\\377\\377\\376'"), Ok(-2));
    assert_eq!(value("L'é'".as_bytes()), Ok(0xe9));
    assert_eq!(value(b"L'\\xffffffff'"), Ok(-1));
    assert_eq!(value(b"U'\\U0001F600'"), Ok(0x1f600));
    assert_eq!(value(b"u'\\uffff'"), Ok(0xffff));
    assert!(value(b"''").is_err());
    assert!(value(b"'\\x'").is_err());
    assert!(value(b"L'\xe9'").is_err());
}

#[test]
fn strings() {
    let units = |text: &[u8]| {
        let (encoding, body) = split_quoted(text);
        let mut units = Vec::new();
        append_string(body, encoding, &mut units).map(|()| units)
    };
    assert_eq!(units(b"\"a\\n\\x41\\101\\q\""), Ok(vec![97, 10, 65, 65, 113]));
    assert_eq!(units(b"\"\xe9\\u00e9\""), Ok(vec![0xe9, 0xc3, 0xa9]));
    assert_eq!(units("u\"😀\"".as_bytes()), Ok(vec![0xd83d, 0xde00]));
    assert_eq!(units("L\"😀\"".as_bytes()), Ok(vec![0x1f600]));
    assert_eq!(units(b"\"a\\\nb\\\r\nc\""), Ok(vec![97, 98, 99]));
    assert_eq!(units(b"\"\\1234\""), Ok(vec![0o123, 52]));
    assert!(units(b"\"\\u12\"").is_err());
    assert!(units(b"\"\\ud800\"").is_err());
    assert_eq!(join_encodings(Encoding::Plain, Encoding::Wide), Ok(Encoding::Wide));
    assert!(join_encodings(Encoding::Utf8, Encoding::Wide).is_err());
}

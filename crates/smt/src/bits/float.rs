//! Floating-point operations as circuits.
//!
//! A float is the word of its IEEE bits, every NaN in the one canonical pattern, so that equality is equality of words.
//! Arithmetic unpacks its operands into sign, exponent and a significand whose highest bit is one, computes with enough further
//! bits to round rightly, the lowest of which is *sticky* (something below was not zero), and rounds once.

use super::aig::{Aig, Lit};
use super::blast::{Blaster, NotBits};
use super::circuit::{Word, constant, resized};
use crate::Sort;
use crate::term::{FloatOp, Rounding};
use std::rc::Rc;

/// A format: bits of the exponent, and of the significand with its hidden bit.
#[derive(Copy, Clone)]
struct Format {
    exponent: usize,
    significand: usize,
}

impl Format {
    fn of(sort: Sort) -> Format {
        match sort {
            Sort::Float(exponent, significand) => {
                Format { exponent: exponent as usize, significand: significand as usize }
            }
            other => panic!("a float of sort {other}"),
        }
    }

    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    fn width(self) -> usize {
        self.exponent + self.significand
    }

    /// Bits of a signed number that holds every exponent, also after arithmetic on it.
    fn wide(self) -> usize {
        self.exponent + 4
    }

    fn nan(self) -> Word {
        let fraction = self.significand - 1;
        (0..self.width()).map(|i| Lit::constant(i + 1 >= fraction && i + 1 < self.width())).collect()
    }
}

/// A number taken apart. Where it is finite and not zero its value is ±significand · 2^exponent, the significand's highest bit
/// being one and counting 1.
struct Unpacked {
    sign: Lit,
    exponent: Word,
    significand: Word,
    nan: Lit,
    infinite: Lit,
    zero: Lit,
}

fn signed_constant(value: i64, width: usize) -> Word {
    (0..width).map(|i| Lit::constant(value >> i.min(63) & 1 == 1)).collect()
}

fn sign_extended(word: &[Lit], width: usize) -> Word {
    resized(word, width, word[word.len() - 1])
}

impl Aig {
    fn add_constant(&mut self, word: &[Lit], value: i64) -> Word {
        let other = signed_constant(value, word.len());
        self.add(word, &other, Lit::FALSE).0
    }

    /// Shifted up until the highest bit is one, and by how much; all zeros stay.
    fn normalized(&mut self, word: &[Lit]) -> (Word, Word) {
        let width = word.len();
        let mut word = word.to_vec();
        let steps = usize::BITS as usize - (width - 1).leading_zeros() as usize;
        let mut amount = vec![Lit::FALSE; steps];
        for step in (0..steps).rev() {
            let by = 1 << step;
            if by >= width {
                continue;
            }
            let empty = !self.any(&word[width - by..]);
            let moved: Word = std::iter::repeat_n(Lit::FALSE, by).chain(word[..width - by].iter().copied()).collect();
            word = self.mux_word(empty, &moved, &word);
            amount[step] = empty;
        }
        (word, amount)
    }

    /// Shifted down; what falls out stays as a one in the lowest bit.
    fn shift_sticky(&mut self, word: &[Lit], amount: &[Lit]) -> Word {
        let width = word.len();
        let mut word = word.to_vec();
        let mut lost = Lit::FALSE;
        for (i, &bit) in amount.iter().enumerate() {
            let by = if i < 30 { (1usize << i).min(width) } else { width };
            let dropped = self.any(&word[..by]);
            let dropped = self.and(dropped, bit);
            lost = self.or(lost, dropped);
            let moved = resized(&word[by..], width, Lit::FALSE);
            word = self.mux_word(bit, &moved, &word);
        }
        word[0] = self.or(word[0], lost);
        word
    }

    fn unpack(&mut self, bits: &[Lit], format: Format) -> Unpacked {
        let fraction = &bits[..format.significand - 1];
        let exponent = &bits[format.significand - 1..format.width() - 1];
        let (all_ones, any_one) = (self.all(exponent), self.any(exponent));
        let some_fraction = self.any(fraction);
        let subnormal = self.and(!any_one, some_fraction);
        let mut significand = fraction.to_vec();
        significand.push(any_one);
        let (significand, moved) = self.normalized(&significand);
        // A subnormal has the exponent of the smallest normal number, less what it was moved by.
        let wide = resized(exponent, format.wide(), Lit::FALSE);
        let raised = self.increment(&wide, subnormal);
        let unbiased = self.add_constant(&raised, -format.bias());
        let moved = self.masked(&resized(&moved, format.wide(), Lit::FALSE), subnormal);
        Unpacked {
            sign: bits[format.width() - 1],
            exponent: self.sub(&unbiased, &moved).0,
            significand,
            nan: self.and(all_ones, some_fraction),
            infinite: self.and(all_ones, !some_fraction),
            zero: self.and(!any_one, !some_fraction),
        }
    }

    /// The nearest number of the format, ties to even. The significand's highest bit is one, its lowest sticky.
    fn round(&mut self, format: Format, sign: Lit, exponent: &[Lit], significand: &[Lit]) -> Word {
        let (precision, bias) = (format.significand, format.bias());
        let width = exponent.len().max(format.wide()) + 1;
        let exponent = sign_extended(exponent, width);
        let mut significand = significand.to_vec();
        while significand.len() < precision + 2 {
            significand.insert(0, Lit::FALSE);
        }
        // Below the smallest normal exponent the significand moves down instead.
        let smallest = signed_constant(1 - bias, width);
        let below = self.slt(&exponent, &smallest);
        let missing = self.sub(&smallest, &exponent).0;
        let missing = self.masked(&missing, below);
        let significand = self.shift_sticky(&significand, &missing[..width - 1]);
        let cut = significand.len() - precision;
        let (kept, guard) = (&significand[cut..], significand[cut - 1]);
        let sticky = self.any(&significand[..cut - 1]);
        let odd_or_more = self.or(sticky, kept[0]);
        let up = self.and(guard, odd_or_more);
        // Exponent and fraction as one number: what rounding carries out of the fraction raises the exponent.
        let biased = self.add_constant(&exponent, bias);
        let biased = self.masked(&biased, !below);
        let packed: Word = kept[..precision - 1].iter().chain(&biased[..format.exponent]).copied().collect();
        let packed = self.increment(&packed, up);
        let largest = signed_constant(bias, width);
        let above = self.slt(&largest, &exponent);
        let overflow = {
            let full = self.all(&packed[precision - 1..]);
            self.or(above, full)
        };
        let infinity = infinity(format, Lit::FALSE);
        let mut packed = self.mux_word(overflow, &infinity[..format.width() - 1], &packed);
        packed.push(sign);
        packed
    }

    fn float_add(&mut self, a: &[Lit], b: &[Lit], format: Format) -> Word {
        let magnitude = format.width() - 1;
        let swap = self.ult(&a[..magnitude], &b[..magnitude]);
        let (large, small) = (self.mux_word(swap, b, a), self.mux_word(swap, a, b));
        let raw = |this: &mut Aig, bits: &[Lit]| {
            let exponent = &bits[format.significand - 1..magnitude];
            let normal = this.any(exponent);
            let mut significand = vec![Lit::FALSE; 3];
            significand.extend_from_slice(&bits[..format.significand - 1]);
            significand.push(normal);
            let exponent = resized(exponent, format.wide(), Lit::FALSE);
            (this.increment(&exponent, !normal), significand)
        };
        let ((high, upper), (low, lower)) = (raw(self, &large), raw(self, &small));
        let distance = self.sub(&high, &low).0;
        let lower = self.shift_sticky(&lower, &distance[..format.exponent]);
        let width = upper.len() + 1;
        let (upper, lower) = (resized(&upper, width, Lit::FALSE), resized(&lower, width, Lit::FALSE));
        let subtract = self.xor(large[magnitude], small[magnitude]);
        let lower: Word = lower.iter().map(|bit| self.xor(*bit, subtract)).collect();
        let (sum, _) = self.add(&upper, &lower, subtract);
        let nothing = !self.any(&sum);
        let (sum, moved) = self.normalized(&sum);
        let exponent = self.add_constant(&high, 1 - format.bias());
        let exponent = self.sub(&exponent, &resized(&moved, format.wide(), Lit::FALSE)).0;
        let rounded = self.round(format, large[magnitude], &exponent, &sum);
        // An exact zero is positive, unless both are negative.
        let both_negative = self.and(a[magnitude], b[magnitude]);
        let zero = zero(format, both_negative);
        let result = self.mux_word(nothing, &zero, &rounded);
        let (a, b) = (self.unpack_class(a, format), self.unpack_class(b, format));
        let opposite = self.xor(a.0, b.0);
        let undefined = self.and(a.2, b.2);
        let undefined = self.and(undefined, opposite);
        let either_nan = self.or(a.1, b.1);
        let nan = self.or(undefined, either_nan);
        let infinite = self.or(a.2, b.2);
        let sign = self.mux(a.2, a.0, b.0);
        self.special(format, result, nan, infinite, sign)
    }

    /// Sign, NaN, infinite.
    fn unpack_class(&mut self, bits: &[Lit], format: Format) -> (Lit, Lit, Lit) {
        let ones = self.all(&bits[format.significand - 1..format.width() - 1]);
        let fraction = self.any(&bits[..format.significand - 1]);
        (bits[format.width() - 1], self.and(ones, fraction), self.and(ones, !fraction))
    }

    fn special(&mut self, format: Format, finite: Word, nan: Lit, infinite: Lit, sign: Lit) -> Word {
        let result = self.mux_word(infinite, &infinity(format, sign), &finite);
        self.mux_word(nan, &format.nan(), &result)
    }

    fn float_mul(&mut self, a: &Unpacked, b: &Unpacked, format: Format) -> Word {
        let width = 2 * format.significand;
        let wide = |word: &[Lit]| resized(word, width, Lit::FALSE);
        let product = self.mul(&wide(&a.significand), &wide(&b.significand));
        let exponent = self.add(&a.exponent, &b.exponent, Lit::FALSE).0;
        // The product is below 4: one bit more before the point.
        let high = product[width - 1];
        let moved: Word = std::iter::once(Lit::FALSE).chain(product[..width - 1].iter().copied()).collect();
        let product = self.mux_word(high, &product, &moved);
        let exponent = self.increment(&exponent, high);
        let sign = self.xor(a.sign, b.sign);
        let rounded = self.round(format, sign, &exponent, &product);
        let any_zero = self.or(a.zero, b.zero);
        let result = self.mux_word(any_zero, &zero(format, sign), &rounded);
        let infinite = self.or(a.infinite, b.infinite);
        let undefined = self.and(infinite, any_zero);
        let either_nan = self.or(a.nan, b.nan);
        let nan = self.or(undefined, either_nan);
        self.special(format, result, nan, infinite, sign)
    }

    fn float_div(&mut self, a: &Unpacked, b: &Unpacked, format: Format) -> Word {
        let width = format.significand + 2;
        let divisor = resized(&b.significand, width, Lit::FALSE);
        let mut remainder = resized(&a.significand, width, Lit::FALSE);
        let mut digits = Vec::new();
        for _ in 0..format.significand + 3 {
            let (difference, fits) = self.sub(&remainder, &divisor);
            remainder = self.mux_word(fits, &difference, &remainder);
            digits.push(fits);
            remainder.insert(0, Lit::FALSE);
            remainder.pop();
        }
        digits.push(self.any(&remainder));
        digits.reverse();
        // The quotient is above 1/2.
        let count = digits.len();
        let low = !digits[count - 1];
        let moved: Word = std::iter::once(Lit::FALSE).chain(digits[..count - 1].iter().copied()).collect();
        let quotient = self.mux_word(low, &moved, &digits);
        let exponent = self.sub(&a.exponent, &b.exponent).0;
        let lower = self.add_constant(&exponent, -1);
        let exponent = self.mux_word(low, &lower, &exponent);
        let sign = self.xor(a.sign, b.sign);
        let rounded = self.round(format, sign, &exponent, &quotient);
        let nothing = self.or(a.zero, b.infinite);
        let result = self.mux_word(nothing, &zero(format, sign), &rounded);
        let infinite = self.or(a.infinite, b.zero);
        let (zeros, infinities) = (self.and(a.zero, b.zero), self.and(a.infinite, b.infinite));
        let (undefined, either_nan) = (self.or(zeros, infinities), self.or(a.nan, b.nan));
        let nan = self.or(undefined, either_nan);
        self.special(format, result, nan, infinite, sign)
    }

    fn float_sqrt(&mut self, a: &Unpacked, format: Format) -> Word {
        // With an even exponent the significand is in [1, 4), its root in [1, 2): one digit after the other.
        let odd = a.exponent[0];
        let digits = format.significand + 2;
        let width = digits + 3;
        let mut radicand = a.significand.clone();
        radicand.push(Lit::FALSE);
        let doubled: Word = std::iter::once(Lit::FALSE).chain(a.significand.iter().copied()).collect();
        let mut radicand = self.mux_word(odd, &doubled, &radicand);
        // Two bits for each digit.
        while radicand.len() < 2 * digits {
            radicand.insert(0, Lit::FALSE);
        }
        let mut root: Word = Vec::new();
        let mut remainder = constant(0, width);
        for step in 0..digits {
            let at = radicand.len() - 2 * step;
            let mut next = vec![radicand[at - 2], radicand[at - 1]];
            next.extend_from_slice(&remainder[..width - 2]);
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend_from_slice(&root);
            let trial = resized(&trial, width, Lit::FALSE);
            let (difference, fits) = self.sub(&next, &trial);
            remainder = self.mux_word(fits, &difference, &next);
            root.insert(0, fits);
        }
        root.insert(0, self.any(&remainder));
        let half: Word = sign_extended(&a.exponent[1..], a.exponent.len());
        let rounded = self.round(format, Lit::FALSE, &half, &root);
        let result = self.mux_word(a.zero, &zero(format, a.sign), &rounded);
        let negative = self.and(a.sign, !a.zero);
        let nan = self.or(a.nan, negative);
        self.special(format, result, nan, a.infinite, Lit::FALSE)
    }

    /// An integer without sign as a float.
    fn float_from(&mut self, sign: Lit, magnitude: &[Lit], format: Format) -> Word {
        let nothing = !self.any(magnitude);
        let (significand, moved) = self.normalized(magnitude);
        let width = format.wide().max(moved.len() + 2);
        let highest = signed_constant(magnitude.len() as i64 - 1, width);
        let exponent = self.sub(&highest, &resized(&moved, width, Lit::FALSE)).0;
        let rounded = self.round(format, sign, &exponent, &significand);
        self.mux_word(nothing, &zero(format, sign), &rounded)
    }

    /// The integer part of the magnitude in `width` bits (which hold it), the bit behind the point, and whether more follows.
    fn integer_part(&mut self, a: &Unpacked, width: usize) -> (Word, Lit, Lit) {
        let precision = a.significand.len();
        // Two bits behind the significand: numbers below one move there.
        let mut word = constant(0, 2);
        word.extend_from_slice(&a.significand);
        let negative = a.exponent[a.exponent.len() - 1];
        let down = self.neg(&a.exponent);
        let down = self.masked(&down, negative);
        let down = self.shift_sticky(&word, &down[..down.len() - 1]);
        let word = resized(&down, precision + 1 + width, Lit::FALSE);
        let up = self.masked(&a.exponent, !negative);
        let word = self.shift_left(&word, &up[..up.len() - 1]);
        let point = precision + 1;
        let more = self.any(&word[..point - 1]);
        let gate = !a.zero;
        (self.masked(&word[point..point + width], gate), self.and(word[point - 1], gate), self.and(more, gate))
    }

    fn float_integral(&mut self, bits: &[Lit], a: &Unpacked, format: Format, rounding: Rounding) -> Word {
        let width = format.significand + 1;
        let (integer, half, more) = self.integer_part(a, width);
        let inexact = self.or(half, more);
        let up = match rounding {
            Rounding::NearestEven => {
                let odd_or_more = self.or(more, integer[0]);
                self.and(half, odd_or_more)
            }
            Rounding::NearestAway => half,
            Rounding::TowardPositive => self.and(inexact, !a.sign),
            Rounding::TowardNegative => self.and(inexact, a.sign),
            Rounding::TowardZero => Lit::FALSE,
        };
        let integer = self.increment(&integer, up);
        let rounded = self.float_from(a.sign, &integer, format);
        // From 2^(precision - 1) on every number is integral.
        let limit = signed_constant(format.significand as i64 - 1, a.exponent.len());
        let small = self.slt(&a.exponent, &limit);
        let special = self.or(a.nan, a.infinite);
        let special = self.or(special, a.zero);
        let changes = self.and(small, !special);
        self.mux_word(changes, &rounded, bits)
    }

    fn float_to_integer(&mut self, a: &Unpacked, width: usize) -> Word {
        let (magnitude, _, _) = self.integer_part(a, width);
        let minus = self.neg(&magnitude);
        self.mux_word(a.sign, &minus, &magnitude)
    }

    fn float_less(&mut self, a: &[Lit], b: &[Lit], format: Format) -> Lit {
        let top = format.width() - 1;
        let (sign_a, sign_b) = (a[top], b[top]);
        let (below, above) = (self.ult(&a[..top], &b[..top]), self.ult(&b[..top], &a[..top]));
        let any = {
            let (some_a, some_b) = (self.any(&a[..top]), self.any(&b[..top]));
            self.or(some_a, some_b)
        };
        let both_positive = self.and(!sign_a, below);
        let both_positive = self.and(both_positive, !sign_b);
        let both_negative = self.and(sign_a, above);
        let both_negative = self.and(both_negative, sign_b);
        let apart = self.and(sign_a, !sign_b);
        let apart = self.and(apart, any);
        let less = self.or(both_positive, both_negative);
        let less = self.or(less, apart);
        let nan = self.either_nan(a, b, format);
        self.and(less, !nan)
    }

    fn either_nan(&mut self, a: &[Lit], b: &[Lit], format: Format) -> Lit {
        let (a, b) = (self.unpack_class(a, format).1, self.unpack_class(b, format).1);
        self.or(a, b)
    }

    fn float_equal(&mut self, a: &[Lit], b: &[Lit], format: Format) -> Lit {
        let top = format.width() - 1;
        let same = self.eq(a, b);
        let some = {
            let (some_a, some_b) = (self.any(&a[..top]), self.any(&b[..top]));
            self.or(some_a, some_b)
        };
        let equal = self.or(same, !some);
        let nan = self.either_nan(a, b, format);
        self.and(equal, !nan)
    }
}

fn zero(format: Format, sign: Lit) -> Word {
    let mut word = constant(0, format.width() - 1);
    word.push(sign);
    word
}

fn infinity(format: Format, sign: Lit) -> Word {
    let fraction = format.significand - 1;
    let mut word: Word = (0..format.width() - 1).map(|i| Lit::constant(i >= fraction)).collect();
    word.push(sign);
    word
}

impl Blaster {
    /// Every NaN in the one pattern.
    pub(super) fn canonical(&mut self, bits: &[Lit], sort: Sort) -> Word {
        let format = Format::of(sort);
        let nan = self.aig.unpack_class(bits, format).1;
        self.aig.mux_word(nan, &format.nan(), bits)
    }

    pub(super) fn float(
        &mut self,
        op: FloatOp,
        words: &[Rc<Word>],
        operand: Sort,
        result: Sort,
    ) -> Result<Word, NotBits> {
        let a: &[Lit] = &words[0];
        let b: &[Lit] = words.get(1).map_or(&[], |w| w.as_slice());
        match op {
            FloatOp::FromBits => return Ok(self.canonical(a, result)),
            FloatOp::FromUnsigned => return Ok(self.aig.float_from(Lit::FALSE, a, Format::of(result))),
            FloatOp::FromSigned => {
                let magnitude = self.aig.absolute(a);
                // Zero is positive, and has no sign bit to begin with.
                return Ok(self.aig.float_from(a[a.len() - 1], &magnitude, Format::of(result)));
            }
            _ => {}
        }
        let format = Format::of(operand);
        let top = format.width() - 1;
        let aig = &mut self.aig;
        Ok(match op {
            FloatOp::Add => aig.float_add(a, b, format),
            FloatOp::Sub => {
                let mut minus = b.to_vec();
                minus[top] = !minus[top];
                aig.float_add(a, &minus, format)
            }
            FloatOp::Mul => {
                let (a, b) = (aig.unpack(a, format), aig.unpack(b, format));
                aig.float_mul(&a, &b, format)
            }
            FloatOp::Div => {
                let (a, b) = (aig.unpack(a, format), aig.unpack(b, format));
                aig.float_div(&a, &b, format)
            }
            FloatOp::Sqrt => {
                let a = aig.unpack(a, format);
                aig.float_sqrt(&a, format)
            }
            FloatOp::RoundToIntegral(rounding) => {
                let unpacked = aig.unpack(a, format);
                aig.float_integral(a, &unpacked, format, rounding)
            }
            FloatOp::Neg | FloatOp::Abs => {
                let nan = aig.unpack_class(a, format).1;
                let mut bits = a.to_vec();
                bits[top] = match op {
                    FloatOp::Neg => aig.mux(nan, a[top], !a[top]),
                    _ => Lit::FALSE,
                };
                bits
            }
            FloatOp::Eq => vec![aig.float_equal(a, b, format)],
            FloatOp::Lt => vec![aig.float_less(a, b, format)],
            FloatOp::Le => {
                let (less, equal) = (aig.float_less(a, b, format), aig.float_equal(a, b, format));
                vec![aig.or(less, equal)]
            }
            FloatOp::IsNan => vec![aig.unpack_class(a, format).1],
            FloatOp::IsInf => vec![aig.unpack_class(a, format).2],
            FloatOp::IsZero => vec![!aig.any(&a[..top])],
            FloatOp::IsNegative => {
                let nan = aig.unpack_class(a, format).1;
                vec![aig.and(a[top], !nan)]
            }
            FloatOp::FromFloat => {
                let to = Format::of(result);
                let a = aig.unpack(a, format);
                let rounded = aig.round(to, a.sign, &a.exponent, &a.significand);
                let finite = aig.mux_word(a.zero, &zero(to, a.sign), &rounded);
                aig.special(to, finite, a.nan, a.infinite, a.sign)
            }
            FloatOp::ToBits => a.to_vec(),
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                let width = result.bits().unwrap_or(1) as usize;
                let a = aig.unpack(a, format);
                aig.float_to_integer(&a, width)
            }
            FloatOp::Rem => return Err(NotBits("the remainder of floats".into())),
            FloatOp::FromBits | FloatOp::FromSigned | FloatOp::FromUnsigned => unreachable!("handled above"),
        })
    }
}

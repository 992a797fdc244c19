//! Circuits on words: bits from the lowest up.

use super::aig::{Aig, Lit};

pub(super) type Word = Vec<Lit>;

pub(super) fn constant(value: u128, width: usize) -> Word {
    (0..width).map(|i| Lit::constant(i < 128 && value >> i & 1 == 1)).collect()
}

/// The value of a word all of whose bits are constants; of at most 128 bits.
pub(super) fn value_of(word: &[Lit]) -> Option<u128> {
    let mut value = 0;
    for (i, bit) in word.iter().enumerate() {
        match bit.as_constant()? {
            true if i >= 128 => return None,
            bit => value |= u128::from(bit) << i.min(127),
        }
    }
    Some(value)
}

pub(super) fn negated(word: &[Lit]) -> Word {
    word.iter().map(|bit| !*bit).collect()
}

/// As wide as `width`, with `fill` above.
pub(super) fn resized(word: &[Lit], width: usize, fill: Lit) -> Word {
    (0..width).map(|i| word.get(i).copied().unwrap_or(fill)).collect()
}

/// The bits of a word without copies of its sign.
fn signed_width(word: &[Lit]) -> usize {
    let sign = word[word.len() - 1];
    word.iter().rposition(|bit| *bit != sign).map_or(1, |highest| highest + 2)
}

impl Aig {
    pub fn bitwise(&mut self, a: &[Lit], b: &[Lit], gate: fn(&mut Aig, Lit, Lit) -> Lit) -> Word {
        a.iter().zip(b).map(|(x, y)| gate(self, *x, *y)).collect()
    }

    pub fn all(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(Lit::TRUE, |all, bit| self.and(all, *bit))
    }

    pub fn any(&mut self, bits: &[Lit]) -> Lit {
        bits.iter().fold(Lit::FALSE, |any, bit| self.or(any, *bit))
    }

    pub fn mux_word(&mut self, condition: Lit, yes: &[Lit], no: &[Lit]) -> Word {
        yes.iter().zip(no).map(|(y, n)| self.mux(condition, *y, *n)).collect()
    }

    /// Each bit together with `gate`.
    pub fn masked(&mut self, word: &[Lit], gate: Lit) -> Word {
        word.iter().map(|bit| self.and(*bit, gate)).collect()
    }

    /// The sum, and what is carried out of it.
    pub fn add(&mut self, a: &[Lit], b: &[Lit], carry: Lit) -> (Word, Lit) {
        let mut carry = carry;
        let sum = a
            .iter()
            .zip(b)
            .map(|(&x, &y)| {
                let half = self.xor(x, y);
                let bit = self.xor(half, carry);
                carry = self.majority(x, y, carry);
                bit
            })
            .collect();
        (sum, carry)
    }

    /// The difference, and whether nothing had to be borrowed (a ≥ b).
    pub fn sub(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Lit) {
        self.add(a, &negated(b), Lit::TRUE)
    }

    pub fn neg(&mut self, a: &[Lit]) -> Word {
        let zero = constant(0, a.len());
        self.sub(&zero, a).0
    }

    /// One more, where `by` holds.
    pub fn increment(&mut self, a: &[Lit], by: Lit) -> Word {
        let zero = constant(0, a.len());
        self.add(a, &zero, by).0
    }

    pub fn eq(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::TRUE, |all, (x, y)| {
            let same = !self.xor(*x, *y);
            self.and(all, same)
        })
    }

    /// a < b, without sign.
    pub fn ult(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        a.iter().zip(b).fold(Lit::FALSE, |below, (x, y)| self.majority(!*x, *y, below))
    }

    /// a < b, with sign.
    pub fn slt(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let flip = |word: &[Lit]| {
            let mut word = word.to_vec();
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
            word
        };
        self.ult(&flip(a), &flip(b))
    }

    /// The low bits of the product, as many as the operands have.
    pub fn mul(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let width = a.len();
        let (mut rows, mut row) = (a, b);
        if value_of(b).is_some() || (value_of(a).is_none() && signed_width(b) < signed_width(a)) {
            (rows, row) = (b, a);
        }
        if let Some(value) = value_of(rows) {
            return self.mul_constant(row, value, width);
        }
        // The sign counts negatively, and once: the copies above it need no rows.
        let sign = signed_width(rows) - 1;
        let mut sum = constant(0, width);
        for (i, &bit) in rows[..sign].iter().enumerate() {
            if bit == Lit::FALSE {
                continue;
            }
            let partial = self.masked(&row[..width - i], bit);
            let upper = self.add(&sum[i..], &partial, Lit::FALSE).0;
            sum.splice(i.., upper);
        }
        if rows[sign] != Lit::FALSE {
            let partial = self.masked(&row[..width - sign], rows[sign]);
            let upper = self.sub(&sum[sign..], &partial).0;
            sum.splice(sign.., upper);
        }
        sum
    }

    /// By additions and subtractions of shifted words: the non-adjacent form has the fewest.
    fn mul_constant(&mut self, word: &[Lit], constant_value: u128, width: usize) -> Word {
        let mut sum = constant(0, width);
        let (mut rest, mut shift) = (constant_value, 0);
        while rest != 0 && shift < width {
            if rest & 1 == 1 {
                let subtract = rest & 2 == 2;
                let upper = if subtract {
                    self.sub(&sum[shift..], &word[..width - shift]).0
                } else {
                    self.add(&sum[shift..], &word[..width - shift], Lit::FALSE).0
                };
                sum.splice(shift.., upper);
                // 2^128 is left out where it would be carried to: no word is that wide here.
                rest = if subtract { rest.wrapping_add(1) } else { rest - 1 };
                if subtract && rest == 0 {
                    break;
                }
            }
            rest >>= 1;
            shift += 1;
        }
        sum
    }

    /// Quotient and remainder without sign; by zero: all ones, and the dividend.
    pub fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let used = |word: &[Lit]| word.iter().rposition(|bit| *bit != Lit::FALSE).map_or(1, |highest| highest + 1);
        let narrow = used(a).max(used(b));
        let (quotient, remainder) = self.divide_all(&a[..narrow], &b[..narrow]);
        let by_zero = !self.any(b);
        (resized(&quotient, a.len(), by_zero), resized(&remainder, a.len(), Lit::FALSE))
    }

    fn divide_all(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        let mut remainder = constant(0, width);
        let mut quotient = constant(0, width);
        for i in (0..width).rev() {
            // The remainder is below the divisor, so that doubled it has one bit more than a word.
            let mut shifted = vec![a[i]];
            shifted.extend_from_slice(&remainder);
            let divisor = resized(b, width + 1, Lit::FALSE);
            let (difference, fits) = self.sub(&shifted, &divisor);
            quotient[i] = fits;
            remainder = self.mux_word(fits, &difference[..width], &shifted[..width]);
        }
        (quotient, remainder)
    }

    pub fn absolute(&mut self, a: &[Lit]) -> Word {
        let minus = self.neg(a);
        self.mux_word(a[a.len() - 1], &minus, a)
    }

    /// Quotient and remainder with sign, as SMT-LIB defines them.
    pub fn divide_signed(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        // One bit more than both need: the quotient of the least number by -1 needs it.
        let narrow = signed_width(a).max(signed_width(b)) + 1;
        if narrow < a.len() {
            let (quotient, remainder) = self.divide_signed(&a[..narrow], &b[..narrow]);
            let wide = |word: Word| resized(&word, a.len(), word[narrow - 1]);
            return (wide(quotient), wide(remainder));
        }
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (x, y) = (self.absolute(a), self.absolute(b));
        let (quotient, remainder) = self.divide(&x, &y);
        let (minus_quotient, minus_remainder) = (self.neg(&quotient), self.neg(&remainder));
        let differ = self.xor(sign_a, sign_b);
        (self.mux_word(differ, &minus_quotient, &quotient), self.mux_word(sign_a, &minus_remainder, &remainder))
    }

    /// Shifted towards the lowest bit by a word; what comes in is `fill`, and so are all bits if the amount is too large.
    pub fn shift_right(&mut self, a: &[Lit], amount: &[Lit], fill: Lit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut too_large = Lit::FALSE;
        for (i, &bit) in amount.iter().enumerate() {
            if i < usize::BITS as usize - 1 && 1 << i < width {
                let moved = resized(&word[1 << i..], width, fill);
                word = self.mux_word(bit, &moved, &word);
            } else {
                too_large = self.or(too_large, bit);
            }
        }
        self.mux_word(too_large, &vec![fill; width], &word)
    }

    pub fn shift_left(&mut self, a: &[Lit], amount: &[Lit]) -> Word {
        let reversed: Word = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&reversed, amount, Lit::FALSE);
        shifted.reverse();
        shifted
    }
}

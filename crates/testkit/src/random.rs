//! Random numbers that depend on nothing but their seed.

/// SplitMix64: small, and good enough to make programs with.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A stream for one seed and one purpose; streams of different purposes are unrelated.
    pub fn new(seed: u64, purpose: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ purpose.wrapping_mul(0xa076_1d64_78bd_642f));
        random.number();
        random
    }

    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 up to, but not including, `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.number() % n as u64) as usize
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }
}

//! The inputs of a run: a stream of 64-bit values that the interpreter and compiled programs both compute from a seed.

/// Small numbers, limits and arbitrary patterns, in a mix.
#[derive(Clone, Debug)]
pub struct InputStream(u64);

impl InputStream {
    pub fn new(seed: u64) -> Self {
        InputStream(seed)
    }

    pub fn value(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        let rest = z >> 8;
        match z & 3 {
            0 => (rest % 16).wrapping_sub(4),
            1 => rest % 300,
            2 => (1u64 << (rest & 63)).wrapping_sub((rest >> 6) & 1),
            _ => z,
        }
    }

    /// The same in C: `next_input()` on the global `input_state`.
    pub const IN_C: &str = r#"
static unsigned long long input_state;
static unsigned long long next_input(void) {
    unsigned long long z, rest;
    input_state += 0x9e3779b97f4a7c15ull;
    z = input_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    rest = z >> 8;
    switch (z & 3) {
    case 0: return rest % 16 - 4;
    case 1: return rest % 300;
    case 2: return (1ull << (rest & 63)) - ((rest >> 6) & 1);
    default: return z;
    }
}
"#;
}

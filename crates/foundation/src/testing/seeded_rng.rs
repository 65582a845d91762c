//! Repeatable random numbers from a seed (`SplitMix64`), so that a failing test can be repeated.
#![expect(
    clippy::missing_panics_doc,
    reason = "a range without numbers is a mistake of the test"
)]

/// A random generator.
#[derive(Clone, Debug)]
pub struct SeededRng(u64);

impl SeededRng {
    /// Creates a generator with a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns any number, also as the seed of another generator.
    pub const fn throw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns 0 to `bound` - 1; 0 for a bound of 0.
    #[expect(
        clippy::expect_used,
        reason = "a remainder is no larger than what it was divided by"
    )]
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound.max(1)).expect("no machine counts further");
        usize::try_from(self.throw() % bound).expect("it is below the bound")
    }

    /// Returns a number in a range, both ends included.
    #[expect(clippy::expect_used, reason = "the ranges of tests are small")]
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        let width = usize::try_from(most - least + 1).expect("the least comes first");
        least + i64::try_from(self.below(width)).expect("it is below the width")
    }

    /// Returns true once in `many` calls on average.
    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// Returns one of several values.
    #[expect(clippy::expect_used, reason = "there is one to pick")]
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        let index = self.below(of.len());
        *of.get(index).expect("one of several")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_repeat_with_the_seed_and_cover_the_range() {
        let throws = |seed| {
            let mut random = SeededRng::new(seed);
            (0..100).map(|_| random.between(-1, 4)).collect::<Vec<_>>()
        };
        assert_eq!(throws(7), throws(7));
        assert_ne!(throws(7), throws(8));
        for side in -1..=4 {
            assert!(throws(7).contains(&side), "{side}");
        }
    }
}

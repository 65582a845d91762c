//! Parts of amounts, exact in minor units: prorations by seconds, discounts and taxes.

/// Returns `amount × part ÷ whole`, rounded to the nearest minor unit; halves go away from zero.
///
/// The part and the whole are not negative. A whole of zero gives zero.
pub(super) fn share(amount: i64, part: i64, whole: i64) -> i64 {
    let (part, whole) = (i128::from(part), i128::from(whole));
    if whole <= 0 {
        return 0;
    }
    let product = i128::from(amount).saturating_mul(part);
    let half = whole.div_euclid(2);
    let size = product
        .saturating_abs()
        .saturating_add(half)
        .div_euclid(whole);
    let signed = if product < 0 { -size } else { size };
    i64::try_from(signed).unwrap_or(if signed < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_is_rounded_to_the_nearest_unit() {
        // amount, part, whole, expected
        let rows = [
            (1_000, 1, 2, 500),
            (999, 1, 2, 500),
            (-999, 1, 2, -500),
            (1_000, 1, 3, 333),
            (2_000, 1, 3, 667),
            (-2_000, 1, 3, -667),
            (1_000, 0, 3, 0),
            (1_000, 3, 3, 1_000),
            (1_000, 5, 0, 0),
            (9_999_999_900, 2_591_999, 2_592_000, 9_999_996_042),
            (
                99_999_999_000_000,
                31_535_999,
                31_536_000,
                99_999_995_829_021,
            ),
        ];
        for (amount, part, whole, expected) in rows {
            assert_eq!(
                share(amount, part, whole),
                expected,
                "{amount} {part}/{whole}"
            );
        }
    }
}

//! A part of a number, in the proportion of two others.

/// Returns `whole` × `part` ÷ `of`, rounded down.
pub(super) fn proportion(whole: i64, part: i64, of: i64) -> i64 {
    let product = i128::from(whole) * i128::from(part);
    let share = product.checked_div_euclid(i128::from(of));
    share
        .and_then(|share| i64::try_from(share).ok())
        .unwrap_or_default()
}

//! Sums that are added up in millions and what is beyond them, since the sum of all may be no number of the database's.

/// The whole of such a sum.
pub(super) const fn whole(millions: i64, beyond: i64) -> i64 {
    millions.saturating_mul(1_000_000).saturating_add(beyond)
}

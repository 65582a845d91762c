//! Sums in millions and a remainder, because the whole sum may exceed the database's numbers.

/// Returns the whole of such a sum.
pub(super) const fn whole(millions: i64, beyond: i64) -> i64 {
    millions.saturating_mul(1_000_000).saturating_add(beyond)
}

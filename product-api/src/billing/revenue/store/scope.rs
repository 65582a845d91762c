//! The books that a reader adds up.

use crate::caller::Mode;

/// The books that are added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::billing::revenue) enum RevenueScope {
    /// One book.
    Book(i64),
    /// All books of a mode.
    Mode(Mode),
}

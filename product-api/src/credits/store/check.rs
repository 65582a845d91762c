//! A check of an invariant.

/// A check. Its text selects a row's name and the key of a wallet, which may be null. In a check of all books `{in:x}` becomes
/// true. In a check of one book it becomes `x = $1`, and `{tenant:x}` compares with the tenant of the book's idempotency keys.
///
/// A check's cost must be linear in the rows that it reads: it scans no table for each row of another. A check of one book
/// starts at that book's rows (a test counts the engine's steps).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Check {
    /// Number of the invariant; those of billing are numbered from 101.
    pub(crate) invariant: u8,
    /// Description of the violation.
    pub(crate) what: &'static str,
    /// Statement of the check.
    pub(super) text: &'static str,
    /// True if the check covers all books only.
    pub(crate) is_of_all: bool,
}

/// Creates a check.
pub(super) const fn check(invariant: u8, what: &'static str, text: &'static str) -> Check {
    Check {
        invariant,
        what,
        text,
        is_of_all: false,
    }
}

/// Creates a check of rows that belong to no book.
pub(super) const fn check_of_all(invariant: u8, what: &'static str, text: &'static str) -> Check {
    Check {
        is_of_all: true,
        ..check(invariant, what, text)
    }
}

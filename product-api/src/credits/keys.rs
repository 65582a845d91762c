//! Keys of ledger rows: BIGINTs that a process counts up by itself, so that no statement has to ask for one.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::under_way::Open;

/// Keys that one start of a process can give out: 2^42, which lasts a year at a hundred thousand a second.
pub(crate) const KEYS_OF_A_WRITER: i64 = 1 << 42;

/// The keys of one start of a process; see `migrations/0010_books.sql` for why they are never given out twice.
#[derive(Debug)]
pub(crate) struct Keys {
    number: i64,
    next: AtomicI64,
    /// Which of them may still be committed.
    open: Mutex<Open>,
}

impl Keys {
    /// The keys of the writer with this number; `None` for a number that is not positive or too large.
    pub(crate) fn of_writer(number: i64) -> Option<Self> {
        let first = number.checked_mul(KEYS_OF_A_WRITER)?;
        let _last = first.checked_add(KEYS_OF_A_WRITER)?;
        (number > 0).then(|| Self {
            number,
            // The first is no row's: usage has reached it before anything was written.
            next: AtomicI64::new(first + 1),
            open: Mutex::default(),
        })
    }

    /// The number of the start whose keys they are.
    pub(crate) const fn writer(&self) -> i64 {
        self.number
    }

    /// The key that comes next; others may take it meanwhile.
    pub(super) fn coming(&self) -> i64 {
        self.next.load(Ordering::SeqCst)
    }

    pub(super) fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A key that no row has.
    pub(crate) fn next(&self) -> i64 {
        self.next_of(1)
    }

    /// The first of `count` keys in a row.
    pub(crate) fn next_of(&self, count: i64) -> i64 {
        self.next.fetch_add(count, Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_key_of_a_writer_is_no_rows() {
        assert_eq!(Keys::of_writer(3).unwrap().next(), 3 * KEYS_OF_A_WRITER + 1);
    }

    #[test]
    fn writers_share_no_keys() {
        let (one, two) = (Keys::of_writer(1).unwrap(), Keys::of_writer(2).unwrap());
        assert!(one.next() < one.next());
        assert!(one.next_of(16) + 16 == one.next());
        assert!(two.next() - one.next() > KEYS_OF_A_WRITER - 100);
        assert!(Keys::of_writer(0).is_none());
        assert!(Keys::of_writer(-1).is_none());
        assert!(Keys::of_writer(1 << 21).is_none());
        assert!(Keys::of_writer((1 << 21) - 1).is_none());
        assert!(Keys::of_writer((1 << 21) - 2).is_some());
    }
}

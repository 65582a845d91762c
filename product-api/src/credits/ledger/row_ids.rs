//! Keys of ledger rows: BIGINTs that a process counts up by itself, so that no statement fetches one.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::watermark::InFlightIds;

/// Keys that one start of a process can assign: 2^42, which lasts a year at 100,000 a second.
pub(crate) const IDS_PER_WRITER: i64 = 1 << 42;

/// Keys of one start of a process. `migrations/0010_books.sql` explains why none is assigned twice.
#[derive(Debug)]
pub(crate) struct RowIds {
    number: i64,
    next: AtomicI64,
    /// Keys whose transactions may still commit.
    open: Mutex<InFlightIds>,
}

impl RowIds {
    /// Returns the keys of a writer number; `None` if the number is not positive or too large.
    pub(crate) fn for_writer(number: i64) -> Option<Self> {
        let first = number.checked_mul(IDS_PER_WRITER)?;
        let _last = first.checked_add(IDS_PER_WRITER)?;
        (number > 0).then(|| Self {
            number,
            // No row gets the first key, because the usage roll-up begins behind it.
            next: AtomicI64::new(first + 1),
            open: Mutex::default(),
        })
    }

    /// Returns the writer number of this start.
    pub(crate) const fn writer(&self) -> i64 {
        self.number
    }

    /// Returns the next key without taking it; another thread may take it.
    pub(crate) fn coming(&self) -> i64 {
        self.next.load(Ordering::SeqCst)
    }

    pub(crate) fn open(&self) -> MutexGuard<'_, InFlightIds> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a key that no row has.
    pub(crate) fn next(&self) -> i64 {
        self.next_of(1)
    }

    /// Returns the first of `count` consecutive keys.
    pub(crate) fn next_of(&self, count: i64) -> i64 {
        self.next.fetch_add(count, Ordering::SeqCst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_key_of_a_writer_is_no_rows() {
        assert_eq!(
            RowIds::for_writer(3).unwrap().next(),
            3 * IDS_PER_WRITER + 1
        );
    }

    #[test]
    fn writers_share_no_keys() {
        let (one, two) = (
            RowIds::for_writer(1).unwrap(),
            RowIds::for_writer(2).unwrap(),
        );
        assert!(one.next() < one.next());
        assert!(one.next_of(16) + 16 == one.next());
        assert!(two.next() - one.next() > IDS_PER_WRITER - 100);
        assert!(RowIds::for_writer(0).is_none());
        assert!(RowIds::for_writer(-1).is_none());
        assert!(RowIds::for_writer(1 << 21).is_none());
        assert!(RowIds::for_writer((1 << 21) - 1).is_none());
        assert!(RowIds::for_writer((1 << 21) - 2).is_some());
    }
}

//! Tracks the in-flight transactions of this process, and so the key below which no more row will appear.
//!
//! A process assigns keys before it commits them, and commits them in another order. A reader that visits each row once, in the
//! order of the keys, must stop before the first key that may still appear.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::failure::CommitOutcome;
use foundation::{Clock, Failure, MonotonicTime};

use super::row_ids::RowIds;

/// Longest time until a commit takes effect whose answer was lost.
const UNKNOWN_OUTCOME_TIMEOUT: Duration = Duration::from_mins(10);

/// A transaction in flight. When it is dropped without a report, its outcome counts as unknown.
#[derive(Debug)]
pub(crate) struct InFlightTransaction<'k> {
    keys: &'k RowIds,
    clock: &'k Clock,
    since: i64,
    is_over: bool,
}

impl InFlightTransaction<'_> {
    /// Reports that the transaction was committed or rolled back.
    pub(crate) fn finish(mut self) {
        self.is_over = true;
    }

    /// Reports the outcome of the transaction. A failure before the commit has rolled it back.
    pub(crate) fn finish_with<T>(self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        self.finish_after(outcome.as_ref().err());
        outcome
    }

    /// Reports the failure that ended the transaction, if one did.
    pub(crate) fn finish_after(self, failure: Option<&Failure>) {
        if failure.is_none_or(|failure| failure.commit_outcome() != CommitOutcome::Unknown) {
            self.finish();
        }
    }
}

impl Drop for InFlightTransaction<'_> {
    fn drop(&mut self) {
        let doubt = (!self.is_over).then(|| self.clock.monotonic());
        self.keys.open().end(self.since, doubt);
    }
}

/// First keys of transactions that are in flight, or whose outcome is unknown.
#[derive(Debug, Default)]
pub(crate) struct InFlightIds {
    /// Number of the transactions that began at a key.
    in_flight: BTreeMap<i64, usize>,
    /// First key of a transaction, and the time since when its outcome is unknown.
    doubtful: Vec<(i64, MonotonicTime)>,
}

impl InFlightIds {
    fn insert(&mut self, since: i64) {
        *self.in_flight.entry(since).or_default() += 1;
    }

    fn end(&mut self, since: i64, doubt: Option<MonotonicTime>) {
        if let Some(count) = self.in_flight.get_mut(&since) {
            *count -= 1;
            if *count == 0 {
                self.in_flight.remove(&since);
            }
        }
        self.doubtful.extend(doubt.map(|at| (since, at)));
    }

    /// Returns the smallest of these keys at a time.
    fn first(&mut self, now: MonotonicTime) -> Option<i64> {
        self.doubtful
            .retain(|(_, at)| now.since(*at) < UNKNOWN_OUTCOME_TIMEOUT);
        let doubtful = self.doubtful.iter().map(|(since, _)| *since).min();
        let in_flight = self.in_flight.keys().next().copied();
        doubtful.into_iter().chain(in_flight).min()
    }

    fn is_any(&self) -> bool {
        !self.in_flight.is_empty()
    }
}

impl RowIds {
    /// Marks a transaction that will write ledger rows as in flight. The caller keeps the mark until the transaction has ended.
    pub(crate) fn mark_in_flight<'k>(&'k self, clock: &'k Clock) -> InFlightTransaction<'k> {
        let mut open = self.open();
        let since = self.coming();
        open.insert(since);
        drop(open);
        InFlightTransaction {
            keys: self,
            clock,
            since,
            is_over: false,
        }
    }

    /// Returns the key below which no more row will appear.
    pub(crate) fn complete_before(&self, clock: &Clock) -> i64 {
        let now = clock.monotonic();
        let mut open = self.open();
        open.first(now).unwrap_or_else(|| self.coming())
    }

    /// Returns true if a transaction is in flight.
    pub(crate) fn is_any_in_flight(&self) -> bool {
        self.open().is_any()
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn history_is_complete_before_the_first_open_transaction() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let keys = RowIds::for_writer(1).unwrap();
        let one = keys.mark_in_flight(&clock);
        let first = keys.next();
        let two = keys.mark_in_flight(&clock);
        let second = keys.next();
        assert!(second > first);
        assert_eq!(keys.complete_before(&clock), first);
        two.finish();
        assert_eq!(
            keys.complete_before(&clock),
            first,
            "the first may still write"
        );
        let three = keys.mark_in_flight(&clock);
        one.finish();
        assert_eq!(keys.complete_before(&clock), second + 1);
        let fourth = keys.next();
        three.finish();
        assert_eq!(keys.complete_before(&clock), fourth + 1);
    }

    #[test]
    fn watermark_waits_for_unknown_commits() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let keys = RowIds::for_writer(1).unwrap();
        let lost = keys.mark_in_flight(&clock);
        let first = keys.next();
        drop(lost);
        let good = keys.mark_in_flight(&clock);
        let second = keys.next();
        good.finish();
        assert_eq!(keys.complete_before(&clock), first);
        clock.advance(UNKNOWN_OUTCOME_TIMEOUT);
        assert_eq!(keys.complete_before(&clock), second + 1);
        assert!(!keys.is_any_in_flight());
    }

    #[test]
    fn only_a_failed_commit_has_an_unknown_outcome() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let failed = |fate| Err::<(), _>(Failure::defect("a test").with_commit_outcome(fate));
        for (outcome, is_known) in [
            (Ok(()), true),
            (failed(CommitOutcome::Unspecified), true),
            (failed(CommitOutcome::RolledBack), true),
            (failed(CommitOutcome::Unknown), false),
        ] {
            let keys = RowIds::for_writer(1).unwrap();
            let one = keys.mark_in_flight(&clock);
            let first = keys.next();
            let what = format!("{outcome:?}");
            let _same = one.finish_with(outcome);
            assert_eq!(keys.complete_before(&clock) > first, is_known, "{what}");
        }
    }

    #[test]
    fn many_transactions_may_begin_at_one_key() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let keys = RowIds::for_writer(1).unwrap();
        let (one, two) = (keys.mark_in_flight(&clock), keys.mark_in_flight(&clock));
        let first = keys.next();
        one.finish();
        assert_eq!(keys.complete_before(&clock), first);
        two.finish();
        assert_eq!(keys.complete_before(&clock), first + 1);
    }
}

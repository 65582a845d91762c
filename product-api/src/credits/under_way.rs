//! Which transactions of this process may still write rows under keys that were given out: below them the past is whole.
//!
//! Keys are given out before they are committed, and not in the order in which they are. Whoever goes through rows by
//! their keys, and comes to each once, must stop before the first that may still appear.

use std::collections::BTreeMap;
use std::time::Duration;

use foundation::failure::Fate;
use foundation::{Clock, Failure, Reading};

use super::keys::Keys;

/// How long it may take until a commit is done whose answer was lost.
const DOUBT: Duration = Duration::from_mins(10);

/// A transaction that is under way. However it ends, it ends; unless it says so itself, what became of it is not known.
#[derive(Debug)]
pub(crate) struct UnderWay<'k> {
    keys: &'k Keys,
    clock: &'k Clock,
    since: i64,
    is_over: bool,
}

impl UnderWay<'_> {
    /// It was committed, or undone, and that is known.
    pub(crate) fn over(mut self) {
        self.is_over = true;
    }

    /// It came to this. What fails before the commit is undone.
    pub(crate) fn came_to<T>(self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        self.failed_by(outcome.as_ref().err());
        outcome
    }

    /// Likewise, with the failure that ended it, if one did.
    pub(super) fn failed_by(self, failure: Option<&Failure>) {
        if failure.is_none_or(|failure| failure.fate() != Fate::Unknown) {
            self.over();
        }
    }
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        let doubt = (!self.is_over).then(|| self.clock.monotonic());
        self.keys.open().end(self.since, doubt);
    }
}

/// The first keys of transactions that are under way, or whose fate is not known.
#[derive(Debug, Default)]
pub(super) struct Open {
    /// How many began at a key.
    under_way: BTreeMap<i64, usize>,
    /// A first key, and when it came into doubt.
    doubtful: Vec<(i64, Reading)>,
}

impl Open {
    fn begin(&mut self, since: i64) {
        *self.under_way.entry(since).or_default() += 1;
    }

    fn end(&mut self, since: i64, doubt: Option<Reading>) {
        if let Some(count) = self.under_way.get_mut(&since) {
            *count -= 1;
            if *count == 0 {
                self.under_way.remove(&since);
            }
        }
        self.doubtful.extend(doubt.map(|at| (since, at)));
    }

    /// The first of them, at an instant.
    fn first(&mut self, now: Reading) -> Option<i64> {
        self.doubtful.retain(|(_, at)| now.since(*at) < DOUBT);
        let doubtful = self.doubtful.iter().map(|(since, _)| *since).min();
        let under_way = self.under_way.keys().next().copied();
        doubtful.into_iter().chain(under_way).min()
    }

    fn is_any(&self) -> bool {
        !self.under_way.is_empty()
    }
}

impl Keys {
    /// Says that a transaction begins which will write rows of the ledger; to be kept until it has ended.
    pub(crate) fn under_way<'k>(&'k self, clock: &'k Clock) -> UnderWay<'k> {
        let mut open = self.open();
        let since = self.coming();
        open.begin(since);
        drop(open);
        UnderWay {
            keys: self,
            clock,
            since,
            is_over: false,
        }
    }

    /// The key below which no row will appear any more.
    pub(crate) fn whole_before(&self, clock: &Clock) -> i64 {
        let now = clock.monotonic();
        let mut open = self.open();
        open.first(now).unwrap_or_else(|| self.coming())
    }

    /// Whether anything is under way.
    pub(super) fn is_any_under_way(&self) -> bool {
        self.open().is_any()
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn the_past_is_whole_before_the_first_transaction_that_is_under_way() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let keys = Keys::of_writer(1).unwrap();
        let one = keys.under_way(&clock);
        let first = keys.next();
        let two = keys.under_way(&clock);
        let second = keys.next();
        assert!(second > first);
        assert_eq!(keys.whole_before(&clock), first);
        two.over();
        assert_eq!(
            keys.whole_before(&clock),
            first,
            "the first may still write"
        );
        let three = keys.under_way(&clock);
        one.over();
        assert_eq!(keys.whole_before(&clock), second + 1);
        let fourth = keys.next();
        three.over();
        assert_eq!(keys.whole_before(&clock), fourth + 1);
    }

    #[test]
    fn what_is_not_known_to_have_ended_is_waited_for() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let keys = Keys::of_writer(1).unwrap();
        let lost = keys.under_way(&clock);
        let first = keys.next();
        drop(lost);
        let good = keys.under_way(&clock);
        let second = keys.next();
        good.over();
        assert_eq!(keys.whole_before(&clock), first);
        clock.advance(DOUBT);
        assert_eq!(keys.whole_before(&clock), second + 1);
        assert!(!keys.is_any_under_way());
    }

    #[test]
    fn only_a_commit_that_failed_leaves_open_what_became_of_it() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let failed = |fate| Err::<(), _>(Failure::defect("a test").with_fate(fate));
        for (outcome, is_known) in [
            (Ok(()), true),
            (failed(Fate::Unsaid), true),
            (failed(Fate::Undone), true),
            (failed(Fate::Unknown), false),
        ] {
            let keys = Keys::of_writer(1).unwrap();
            let one = keys.under_way(&clock);
            let first = keys.next();
            let what = format!("{outcome:?}");
            let _same = one.came_to(outcome);
            assert_eq!(keys.whole_before(&clock) > first, is_known, "{what}");
        }
    }

    #[test]
    fn many_may_begin_at_one_key() {
        let clock = Clock::fixed(Timestamp::from_seconds(0));
        let keys = Keys::of_writer(1).unwrap();
        let (one, two) = (keys.under_way(&clock), keys.under_way(&clock));
        let first = keys.next();
        one.over();
        assert_eq!(keys.whole_before(&clock), first);
        two.over();
        assert_eq!(keys.whole_before(&clock), first + 1);
    }
}

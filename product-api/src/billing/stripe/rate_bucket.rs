//! The calls that one connection may send: a number per second, with an order among those that wait.

use std::collections::BTreeSet;
use std::time::Duration;

use super::priority::Priority;

/// A place in the order of waiting calls: by priority, then by arrival.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ticket {
    priority: Priority,
    number: u64,
}

/// Calls per second of one connection; unused calls of one second are saved up. All times are since one start.
///
/// It stores the time at which the whole quota is available again (the generic cell rate algorithm).
#[derive(Debug)]
pub(super) struct RateBucket {
    per_second: u32,
    full_at: Duration,
    /// Stripe asked for no calls before this time.
    blocked_until: Duration,
    waiting: BTreeSet<Ticket>,
    tickets: u64,
}

impl RateBucket {
    /// Creates a full bucket; it allows at least one call a second.
    pub(super) fn new(per_second: u16) -> Self {
        Self {
            per_second: u32::from(per_second.max(1)),
            full_at: Duration::ZERO,
            blocked_until: Duration::ZERO,
            waiting: BTreeSet::new(),
            tickets: 0,
        }
    }

    /// Adds a call to the order.
    pub(super) fn enter(&mut self, priority: Priority) -> Ticket {
        self.tickets = self.tickets.saturating_add(1);
        let ticket = Ticket {
            priority,
            number: self.tickets,
        };
        self.waiting.insert(ticket);
        ticket
    }

    /// Removes a call that does not wait any more.
    pub(super) fn leave(&mut self, ticket: Ticket) {
        self.waiting.remove(&ticket);
    }

    /// Takes a call and removes it from the order. Returns the time to wait if it may not be sent yet; calls before it in the
    /// order keep theirs.
    pub(super) fn take(&mut self, ticket: Ticket, now: Duration) -> Result<(), Duration> {
        let ahead = self.waiting.range(..ticket).count();
        let calls = u32::try_from(ahead).unwrap_or(u32::MAX).saturating_add(1);
        let full_at = self.full_at.max(now);
        let over = full_at.saturating_add(self.cost().saturating_mul(calls));
        let wait = over.saturating_sub(now.saturating_add(Duration::from_secs(1)));
        let wait = wait.max(self.blocked_until.saturating_sub(now));
        if !wait.is_zero() {
            return Err(wait);
        }
        self.full_at = full_at.saturating_add(self.cost());
        self.leave(ticket);
        Ok(())
    }

    /// Allows no call before a time, as Stripe asks in `Retry-After`.
    pub(super) fn block_until(&mut self, until: Duration) {
        self.blocked_until = self.blocked_until.max(until);
    }

    /// Returns true for a bucket that differs from a new one in nothing.
    pub(super) fn is_idle(&self, now: Duration) -> bool {
        self.waiting.is_empty() && self.full_at <= now && self.blocked_until <= now
    }

    /// Returns the time that restores one call.
    fn cost(&self) -> Duration {
        Duration::from_secs(1)
            .checked_div(self.per_second)
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn take(bucket: &mut RateBucket, priority: Priority, now: u64) -> Result<(), Duration> {
        let ticket = bucket.enter(priority);
        let taken = bucket.take(ticket, at(now));
        bucket.leave(ticket);
        taken
    }

    #[test]
    fn bucket_allows_its_calls_of_one_second_and_restores_them() {
        let mut bucket = RateBucket::new(10);
        assert!(bucket.is_idle(at(0)));
        // Time, and the time to wait; 0 if the call is allowed.
        let full = [(0, 0); 10];
        let rest = [
            (0, 100),
            (40, 60),
            (100, 0),
            (100, 100),
            (250, 0),
            (250, 50),
            (300, 0),
        ];
        for (now, wait) in full.into_iter().chain(rest) {
            let expected = if wait == 0 { Ok(()) } else { Err(at(wait)) };
            assert_eq!(take(&mut bucket, Priority::Inbox, now), expected, "{now}");
        }
        assert!(!bucket.is_idle(at(1_299)) && bucket.is_idle(at(1_300)));
        for _ in 0..10 {
            assert_eq!(take(&mut bucket, Priority::Inbox, 60_000), Ok(()));
        }
        assert_eq!(
            take(&mut bucket, Priority::Inbox, 60_000),
            Err(at(100)),
            "no more than one second is saved up"
        );
    }

    #[test]
    fn waiting_calls_go_by_priority_and_then_by_arrival() {
        let mut bucket = RateBucket::new(1);
        assert_eq!(take(&mut bucket, Priority::Reconcile, 0), Ok(()));
        let arrivals = [
            Priority::Reconcile,
            Priority::Inbox,
            Priority::Inbox,
            Priority::Buyer,
        ];
        let mut tickets = arrivals.map(|priority| bucket.enter(priority)).to_vec();
        let waits = tickets.iter().map(|ticket| bucket.take(*ticket, at(0)));
        let waits: Vec<_> = waits.map(|wait| wait.unwrap_err().as_secs()).collect();
        assert_eq!(waits, [4, 2, 3, 1]);
        tickets.sort();
        for (second, ticket) in (1_u64..).zip(&tickets) {
            let mut all = tickets.iter().filter(|one| bucket.waiting.contains(one));
            assert_eq!(all.next(), Some(ticket), "the first in the order");
            assert_eq!(bucket.take(*ticket, at(second * 1_000)), Ok(()));
        }
        assert!(bucket.waiting.is_empty());
    }

    #[test]
    fn call_that_leaves_gives_its_place_to_others() {
        let mut bucket = RateBucket::new(1);
        assert_eq!(take(&mut bucket, Priority::Buyer, 0), Ok(()));
        let (first, second) = (
            bucket.enter(Priority::Buyer),
            bucket.enter(Priority::Reconcile),
        );
        assert_eq!(bucket.take(second, at(1_000)), Err(at(1_000)));
        bucket.leave(first);
        assert_eq!(bucket.take(second, at(1_000)), Ok(()));
    }

    #[test]
    fn block_holds_all_calls_back() {
        let mut bucket = RateBucket::new(100);
        bucket.block_until(at(5_000));
        bucket.block_until(at(1_000));
        assert_eq!(take(&mut bucket, Priority::Buyer, 2_000), Err(at(3_000)));
        assert!(!bucket.is_idle(at(4_999)));
        assert_eq!(take(&mut bucket, Priority::Buyer, 5_000), Ok(()));
    }
}

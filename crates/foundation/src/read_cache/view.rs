//! What was seen of the other servers of a PostgreSQL database, and whether they may have committed anything since.

use std::time::Duration;

use crate::clock::Reading;
use crate::database::{Look, OTHERS_SEEN_FOR};

/// No server comes, writes and goes in less.
pub(super) const SHORTEST_VISIT: Duration = Duration::from_secs(1);

/// From so long after a look on who comes begins the next: enough is left for it to come back in time.
pub(super) const FADES_AFTER: Duration = Duration::from_millis(40);

/// What was seen of other servers.
#[derive(Debug, Default)]
pub(super) struct View {
    /// When the look began that saw it last; none before the first.
    at: Option<Reading>,
    mark: String,
    are_others: bool,
    /// How often something was seen that another server may have committed.
    epoch: u64,
    /// When somebody asked last, and a look was needed.
    pub(super) asked_at: Option<Reading>,
    /// When the last look was begun that nobody waits for.
    ahead_at: Option<Reading>,
}

/// How good a view is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sight {
    /// Good.
    Clear,
    /// Good, but not for long: whoever is told so looks ahead.
    Fades,
    /// Too old.
    Gone,
}

impl View {
    /// How good it is for whoever asks at an instant. Of many who come while it fades, one is told.
    pub(super) fn sight(&mut self, now: Reading) -> Sight {
        let is_after = |at: Option<Reading>, long| at.is_none_or(|at| now.since(at) >= long);
        if is_after(self.at, OTHERS_SEEN_FOR) {
            Sight::Gone
        } else if is_after(self.at.max(self.ahead_at), FADES_AFTER) {
            self.ahead_at = Some(now);
            Sight::Fades
        } else {
            Sight::Clear
        }
    }

    /// Returns true if time has passed since the last look.
    pub(super) fn is_older_than(&self, now: Reading) -> bool {
        self.at.is_none_or(|at| at < now)
    }

    /// How often something was seen that another server may have committed.
    pub(super) const fn epoch(&self) -> u64 {
        self.epoch
    }

    /// Notes what a statement has seen, and gives the epoch in which stands what it has read: without others, that of its
    /// beginning, because whoever was there then may have committed what it did not see, and gone before it ended.
    pub(super) fn read(&mut self, mark: &str, began: Began) -> u64 {
        if !self.are_others {
            return began.epoch;
        }
        self.note(mark, began);
        self.epoch
    }

    /// Notes what a statement has seen that began then. Statements come back in any order: what an older one saw holds for
    /// the shorter time, and ends with the next look.
    fn note(&mut self, mark: &str, began: Began) {
        let is_news = self.are_others && self.mark != mark;
        if is_news {
            self.epoch += 1;
        }
        self.at = if is_news {
            Some(began.at)
        } else {
            self.at.max(Some(began.at))
        };
        if self.mark != mark {
            mark.clone_into(&mut self.mark);
        }
    }

    /// Notes a look. From whoever has just come, or gone, anything may have come since the last one; and if that is long
    /// ago, somebody may have come and gone.
    pub(super) fn look(&mut self, look: &Look, began: Began) {
        let is_late = self
            .at
            .is_none_or(|at| began.at.since(at) >= SHORTEST_VISIT);
        let may_be_missed = is_late && self.mark != look.mark;
        if may_be_missed || self.are_others != look.are_others {
            self.epoch += 1;
        }
        self.note(&look.mark, began);
        self.are_others = look.are_others;
    }
}

/// When something began to be read, how many commits of this process had ended before, and in which epoch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Began {
    pub(super) at: Reading,
    pub(super) since: u64,
    pub(super) epoch: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clock, Timestamp};

    fn began(clock: &Clock) -> Began {
        Began {
            at: clock.monotonic(),
            since: 0,
            epoch: 0,
        }
    }

    #[test]
    fn a_view_lasts_until_another_server_may_have_committed() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let (short, long) = (Duration::from_millis(999), Duration::from_secs(1));
        let mut view = View::default();
        // (after, mark, whether there are others, whether a new epoch begins)
        let rows = [
            (short, "1", false, true),
            (short, "1", false, false),
            (short, "2", false, false),
            (long, "2", false, false),
            (long, "3", false, true),
            (short, "3", true, true),
            (short, "3", true, false),
            (short, "4", true, true),
            (short, "5", false, true),
            (short, "6", false, false),
        ];
        for (number, (after, mark, are_others, begins)) in rows.into_iter().enumerate() {
            clock.advance(after);
            let (before, mark) = (view.epoch, mark.to_owned());
            view.look(&Look { mark, are_others }, began(&clock));
            assert_eq!(view.epoch > before, begins, "row {number}");
            assert_eq!(view.at, Some(clock.monotonic()));
        }
    }

    #[test]
    fn while_many_ask_one_looks_ahead_and_nobody_waits() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let mut view = View::default();
        assert_eq!(view.sight(clock.monotonic()), Sight::Gone);
        view.look(
            &Look {
                mark: "1".to_owned(),
                are_others: false,
            },
            began(&clock),
        );
        // Milliseconds that pass, and what is seen then.
        let rows = [
            (0, Sight::Clear),
            (39, Sight::Clear),
            (1, Sight::Fades),
            (0, Sight::Clear),
            (9, Sight::Clear),
            (1, Sight::Gone),
        ];
        for (place, (pause, sight)) in rows.into_iter().enumerate() {
            clock.advance(Duration::from_millis(pause));
            assert_eq!(view.sight(clock.monotonic()), sight, "row {place}");
        }
    }

    #[test]
    fn a_look_is_repeated_only_after_the_clock_has_moved() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let mut view = View::default();
        assert!(view.is_older_than(clock.monotonic()), "no look yet");
        view.look(
            &Look {
                mark: "1".to_owned(),
                are_others: true,
            },
            began(&clock),
        );
        assert!(!view.is_older_than(clock.monotonic()));
        clock.advance(Duration::from_micros(1));
        assert!(view.is_older_than(clock.monotonic()));
    }

    #[test]
    fn what_an_older_statement_saw_holds_for_the_shorter_time() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let mut view = View {
            are_others: true,
            ..View::default()
        };
        let older = began(&clock);
        clock.advance(Duration::from_millis(5));
        let newer = began(&clock);
        view.note("2", newer);
        view.note("2", older);
        assert_eq!((view.at, view.epoch), (Some(newer.at), 1));
        view.note("1", older);
        assert_eq!((view.at, view.epoch), (Some(older.at), 2));
    }

    #[test]
    fn what_began_to_be_read_while_somebody_was_there_is_of_that_epoch() {
        let clock = Clock::fixed(Timestamp::from_seconds(1));
        let mut view = View::default();
        let look = |mark: &str, are_others| Look {
            mark: mark.to_owned(),
            are_others,
        };
        view.look(&look("1", true), began(&clock));
        let reading = Began {
            epoch: view.epoch(),
            ..began(&clock)
        };
        // The other commits, and is gone before the reading ends.
        view.look(&look("2", false), began(&clock));
        assert_ne!(view.read("1", reading), view.epoch());
        let again = Began {
            epoch: view.epoch(),
            ..began(&clock)
        };
        assert_eq!(view.read("2", again), view.epoch());
    }
}

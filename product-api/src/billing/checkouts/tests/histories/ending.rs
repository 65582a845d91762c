//! The ways in which buyers end a session.

use foundation::testing::SeededRng;

use crate::billing::checkouts::session_facts::{PaymentStatus, SessionFacts, SessionStatus};
use crate::billing::checkouts::tests::test_shop::session;

/// The way in which a buyer ends a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// Pays at once.
    Pays,
    /// Pays by a method that takes days.
    PaysLater,
    /// Pays by such a method, and the bank refuses.
    Fails,
    /// Does not pay.
    Leaves,
    /// Pays, and the price differs.
    Differs,
}

impl Ending {
    /// Returns one of the ways; most buyers pay.
    pub(super) fn random(rng: &mut SeededRng) -> Self {
        rng.pick(&[
            Self::Pays,
            Self::Pays,
            Self::Pays,
            Self::Pays,
            Self::PaysLater,
            Self::PaysLater,
            Self::Fails,
            Self::Leaves,
            Self::Differs,
        ])
    }

    /// Returns the sessions that Stripe has one after the other.
    pub(super) fn sessions(self, number: usize) -> Vec<SessionFacts> {
        use PaymentStatus::{Failed, Paid, Pending};
        let open = session(number, SessionStatus::Open, Pending);
        let complete = |payment| session(number, SessionStatus::Complete, payment);
        match self {
            Self::Pays => vec![open, complete(Paid)],
            Self::PaysLater => vec![open, complete(Pending), complete(Paid)],
            Self::Fails => vec![open, complete(Pending), complete(Failed)],
            Self::Leaves => vec![open, session(number, SessionStatus::Expired, Pending)],
            Self::Differs => {
                let mut odd = complete(Paid);
                odd.currency = "usd".to_owned();
                vec![open, odd]
            }
        }
    }

    /// Returns true if credits are granted.
    pub(super) const fn is_paid(self) -> bool {
        matches!(self, Self::Pays | Self::PaysLater)
    }

    /// Returns the last state.
    pub(super) const fn state(self) -> &'static str {
        match self {
            Self::Pays | Self::PaysLater => "completed",
            Self::Fails => "failed",
            Self::Leaves => "expired",
            Self::Differs => "review",
        }
    }
}

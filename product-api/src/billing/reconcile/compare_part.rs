//! Decides about refunds and disputes at Stripe: their payments are applied again if that did not happen since.

use foundation::Timestamp;

use super::compare_session::Difference;
use super::own_records::MarkedState;

/// A refund or a dispute at Stripe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChargePart<'a> {
    /// The status at Stripe.
    pub(super) status: Option<&'a str>,
    /// The time of its creation in seconds.
    pub(super) created: Option<i64>,
}

/// States that change no more.
const FINAL: [&str; 5] = ["succeeded", "canceled", "won", "lost", "warning_closed"];

/// Compares a part of a payment with the last application of the payment.
pub(super) fn compare_part(part: ChargePart<'_>, mark: MarkedState) -> Option<Difference> {
    let created = part.created.unwrap_or(i64::MAX);
    let is_final = part.status.is_some_and(|status| FINAL.contains(&status));
    match mark {
        MarkedState::Waiting | MarkedState::Dead => None,
        MarkedState::Applied(at) if at.is_some_and(|at| is_after(at, created)) => {
            (!is_final).then_some(Difference::LookAgain)
        }
        MarkedState::Applied(_) | MarkedState::Unmarked => Some(Difference::Repair),
    }
}

fn is_after(at: Timestamp, created: i64) -> bool {
    at.seconds() > created
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_that_the_payment_does_not_know_is_applied() {
        let at = |seconds| MarkedState::Applied(Some(Timestamp::from_seconds(seconds)));
        let rows = [
            ("succeeded", MarkedState::Unmarked, Some(Difference::Repair)),
            (
                "succeeded",
                MarkedState::Applied(None),
                Some(Difference::Repair),
            ),
            ("succeeded", at(99), Some(Difference::Repair)),
            ("succeeded", at(100), Some(Difference::Repair)),
            ("succeeded", at(101), None),
            ("pending", at(101), Some(Difference::LookAgain)),
            ("failed", at(101), Some(Difference::LookAgain)),
            ("needs_response", at(101), Some(Difference::LookAgain)),
            ("lost", at(101), None),
            ("pending", MarkedState::Waiting, None),
            ("pending", MarkedState::Dead, None),
        ];
        for (status, mark, expected) in rows {
            let part = ChargePart {
                status: Some(status),
                created: Some(100),
            };
            assert_eq!(compare_part(part, mark), expected, "{status} {mark:?}");
        }
    }
}

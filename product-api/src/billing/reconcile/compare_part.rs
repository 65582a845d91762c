//! Decides about refunds and disputes at Stripe that our rows do not have: their payments are applied again.

use super::compare_session::Difference;
use super::own_records::MarkedState;

/// Returns the difference of a payment whose rows do not have a refund or a dispute as it is. A payment that waits is applied
/// all the same, and one that cannot be applied is a dead letter.
pub(super) const fn compare_part(mark: MarkedState) -> Option<Difference> {
    match mark {
        MarkedState::Waiting | MarkedState::Dead => None,
        MarkedState::Applied(_) | MarkedState::Unmarked => Some(Difference::Repair),
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;

    use super::*;

    #[test]
    fn part_that_the_payment_does_not_know_is_applied() {
        let rows = [
            (MarkedState::Unmarked, Some(Difference::Repair)),
            (MarkedState::Applied(None), Some(Difference::Repair)),
            (
                MarkedState::Applied(Some(Timestamp::from_seconds(99))),
                Some(Difference::Repair),
            ),
            (MarkedState::Waiting, None),
            (MarkedState::Dead, None),
        ];
        for (mark, expected) in rows {
            assert_eq!(compare_part(mark), expected, "{mark:?}");
        }
    }
}

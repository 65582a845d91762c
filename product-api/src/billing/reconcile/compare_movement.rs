//! Compares movements that refunds and disputes caused with the money journal, as pure functions.

use super::compare_payment::net_of;
use super::compare_session::Difference;
use super::finding::FindingKind;
use super::own_records::MarkedState;
use crate::billing::stripe::BalanceTransaction;

/// Returns the money that the journal must have for a movement of a payment. It is all of it if Stripe has converted it, and
/// otherwise its fee, because the refund or the dispute itself is recorded in the currency of the payment.
pub(super) fn expected_minor(movement: &BalanceTransaction, payment_currency: &str) -> i64 {
    if movement.currency.as_deref() == Some(payment_currency) {
        movement.fee.unwrap_or_default().saturating_neg()
    } else {
        net_of(movement)
    }
}

/// Returns the difference of a movement for which the journal has another amount. A payment that was not applied since is applied
/// again.
pub(super) fn compare_movement(
    movement: &BalanceTransaction,
    expected_minor: i64,
    recorded_minor: i64,
    mark: MarkedState,
) -> Option<Difference> {
    if expected_minor == recorded_minor {
        return None;
    }
    let created = movement.created.unwrap_or(i64::MAX);
    match mark {
        MarkedState::Waiting | MarkedState::Dead => None,
        MarkedState::Applied(at) if at.is_some_and(|at| at.seconds() > created) => {
            let currency = movement.currency.as_deref().unwrap_or_default();
            let words = |amount: i64| format!("{amount} {currency}");
            let kind = FindingKind::BalanceUnexplained;
            let (ours, theirs) = (words(recorded_minor), words(expected_minor));
            Some(Difference::Finding(kind, ours, theirs))
        }
        MarkedState::Applied(_) | MarkedState::Unmarked => Some(Difference::Repair),
    }
}

#[cfg(test)]
mod tests {
    use foundation::Timestamp;
    use serde_json::json;

    use super::*;

    fn movement() -> BalanceTransaction {
        let movement = json!({"id": "txn_1", "amount": -1_000, "fee": 1_500, "currency": "usd", "created": 100});
        serde_json::from_value(movement).unwrap()
    }

    #[test]
    fn converted_money_is_recorded_as_a_whole() {
        assert_eq!(expected_minor(&movement(), "usd"), -1_500);
        assert_eq!(expected_minor(&movement(), "eur"), -2_500);
    }

    #[test]
    fn movement_that_was_applied_and_is_not_recorded_is_a_finding() {
        let at = |seconds| MarkedState::Applied(Some(Timestamp::from_seconds(seconds)));
        let kind = FindingKind::BalanceUnexplained;
        let finding = Difference::Finding(kind, "0 usd".to_owned(), "-1500 usd".to_owned());
        let rows = [
            (-1_500, at(101), None),
            (-1_500, MarkedState::Unmarked, None),
            (0, MarkedState::Unmarked, Some(Difference::Repair)),
            (0, MarkedState::Applied(None), Some(Difference::Repair)),
            (0, at(100), Some(Difference::Repair)),
            (0, at(101), Some(finding)),
            (0, MarkedState::Waiting, None),
            (0, MarkedState::Dead, None),
        ];
        for (recorded, mark, expected) in rows {
            let found = compare_movement(&movement(), -1_500, recorded, mark);
            assert_eq!(found, expected, "{recorded} {mark:?}");
        }
    }
}

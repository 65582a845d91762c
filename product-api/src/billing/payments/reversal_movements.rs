//! Movements of Stripe's balance that refunds and disputes of a payment have caused.

use super::charge_facts::balance_facts;
use super::payment::BalanceFacts;
use crate::billing::currency::Currency;
use crate::billing::stripe::{StripeDispute, StripeRefund};

/// A movement of the balance, with its effect in the currency of the payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReversalMovement {
    /// The movement, in the currency of the balance.
    pub(crate) balance: BalanceFacts,
    /// The effect on the money at Stripe, in minor units of the payment's currency. It is below zero for money that leaves, as
    /// refunds and disputes record it.
    pub(crate) paid_minor: i64,
}

/// Returns the movements of a refund: the money leaves, and comes back if the refund fails.
pub(super) fn refund_movements(refund: &StripeRefund) -> Vec<ReversalMovement> {
    let amount = refund.amount.unwrap_or_default();
    let movements = [
        (&refund.balance_transaction, amount.saturating_neg()),
        (&refund.failure_balance_transaction, amount),
    ];
    let movements = movements.into_iter().filter_map(|(movement, paid_minor)| {
        let movement = movement.as_ref()?.object.as_deref()?;
        Some(ReversalMovement {
            balance: balance_facts(movement)?,
            paid_minor,
        })
    });
    movements.collect()
}

/// Returns the movements of a dispute of a payment in a currency. Money of another currency counts as the disputed amount while
/// any of it is withdrawn.
pub(super) fn dispute_movements(
    dispute: &StripeDispute,
    currency: Currency,
) -> Vec<ReversalMovement> {
    let amount = dispute.amount.unwrap_or_default().max(0);
    let (mut moved, mut before, mut movements) = (0_i64, 0_i64, Vec::new());
    for movement in &dispute.balance_transactions {
        let Some(balance) = balance_facts(movement) else {
            continue;
        };
        moved = moved.saturating_sub(balance.amount);
        let is_converted = balance.currency != currency.code();
        let withdrawn = if is_converted && moved > 0 {
            amount
        } else {
            moved.max(0)
        };
        movements.push(ReversalMovement {
            balance,
            paid_minor: before.saturating_sub(withdrawn),
        });
        before = withdrawn;
    }
    movements
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn movement(id: &str, currency: &str, amount: i64, fee: i64) -> Value {
        json!({"id": id, "currency": currency, "amount": amount, "fee": fee})
    }

    fn effects(movements: &[ReversalMovement]) -> Vec<(i64, i64, i64)> {
        let effect = |one: &ReversalMovement| (one.balance.amount, one.balance.fee, one.paid_minor);
        movements.iter().map(effect).collect()
    }

    #[test]
    fn movement_of_a_dispute_is_as_large_as_what_is_recorded() {
        let rows = [
            (json!([]), vec![]),
            (
                json!([movement("t1", "eur", -1_000, 1_500)]),
                vec![(-1_000, 1_500, -1_000)],
            ),
            (
                json!([
                    movement("t1", "usd", -1_100, 1_500),
                    movement("t2", "usd", 1_100, 0)
                ]),
                vec![(-1_100, 1_500, -1_000), (1_100, 0, 1_000)],
            ),
            (
                json!([
                    movement("t1", "usd", -1_100, 0),
                    movement("t2", "usd", 400, 0),
                    movement("t3", "usd", 700, 0),
                ]),
                vec![(-1_100, 0, -1_000), (400, 0, 0), (700, 0, 1_000)],
            ),
        ];
        for (movements, expected) in rows {
            let dispute = json!({"id": "du_1", "amount": 1_000, "balance_transactions": movements});
            let dispute: StripeDispute = serde_json::from_value(dispute).unwrap();
            let eur = Currency::parse("eur").unwrap();
            assert_eq!(
                effects(&dispute_movements(&dispute, eur)),
                expected,
                "{movements}"
            );
        }
    }

    #[test]
    fn failed_refund_moves_money_twice() {
        let mut refund = json!({"id": "re_1", "amount": 1_000, "balance_transaction": movement("t1", "usd", -1_100, 0)});
        let read =
            |refund: &Value| -> StripeRefund { serde_json::from_value(refund.clone()).unwrap() };
        assert_eq!(
            effects(&refund_movements(&read(&refund))),
            [(-1_100, 0, -1_000)]
        );
        refund["failure_balance_transaction"] = movement("t2", "usd", 1_100, 0);
        let both = [(-1_100, 0, -1_000), (1_100, 0, 1_000)];
        assert_eq!(effects(&refund_movements(&read(&refund))), both);
        refund["balance_transaction"] = json!("t1");
        assert_eq!(
            effects(&refund_movements(&read(&refund))),
            [(1_100, 0, 1_000)],
            "only expanded ones are known"
        );
    }
}

//! Reads the facts of a charge from Stripe's objects.

use super::payment::{BalanceFacts, ChargeFacts};
use crate::billing::stripe::{BalanceTransaction, Expandable, PaymentIntent, StripeCharge};

/// Returns what Stripe knows about the charge of an intent. Only an expanded intent has a charge, and only an expanded charge
/// has a movement of the balance.
pub(crate) fn charge_facts(intent: Option<&Expandable<PaymentIntent>>) -> ChargeFacts {
    let Some(intent) = intent else {
        return ChargeFacts::default();
    };
    let latest = intent
        .object
        .as_deref()
        .and_then(|intent| intent.latest_charge.as_ref());
    facts_of(&intent.id, latest)
}

/// Returns what Stripe knows about the charge of an intent.
pub(super) fn facts_of_intent(intent: &PaymentIntent) -> ChargeFacts {
    facts_of(&intent.id, intent.latest_charge.as_ref())
}

fn facts_of(intent_id: &str, latest: Option<&Expandable<StripeCharge>>) -> ChargeFacts {
    let charge = latest.and_then(|latest| latest.object.as_deref());
    let balance = charge.and_then(|charge| charge.balance_transaction.as_ref());
    let balance = balance.and_then(|balance| balance.object.as_deref());
    ChargeFacts {
        payment_intent: Some(intent_id.to_owned()),
        charge: latest.map(|latest| latest.id.clone()),
        balance: balance.and_then(balance_facts),
        is_reversed: charge.is_some_and(is_reversed),
    }
}

fn is_reversed(charge: &StripeCharge) -> bool {
    let is_refunded = charge.amount_refunded.unwrap_or_default() > 0;
    is_refunded || charge.disputed.unwrap_or_default()
}

/// Returns the facts of a movement of the balance; `None` if a member is missing.
pub(super) fn balance_facts(balance: &BalanceTransaction) -> Option<BalanceFacts> {
    Some(BalanceFacts {
        id: balance.id.clone(),
        currency: balance.currency.clone()?,
        amount: balance.amount?,
        fee: balance.fee?,
    })
}

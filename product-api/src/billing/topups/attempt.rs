//! An attempt: one automatic top-up with its invoice at Stripe, and the terms that its rule had when it began.

use std::time::Duration;

use foundation::{Failure, Timestamp, id};

use super::attempt_state::AttemptState;
use super::rule::TopUpRule;
use super::terms::TopUpTerms;
use crate::app::App;
use crate::billing::currency::Currency;
use crate::credits::WalletKey;

/// Name of the metadata that names the attempt of an invoice.
pub(super) const TOPUP: &str = "tollgate_topup";
/// Time after which another server repeats a step; longer than the calls of a step.
pub(super) const LEASE: Duration = Duration::from_mins(5);
/// Time for which a buyer can confirm a payment at the bank.
pub(super) const ACTION_TIME: Duration = Duration::from_hours(23);
/// Age at which Stripe may have forgotten an idempotency key.
const KEY_LIFETIME: Duration = Duration::from_hours(23);

/// A call to Stripe that an attempt makes once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StripeCall {
    /// The draft of the invoice.
    Invoice,
    /// The item of the draft.
    Item,
    /// The end of the draft.
    Finalize,
    /// The charge of the card.
    Pay,
}

impl StripeCall {
    const fn number(self) -> u8 {
        match self {
            Self::Invoice => 1,
            Self::Item => 2,
            Self::Finalize => 3,
            Self::Pay => 4,
        }
    }
}

/// An attempt. The amount, the credits and the bonus are those of one pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    /// The id, `top_…`.
    pub(super) id: String,
    /// The book and the owner of the credits. If the owner is merged later, the credits go to the merge target.
    pub(super) wallet: WalletKey,
    /// The connection through which it is paid.
    pub(super) connection_id: String,
    /// The number among those of its owner.
    pub(super) n: i64,
    /// The state.
    pub(super) state: AttemptState,
    /// The pack.
    pub(super) pack_id: String,
    /// Its version.
    pub(super) pack_version: i64,
    /// The price at Stripe.
    pub(super) stripe_price_id: String,
    /// The number of packs.
    pub(super) quantity: i64,
    /// The currency of the price.
    pub(super) currency: Currency,
    /// The price of one pack in minor units.
    pub(super) amount_minor: i64,
    /// The amount of the invoice; before that the price of all packs.
    pub(super) total_minor: i64,
    /// The credits of one pack.
    pub(super) credits: i64,
    /// The free credits of one pack.
    pub(super) bonus: i64,
    /// The other terms.
    pub(super) terms: TopUpTerms,
    /// The month that it counts for, since 1970.
    pub(super) month: i64,
    /// The most that this month may cost, in minor units.
    pub(super) month_max_minor: i64,
    /// Maximum number of purchases in this month.
    pub(super) month_max_count: i64,
    /// The number of the idempotency keys.
    pub(super) try_number: i64,
    /// The user who consented.
    pub(super) actor: String,
    /// The owner's customer at Stripe, once it is known.
    pub(super) stripe_customer_id: Option<String>,
    /// The invoice, once it is known.
    pub(super) stripe_invoice: Option<String>,
    /// The payment method, once it is known.
    pub(super) payment_method: Option<String>,
    /// The reason of a failure, also of one that is about to be noted.
    pub(super) code: Option<String>,
    /// The page on which the buyer confirms the payment.
    pub(super) action_url: Option<String>,
    /// The time until which the buyer can confirm it.
    pub(super) action_until: Option<Timestamp>,
    /// The time at which its outcome was noted.
    pub(super) settled_at: Option<Timestamp>,
    /// The time of its creation.
    pub(super) created_at: Timestamp,
}

impl Attempt {
    /// Returns the next attempt of a rule at its price at Stripe.
    pub(super) fn new(
        app: &App,
        rule: &TopUpRule,
        stripe_price_id: String,
        now: Timestamp,
    ) -> Result<Self, Failure> {
        Ok(Self {
            id: id::new("top", &app.clock, &app.random)?,
            wallet: rule.wallet.clone(),
            connection_id: rule.connection_id.clone(),
            n: rule.attempt_count,
            state: AttemptState::Claimed,
            pack_id: rule.pack_id.clone(),
            pack_version: rule.pack_version,
            stripe_price_id,
            quantity: rule.quantity,
            currency: rule.currency,
            amount_minor: rule.amount_minor,
            total_minor: rule.total_minor(),
            credits: rule.credits,
            bonus: rule.bonus,
            terms: rule.terms.clone(),
            month: now.month(),
            month_max_minor: rule.month_max_minor,
            month_max_count: rule.month_max_count,
            try_number: 1,
            actor: rule.actor.clone(),
            stripe_customer_id: None,
            stripe_invoice: None,
            payment_method: None,
            code: None,
            action_url: None,
            action_until: None,
            settled_at: None,
            created_at: now,
        })
    }

    /// Returns the price of all packs in minor units, before discounts and taxes.
    pub(super) const fn price_minor(&self) -> i64 {
        self.amount_minor.saturating_mul(self.quantity)
    }

    /// Returns the credits of all packs, without the bonus.
    pub(super) const fn total_credits(&self) -> i64 {
        self.credits.saturating_mul(self.quantity)
    }

    /// Returns the free credits of all packs.
    pub(super) const fn total_bonus(&self) -> i64 {
        self.bonus.saturating_mul(self.quantity)
    }

    /// Returns the idempotency key of a call. A number follows after a failure that Stripe has stored.
    pub(super) fn key_of(&self, call: StripeCall) -> String {
        let key = format!("tg:{}:{}", self.id, call.number());
        match self.try_number {
            1 => key,
            number => format!("{key}:{number}"),
        }
    }

    /// Returns true if Stripe may have forgotten the keys, so that a repeated call could be done twice.
    pub(super) fn is_key_forgotten(&self, now: Timestamp) -> bool {
        now >= self.created_at.plus(KEY_LIFETIME)
    }

    /// Ends the attempt.
    pub(super) fn settle(&mut self, state: AttemptState, now: Timestamp) {
        self.state = state;
        self.action_url = None;
        self.settled_at = Some(now);
    }
}

//! A subscription: a plan that a buyer pays again and again, as it was fetched from Stripe last.

use std::time::Duration;

use foundation::Timestamp;

use super::period::Period;
use super::standing::{Collection, Standing, StandingFacts, SubscriptionStatus};
use super::subscription_facts::SubscriptionFacts;
use crate::billing::catalog::SoldPlan;
use crate::credits::{Owner, WalletKey};

/// A version of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanRef {
    /// The plan.
    pub(crate) plan_id: String,
    /// The number of the version.
    pub(crate) version: i64,
}

/// A failed payment of a renewal that was announced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnnouncedFailure {
    /// The invoice.
    pub(crate) invoice: Option<String>,
    /// The number of payments that had failed.
    pub(crate) attempts: i64,
}

/// A subscription.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Subscription {
    /// The id, `sbs_…`.
    pub(crate) id: String,
    /// The book of the credits.
    pub(crate) book_id: i64,
    /// The buyer.
    pub(crate) owner: Owner,
    /// The connection through which it is paid.
    pub(crate) connection_id: String,
    /// The id at Stripe.
    pub(crate) stripe_id: String,
    /// The checkout that began it; none for one that was made at Stripe.
    pub(crate) checkout_id: Option<String>,
    /// The version of its plan; none if its price belongs to no plan of ours.
    pub(crate) plan: Option<PlanRef>,
    /// The family of the plan.
    pub(crate) family: String,
    /// The price at Stripe.
    pub(crate) stripe_price_id: Option<String>,
    /// The number of pieces.
    pub(crate) quantity: i64,
    /// Stripe's word of the status.
    pub(crate) status: String,
    /// The collection of invoices.
    pub(crate) collection: Collection,
    /// The time at which it is to end.
    pub(crate) cancel_at: Option<Timestamp>,
    /// The time at which it ended.
    pub(crate) ended_at: Option<Timestamp>,
    /// The end of the trial, if there was one.
    pub(crate) trial_end: Option<Timestamp>,
    /// The instant from which periods are counted.
    pub(crate) anchor: Timestamp,
    /// The current period.
    pub(crate) period: Period,
    /// The end of the last paid period.
    pub(crate) paid_through: Option<Timestamp>,
    /// The time since which a renewal is not paid.
    pub(crate) past_due_since: Option<Timestamp>,
    /// True if its owner is subscribed by it.
    pub(crate) is_subscribed: bool,
    /// The start of the next month of a longer paid period.
    pub(crate) next_allowance_at: Option<Timestamp>,
    /// The time at which the credits of an ended subscription expire; none for one that runs, and once they have.
    pub(crate) lots_end_at: Option<Timestamp>,
    /// The payment of the paid period.
    pub(crate) payment_id: Option<String>,
    /// The failed payment that was announced last.
    pub(crate) announced: AnnouncedFailure,
    /// The time of creation.
    pub(crate) created_at: Timestamp,
}

impl Subscription {
    /// Returns the wallet of its allowances.
    pub(crate) fn wallet(&self) -> WalletKey {
        WalletKey {
            book_id: self.book_id,
            owner: self.owner.clone(),
        }
    }

    /// Returns true if it has ended for good.
    pub(crate) fn is_over(&self) -> bool {
        let status = SubscriptionStatus::from_word(&self.status);
        status.is_some_and(SubscriptionStatus::is_over)
    }

    /// Returns the facts that decide about its standing.
    pub(crate) fn standing_facts(&self, grace: Duration) -> StandingFacts {
        StandingFacts {
            status: SubscriptionStatus::from_word(&self.status),
            collection: self.collection,
            past_due_since: self.past_due_since,
            grace,
        }
    }

    /// Takes over what Stripe says now; returns true if something changed that the owner can see.
    pub(super) fn follow(
        &mut self,
        facts: &SubscriptionFacts,
        plan: Option<&SoldPlan>,
        now: Timestamp,
    ) -> bool {
        let before = self.clone();
        self.status.clone_from(&facts.status);
        self.collection = facts.collection;
        self.cancel_at = facts.cancel_at;
        self.ended_at = facts.ended_at;
        self.trial_end = facts.trial_end;
        self.anchor = facts.anchor;
        self.period = facts.period;
        self.quantity = facts.quantity;
        self.stripe_price_id.clone_from(&facts.price_id);
        self.plan = plan.map(|plan| PlanRef {
            plan_id: plan.plan_id.clone(),
            version: plan.version,
        });
        if let Some(plan) = plan {
            self.family.clone_from(&plan.family);
        }
        let is_past_due = facts.status == SubscriptionStatus::PastDue.word();
        self.past_due_since = is_past_due.then(|| self.past_due_since.unwrap_or(now));
        if self.is_over() {
            self.next_allowance_at = None;
        } else {
            self.lots_end_at = None;
        }
        *self != before
    }

    /// Returns the time of the next change that no event announces.
    pub(super) fn next_at(&self, standing: Standing) -> Option<Timestamp> {
        let month = self.next_allowance_at.filter(|_| standing.has_allowances);
        [month, standing.ends_at, self.lots_end_at]
            .into_iter()
            .flatten()
            .min()
    }
}

//! A subscription: a plan that a buyer pays again and again, as it was fetched from Stripe last.

use std::time::Duration;

use foundation::Timestamp;

use super::period::Period;
use super::standing::{Collection, Standing, StandingFacts, SubscriptionStatus};
use super::subscription_facts::SubscriptionFacts;
use crate::billing::catalog::SoldPlan;
use crate::billing::connections::RepeatTrial;
use crate::credits::{Owner, WalletKey};

/// Time before the end of a trial at which its owner is notified.
const TRIAL_NOTICE: Duration = Duration::from_hours(3 * 24);

/// A version of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlanRef {
    /// The plan.
    pub(crate) plan_id: String,
    /// The number of the version.
    pub(crate) version: i64,
}

impl PlanRef {
    /// Returns the version of a plan that is sold.
    pub(crate) fn new(plan: &SoldPlan) -> Self {
        Self {
            plan_id: plan.plan_id.clone(),
            version: plan.version,
        }
    }
}

/// The versions of plans to which the prices of a subscription belong.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlansOfSubscription<'a> {
    /// The plan of the price that it has.
    pub(super) now: Option<&'a SoldPlan>,
    /// The plan of the price that a schedule gives it.
    pub(super) next: Option<&'a SoldPlan>,
}

/// A failed payment of a renewal that was announced.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AnnouncedFailure {
    /// The invoice.
    pub(crate) invoice: Option<String>,
    /// The number of payments that had failed.
    pub(crate) attempts: i64,
}

/// What a schedule at Stripe changes when the period ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScheduledChange {
    /// The schedule; none without one.
    pub(crate) stripe_id: Option<String>,
    /// The version of the plan from then on; none if nothing changes, and for a price of no plan of ours.
    pub(crate) plan: Option<PlanRef>,
    /// The number of pieces from then on.
    pub(crate) quantity: Option<i64>,
}

/// The reason why this server cancels a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndReason {
    /// A bank has decided a dispute of one of its payments for the buyer.
    DisputeLost,
    /// Its trial is one of a card that had a trial before.
    TrialUsed,
    /// The user who had it was deleted. It ends with its period.
    OwnerDeleted,
}

impl EndReason {
    /// All reasons.
    const ALL: [Self; 3] = [Self::DisputeLost, Self::TrialUsed, Self::OwnerDeleted];

    /// Returns the word in the table.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::DisputeLost => "dispute-lost",
            Self::TrialUsed => "trial-used",
            Self::OwnerDeleted => "owner-deleted",
        }
    }

    /// Returns true if the paid period ends first.
    pub(crate) const fn is_with_period(self) -> bool {
        matches!(self, Self::OwnerDeleted)
    }

    /// Returns the reason with a word.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }
}

/// The trial of a subscription.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TrialState {
    /// The treatment of a trial with a card that had one before; none for another trial.
    pub(crate) repeat: Option<RepeatTrial>,
    /// The end that was announced.
    pub(crate) announced_end: Option<Timestamp>,
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
    /// The end of the last paid period before a full refund ended it.
    pub(crate) refunded_through: Option<Timestamp>,
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
    /// What a schedule changes when the period ends.
    pub(crate) scheduled: ScheduledChange,
    /// The time until which a change waits for its payment.
    pub(crate) pending_until: Option<Timestamp>,
    /// The page on which an invoice that failed can be paid.
    pub(crate) payment_url: Option<String>,
    /// The trial.
    pub(crate) trial: TrialState,
    /// The reason why this server has to cancel it.
    pub(crate) end_reason: Option<EndReason>,
    /// The failed payment that was announced last.
    pub(crate) announced: AnnouncedFailure,
    /// The time of creation.
    pub(crate) created_at: Timestamp,
    /// The time of the last change of its row before it was read.
    pub(crate) changed_at: Timestamp,
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

    /// Takes over what Stripe says now; returns true if something changed that the owner can see. `plans` are those of the
    /// price that it has, and of the price that a schedule gives it.
    pub(super) fn follow(
        &mut self,
        facts: &SubscriptionFacts,
        plans: PlansOfSubscription<'_>,
        now: Timestamp,
    ) -> bool {
        let plan = plans.now;
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
        self.plan = plan.map(PlanRef::new);
        let schedule = facts.schedule.as_ref();
        self.scheduled = ScheduledChange {
            stripe_id: schedule.map(|schedule| schedule.id.clone()),
            plan: plans.next.map(PlanRef::new),
            quantity: schedule.and_then(|schedule| schedule.next_quantity),
        };
        self.pending_until = facts.pending_until;
        if let Some(plan) = plan {
            self.family.clone_from(&plan.family);
        }
        let is_past_due = facts.status == SubscriptionStatus::PastDue.word();
        self.past_due_since = is_past_due.then(|| self.past_due_since.unwrap_or(now));
        if !is_past_due && facts.status != SubscriptionStatus::Unpaid.word() {
            self.payment_url = None;
        }
        if self.is_over() {
            self.next_allowance_at = None;
            self.end_reason = None;
        } else {
            self.lots_end_at = None;
        }
        if self.cancel_at.is_some() {
            let reason = self.end_reason;
            self.end_reason = reason.filter(|reason| !reason.is_with_period());
        }
        *self != before
    }

    /// Returns the time at which the owner is notified of the end of the trial; none if it was announced, or nothing follows
    /// the trial.
    pub(super) fn trial_notice_at(&self) -> Option<Timestamp> {
        let is_trial = self.status == SubscriptionStatus::Trialing.word();
        let end = self.trial_end.filter(|_| is_trial)?;
        let is_announced = self.trial.announced_end == Some(end);
        (!is_announced && self.cancel_at.is_none()).then(|| end.minus(TRIAL_NOTICE))
    }

    /// Returns true if the current period is the paid one.
    pub(super) fn is_period_paid(&self) -> bool {
        self.paid_through == Some(self.period.end)
    }

    /// Returns the start of the next month of the paid period, if the status grants it. Months wait while the price belongs to no plan,
    /// and from the begin of a later period on until its invoice is applied, which may end them.
    pub(super) fn next_month(&self, standing: Standing) -> Option<Timestamp> {
        let has_months = standing.has_allowances && self.plan.is_some();
        let month = self.next_allowance_at.filter(|_| has_months);
        month.filter(|start| *start < self.period.start || self.is_period_paid())
    }

    /// Returns the time of the next change that no event announces.
    pub(super) fn next_at(&self, standing: Standing) -> Option<Timestamp> {
        let month = self.next_month(standing);
        let notice = self.trial_notice_at();
        [month, standing.ends_at, self.lots_end_at, notice]
            .into_iter()
            .flatten()
            .min()
    }
}

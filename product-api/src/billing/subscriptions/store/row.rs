//! A row of the table of subscriptions.

use foundation::{Failure, Timestamp};

use crate::billing::connections::RepeatTrial;
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::standing::Collection;
use crate::billing::subscriptions::subscription::{
    AnnouncedFailure, EndReason, PlanRef, ScheduledChange, Subscription, TrialState,
};
use crate::credits::Owner;

/// Columns of a subscription, in the order of its row.
macro_rules! columns {
    () => {
        "s.id, s.book_id, s.owner_kind, s.owner_id, s.connection_id, s.stripe_id, s.checkout_id, s.plan_id, s.plan_version, s.family, \
         s.stripe_price_id, s.quantity, s.status, s.collection, s.cancel_at, s.ended_at, s.trial_end, s.anchor, s.period_start, \
         s.period_end, s.paid_through, s.refunded_through, s.past_due_since, s.is_subscribed, s.next_allowance_at, s.lots_end_at, s.payment_id, \
         s.announced_invoice, s.announced_attempts, s.created_at, s.next_plan_id, s.next_plan_version, s.next_quantity, \
         s.stripe_schedule_id, s.pending_until, s.payment_url, s.trial_repeat, s.announced_trial_end, s.end_reason, s.updated_at"
    };
}
pub(super) use columns;

/// A row of the table.
#[derive(sqlx::FromRow)]
pub(super) struct Row {
    id: String,
    book_id: i64,
    owner_kind: String,
    owner_id: String,
    connection_id: String,
    stripe_id: String,
    checkout_id: Option<String>,
    plan_id: Option<String>,
    plan_version: Option<i64>,
    family: String,
    stripe_price_id: Option<String>,
    quantity: i64,
    status: String,
    collection: String,
    cancel_at: Option<i64>,
    ended_at: Option<i64>,
    trial_end: Option<i64>,
    anchor: i64,
    period_start: i64,
    period_end: i64,
    paid_through: Option<i64>,
    refunded_through: Option<i64>,
    past_due_since: Option<i64>,
    is_subscribed: bool,
    next_allowance_at: Option<i64>,
    lots_end_at: Option<i64>,
    payment_id: Option<String>,
    announced_invoice: Option<String>,
    announced_attempts: i64,
    created_at: i64,
    next_plan_id: Option<String>,
    next_plan_version: Option<i64>,
    next_quantity: Option<i64>,
    stripe_schedule_id: Option<String>,
    pending_until: Option<i64>,
    payment_url: Option<String>,
    trial_repeat: Option<String>,
    announced_trial_end: Option<i64>,
    end_reason: Option<String>,
    updated_at: i64,
}

fn unknown_word() -> Failure {
    Failure::defect("a subscription has an unknown word")
}

impl Row {
    fn trial(&self) -> Result<TrialState, Failure> {
        let repeat = match self.trial_repeat.as_deref() {
            Some(word) => Some(RepeatTrial::from_word(word).ok_or_else(unknown_word)?),
            None => None,
        };
        Ok(TrialState {
            repeat,
            announced_end: self.announced_trial_end.map(Timestamp::from_micros),
        })
    }

    fn end_reason(&self) -> Result<Option<EndReason>, Failure> {
        match self.end_reason.as_deref() {
            Some(word) => EndReason::from_word(word)
                .ok_or_else(unknown_word)
                .map(Some),
            None => Ok(None),
        }
    }
}

impl TryFrom<Row> for Subscription {
    type Error = Failure;

    fn try_from(row: Row) -> Result<Self, Failure> {
        let time = |micros: Option<i64>| micros.map(Timestamp::from_micros);
        let (trial, end_reason) = (row.trial()?, row.end_reason()?);
        let plan = row.plan_id.zip(row.plan_version);
        let next_plan = row.next_plan_id.zip(row.next_plan_version);
        Ok(Self {
            id: row.id,
            book_id: row.book_id,
            owner: Owner::from_row(&row.owner_kind, row.owner_id),
            connection_id: row.connection_id,
            stripe_id: row.stripe_id,
            checkout_id: row.checkout_id,
            plan: plan.map(|(plan_id, version)| PlanRef { plan_id, version }),
            family: row.family,
            stripe_price_id: row.stripe_price_id,
            quantity: row.quantity,
            status: row.status,
            collection: Collection::from_word(&row.collection).ok_or_else(unknown_word)?,
            cancel_at: time(row.cancel_at),
            ended_at: time(row.ended_at),
            trial_end: time(row.trial_end),
            anchor: Timestamp::from_micros(row.anchor),
            period: Period {
                start: Timestamp::from_micros(row.period_start),
                end: Timestamp::from_micros(row.period_end),
            },
            paid_through: time(row.paid_through),
            refunded_through: time(row.refunded_through),
            past_due_since: time(row.past_due_since),
            is_subscribed: row.is_subscribed,
            next_allowance_at: time(row.next_allowance_at),
            lots_end_at: time(row.lots_end_at),
            payment_id: row.payment_id,
            scheduled: ScheduledChange {
                stripe_id: row.stripe_schedule_id,
                plan: next_plan.map(|(plan_id, version)| PlanRef { plan_id, version }),
                quantity: row.next_quantity,
            },
            pending_until: time(row.pending_until),
            payment_url: row.payment_url,
            trial,
            end_reason,
            announced: AnnouncedFailure {
                invoice: row.announced_invoice,
                attempts: row.announced_attempts,
            },
            created_at: Timestamp::from_micros(row.created_at),
            changed_at: Timestamp::from_micros(row.updated_at),
        })
    }
}

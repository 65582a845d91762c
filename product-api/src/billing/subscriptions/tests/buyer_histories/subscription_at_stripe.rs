//! A model of a subscription at Stripe: renewals by the clock, payments that fail, and the actions of its buyer.

use foundation::Timestamp;

use super::calendar::{DAY, months_after, period_around};
use super::invoice_at_stripe::{InvoiceAtStripe, InvoiceContent, InvoiceIdentity, PlanPieces};
use super::plan_on_sale::{PLAIN, TRIAL_DAYS};
use crate::billing::subscriptions::invoice_facts::InvoiceStatus;
use crate::billing::subscriptions::period::Period;
use crate::billing::subscriptions::standing::Collection;
use crate::billing::subscriptions::subscription_facts::{ScheduleFacts, SubscriptionFacts};

/// Seconds for which the invoice of a renewal is a draft.
const DRAFT: i64 = 3_600;
/// Days after which Stripe tries a payment again; then the subscription ends.
const RETRIES: [i64; 3] = [3, 5, 7];

/// A subscription at Stripe.
#[derive(Debug)]
pub(super) struct SubscriptionAtStripe {
    /// The id.
    pub(super) id: String,
    /// The id of the customer.
    customer: String,
    pub(super) pieces: PlanPieces,
    pub(super) anchor: i64,
    pub(super) period: (i64, i64),
    trial_end: Option<i64>,
    pub(super) status: &'static str,
    pub(super) cancel_at: Option<i64>,
    pub(super) ended_at: Option<i64>,
    /// The pieces from the next period on.
    pub(super) next: Option<PlanPieces>,
    pub(super) card_works: bool,
    pub(super) invoices: Vec<InvoiceAtStripe>,
    /// The subscription as it was after each change.
    pub(super) moments: Vec<SubscriptionFacts>,
}

impl SubscriptionAtStripe {
    /// Begins a subscription that is paid at once.
    pub(super) fn paid(number: usize, pieces: PlanPieces, now: i64) -> Self {
        let mut new = Self::begin(number, pieces, now);
        let identity = new.identity();
        let mut invoice =
            InvoiceAtStripe::new(identity, InvoiceContent::Period(pieces), new.period, false);
        invoice.pay(now);
        new.invoices.push(invoice);
        new.note();
        new
    }

    /// Begins a subscription with a trial.
    pub(super) fn tried(number: usize, now: i64) -> Self {
        let pieces = PlanPieces {
            plan: &PLAIN,
            quantity: 1,
        };
        let mut new = Self::begin(number, pieces, now);
        let end = now + TRIAL_DAYS * DAY;
        new.status = "trialing";
        new.trial_end = Some(end);
        new.anchor = end;
        new.period = (now, end);
        let identity = new.identity();
        let mut invoice =
            InvoiceAtStripe::new(identity, InvoiceContent::Trial(pieces), new.period, false);
        invoice.pay(now);
        new.invoices.push(invoice);
        new.note();
        new
    }

    fn begin(number: usize, pieces: PlanPieces, now: i64) -> Self {
        Self {
            id: format!("sub_{number}"),
            customer: format!("cus_s{number}"),
            pieces,
            anchor: now,
            period: (now, months_after(now, pieces.plan.months)),
            trial_end: None,
            status: "active",
            cancel_at: None,
            ended_at: None,
            next: None,
            card_works: true,
            invoices: Vec::new(),
            moments: Vec::new(),
        }
    }

    fn identity(&self) -> InvoiceIdentity<'_> {
        InvoiceIdentity {
            subscription: &self.id,
            customer: &self.customer,
            number: self.invoices.len() + 1,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.status == "canceled"
    }

    /// Returns true if the buyer can change the plan: the product refuses it in a trial, for an unpaid period, and before an end.
    pub(super) fn is_changeable(&self, now: i64) -> bool {
        let is_paid = self.invoices.iter().all(InvoiceAtStripe::is_settled);
        // A day before the end at the latest, so that each rest of a period has credits.
        let is_within = self.period.0 < now && now < self.period.1 - DAY;
        self.status == "active"
            && self.cancel_at.is_none()
            && is_paid
            && is_within
            && self.card_works
    }

    /// Does what is due until a time.
    pub(super) fn pass(&mut self, now: i64) {
        while !self.is_over() {
            let due = self.invoices.last().and_then(|invoice| invoice.due_at);
            match due.filter(|due| *due <= self.period.1) {
                Some(due) if due <= now => self.charge(due),
                None if self.period.1 <= now => self.turn(),
                Some(_) | None => return,
            }
        }
    }

    /// Tries the payment of the last invoice.
    fn charge(&mut self, at: i64) {
        if self.card_works {
            self.pay_last(at);
            return;
        }
        let failed = self.invoices.last().map_or(0, InvoiceAtStripe::attempts);
        let retry = usize::try_from(failed)
            .ok()
            .and_then(|index| RETRIES.get(index));
        let next = retry.map(|days| at + days * DAY);
        if let Some(last) = self.invoices.last_mut() {
            last.fail(next);
        }
        if next.is_none() {
            self.end(at);
        } else if self.status != "past_due" {
            self.status = "past_due";
            self.note();
        }
    }

    /// Begins the next period, or ends the subscription.
    fn turn(&mut self) {
        let at = self.period.1;
        if self.cancel_at.is_some() {
            self.end(at);
            return;
        }
        self.pieces = self.next.take().unwrap_or(self.pieces);
        self.period = period_around(self.anchor, self.pieces.plan.months, at);
        self.status = "active";
        let content = InvoiceContent::Period(self.pieces);
        let mut invoice = InvoiceAtStripe::new(self.identity(), content, self.period, true);
        invoice.due_at = Some(at + DRAFT);
        self.invoices.push(invoice);
        self.note();
    }

    fn pay_last(&mut self, now: i64) {
        if let Some(last) = self.invoices.last_mut() {
            last.pay(now);
        }
        if self.status == "past_due" {
            self.status = "active";
            self.note();
        }
    }

    fn end(&mut self, at: i64) {
        self.status = "canceled";
        self.ended_at = Some(at);
        self.next = None;
        for invoice in &mut self.invoices {
            invoice.close();
        }
        self.note();
    }

    /// Cancels the subscription at once.
    pub(super) fn cancel_now(&mut self, now: i64) {
        if !self.is_over() {
            self.end(now);
        }
    }

    /// Lets the subscription end with its period, or no longer.
    pub(super) fn set_end(&mut self, is_ending: bool) {
        self.cancel_at = is_ending.then_some(self.period.1);
        self.next = None;
        self.note();
    }

    /// Lets the next period begin with other pieces.
    pub(super) fn plan_next(&mut self, next: PlanPieces) {
        self.next = Some(next);
        self.note();
    }

    /// Begins a new period with other pieces, at the full price.
    pub(super) fn restart(&mut self, pieces: PlanPieces, now: i64) {
        self.anchor = now;
        self.period = (now, months_after(now, pieces.plan.months));
        self.change(pieces, InvoiceContent::Period(pieces), now);
    }

    /// Changes the pieces for the rest of the period.
    pub(super) fn prorate(&mut self, pieces: PlanPieces, now: i64) {
        let content = InvoiceContent::Rest {
            before: self.pieces,
            after: pieces,
            period_start: self.period.0,
        };
        self.change(pieces, content, now);
    }

    fn change(&mut self, pieces: PlanPieces, content: InvoiceContent, now: i64) {
        self.pieces = pieces;
        self.next = None;
        let span = (now, self.period.1);
        let mut invoice = InvoiceAtStripe::new(self.identity(), content, span, false);
        invoice.pay(now);
        self.invoices.push(invoice);
        self.note();
    }

    /// Replaces the card by one that works, and pays what is open.
    pub(super) fn replace_card(&mut self, now: i64) {
        self.card_works = true;
        let last = self.invoices.last();
        if last.is_some_and(|last| last.status == InvoiceStatus::Open) {
            self.pay_last(now);
        }
    }

    /// Returns the subscription as it is now.
    pub(super) fn facts(&self) -> SubscriptionFacts {
        let at = Timestamp::from_seconds;
        SubscriptionFacts {
            id: self.id.clone(),
            customer: Some(self.customer.clone()),
            is_live: true,
            named_checkout: None,
            status: self.status.to_owned(),
            collection: Collection::On,
            cancel_at: self.cancel_at.map(at),
            ended_at: self.ended_at.map(at),
            trial_end: self.trial_end.map(at),
            anchor: at(self.anchor),
            period: Period {
                start: at(self.period.0),
                end: at(self.period.1),
            },
            price_id: Some(self.pieces.plan.price.to_owned()),
            quantity: self.pieces.quantity,
            latest_invoice: self.invoices.last().map(|invoice| invoice.id.clone()),
            pending_until: None,
            schedule: self.next.map(|next| ScheduleFacts {
                id: format!("sub_sched_{}", self.id),
                next_price_id: Some(next.plan.price.to_owned()),
                next_quantity: Some(next.quantity),
            }),
            card: None,
        }
    }

    fn note(&mut self) {
        let facts = self.facts();
        self.moments.push(facts);
    }
}

//! A model of an invoice at Stripe, and of the payment of it.

use foundation::Timestamp;

use super::plan_on_sale::{PlanOnSale, rest_of, tax_in};
use crate::billing::checkouts::StripeMoney;
use crate::billing::subscriptions::invoice_facts::{
    InvoiceAmounts, InvoiceFacts, InvoiceLineFacts, InvoiceStatus,
};
use crate::billing::subscriptions::period::Period;

/// A number of pieces of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlanPieces {
    pub(super) plan: &'static PlanOnSale,
    pub(super) quantity: i64,
}

impl PlanPieces {
    fn amount(self) -> i64 {
        self.plan.amount * self.quantity
    }

    pub(super) fn credits(self) -> i64 {
        self.plan.credits * self.quantity
    }
}

/// The content of an invoice.
#[derive(Clone, Copy, Debug)]
pub(super) enum InvoiceContent {
    /// The trial, which costs nothing.
    Trial(PlanPieces),
    /// A whole period.
    Period(PlanPieces),
    /// The rest of a period, with other pieces than before.
    Rest {
        before: PlanPieces,
        after: PlanPieces,
        period_start: i64,
    },
}

/// An invoice at Stripe.
#[derive(Debug)]
pub(super) struct InvoiceAtStripe {
    /// The id.
    pub(super) id: String,
    /// The id of the subscription.
    subscription: String,
    /// The id of the customer.
    customer: String,
    pub(super) content: InvoiceContent,
    /// The span of its lines.
    pub(super) span: (i64, i64),
    is_renewal: bool,
    pub(super) status: InvoiceStatus,
    attempts: i64,
    /// The time of the next payment that Stripe tries.
    pub(super) due_at: Option<i64>,
    paid_at: Option<i64>,
    /// The invoice as it was after each change.
    pub(super) moments: Vec<InvoiceFacts>,
    /// Its payment as it was after each change; empty while nothing is paid.
    pub(super) money: Vec<StripeMoney>,
}

/// The owner of an invoice at Stripe, and the number of invoices before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct InvoiceIdentity<'a> {
    pub(super) subscription: &'a str,
    pub(super) customer: &'a str,
    pub(super) number: usize,
}

impl InvoiceAtStripe {
    /// Returns a draft.
    pub(super) fn new(
        identity: InvoiceIdentity<'_>,
        content: InvoiceContent,
        span: (i64, i64),
        is_renewal: bool,
    ) -> Self {
        let mut new = Self {
            id: format!("in_{}_{}", identity.subscription, identity.number),
            subscription: identity.subscription.to_owned(),
            customer: identity.customer.to_owned(),
            content,
            span,
            is_renewal,
            status: InvoiceStatus::Draft,
            attempts: 0,
            due_at: None,
            paid_at: None,
            moments: Vec::new(),
            money: Vec::new(),
        };
        new.note();
        new
    }

    /// Returns true for a whole year with monthly allowances.
    pub(super) fn is_year(&self) -> bool {
        matches!(self.content, InvoiceContent::Period(pieces) if pieces.plan.is_yearly())
    }

    /// Returns true once it is paid or given up.
    pub(super) fn is_settled(&self) -> bool {
        matches!(self.status, InvoiceStatus::Paid | InvoiceStatus::Closed)
    }

    /// Pays the invoice.
    pub(super) fn pay(&mut self, now: i64) {
        self.status = InvoiceStatus::Paid;
        self.attempts += 1;
        self.paid_at = Some(now);
        self.due_at = None;
        if self.total() > 0 {
            self.money.push(StripeMoney::new(self.total()));
        }
        self.note();
    }

    /// Notes a payment that failed, and the time of the next one.
    pub(super) fn fail(&mut self, next: Option<i64>) {
        self.status = InvoiceStatus::Open;
        self.attempts += 1;
        self.due_at = next;
        self.note();
    }

    /// Gives the invoice up, unless it is paid.
    pub(super) fn close(&mut self) {
        if !self.is_settled() {
            self.status = InvoiceStatus::Closed;
            self.due_at = None;
            self.note();
        }
    }

    /// Returns the number of payments that were tried.
    pub(super) const fn attempts(&self) -> i64 {
        self.attempts
    }

    /// Returns the amount in minor units.
    pub(super) fn total(&self) -> i64 {
        self.lines().iter().map(|line| line.amount_minor).sum()
    }

    /// Returns the taxes in the amount.
    pub(super) fn tax(&self) -> i64 {
        tax_in(self.total())
    }

    fn lines(&self) -> Vec<InvoiceLineFacts> {
        let line = |pieces: PlanPieces, amount_minor, is_proration| InvoiceLineFacts {
            price_id: Some(pieces.plan.price.to_owned()),
            quantity: pieces.quantity,
            amount_minor,
            is_proration,
            period: Period {
                start: Timestamp::from_seconds(self.span.0),
                end: Timestamp::from_seconds(self.span.1),
            },
        };
        match self.content {
            InvoiceContent::Trial(pieces) => vec![line(pieces, 0, false)],
            InvoiceContent::Period(pieces) => vec![line(pieces, pieces.amount(), false)],
            InvoiceContent::Rest {
                before,
                after,
                period_start,
            } => {
                let period = (period_start, self.span.1);
                let rest = |pieces: PlanPieces| rest_of(pieces.amount(), period, self.span.0);
                vec![
                    line(before, -rest(before), true),
                    line(after, rest(after), true),
                ]
            }
        }
    }

    fn note(&mut self) {
        let total = self.total();
        let has_payment = self.status == InvoiceStatus::Paid && total > 0;
        let facts = InvoiceFacts {
            id: self.id.clone(),
            status: self.status,
            subscription: Some(self.subscription.clone()),
            customer: Some(self.customer.clone()),
            is_live: true,
            currency: "eur".to_owned(),
            amounts: InvoiceAmounts {
                total,
                tax: self.tax(),
                discount: 0,
                due: total,
                paid: total,
            },
            payment_intent: has_payment.then(|| format!("pi_{}", self.id)),
            lines: self.lines(),
            is_renewal: self.is_renewal,
            attempts: self.attempts,
            hosted_url: Some("https://invoice.example/1".to_owned()),
            paid_at: self.paid_at.map(Timestamp::from_seconds),
        };
        self.moments.push(facts);
    }
}

//! The rows that a subscription must have: they follow from its invoices, and from the times at which the product looked at them.
//!
//! Only four things depend on these times: a lot that is granted late lives for an hour, what does not roll over expires with the
//! grant of the next allowance, a month of a paid year is skipped if it ended before, and the months of a year end when all of its
//! money is back.

use super::calendar::{DAY, period_around};
use super::invoice_at_stripe::{InvoiceAtStripe, InvoiceContent, PlanPieces};
use super::lots_of_buyer::{LotOfBuyer, LotRank, LotsOfBuyer};
use super::plan_on_sale::{PlanOnSale, TRIAL_CREDITS, rest_of};
use super::undivided_year::UndividedYear;
use crate::billing::checkouts::StripeMoney;
use crate::billing::subscriptions::subscription_facts::SubscriptionFacts;

/// Seconds for which an allowance outlives its period.
const GRACE: i64 = DAY;
/// Minimum lifetime of granted credits, in seconds.
const MIN_LIFETIME: i64 = 3_600;
/// Seconds for which a buyer stays subscribed although a renewal is not paid.
const PAST_DUE_GRACE: i64 = 7 * DAY;

/// An allowance that must be there.
#[derive(Clone, Debug)]
pub(super) struct ExpectedAllowance {
    /// The index of its invoice.
    pub(super) invoice: usize,
    pub(super) kind: &'static str,
    pub(super) span: (i64, i64),
    pub(super) credits: i64,
    /// The expiry and the index of its lot; none if the month is skipped.
    pub(super) lot: Option<(i64, usize)>,
}

impl ExpectedAllowance {
    fn new(invoice: usize, kind: &'static str, span: (i64, i64), credits: i64) -> Self {
        Self {
            invoice,
            kind,
            span,
            credits,
            lot: None,
        }
    }
}

/// A paid year whose months are granted one by one.
#[derive(Clone, Copy, Debug)]
struct RunningYear {
    invoice: usize,
    pieces: PlanPieces,
    anchor: i64,
    /// The start of the next month.
    next: i64,
    end: i64,
    /// True while all of its money is back.
    is_returned: bool,
}

/// The rows that a subscription must have.
#[derive(Debug, Default)]
pub(super) struct ExpectedRows {
    /// The subscription as the product looked at it last.
    pub(super) row: Option<SubscriptionFacts>,
    past_due_since: Option<i64>,
    /// The indexes of the invoices that are booked.
    pub(super) booked: Vec<usize>,
    pub(super) allowances: Vec<ExpectedAllowance>,
    /// The money of a year by the index of its invoice.
    pub(super) undivided: Vec<(usize, UndividedYear)>,
    /// The indexes of the years whose money was back when the product looked at it last.
    returned: Vec<usize>,
    pub(super) lots: LotsOfBuyer,
    year: Option<RunningYear>,
    /// The time at which the lots of an ended subscription expire.
    lots_end_at: Option<i64>,
}

fn is_over(facts: &SubscriptionFacts) -> bool {
    facts.status == "canceled"
}

impl ExpectedRows {
    /// Takes over a look at the subscription.
    pub(super) fn follow(&mut self, facts: &SubscriptionFacts, now: i64) {
        let was_over = self.row.as_ref().is_none_or(is_over) && is_over(facts);
        let is_past_due = facts.status == "past_due";
        self.past_due_since = is_past_due.then(|| self.past_due_since.unwrap_or(now));
        if !is_over(facts) {
            self.lots_end_at = None;
        } else if !was_over {
            let granted = self.allowances.iter().filter(|one| one.lot.is_some());
            self.lots_end_at = granted.map(|one| one.span.1).max();
        }
        if is_over(facts) {
            self.year = None;
            self.end_years(None);
        }
        if let Some(year) = &mut self.year {
            year.is_returned = self.returned.contains(&year.invoice);
        }
        self.row = Some(facts.clone());
    }

    /// Takes over a look at the payment of an invoice. What follows for the months comes with the next look at the subscription.
    pub(super) fn see_money(&mut self, index: usize, money: &StripeMoney) {
        let mut years = self.undivided.iter_mut();
        if let Some((_, year)) = years.find(|(of, _)| *of == index) {
            year.follow(money.back());
        }
        self.returned.retain(|of| *of != index);
        if money.is_back() {
            self.returned.push(index);
        }
    }

    /// Ends the months of all years but one.
    fn end_years(&mut self, kept: Option<usize>) {
        let years = self.undivided.iter_mut();
        let ended = years.filter(|(of, _)| Some(*of) != kept);
        ended.for_each(|(_, year)| year.end());
    }

    /// Returns true if the buyer is subscribed.
    pub(super) fn is_subscribed(&self, now: i64) -> bool {
        let status = self.row.as_ref().map_or("", |row| row.status.as_str());
        match self.past_due_since {
            Some(since) => now < since + PAST_DUE_GRACE,
            None => ["active", "trialing"].contains(&status),
        }
    }

    /// Takes over the first look at a paid invoice. A subscription is looked at before its invoices.
    pub(super) fn book(&mut self, index: usize, invoice: &InvoiceAtStripe, now: i64) {
        if self.booked.contains(&index) {
            return;
        }
        let is_newest = !self.has_newer_period(invoice.span.0);
        self.booked.push(index);
        match invoice.content {
            InvoiceContent::Trial(_) => {
                let new = ExpectedAllowance::new(index, "trial", invoice.span, TRIAL_CREDITS);
                let expires_at = invoice.span.1;
                self.grant(new, LotRank::Promo, expires_at, now);
            }
            InvoiceContent::Period(pieces) => {
                self.take_period(invoice.span.1);
                let year = self.begin_year(index, invoice, pieces);
                if is_newest {
                    let is_running = self.row.as_ref().is_some_and(|row| !is_over(row));
                    self.year = year.filter(|_| is_running);
                }
                self.end_years(self.year.map(|year| year.invoice));
                let end = year.map_or(invoice.span.1, |year| year.next);
                self.grant_paid(index, pieces, (invoice.span.0, end), now);
            }
            InvoiceContent::Rest {
                before,
                after,
                period_start,
            } => {
                let period = (period_start, invoice.span.1);
                let rest = |pieces: PlanPieces| rest_of(pieces.credits(), period, invoice.span.0);
                let credits = rest(after) - rest(before);
                let new = ExpectedAllowance::new(index, "change", invoice.span, credits);
                let expires_at = self.end_of(after.plan, invoice.span.1);
                self.grant(new, LotRank::Subscription, expires_at, now);
            }
        }
    }

    fn has_newer_period(&self, start: i64) -> bool {
        let mut paid = self.allowances.iter().filter(|one| one.kind == "paid");
        paid.any(|one| one.span.0 > start)
    }

    /// Lots of a subscription that has ended live to the end of a period that is booked late.
    fn take_period(&mut self, end: i64) {
        if self.row.as_ref().is_some_and(is_over) {
            self.lots_end_at = self.lots_end_at.max(Some(end));
        }
    }

    /// Divides the money of a year; returns the year, and none for another period.
    fn begin_year(
        &mut self,
        index: usize,
        invoice: &InvoiceAtStripe,
        pieces: PlanPieces,
    ) -> Option<RunningYear> {
        if !pieces.plan.is_yearly() {
            return None;
        }
        let (start, end) = invoice.span;
        let mut money = UndividedYear::new(invoice.total(), invoice.tax());
        money.take_share();
        self.undivided.push((index, money));
        Some(RunningYear {
            invoice: index,
            pieces,
            anchor: start,
            next: period_around(start, 1, start).1,
            end,
            is_returned: false,
        })
    }

    fn grant_paid(&mut self, index: usize, pieces: PlanPieces, span: (i64, i64), now: i64) {
        let cap = pieces.plan.cap * pieces.quantity;
        self.lots.roll_over(span.0, cap, now);
        let new = ExpectedAllowance::new(index, "paid", span, pieces.credits());
        let expires_at = self.end_of(pieces.plan, span.1);
        self.grant(new, LotRank::Subscription, expires_at, now);
    }

    /// Returns the expiry of a lot: the months for which it rolls over and the grace follow its span.
    fn end_of(&self, plan: &PlanOnSale, end: i64) -> i64 {
        let anchor = self.row.as_ref().map_or(end, |row| row.anchor.seconds());
        let (start, next) = period_around(anchor, 1, end);
        let rolled = if plan.further_months > 0 {
            next + (end - start)
        } else {
            end
        };
        rolled + GRACE
    }

    fn grant(&mut self, mut new: ExpectedAllowance, rank: LotRank, expires_at: i64, now: i64) {
        let expires_at = expires_at.max(now + MIN_LIFETIME);
        let index = self.lots.grant(LotOfBuyer {
            rank,
            credits: new.credits,
            expires_at,
            span: (new.kind != "trial").then_some(new.span),
            is_of_subscription: true,
        });
        new.lot = Some((expires_at, index));
        self.allowances.push(new);
    }

    /// Takes over a sweep: months that have begun, and the end of the lots.
    pub(super) fn sweep(&mut self, now: i64) {
        let is_active = self.row.as_ref().is_some_and(|row| row.status == "active");
        let is_due = |year: &RunningYear| is_active && !year.is_returned && year.next <= now;
        while let Some(year) = self.year.filter(is_due) {
            let end = period_around(year.anchor, 1, year.next).1.min(year.end);
            let later = RunningYear { next: end, ..year };
            self.year = (end < year.end).then_some(later);
            self.pass_month(year, (year.next, end), now);
        }
        if self.lots_end_at.is_some_and(|end| end <= now) {
            self.lots_end_at = None;
            self.lots.end_subscription();
        }
    }

    /// Grants a month, or skips one that has ended.
    fn pass_month(&mut self, year: RunningYear, month: (i64, i64), now: i64) {
        let mut money = self.undivided.iter_mut();
        let money = money.find(|(invoice, _)| *invoice == year.invoice);
        let is_skipped = month.1 <= now;
        if let Some((_, money)) = money {
            money.pass(is_skipped);
            if self.year.is_none() {
                money.end();
            }
        }
        if is_skipped {
            let credits = year.pieces.credits();
            let skipped = ExpectedAllowance::new(year.invoice, "paid", month, credits);
            self.allowances.push(skipped);
        } else {
            self.grant_paid(year.invoice, year.pieces, month, now);
        }
    }

    /// Returns the credits that an invoice has granted so far.
    pub(super) fn granted_by(&self, invoice: usize) -> i64 {
        let own = self.allowances.iter().filter(|one| one.invoice == invoice);
        let granted = own.filter(|one| one.lot.is_some());
        granted.map(|one| one.credits).sum()
    }
}

//! Transitions of an attempt: the one that follows from its row and its invoice as that is at Stripe now.

use super::attempt::Attempt;
use super::attempt_state::AttemptState;
use super::decline::VOIDED;
use super::topup_facts::{ChargeResult, InvoiceStatus, TopUpFacts};
use crate::caller::Mode;

/// The account in which an invoice was found, and the mode of the attempt's book.
#[derive(Clone, Copy, Debug)]
pub(super) struct InvoiceOrigin<'a> {
    /// The connection that was asked.
    pub(super) connection_id: &'a str,
    /// The mode of that connection.
    pub(super) mode: Mode,
    /// The mode of the book.
    pub(super) book_mode: Mode,
}

/// A change of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Transition {
    /// Nothing changes.
    Stay,
    /// The buyer has paid: credits are granted.
    Complete,
    /// The buyer has paid, and a fact differs from the terms: nothing is granted. The word is the fact.
    Review(&'static str),
    /// The buyer has to confirm the payment.
    Act,
    /// The card was declined: the invoice is given up. The word is the reason.
    Void(String),
    /// The invoice was given up. The word is the reason.
    Fail(String),
}

/// Returns the transition that follows. Money always wins: a paid invoice is granted, also for an attempt that had failed.
pub(super) fn transition(
    attempt: &Attempt,
    facts: &TopUpFacts,
    origin: InvoiceOrigin<'_>,
) -> Transition {
    match facts.status {
        InvoiceStatus::Paid if attempt.state == AttemptState::Paid => Transition::Stay,
        InvoiceStatus::Paid => {
            let mismatch = find_mismatch(attempt, facts, origin);
            mismatch.map_or(Transition::Complete, Transition::Review)
        }
        InvoiceStatus::Closed if attempt.state.is_open() => {
            Transition::Fail(attempt.code.clone().unwrap_or_else(|| VOIDED.to_owned()))
        }
        InvoiceStatus::Open if attempt.state == AttemptState::Paying => charged(&facts.charge),
        InvoiceStatus::Closed
        | InvoiceStatus::Open
        | InvoiceStatus::Draft
        | InvoiceStatus::Unknown => Transition::Stay,
    }
}

fn charged(charge: &ChargeResult) -> Transition {
    match charge {
        ChargeResult::Untried | ChargeResult::Pending => Transition::Stay,
        ChargeResult::NeedsAction => Transition::Act,
        ChargeResult::Failed(word) => Transition::Void(word.clone()),
    }
}

/// Returns the first fact of a paid invoice that differs from the terms of its attempt.
fn find_mismatch(
    attempt: &Attempt,
    facts: &TopUpFacts,
    origin: InvoiceOrigin<'_>,
) -> Option<&'static str> {
    let is_live = origin.book_mode == Mode::Live;
    let checks = [
        (
            attempt.connection_id == origin.connection_id,
            "connection-mismatch",
        ),
        (
            origin.mode == origin.book_mode && facts.is_live == is_live,
            "mode-mismatch",
        ),
        (
            facts.customer.is_some() && facts.customer == attempt.stripe_customer_id,
            "customer-mismatch",
        ),
        (
            facts.currency == attempt.currency.code(),
            "currency-mismatch",
        ),
        (facts.subtotal == attempt.price_minor(), "amount-mismatch"),
    ];
    let mut failed = checks.into_iter().filter(|(is_right, _)| !is_right);
    failed.next().map(|(_, reason)| reason)
}

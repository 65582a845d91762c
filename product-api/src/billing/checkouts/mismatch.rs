//! Compares a finished session with the terms of its checkout, as a pure function.

use super::checkout::Checkout;
use super::checkout_kind::CheckoutKind;
use super::review_reason::ReviewReason;
use super::session_facts::{SessionFacts, SessionLine};
use crate::caller::Mode;

/// The account in which a session was found, and the mode of the checkout's book.
#[derive(Clone, Copy, Debug)]
pub(super) struct SessionOrigin<'a> {
    /// The connection that was asked.
    pub(super) connection_id: &'a str,
    /// The mode of that connection.
    pub(super) mode: Mode,
    /// The mode of the book.
    pub(super) book_mode: Mode,
}

/// Returns the first fact of a finished session that differs from the terms of its checkout.
pub(super) fn find_mismatch(
    checkout: &Checkout,
    session: &SessionFacts,
    origin: SessionOrigin<'_>,
) -> Option<ReviewReason> {
    let is_live = origin.book_mode == Mode::Live;
    let own = Some(checkout.id.as_str());
    let checks = [
        (
            checkout.connection_id == origin.connection_id,
            ReviewReason::Connection,
        ),
        (
            origin.mode == origin.book_mode && session.is_live == is_live,
            ReviewReason::Mode,
        ),
        (
            session.reference.as_deref() == own && session.named_checkout.as_deref() == own,
            ReviewReason::Reference,
        ),
        (
            session.customer.is_some() && session.customer == checkout.stripe_customer_id,
            ReviewReason::Customer,
        ),
    ];
    let mut failed = checks.into_iter().filter(|(is_right, _)| !is_right);
    let mismatch = failed.next().map(|(_, reason)| reason);
    mismatch.or_else(|| match checkout.kind {
        CheckoutKind::Pack | CheckoutKind::Plan => find_other_sale(checkout, session),
        CheckoutKind::Setup => find_other_setup(checkout, session),
    })
}

/// Compares what was sold with what was paid.
fn find_other_sale(checkout: &Checkout, session: &SessionFacts) -> Option<ReviewReason> {
    let checks = [
        (
            session.currency == checkout.currency.code(),
            ReviewReason::Currency,
        ),
        (has_own_amount(checkout, session), ReviewReason::Amount),
        (
            session.amounts.discount == 0 || checkout.terms.has_promotion_codes,
            ReviewReason::Discount,
        ),
        (has_own_line(checkout, &session.lines), ReviewReason::Lines),
    ];
    let mut failed = checks.into_iter().filter(|(is_right, _)| !is_right);
    failed.next().map(|(_, reason)| reason)
}

/// Compares what was agreed to. A session that saves a card may come without a currency.
fn find_other_setup(checkout: &Checkout, session: &SessionFacts) -> Option<ReviewReason> {
    let setup = session.setup.as_ref();
    let currency = session.currency.as_str();
    if setup.is_none_or(|setup| setup.method.is_none()) {
        return Some(ReviewReason::Purpose);
    }
    let is_own = currency.is_empty() || currency == checkout.currency.code();
    (!is_own).then_some(ReviewReason::Currency)
}

/// Returns true if the price is the one that was fixed. Nothing is paid at the begin of a trial.
fn has_own_amount(checkout: &Checkout, session: &SessionFacts) -> bool {
    let subtotal = session.amounts.subtotal;
    let is_trial = checkout.terms.trial.is_some() && subtotal == 0;
    subtotal == checkout.total_minor() || is_trial
}

/// Returns true if there is one line, with the price and the number of packs of the checkout.
fn has_own_line(checkout: &Checkout, lines: &[SessionLine]) -> bool {
    let [line] = lines else { return false };
    line.price_id.as_deref() == Some(checkout.terms.stripe_price_id.as_str())
        && line.quantity == Some(checkout.quantity)
}

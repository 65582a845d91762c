//! Offers the refunds that are possible for a payment, from what is known here.

use foundation::{Connection, Failure};

use super::refund_offer::{RefundOffer, RefundablePayment};
use super::refund_problems::exceeds;
use crate::app::App;
use crate::billing::connections::{Shortfall, settings_of_book};
use crate::billing::currency::Currency;
use crate::billing::payments::{
    Dispute, DisputeState, Payment, PaymentDetail, PaymentState, Refund, find_payment_of_website,
    lot_ids, promised_minor, refunded_minor,
};
use crate::credits::left_in_lots;
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// The refunds that are possible for a payment.
pub(super) struct RefundOffers {
    pub(super) currency: Currency,
    pub(super) remaining_minor: i64,
    pub(super) unspent_credits: i64,
    pub(super) shortfall: Shortfall,
    pub(super) is_disputed: bool,
    pub(super) unspent: Option<RefundOffer>,
    pub(super) full: Option<RefundOffer>,
    pub(super) amount: Option<RefundOffer>,
}

/// Returns the possible refunds of a payment of a website, and that of an amount, if one is given. Rejects with 422 an amount
/// that is larger than the rest.
pub(super) async fn offer_refunds(
    app: &App,
    access: &SiteAccess,
    id: &str,
    amount_minor: Option<i64>,
) -> Result<RefundOffers, Problem> {
    if amount_minor.is_some_and(|amount| amount < 1) {
        let error = FieldError::parameter("amount_minor", "Must be at least 1.");
        return Err(Problem::invalid(&[error]));
    }
    let detail = find_payment_of_website(app, access, id).await?;
    let is_disputed = detail.disputes.iter().any(prevents_refunds);
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let refundable = refundable(&mut db, &detail).await?;
    let settings = settings_of_book(&mut db, detail.payment.book_id).await?;
    let remaining_minor = refundable.remaining;
    if amount_minor.is_some_and(|amount| amount > remaining_minor) && !is_disputed {
        return Err(exceeds(remaining_minor));
    }
    let offer = |amount: i64| {
        let is_possible = !is_disputed && (1..=remaining_minor).contains(&amount);
        is_possible.then(|| refundable.offer(amount))
    };
    Ok(RefundOffers {
        currency: detail.payment.currency,
        remaining_minor,
        unspent_credits: refundable.unspent().max(0),
        shortfall: settings.shortfall,
        is_disputed,
        unspent: offer(refundable.unspent_minor()),
        full: offer(remaining_minor),
        amount: amount_minor.and_then(offer),
    })
}

/// Returns true for a dispute that keeps Stripe from refunding its charge.
fn prevents_refunds(dispute: &Dispute) -> bool {
    match dispute.state {
        DisputeState::Open | DisputeState::Lost | DisputeState::Prevented => true,
        DisputeState::Inquiry | DisputeState::Won => false,
    }
}

async fn refundable(
    db: &mut Connection<'_>,
    detail: &PaymentDetail,
) -> Result<RefundablePayment, Failure> {
    let lots = lot_ids(db, &detail.payment.id).await?;
    let left = left_in_lots(db, &lots).await?;
    let money = refundable_money(&detail.payment, &detail.refunds, &detail.disputes);
    Ok(RefundablePayment {
        left: left.left,
        pinned: left.pinned,
        ..money
    })
}

/// Returns the money of a payment that can still go back, without the credits in its lots.
fn refundable_money(
    payment: &Payment,
    refunds: &[Refund],
    disputes: &[Dispute],
) -> RefundablePayment {
    let is_paid = matches!(payment.state, PaymentState::Paid | PaymentState::Review);
    let paid = if is_paid { payment.amount_minor } else { 0 };
    let lost: i64 = disputes.iter().map(Dispute::lost_minor).sum();
    let returned = promised_minor(refunds).saturating_add(lost);
    RefundablePayment {
        amount: payment.amount_minor,
        granted: payment.granted,
        clawed_back: payment.reversal.clawed_back,
        back: refunded_minor(refunds).saturating_add(lost),
        remaining: paid.saturating_sub(returned).max(0),
        left: 0,
        pinned: 0,
    }
}

/// Returns the amount that has bought the unused credits of a payment, as far as it can still go back.
pub(super) async fn unspent_minor(
    db: &mut Connection<'_>,
    payment: &Payment,
    refunds: &[Refund],
) -> Result<i64, Failure> {
    let lots = lot_ids(db, &payment.id).await?;
    let left = left_in_lots(db, &lots).await?;
    let refundable = RefundablePayment {
        left: left.left,
        pinned: left.pinned,
        ..refundable_money(payment, refunds, &[])
    };
    Ok(refundable.unspent_minor())
}

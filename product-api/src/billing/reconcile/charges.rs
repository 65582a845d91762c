//! Compares charges, refunds and disputes at Stripe with our payments.

use super::compare_part::compare_part;
use super::compare_payment::{ChargeView, compare_charge};
use super::context::{CHECKOUT, RunContext, new_page};
use super::page::{ComparedObject, RunPage};
use crate::billing::currency::Currency;
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::payments::{dispute_facts, disputes_of, refund_facts, refunds_of};
use crate::billing::stripe::StripeCharge;

/// Compares one page of charges.
pub(super) async fn compare_charges(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_charges(&context.query()).await?;
    let mut page = new_page(&listed, |charge| &charge.id);
    for charge in &listed.data {
        // Money without an intent is not ours: each checkout has one.
        if let Some(intent) = &charge.payment_intent {
            compare(context, &mut page, &intent.id, charge).await?;
        }
    }
    Ok(page)
}

async fn compare(
    context: &RunContext<'_>,
    page: &mut RunPage,
    intent: &str,
    charge: &StripeCharge,
) -> Result<(), ApplyError> {
    let Some(own) = context.payment_of(intent).await? else {
        if charge.metadata.contains_key(CHECKOUT) {
            context.add_named(page, ObjectKind::Payment, intent).await?;
        }
        return Ok(());
    };
    let mark = context.mark_of(ObjectKind::Payment, intent).await?;
    let view = ChargeView::from_charge(charge);
    let differences = compare_charge(&view, &own, mark, context.connection.mode);
    page.add(compared_payment(intent, own.book_id), differences);
    if view.is_paid {
        page.seen.push(intent.to_owned());
    }
    Ok(())
}

/// Returns a payment of ours by its intent.
pub(super) fn compared_payment(intent: &str, book_id: i64) -> ComparedObject<'_> {
    ComparedObject {
        kind: ObjectKind::Payment,
        id: intent,
        book_id,
    }
}

/// Compares one page of refunds.
pub(super) async fn compare_refunds(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_refunds(&context.query()).await?;
    let mut page = new_page(&listed, |refund| &refund.id);
    for refund in &listed.data {
        let Some(intent) = &refund.payment_intent else {
            continue;
        };
        let Some(own) = context.payment_of(&intent.id).await? else {
            continue;
        };
        let rows = {
            let mut reader = context.app.database.reader().await?;
            refunds_of(&mut reader.connection(), &own.id).await?
        };
        let is_recorded = refund_facts(refund).is_recorded_in(&rows);
        add_part(
            context,
            &mut page,
            compared_payment(&intent.id, own.book_id),
            is_recorded,
        )
        .await?;
    }
    Ok(page)
}

/// Compares one page of disputes.
pub(super) async fn compare_disputes(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_disputes(&context.query()).await?;
    let mut page = new_page(&listed, |dispute| &dispute.id);
    for dispute in &listed.data {
        let Some(intent) = &dispute.payment_intent else {
            continue;
        };
        let Some(own) = context.payment_of(&intent.id).await? else {
            continue;
        };
        let Some(currency) = Currency::parse(&own.paid.currency) else {
            continue;
        };
        let rows = {
            let mut reader = context.app.database.reader().await?;
            disputes_of(&mut reader.connection(), &own.id).await?
        };
        let is_recorded = dispute_facts(dispute, currency).is_recorded_in(&rows);
        add_part(
            context,
            &mut page,
            compared_payment(&intent.id, own.book_id),
            is_recorded,
        )
        .await?;
    }
    Ok(page)
}

async fn add_part(
    context: &RunContext<'_>,
    page: &mut RunPage,
    payment: ComparedObject<'_>,
    is_recorded: bool,
) -> Result<(), ApplyError> {
    if !is_recorded {
        let mark = context.mark_of(ObjectKind::Payment, payment.id).await?;
        page.add(payment, compare_part(mark).into_iter().collect());
    }
    Ok(())
}

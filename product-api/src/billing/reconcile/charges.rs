//! Compares charges, refunds and disputes at Stripe with our payments.

use serde_json::Value;

use super::compare_part::{ChargePart, compare_part};
use super::compare_payment::{ChargeView, compare_charge};
use super::context::{CHECKOUT, RunContext, begin_page};
use super::page::{ComparedObject, RunPage};
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::stripe::{Expandable, StripeCharge};

/// Compares one page of charges.
pub(super) async fn compare_charges(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_charges(&context.query()).await?;
    let mut page = begin_page(&listed, |charge| &charge.id);
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
    let mut page = begin_page(&listed, |refund| &refund.id);
    for refund in &listed.data {
        let part = ChargePart {
            status: refund.status.as_deref(),
            created: refund.created,
        };
        compare_one_part(context, &mut page, refund.payment_intent.as_ref(), part).await?;
    }
    Ok(page)
}

/// Compares one page of disputes.
pub(super) async fn compare_disputes(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_disputes(&context.query()).await?;
    let mut page = begin_page(&listed, |dispute| &dispute.id);
    for dispute in &listed.data {
        let part = ChargePart {
            status: dispute.status.as_deref(),
            created: dispute.created,
        };
        compare_one_part(context, &mut page, dispute.payment_intent.as_ref(), part).await?;
    }
    Ok(page)
}

async fn compare_one_part(
    context: &RunContext<'_>,
    page: &mut RunPage,
    intent: Option<&Expandable<Value>>,
    part: ChargePart<'_>,
) -> Result<(), ApplyError> {
    let Some(intent) = intent else { return Ok(()) };
    let Some(own) = context.payment_of(&intent.id).await? else {
        return Ok(());
    };
    let mark = context.mark_of(ObjectKind::Payment, &intent.id).await?;
    let difference = compare_part(part, mark);
    page.add(
        compared_payment(&intent.id, own.book_id),
        difference.into_iter().collect(),
    );
    Ok(())
}

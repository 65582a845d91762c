//! Compares invoices of subscriptions and top-ups at Stripe with our payments.

use super::compare_invoice::compare_invoice;
use super::context::{RunContext, new_page};
use super::page::{ComparedObject, RunPage};
use super::store::own_subscriptions::{InvoiceKey, find_invoice};
use super::store::own_topups::{TopUpKey, find_topup};
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::stripe::StripeInvoice;
use crate::billing::topups::topup_of;

/// Compares one page of invoices.
pub(super) async fn compare_invoices(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_invoices(&context.query()).await?;
    let mut page = new_page(&listed, |invoice| &invoice.id);
    for invoice in &listed.data {
        compare(context, &mut page, invoice).await?;
    }
    Ok(page)
}

/// Fetches an invoice, and compares it. One that Stripe does not have any more agrees.
pub(super) async fn compare_invoice_again(
    context: &RunContext<'_>,
    page: &mut RunPage,
    id: &str,
) -> Result<(), ApplyError> {
    context.pace().await;
    page.objects = page.objects.saturating_add(1);
    match context.account.get_invoice(id).await {
        Ok(invoice) => compare(context, page, &invoice).await,
        Err(error) if error.is_missing() => Ok(()),
        Err(error) => Err(error.into()),
    }
}

async fn compare(
    context: &RunContext<'_>,
    page: &mut RunPage,
    invoice: &StripeInvoice,
) -> Result<(), ApplyError> {
    let connection_id = &context.connection.id;
    let own = match (&invoice.subscription, topup_of(invoice)) {
        (Some(subscription), _) => {
            let key = InvoiceKey {
                connection_id,
                subscription,
                invoice: &invoice.id,
                customer: invoice.customer.as_deref(),
            };
            let mut reader = context.app.database.reader().await?;
            find_invoice(&mut reader.connection(), key).await?
        }
        (None, Some(topup)) => {
            let key = TopUpKey {
                connection_id,
                topup,
                invoice: &invoice.id,
            };
            let mut reader = context.app.database.reader().await?;
            find_topup(&mut reader.connection(), key).await?
        }
        // An invoice of a pack is the document of its checkout.
        (None, None) => return Ok(()),
    };
    let Some(own) = own else {
        // Its application finds out if its subscription or its top-up is ours.
        if invoice.status.as_deref() == Some("paid") {
            let kind = ObjectKind::Invoice;
            context.add_named(page, kind, &invoice.id).await?;
        }
        return Ok(());
    };
    let mark = context.mark_of(ObjectKind::Invoice, &invoice.id).await?;
    let object = ComparedObject {
        kind: ObjectKind::Invoice,
        id: &invoice.id,
        book_id: own.book_id,
    };
    page.add(object, compare_invoice(invoice, &own, mark));
    Ok(())
}

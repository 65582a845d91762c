//! Compares invoices of subscriptions at Stripe with our payments.

use super::compare_invoice::compare_invoice;
use super::context::{RunContext, begin_page};
use super::page::{ComparedObject, RunPage};
use super::store::own_subscriptions::{InvoiceKey, find_invoice};
use crate::billing::marks::{ApplyError, ObjectKind};
use crate::billing::stripe::StripeInvoice;

/// Compares one page of invoices.
pub(super) async fn compare_invoices(context: &RunContext<'_>) -> Result<RunPage, ApplyError> {
    context.pace().await;
    let listed = context.account.list_invoices(&context.query()).await?;
    let mut page = begin_page(&listed, |invoice| &invoice.id);
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
    // An invoice of a pack is the document of its checkout.
    let Some(subscription) = &invoice.subscription else {
        return Ok(());
    };
    let own = {
        let key = InvoiceKey {
            connection_id: &context.connection.id,
            subscription,
            invoice: &invoice.id,
            customer: invoice.customer.as_deref(),
        };
        let mut reader = context.app.database.reader().await?;
        find_invoice(&mut reader.connection(), key).await?
    };
    let Some(own) = own else {
        // Its application finds out if its subscription is ours.
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

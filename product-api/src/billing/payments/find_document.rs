//! Finds the document of a payment at Stripe: its invoice, or else the receipt of its charge.

use super::document::{PaymentDocument, PaymentDocumentKind};
use super::payment::Payment;
use super::provider_problem::provider_problem;
use crate::app::App;
use crate::billing::connections::{find_connection, note_error, open_account};
use crate::billing::stripe::{Priority, StripeAccount, StripeError};
use crate::problem::Problem;

/// Asks Stripe for the document. Rejects with 404 a payment without one, and with 502 if Stripe does not answer.
pub(super) async fn find_document(
    app: &App,
    payment: &Payment,
) -> Result<PaymentDocument, Problem> {
    let connection = {
        let mut reader = app.database.reader().await?;
        find_connection(&mut reader.connection(), &payment.connection_id).await?
    };
    let usable = connection.filter(|connection| connection.state.is_usable());
    let connection = usable.ok_or_else(|| Problem::not_found("document"))?;
    let account = open_account(app, &connection, Priority::Buyer)?;
    match fetch(&account, payment).await {
        Ok(document) => document.ok_or_else(|| Problem::not_found("document")),
        Err(error) if error.is_missing() => Err(Problem::not_found("document")),
        Err(error) => {
            note_error(app, &connection.id, &error).await?;
            Err(provider_problem(&error))
        }
    }
}

async fn fetch(
    account: &StripeAccount<'_>,
    payment: &Payment,
) -> Result<Option<PaymentDocument>, StripeError> {
    if let Some(id) = &payment.stripe_invoice {
        let invoice = account.get_invoice(id).await?;
        if let Some(url) = invoice.hosted_invoice_url {
            return Ok(Some(PaymentDocument {
                kind: PaymentDocumentKind::Invoice,
                url: url.expose().to_owned(),
            }));
        }
    }
    let Some(id) = &payment.stripe_charge else {
        return Ok(None);
    };
    let charge = account.get_charge(id).await?;
    Ok(charge.receipt_url.map(|url| PaymentDocument {
        kind: PaymentDocumentKind::Receipt,
        url: url.expose().to_owned(),
    }))
}

//! Applies the invoice of a top-up for the inbox: paid by its card, by its buyer on Stripe's page, or given up.

use super::apply_facts::apply_facts;
use super::attempt::TOPUP;
use super::read_facts::facts_of;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::{Applied, ApplyError};
use crate::billing::stripe::{Priority, StripeInvoice};

/// Returns the attempt that an invoice names; none for an invoice of something else.
pub(crate) fn topup_of(invoice: &StripeInvoice) -> Option<&str> {
    let named = invoice.metadata.get(TOPUP).map(String::as_str);
    named.filter(|_| invoice.subscription.is_none())
}

/// Applies an invoice that was fetched.
pub(crate) async fn apply_topup_invoice(
    app: &App,
    connection: &StripeConnection,
    invoice: &StripeInvoice,
) -> Result<Applied, ApplyError> {
    let account = open_account(app, connection, Priority::Inbox)?;
    let facts = facts_of(&account, invoice).await?;
    Ok(apply_facts(app, connection, &facts).await?)
}

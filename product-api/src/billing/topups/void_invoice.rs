//! Gives the invoice of an attempt up: once it is void, it can no longer be paid.

use super::apply_facts::apply_facts;
use super::attempt::Attempt;
use super::decline::NEVER_PAID;
use super::end_attempt::end;
use super::read_facts::fetch_facts;
use super::topup_facts::InvoiceStatus;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::marks::ApplyError;
use crate::billing::stripe::{Priority, StripeError};

/// Voids the invoice of an attempt, or deletes its draft, and applies it as it is then: it may have been paid just before.
pub(super) async fn void_invoice(
    app: &App,
    connection: &StripeConnection,
    attempt: &Attempt,
) -> Result<(), ApplyError> {
    let word = attempt.code.as_deref().unwrap_or(NEVER_PAID);
    let Some(invoice) = &attempt.stripe_invoice else {
        return Ok(end(app, attempt, word).await?);
    };
    let account = open_account(app, connection, Priority::TopUp)?;
    let facts = match fetch_facts(&account, invoice).await {
        Ok(facts) => facts,
        // A draft that was deleted by a call whose response was lost.
        Err(error) if error.is_missing() => return Ok(end(app, attempt, word).await?),
        Err(error) => return Err(error.into()),
    };
    let given_up = match facts.status {
        InvoiceStatus::Draft => account.delete_invoice(invoice).await.map(drop),
        InvoiceStatus::Open => account.void_invoice(invoice).await.map(drop),
        InvoiceStatus::Paid | InvoiceStatus::Closed | InvoiceStatus::Unknown => Ok(()),
    };
    match given_up {
        Ok(()) if facts.status == InvoiceStatus::Draft => {
            return Ok(end(app, attempt, word).await?);
        }
        // A refusal means that it was paid, or given up by another server.
        Ok(()) | Err(StripeError::Refused(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let facts = fetch_facts(&account, invoice).await?;
    apply_facts(app, connection, &facts).await?;
    Ok(())
}

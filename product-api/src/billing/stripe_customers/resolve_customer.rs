//! Finds the customer of a website who buys, or creates it at the first contact.

use foundation::Connection;

use crate::app::App;
use crate::caller::SiteScope;
use crate::credits::welcome_within;
use crate::customers::{CustomerRef, Name, Sources, resolve_all};
use crate::problem::{Kind, Problem};

/// Returns the id of a customer in the open transaction; a new one gets the website's sign-up grant. Rejects with 404 an id that
/// does not exist, and with 403 an inactive user.
///
/// The caller marks the transaction with [`crate::credits::Ledger::mark_in_flight`].
pub(crate) async fn resolve_customer(
    app: &App,
    db: &mut Connection<'_>,
    book_id: i64,
    site: SiteScope<'_>,
    reference: &CustomerRef,
) -> Result<String, Problem> {
    let name = Name {
        website_id: site.website_id,
        mode: site.mode,
        reference,
    };
    let sources = Sources {
        clock: &app.clock,
        random: &app.random,
    };
    let found = resolve_all(db, &[name], sources).await?;
    let customer = found.into_iter().next().flatten();
    let customer = customer.ok_or_else(|| Problem::not_found("customer"))?;
    if !customer.holder_is_active {
        return Err(holder_inactive());
    }
    if customer.is_new {
        welcome_within(app, db, site, book_id, &customer.id).await?;
    }
    Ok(customer.id)
}

/// Returns the problem of a customer whose user is inactive.
pub(crate) fn holder_inactive() -> Problem {
    Problem::new(
        Kind::HolderInactive,
        "The customer's account is switched off.",
    )
}

//! Searches Stripe for the session of a checkout, if Stripe did not answer the call that creates it.

use super::checkout::Checkout;
use super::provider_error::ProviderError;
use super::read_session::CHECKOUT;
use crate::app::App;
use crate::billing::connections::{StripeConnection, open_account};
use crate::billing::stripe::{CheckoutSession, PageQuery, Priority};

/// Pages of sessions that are searched.
const MAX_PAGES: u32 = 50;
/// Seconds by which Stripe's clock may be behind ours.
const LEEWAY: i64 = 60;

/// Returns the session that names a checkout, with all that decides about the checkout.
pub(super) async fn search_session(
    app: &App,
    connection: &StripeConnection,
    checkout: &Checkout,
) -> Result<Option<CheckoutSession>, ProviderError> {
    let account = open_account(app, connection, Priority::Buyer)?;
    let mut last: Option<String> = None;
    for _ in 0..MAX_PAGES {
        let query = PageQuery {
            starting_after: last.as_deref(),
            created_from: Some(checkout.created_at.seconds().saturating_sub(LEEWAY)),
            ..PageQuery::default()
        };
        let page = account.list_sessions(&query).await?;
        let is_named =
            |session: &&CheckoutSession| session.metadata.get(CHECKOUT) == Some(&checkout.id);
        if let Some(found) = page.data.iter().find(is_named) {
            return Ok(Some(account.get_session(&found.id).await?));
        }
        last = page.data.last().map(|session| session.id.clone());
        if !page.has_more || last.is_none() {
            break;
        }
    }
    Ok(None)
}

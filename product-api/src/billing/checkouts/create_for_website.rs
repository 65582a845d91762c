//! Starts a checkout for a customer of the website whose back end asks.

use super::buyer::{BuyerName, Sale};
use super::create_checkout::{StartedCheckout, create_checkout};
use super::prepare_checkout::CheckoutRequest;
use crate::app::App;
use crate::credits::open_site_book;
use crate::customers::CustomerRef;
use crate::idempotency::{Fingerprint, IdempotencyKey, KeyedRequest};
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Returns an attempt under a key of the website, which names one operation of the website among all.
pub(super) fn keyed(
    access: &SiteAccess,
    key: IdempotencyKey,
    fingerprint: Fingerprint,
) -> KeyedRequest {
    KeyedRequest {
        tenant: format!("{}:{}", access.website_id, access.mode),
        key,
        fingerprint,
    }
}

/// Starts a checkout for a customer, who is created at the first contact.
pub(super) async fn create_for_website(
    app: &App,
    access: &SiteAccess,
    attempt: &KeyedRequest,
    customer: CustomerRef,
    request: &CheckoutRequest,
) -> Result<StartedCheckout, Problem> {
    let site = access.scope();
    app.limits.check_customer(|| customer.named_at(site))?;
    let sale = Sale {
        book_id: open_site_book(app, site).await?,
        mode: access.mode,
        buyer: BuyerName::Customer {
            website_id: access.website_id.clone(),
            reference: customer,
        },
        actor: access.actor.to_string(),
        is_own: false,
    };
    Box::pin(create_checkout(app, &sale, attempt, request)).await
}

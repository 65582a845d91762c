//! `/v1/checkout-sessions`: a website's back end sells packs to the website's customers.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{CheckoutBody, CheckoutDto};
use crate::app::App;
use crate::billing::checkouts::create_for_website::{create_for_website, keyed};
use crate::billing::checkouts::expire_checkout::expire_checkout;
use crate::billing::checkouts::find_checkout::find_for_website;
use crate::billing::checkouts::sync_checkout::sync_checkout;
use crate::caller::{BillingRead, BillingSell};
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader, StoredResponse};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::{AdmitAll, BySite};

documents!(
    CreateProblems: AccountFrozen, BillingNotConnected, CapTooLow, ClientNotAllowed, ContentTooLarge, CurrencyUnsupported,
        FirstPurchaseOnly, HolderInactive, IdempotencyInFlight, IdempotencyKeyInvalid, IdempotencyKeyMissing, IdempotencyKeyReused,
        NotFound, PaymentProviderError, PriceUnavailable, SubscriptionExists, UnknownOffer, UnsupportedMediaType, WebsiteSuspended
);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound);
documents!(SyncProblems: ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError);
documents!(ExpireProblems: CheckoutNotOpen, ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError);

#[derive(ApiResponse)]
enum CheckoutResponse {
    /// The checkout, as it is now.
    #[oai(status = 200)]
    Ok(Json<CheckoutDto>),
}

/// The operations on checkouts of a website's customers.
pub(crate) struct CheckoutsApi;

#[OpenApi]
impl CheckoutsApi {
    /// Start a checkout
    ///
    /// Sells a pack to a customer: send the buyer to the `url` of the response, a page of Stripe. The price and the credits are
    /// fixed from then on, and the credits are granted once it is paid, in one transaction with the payment. The page is valid
    /// for an hour. A repeat with the same key returns the same checkout, as it is then, and never starts a second one.
    /// With `top_up` nothing is sold: Stripe saves the customer's card, and an automatic top-up is turned on to which the customer
    /// agrees on the page. Another checkout of that kind that is open ends. A buyer can start 20 checkouts in an hour.
    #[oai(
        path = "/v1/checkout-sessions",
        method = "post",
        operation_id = "create_checkout_session",
        tag = "Tag::Billing"
    )]
    async fn create(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<BillingSell>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        asked: JsonBody<CheckoutBody>,
    ) -> Result<IdempotentResponse<CheckoutDto>, ProblemResponse<CreateProblems>> {
        let fingerprint = Fingerprint::new("POST", "/v1/checkout-sessions", &[], &asked.value);
        let attempt = keyed(&caller.0, attempt.key, fingerprint);
        let (customer, request) = asked.body.read()?;
        let started = create_for_website(&app, &caller.0, &attempt, customer, &request).await?;
        let body = CheckoutDto::from(started.view).to_json_string();
        let stored = StoredResponse::ok(body);
        Ok(IdempotentResponse::new(stored, started.is_replayed))
    }

    /// Get a checkout
    ///
    /// Returns a checkout as it is known here. Webhooks, `checkout.completed` most of all, say when it changes.
    #[oai(
        path = "/v1/checkout-sessions/:id",
        method = "get",
        operation_id = "get_checkout_session",
        tag = "Tag::Billing"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<BillingRead, AdmitAll>,
        /// The checkout's id.
        id: Path<String>,
    ) -> Result<CheckoutResponse, ProblemResponse<GetProblems>> {
        let view = find_for_website(&app, &caller.0, &id).await?;
        Ok(CheckoutResponse::Ok(Json(view.into())))
    }

    /// Synchronize a checkout
    ///
    /// Asks Stripe how far the payment is, grants what was paid, and returns the checkout. Call it on the page to which the buyer
    /// comes back, so that the credits are there before the webhook is; 20 times a minute at most.
    #[oai(
        path = "/v1/checkout-sessions/:id/sync",
        method = "post",
        operation_id = "sync_checkout_session",
        tag = "Tag::Billing"
    )]
    async fn sync(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<BillingSell, AdmitAll>,
        /// The checkout's id.
        id: Path<String>,
    ) -> Result<CheckoutResponse, ProblemResponse<SyncProblems>> {
        let view = find_for_website(&app, &caller.0, &id).await?;
        let view = sync_checkout(&app, view).await?;
        Ok(CheckoutResponse::Ok(Json(view.into())))
    }

    /// Expire a checkout
    ///
    /// Ends an open checkout: its page no longer takes a payment.
    #[oai(
        path = "/v1/checkout-sessions/:id/expire",
        method = "post",
        operation_id = "expire_checkout_session",
        tag = "Tag::Billing"
    )]
    async fn expire(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<BillingSell, AdmitAll>,
        /// The checkout's id.
        id: Path<String>,
    ) -> Result<CheckoutResponse, ProblemResponse<ExpireProblems>> {
        let view = find_for_website(&app, &caller.0, &id).await?;
        let view = expire_checkout(&app, view).await?;
        Ok(CheckoutResponse::Ok(Json(view.into())))
    }
}

//! `/v1/me/checkout-sessions`: a user buys packs.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{MyCheckoutBody, MyCheckoutDto};
use crate::app::App;
use crate::billing::buyer_requests::keyed_of_user;
use crate::billing::checkouts::create_for_user::{OwnPurchase, create_for_user};
use crate::billing::checkouts::expire_checkout::expire_checkout;
use crate::billing::checkouts::find_checkout::find_for_user;
use crate::billing::checkouts::sync_checkout::sync_checkout;
use crate::caller::CreditsBuy;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader, StoredResponse};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;

documents!(
    CreateProblems: AccountFrozen, BillingNotConnected, CapTooLow, ClientNotAllowed, ContentTooLarge, CurrencyUnsupported,
        FirstPurchaseOnly, HolderInactive, IdempotencyInFlight, IdempotencyKeyInvalid, IdempotencyKeyMissing, IdempotencyKeyReused,
        NotFound, PaymentProviderError, PriceUnavailable, SubscriptionExists, UnknownOffer, UnsupportedMediaType, WebsiteSuspended
);
documents!(GetProblems: ClientNotAllowed, HolderInactive, NotFound, WebsiteSuspended);
documents!(SyncProblems: ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError, WebsiteSuspended);
documents!(
    ExpireProblems: CheckoutNotOpen, ClientNotAllowed, HolderInactive, NotFound, PaymentProviderError, WebsiteSuspended
);

#[derive(ApiResponse)]
enum MyCheckoutResponse {
    /// The checkout, as it is now.
    #[oai(status = 200)]
    Ok(Json<MyCheckoutDto>),
}

/// The operations on the user's own checkouts.
pub(crate) struct MyCheckoutsApi;

#[OpenApi]
impl MyCheckoutsApi {
    /// Start a checkout of my own
    ///
    /// Sells a pack to the user: send the browser to the `url` of the response, a page of Stripe. A token of a website's client
    /// buys credits at that website; a token of this installation's own client buys credits of the platform, or of any active
    /// website. With `top_up` nothing is sold: Stripe saves the card, and an automatic top-up is turned on. While a checkout for the
    /// same thing is open, the user gets that one again. A user can start 20 checkouts in an hour.
    #[oai(
        path = "/v1/me/checkout-sessions",
        method = "post",
        operation_id = "create_my_checkout_session",
        tag = "Tag::Me"
    )]
    async fn create(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        asked: JsonBody<MyCheckoutBody>,
    ) -> Result<IdempotentResponse<MyCheckoutDto>, ProblemResponse<CreateProblems>> {
        let fingerprint = Fingerprint::new("POST", "/v1/me/checkout-sessions", &[], &asked.value);
        let attempt = keyed_of_user(&holder, attempt.key, fingerprint);
        let body = asked.body;
        let purchase = OwnPurchase {
            website: body.website.clone(),
            mode: body.mode,
            request: body.read()?,
        };
        let started = create_for_user(&app, &holder, &attempt, &purchase).await?;
        let body = MyCheckoutDto::from(started.view).to_json_string();
        let stored = StoredResponse::ok(body);
        Ok(IdempotentResponse::new(stored, started.is_replayed))
    }

    /// Get one of my checkouts
    ///
    /// Returns a checkout of the user as it is known here, if the token shows it.
    #[oai(
        path = "/v1/me/checkout-sessions/:id",
        method = "get",
        operation_id = "get_my_checkout_session",
        tag = "Tag::Me"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The checkout's id.
        id: Path<String>,
    ) -> Result<MyCheckoutResponse, ProblemResponse<GetProblems>> {
        let view = find_for_user(&app, &holder, &id).await?;
        Ok(MyCheckoutResponse::Ok(Json(view.into())))
    }

    /// Synchronize one of my checkouts
    ///
    /// Asks Stripe how far the payment is, grants what was paid, and returns the checkout; 20 times a minute at most.
    #[oai(
        path = "/v1/me/checkout-sessions/:id/sync",
        method = "post",
        operation_id = "sync_my_checkout_session",
        tag = "Tag::Me"
    )]
    async fn sync(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The checkout's id.
        id: Path<String>,
    ) -> Result<MyCheckoutResponse, ProblemResponse<SyncProblems>> {
        let view = find_for_user(&app, &holder, &id).await?;
        let view = sync_checkout(&app, view).await?;
        Ok(MyCheckoutResponse::Ok(Json(view.into())))
    }

    /// Expire one of my checkouts
    ///
    /// Ends an open checkout: its page no longer takes a payment.
    #[oai(
        path = "/v1/me/checkout-sessions/:id/expire",
        method = "post",
        operation_id = "expire_my_checkout_session",
        tag = "Tag::Me"
    )]
    async fn expire(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The checkout's id.
        id: Path<String>,
    ) -> Result<MyCheckoutResponse, ProblemResponse<ExpireProblems>> {
        let view = find_for_user(&app, &holder, &id).await?;
        let view = expire_checkout(&app, view).await?;
        Ok(MyCheckoutResponse::Ok(Json(view.into())))
    }
}

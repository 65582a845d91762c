//! `/v1/me/subscriptions/{id}/…`: a user changes, cancels and resumes own subscriptions.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{CancelBody, PlanChangeBody, PreviewBody, PreviewDto};
use super::requests::respond;
use crate::app::App;
use crate::billing::subscription_requests::cancel_subscription::{
    cancel_subscription, resume_subscription,
};
use crate::billing::subscription_requests::change_subscription::change_subscription;
use crate::billing::subscription_requests::preview_change::preview_change;
use crate::billing::subscription_requests::requester::Requester;
use crate::billing::subscriptions::SubscriptionDto;
use crate::caller::CreditsBuy;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::users::AuthenticatedUser;

documents!(
    PreviewProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, CurrencyUnsupported, HolderInactive, NotFound,
        PaymentProviderError, PriceUnavailable, SubscriptionExists, SubscriptionNotChangeable, UnknownOffer, UnsupportedMediaType,
        WebsiteSuspended
);
documents!(
    ChangeProblems: AmountChanged, BillingNotConnected, ClientNotAllowed, ContentTooLarge, CurrencyUnsupported, HolderInactive,
        IdempotencyInFlight, IdempotencyKeyInvalid, IdempotencyKeyMissing, IdempotencyKeyReused, NotFound, PaymentActionRequired,
        PaymentDeclined, PaymentProviderError, PriceUnavailable, SubscriptionExists, SubscriptionNotChangeable, UnknownOffer,
        UnsupportedMediaType, WebsiteSuspended
);
documents!(
    EndProblems: BillingNotConnected, ClientNotAllowed, ContentTooLarge, HolderInactive, IdempotencyInFlight, IdempotencyKeyInvalid,
        IdempotencyKeyMissing, IdempotencyKeyReused, NotFound, PaymentActionRequired, PaymentDeclined, PaymentProviderError,
        SubscriptionNotChangeable, UnsupportedMediaType, WebsiteSuspended
);

#[derive(ApiResponse)]
enum MyPreviewResponse {
    /// The preview.
    #[oai(status = 200)]
    Ok(Json<PreviewDto>),
}

/// The operations that change the user's own subscriptions.
pub(crate) struct MySubscriptionRequestsApi;

#[OpenApi]
impl MySubscriptionRequestsApi {
    /// Preview a change of my subscription
    ///
    /// Returns what another plan or another number of pieces costs now, the credits that it brings, and the next payment. Nothing
    /// is changed.
    #[oai(
        path = "/v1/me/subscriptions/:id/preview",
        method = "post",
        operation_id = "preview_my_subscription",
        tag = "Tag::Me"
    )]
    async fn preview(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The subscription's id.
        id: Path<String>,
        body: Body<PreviewBody>,
    ) -> Result<MyPreviewResponse, ProblemResponse<PreviewProblems>> {
        let requester = Requester::Buyer(&holder);
        let view = requester.find(&app, &id).await?;
        let preview = preview_change(&app, requester, &view, &body.0.into()).await?;
        Ok(MyPreviewResponse::Ok(Json(preview.into())))
    }

    /// Change my subscription
    ///
    /// Gives a subscription another plan or another number of pieces. What costs more is paid at once with the saved card: by a new
    /// period, or in proportion for the rest of the running one, as the website has set. What does not cost more begins with
    /// the next period. A payment that the bank wants to be confirmed is answered with 402 and `payment_url`; the change applies
    /// once it is paid, within 23 hours. A repeat with the same key changes nothing twice.
    #[oai(
        path = "/v1/me/subscriptions/:id/change",
        method = "post",
        operation_id = "change_my_subscription",
        tag = "Tag::Me"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The subscription's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request: JsonBody<PlanChangeBody>,
    ) -> Result<IdempotentResponse<SubscriptionDto>, ProblemResponse<ChangeProblems>> {
        let path = "/v1/me/subscriptions/{id}/change";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &request.value);
        let requester = Requester::Buyer(&holder);
        let attempt = requester.keyed(attempt.key, fingerprint);
        let terms = request.body.read()?;
        let completed = change_subscription(&app, requester, &attempt, &id, &terms).await?;
        Ok(respond(completed))
    }

    /// Cancel my subscription
    ///
    /// Ends a subscription with its period, or now. A planned change is given up. The unused time is not refunded.
    #[oai(
        path = "/v1/me/subscriptions/:id/cancel",
        method = "post",
        operation_id = "cancel_my_subscription",
        tag = "Tag::Me"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn cancel(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The subscription's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request: JsonBody<CancelBody>,
    ) -> Result<IdempotentResponse<SubscriptionDto>, ProblemResponse<EndProblems>> {
        let path = "/v1/me/subscriptions/{id}/cancel";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &request.value);
        let requester = Requester::Buyer(&holder);
        let attempt = requester.keyed(attempt.key, fingerprint);
        let terms = request.body.read()?;
        let completed = cancel_subscription(&app, requester, &attempt, &id, terms).await?;
        Ok(respond(completed))
    }

    /// Resume my subscription
    ///
    /// Takes back the planned end of a subscription, and its planned change.
    #[oai(
        path = "/v1/me/subscriptions/:id/resume",
        method = "post",
        operation_id = "resume_my_subscription",
        tag = "Tag::Me"
    )]
    async fn resume(
        &self,
        app: Data<&Arc<App>>,
        holder: AuthenticatedUser<CreditsBuy>,
        /// The subscription's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
    ) -> Result<IdempotentResponse<SubscriptionDto>, ProblemResponse<EndProblems>> {
        let path = "/v1/me/subscriptions/{id}/resume";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &serde_json::Value::Null);
        let requester = Requester::Buyer(&holder);
        let attempt = requester.keyed(attempt.key, fingerprint);
        let completed = resume_subscription(&app, requester, &attempt, &id).await?;
        Ok(respond(completed))
    }
}

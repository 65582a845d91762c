//! `/v1/subscriptions/{id}/…`: a website changes, cancels and resumes subscriptions of its customers.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{CancelBody, PlanChangeBody, PreviewBody, PreviewDto};
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::subscription_requests::cancel_subscription::{
    cancel_subscription, resume_subscription,
};
use crate::billing::subscription_requests::change_subscription::change_subscription;
use crate::billing::subscription_requests::preview_change::preview_change;
use crate::billing::subscription_requests::requester::Requester;
use crate::billing::subscription_requests::start_request::CompletedRequest;
use crate::billing::subscriptions::SubscriptionDto;
use crate::caller::BillingSell;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader, StoredResponse};
use crate::problem::{Body, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitAll;

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
enum PreviewResponse {
    /// The preview.
    #[oai(status = 200)]
    Ok(Json<PreviewDto>),
}

/// Returns the response to a request that was done.
pub(super) fn respond(completed: CompletedRequest) -> IdempotentResponse<SubscriptionDto> {
    let body = SubscriptionDto::from(completed.view).to_json_string();
    IdempotentResponse::new(StoredResponse::ok(body), completed.is_replayed)
}

/// The operations that change subscriptions.
pub(crate) struct SubscriptionRequestsApi;

#[OpenApi]
impl SubscriptionRequestsApi {
    /// Preview a change of a subscription
    ///
    /// Returns what another plan or another number of pieces costs now, the credits that it brings, and the next payment. Nothing
    /// is changed.
    #[oai(
        path = "/v1/subscriptions/:id/preview",
        method = "post",
        operation_id = "preview_subscription",
        tag = "Tag::Billing"
    )]
    async fn preview(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingSell>,
        /// The subscription's id.
        id: Path<String>,
        body: Body<PreviewBody>,
    ) -> Result<PreviewResponse, ProblemResponse<PreviewProblems>> {
        let requester = Requester::Seller(&caller.0);
        let view = requester.find(&app, &id).await?;
        let preview = preview_change(&app, requester, &view, &body.0.into()).await?;
        Ok(PreviewResponse::Ok(Json(preview.into())))
    }

    /// Change a subscription
    ///
    /// Gives a subscription another plan or another number of pieces. What costs more is paid at once with the saved card: by a new
    /// period, or in proportion for the rest of the running one, as the billing settings say. What does not cost more begins with
    /// the next period. A payment that the bank wants to be confirmed is answered with 402 and `payment_url`; the change applies
    /// once it is paid, within 23 hours. A repeat with the same key changes nothing twice.
    #[oai(
        path = "/v1/subscriptions/:id/change",
        method = "post",
        operation_id = "change_subscription",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn change(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingSell>,
        /// The subscription's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request: JsonBody<PlanChangeBody>,
    ) -> Result<IdempotentResponse<SubscriptionDto>, ProblemResponse<ChangeProblems>> {
        let path = "/v1/subscriptions/{id}/change";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &request.value);
        let requester = Requester::Seller(&caller.0);
        let attempt = requester.keyed(attempt.key, fingerprint);
        let terms = request.body.read()?;
        let completed = change_subscription(&app, requester, &attempt, &id, &terms).await?;
        Ok(respond(completed))
    }

    /// Cancel a subscription
    ///
    /// Ends a subscription with its period, or now. A planned change is given up. The unused time is not refunded; to refund the
    /// last payment, refund it.
    #[oai(
        path = "/v1/subscriptions/:id/cancel",
        method = "post",
        operation_id = "cancel_subscription",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn cancel(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingSell, AdmitAll>,
        /// The subscription's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request: JsonBody<CancelBody>,
    ) -> Result<IdempotentResponse<SubscriptionDto>, ProblemResponse<EndProblems>> {
        let path = "/v1/subscriptions/{id}/cancel";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &request.value);
        let requester = Requester::Seller(&caller.0);
        let attempt = requester.keyed(attempt.key, fingerprint);
        let terms = request.body.read()?;
        let completed = cancel_subscription(&app, requester, &attempt, &id, terms).await?;
        Ok(respond(completed))
    }

    /// Resume a subscription
    ///
    /// Takes back the planned end of a subscription, and its planned change.
    #[oai(
        path = "/v1/subscriptions/:id/resume",
        method = "post",
        operation_id = "resume_subscription",
        tag = "Tag::Billing"
    )]
    async fn resume(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingSell>,
        /// The subscription's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
    ) -> Result<IdempotentResponse<SubscriptionDto>, ProblemResponse<EndProblems>> {
        let path = "/v1/subscriptions/{id}/resume";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &serde_json::Value::Null);
        let requester = Requester::Seller(&caller.0);
        let attempt = requester.keyed(attempt.key, fingerprint);
        let completed = resume_subscription(&app, requester, &attempt, &id).await?;
        Ok(respond(completed))
    }
}

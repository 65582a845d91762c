//! `/v1/payments/{id}/refunds`: an owner refunds a payment, and the credits that were bought with it are taken back.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::types::ToJSON;
use poem_openapi::{ApiResponse, OpenApi};

use super::forms::{CreatedRefundDto, PreviewDto, RefundBody};
use crate::app::App;
use crate::billing::guard::BySeller;
use crate::billing::refunds::create_refund::{create_refund, keyed};
use crate::billing::refunds::offer_refunds::offer_refunds;
use crate::caller::{BillingRead, BillingRefund, StepUp};
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader, StoredResponse};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::{AdmitAll, AdmitOwner};

documents!(PreviewProblems: ClientNotAllowed, HolderInactive, NotFound, RefundExceedsPayment);
documents!(
    CreateProblems: AccountFrozen, AlreadyRefunded, BillingNotConnected, ClientNotAllowed, Conflict, ContentTooLarge, HolderInactive,
        IdempotencyInFlight, IdempotencyKeyInvalid, IdempotencyKeyMissing, IdempotencyKeyReused, NotFound, PaymentDisputed,
        PaymentProviderError, RefundExceedsPayment, UnsupportedMediaType, WebsiteSuspended
);

#[derive(ApiResponse)]
enum PreviewResponse {
    /// The possible refunds.
    #[oai(status = 200)]
    Ok(Json<PreviewDto>),
}

/// The operations on refunds.
pub(crate) struct RefundsApi;

#[OpenApi]
impl RefundsApi {
    /// Preview a refund
    ///
    /// Returns the refunds that are possible, and for each the credits that would be taken back: unused ones, those that open
    /// holds reserve, and used ones, which become debt or are written off. The refund of the unused part is offered first.
    #[oai(
        path = "/v1/payments/:id/refund-preview",
        method = "get",
        operation_id = "preview_refund",
        tag = "Tag::Billing"
    )]
    async fn preview(
        &self,
        app: Data<&Arc<App>>,
        caller: BySeller<BillingRead, AdmitAll>,
        /// The payment's id.
        id: Path<String>,
        /// An amount in the smallest unit of the payment's currency, at least 1, that is previewed, too.
        amount_minor: Query<Option<i64>>,
    ) -> Result<PreviewResponse, ProblemResponse<PreviewProblems>> {
        let offers = offer_refunds(&app, &caller.0, &id, amount_minor.0).await?;
        Ok(PreviewResponse::Ok(Json(offers.into())))
    }

    /// Refund a payment
    ///
    /// Refunds a payment in full or in part, and takes back the credits that were bought with it. The credits are frozen before
    /// Stripe is called, so that they cannot be used at the same time, and are available again if Stripe refuses. Stripe may
    /// finish a refund later, and a refund can fail after days: the credits are granted again then. A repeat with the same key
    /// returns the same refund, as it is then, and never makes a second one. Refunds that are made in the Stripe dashboard take
    /// credits back, too.
    #[oai(
        path = "/v1/payments/:id/refunds",
        method = "post",
        operation_id = "create_refund",
        tag = "Tag::Billing"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn create(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySeller<BillingRefund, AdmitOwner>>,
        /// The payment's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request: JsonBody<RefundBody>,
    ) -> Result<IdempotentResponse<CreatedRefundDto>, ProblemResponse<CreateProblems>> {
        let path = "/v1/payments/{id}/refunds";
        let fingerprint = Fingerprint::new("POST", path, &[&id], &request.value);
        let attempt = keyed(&caller.0, attempt.key, fingerprint);
        let refund_request = request.body.read()?;
        let created = create_refund(&app, &caller.0, &attempt, &id, refund_request).await?;
        let is_replayed = created.is_replayed;
        let body = CreatedRefundDto::from(created).to_json_string();
        Ok(IdempotentResponse::new(
            StoredResponse::ok(body),
            is_replayed,
        ))
    }
}

//! `/v1/holds`: reserves credits before the cost is known, and captures them later.

use std::sync::Arc;
use std::time::Duration;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use super::requests::{
    CaptureBody, ExtendBody, HoldBody, HoldResultDto, OnExpiryName, USUAL_TTL, VoidBody,
};
use super::response::ListedHoldDto;
use crate::app::App;
use crate::caller::CreditsSpend;
use crate::credits::api::charge::read_charge;
use crate::credits::api::text_checks::checked;
use crate::credits::commands::holds;
use crate::credits::commands::holds::{HoldRequest, TransactionTexts};
use crate::credits::execution::request::CallContext;
use crate::credits::ledger::hold::OnExpiry;
use crate::credits::queries::holds::find_hold;
use crate::idempotency::{Fingerprint, IdempotentResponse, JsonBody, KeyHeader};
use crate::problem::{Problem, ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::{AdmitAll, ByKey, BySite, SiteAccess};

documents!(
    OpenProblems: AccountFrozen, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyInFlight,
        OperationAlreadyExecuted, AmountOutOfRange, ContentTooLarge, InsufficientCredits, KeySpendCapReached, SpendLimitReached, NotFound, HolderInactive,
        TooManyHolds, UnknownFeature, UnsupportedMediaType, WebsiteSuspended
);
documents!(
    CaptureProblems: AccountFrozen, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyInFlight,
        OperationAlreadyExecuted, AmountOutOfRange, ContentTooLarge, InsufficientCredits, KeySpendCapReached, SpendLimitReached, NotFound, Conflict, HoldNotOpen,
        HoldExpired, HoldFeatureDiffers, CaptureExceedsHold, UnknownFeature, UnsupportedMediaType
);
documents!(
    VoidProblems: AccountFrozen, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyInFlight,
        OperationAlreadyExecuted, Conflict, ContentTooLarge, NotFound, HoldNotOpen, HoldExpired, UnsupportedMediaType
);
documents!(
    ExtendProblems: AccountFrozen, IdempotencyKeyMissing, IdempotencyKeyInvalid, IdempotencyKeyReused, IdempotencyInFlight,
        OperationAlreadyExecuted, Conflict, ContentTooLarge, NotFound, HoldNotOpen, HoldExpired, HolderInactive,
        UnsupportedMediaType, WebsiteSuspended
);
documents!(GetProblems: NotFound);

#[derive(ApiResponse)]
enum HoldResponse {
    /// The hold at the time of the request.
    #[oai(status = 200)]
    Ok(Json<ListedHoldDto>),
}

fn seconds(ttl: i32) -> Duration {
    Duration::from_secs(ttl.unsigned_abs().into())
}

fn call(access: SiteAccess, attempt: KeyHeader, fingerprint: Fingerprint) -> CallContext {
    CallContext {
        access,
        key: attempt.key,
        fingerprint,
        instance: attempt.instance,
        render: HoldResultDto::render,
    }
}

/// The operations on holds.
pub(crate) struct HoldsApi;

#[OpenApi]
impl HoldsApi {
    /// Set credits aside
    ///
    /// Reserves credits of a customer before the cost is known: the `amount`, or the current price of a `quantity` of a
    /// `feature`. Other operations cannot spend them until the hold is captured, voided or expired.
    #[oai(
        path = "/v1/holds",
        method = "post",
        operation_id = "open_hold",
        tag = "Tag::Credits"
    )]
    async fn open(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<HoldBody>,
    ) -> Result<IdempotentResponse<HoldResultDto>, ProblemResponse<OpenProblems>> {
        let fingerprint = Fingerprint::new("POST", "/v1/holds", &[], &request_body.value);
        let body = request_body.body;
        let (description, metadata) = checked("/description", body.description, body.metadata)?;
        let customer = body.customer.read("/customer");
        let request = HoldRequest {
            customer: customer.map_err(|error| Problem::invalid(&[error]))?,
            charge: read_charge(body.amount, body.feature, body.quantity)?,
            ttl: seconds(body.ttl_seconds.unwrap_or(USUAL_TTL)),
            on_expiry: match body.on_expiry {
                Some(OnExpiryName::Capture) => OnExpiry::Capture,
                Some(OnExpiryName::Release) | None => OnExpiry::Release,
            },
            description,
            metadata,
        };
        let call = call(caller.0, attempt, fingerprint);
        let response = holds::open(&app, call, request).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }

    /// Get a hold
    ///
    /// Returns a hold of the website at the time of the request; a hold whose `expires_at` has passed is no longer open. The
    /// website's owner can read it, too.
    #[oai(
        path = "/v1/holds/:id",
        method = "get",
        operation_id = "get_hold",
        tag = "Tag::Credits"
    )]
    async fn get(
        &self,
        app: Data<&Arc<App>>,
        caller: BySite<CreditsSpend, AdmitAll>,
        /// The hold's id.
        id: Path<String>,
    ) -> Result<HoldResponse, ProblemResponse<GetProblems>> {
        let hold = find_hold(&app, &caller.0, &id).await?;
        Ok(HoldResponse::Ok(Json(hold.into())))
    }

    /// Capture a hold
    ///
    /// Spends all or a part of the reserved credits: the `amount`, or the current price of a `quantity` of a `feature`. The
    /// last capture releases the rest.
    #[oai(
        path = "/v1/holds/:id/capture",
        method = "post",
        operation_id = "capture_hold",
        tag = "Tag::Credits"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn capture(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend, AdmitAll>,
        /// The hold's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<CaptureBody>,
    ) -> Result<IdempotentResponse<HoldResultDto>, ProblemResponse<CaptureProblems>> {
        let route = "/v1/holds/{id}/capture";
        let fingerprint = Fingerprint::new("POST", route, &[&id], &request_body.value);
        let mut body = request_body.body;
        let (description, metadata) = checked(
            "/description",
            body.description.take(),
            body.metadata.take(),
        )?;
        let capture = body.read(&id)?;
        let words = TransactionTexts {
            description,
            metadata,
        };
        let call = call(caller.0, attempt, fingerprint);
        let response = holds::capture(&app, call, id.0, capture, words).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }

    /// Void a hold
    ///
    /// Voids a hold: its credits can be spent again.
    #[oai(
        path = "/v1/holds/:id/void",
        method = "post",
        operation_id = "void_hold",
        tag = "Tag::Credits"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn void(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend, AdmitAll>,
        /// The hold's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        body: JsonBody<VoidBody>,
    ) -> Result<IdempotentResponse<HoldResultDto>, ProblemResponse<VoidProblems>> {
        let route = "/v1/holds/{id}/void";
        let fingerprint = Fingerprint::new("POST", route, &[&id], &body.value);
        let call = call(caller.0, attempt, fingerprint);
        let response = holds::void(&app, call, id.0).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }

    /// Extend a hold
    ///
    /// Extends a hold's time to live, counted from now. The operation never shortens it.
    #[oai(
        path = "/v1/holds/:id/extend",
        method = "post",
        operation_id = "extend_hold",
        tag = "Tag::Credits"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one for each parameter of the operation"
    )]
    async fn extend(
        &self,
        app: Data<&Arc<App>>,
        caller: ByKey<CreditsSpend>,
        /// The hold's id.
        id: Path<String>,
        /// A name for this request: the same for each retry, and different for each new request.
        #[oai(name = "Idempotency-Key")]
        attempt: KeyHeader,
        request_body: JsonBody<ExtendBody>,
    ) -> Result<IdempotentResponse<HoldResultDto>, ProblemResponse<ExtendProblems>> {
        let route = "/v1/holds/{id}/extend";
        let fingerprint = Fingerprint::new("POST", route, &[&id], &request_body.value);
        let ttl = seconds(request_body.body.ttl_seconds);
        let call = call(caller.0, attempt, fingerprint);
        let response = holds::extend(&app, call, id.0, ttl).await?;
        Ok(IdempotentResponse::new(
            response.stored,
            response.is_replayed,
        ))
    }
}

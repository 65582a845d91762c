//! `/v1/payments/{id}/accept`: an owner accepts a payment in review.

use std::sync::Arc;

use poem::web::Data;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{ApiResponse, OpenApi};

use crate::app::App;
use crate::billing::checkouts::accept_payment::accept_payment;
use crate::billing::guard::BySeller;
use crate::billing::payments::PaymentDetailDto;
use crate::caller::{BillingRefund, StepUp};
use crate::problem::{ProblemResponse, documents};
use crate::schema::Tag;
use crate::websites::AdmitOwner;

documents!(
    AcceptProblems: AccountFrozen, AlreadyRefunded, BillingNotConnected, ClientNotAllowed, Conflict, HolderInactive, NotFound,
        PaymentDisputed, PaymentProviderError, WebsiteSuspended
);

#[derive(ApiResponse)]
enum AcceptanceResponse {
    /// The payment, as it is then.
    #[oai(status = 200)]
    Ok(Json<PaymentDetailDto>),
}

/// The operation on payments in review.
pub(crate) struct PaymentAcceptanceApi;

#[OpenApi]
impl PaymentAcceptanceApi {
    /// Accept a payment
    ///
    /// Grants the credits that were sold for a payment in the state `review`. A fact at Stripe differs from what was sold: the
    /// payment's `reason` says which. The money is recorded as that of any other payment. The other way out of a review is a
    /// refund. A payment whose money is in another account or mode than the credits cannot be accepted. The operation is
    /// idempotent: credits are granted once, and a payment whose credits were granted stays as it is. A payment of a
    /// subscription whose price belongs to no plan is not accepted: it waits until the price is mapped.
    #[oai(
        path = "/v1/payments/:id/accept",
        method = "post",
        operation_id = "accept_payment",
        tag = "Tag::Billing"
    )]
    async fn accept(
        &self,
        app: Data<&Arc<App>>,
        caller: StepUp<BySeller<BillingRefund, AdmitOwner>>,
        /// The payment's id.
        id: Path<String>,
    ) -> Result<AcceptanceResponse, ProblemResponse<AcceptProblems>> {
        let detail = accept_payment(&app, &caller.0, &id).await?;
        Ok(AcceptanceResponse::Ok(Json(detail.into())))
    }
}

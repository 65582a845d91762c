//! Spends a customer's credits for a website's server.

use std::sync::Arc;

use crate::app::App;
use crate::credits::execution::execute::execute;
use crate::credits::execution::request::{
    CallContext, LedgerCommand, OperationRequest, OperationResponse, Target,
};
use crate::credits::ledger::charge::Charge;
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// Request to spend credits.
pub(crate) struct SpendRequest {
    /// The customer.
    pub(crate) customer: CustomerRef,
    /// The charge; none if the request's amount or quantity is invalid.
    pub(crate) charge: Option<Charge>,
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Spends once for the call's key. Refuses with 402 if too few credits are available.
pub(crate) async fn spend(
    app: &Arc<App>,
    call: CallContext,
    request: SpendRequest,
) -> Result<OperationResponse, Problem> {
    execute(app, call, operation_request(request)).await
}

/// Returns the operation of a request.
pub(crate) fn operation_request(request: SpendRequest) -> OperationRequest {
    OperationRequest {
        target: Target::Customer(request.customer),
        command: request.charge.map(LedgerCommand::Spend),
        description: request.description,
        metadata: request.metadata,
    }
}

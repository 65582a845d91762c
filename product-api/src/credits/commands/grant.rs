//! Grants credits to a website's customer.

use std::sync::Arc;

use foundation::Timestamp;

use crate::app::App;
use crate::credits::execution::execute::execute;
use crate::credits::execution::request::{
    CallContext, LedgerCommand, OperationRequest, OperationResponse, Target,
};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::lot::LotKind;
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// Request to grant credits.
pub(crate) struct GrantRequest {
    /// The customer.
    pub(crate) customer: CustomerRef,
    /// Number of credits; none if the request's amount is invalid.
    pub(crate) amount: Option<Amount>,
    /// Code of the one feature that the credits are for; none for any use.
    pub(crate) feature: Option<String>,
    /// Kind of the lot.
    pub(crate) kind: LotKind,
    /// Time from which the credits can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// Priority of use, 0 to 100; lower is used first.
    pub(crate) priority: Option<i16>,
    /// Reason, in words for the customer.
    pub(crate) reason: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Grants credits once for the call's key.
pub(crate) async fn grant(
    app: &Arc<App>,
    call: CallContext,
    request: GrantRequest,
) -> Result<OperationResponse, Problem> {
    let kind = request.kind;
    let operation = OperationRequest {
        target: Target::Customer(request.customer),
        command: request.amount.map(|amount| LedgerCommand::Grant {
            amount,
            feature: request.feature,
            kind,
            expires_at: request.expires_at,
            priority: request.priority.unwrap_or(kind.default_priority()),
        }),
        description: request.reason,
        metadata: request.metadata,
    };
    execute(app, call, operation).await
}

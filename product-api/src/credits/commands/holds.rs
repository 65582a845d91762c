//! Holds for a website's server: opening, capturing, voiding and extending.

use std::sync::Arc;
use std::time::Duration;

use foundation::id;

use crate::app::App;
use crate::credits::execution::execute::execute;
use crate::credits::execution::request::{
    CallContext, LedgerCommand, OperationRequest, OperationResponse, Target,
};
use crate::credits::ledger::capture::Capture;
use crate::credits::ledger::charge::{Charge, HoldTerms};
use crate::credits::ledger::hold::OnExpiry;
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// Request to open a hold.
pub(crate) struct HoldRequest {
    /// The customer.
    pub(crate) customer: CustomerRef,
    /// The charge; none if the request's amount or quantity is invalid.
    pub(crate) charge: Option<Charge>,
    /// Time to live.
    pub(crate) ttl: Duration,
    /// Action at the expiry.
    pub(crate) on_expiry: OnExpiry,
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Opens a hold once for the call's key.
pub(crate) async fn open(
    app: &Arc<App>,
    call: CallContext,
    request: HoldRequest,
) -> Result<OperationResponse, Problem> {
    let public_id = id::new("hold", &app.clock, &app.random)?;
    let terms = HoldTerms {
        public_id,
        ttl: request.ttl,
        on_expiry: request.on_expiry,
    };
    let operation = OperationRequest {
        target: Target::Customer(request.customer),
        command: request
            .charge
            .map(|charge| LedgerCommand::Hold(charge, terms)),
        description: request.description,
        metadata: request.metadata,
    };
    execute(app, call, operation).await
}

/// Description and metadata of a transaction.
pub(crate) struct TransactionTexts {
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Captures credits of a hold once for the call's key. None is a capture whose amount is invalid.
pub(crate) async fn capture(
    app: &Arc<App>,
    call: CallContext,
    hold: String,
    capture: Option<(Capture, Option<Charge>)>,
    words: TransactionTexts,
) -> Result<OperationResponse, Problem> {
    let operation = OperationRequest {
        target: Target::Hold(hold),
        command: capture.map(|(capture, charge)| LedgerCommand::Capture(capture, charge)),
        description: words.description,
        metadata: words.metadata,
    };
    execute(app, call, operation).await
}

/// Voids a hold once for the call's key.
pub(crate) async fn void(
    app: &Arc<App>,
    call: CallContext,
    hold: String,
) -> Result<OperationResponse, Problem> {
    let command = LedgerCommand::Void(hold.clone());
    execute(app, call, silent(hold, command)).await
}

/// Extends a hold once for the call's key.
pub(crate) async fn extend(
    app: &Arc<App>,
    call: CallContext,
    hold: String,
    ttl: Duration,
) -> Result<OperationResponse, Problem> {
    let command = LedgerCommand::Extend(hold.clone(), ttl);
    execute(app, call, silent(hold, command)).await
}

fn silent(hold: String, command: LedgerCommand) -> OperationRequest {
    OperationRequest {
        target: Target::Hold(hold),
        command: Some(command),
        description: None,
        metadata: "{}".to_owned(),
    }
}

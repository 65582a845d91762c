//! Executes an operation: prepares it for its commit batch, and waits for the response.

use std::sync::Arc;

use super::open_book::open_book;
use super::pending::PendingOperation;
use super::request::{CallContext, OperationRequest, OperationResponse, Target};
use crate::app::App;
use crate::credits::ledger::book::BookKey;
use crate::idempotency::KeyedRequest;
use crate::problem::Problem;

/// Executes an operation once for its key, in one transaction with the others that wait.
pub(crate) async fn execute(
    app: &Arc<App>,
    call: CallContext,
    request: OperationRequest,
) -> Result<OperationResponse, Problem> {
    if let Target::Customer(customer) = &request.target {
        let site = call.access.scope();
        app.limits.check_customer(|| customer.named_at(site))?;
    }
    let pending = prepare(app, call, request).await?;
    app.ledger.batcher.submit(app, pending).await
}

/// Prepares an operation for its commit batch.
pub(crate) async fn prepare(
    app: &App,
    call: CallContext,
    request: OperationRequest,
) -> Result<PendingOperation, Problem> {
    let of = BookKey {
        website_id: Some(call.access.website_id.clone()),
        mode: call.access.mode,
    };
    let context = open_book(app, &of).await?;
    let attempt = KeyedRequest {
        tenant: format!("{}:{}", call.access.website_id, call.access.mode),
        key: call.key.clone(),
        fingerprint: call.fingerprint.clone(),
    };
    Ok(PendingOperation {
        attempt,
        call,
        context,
        request,
    })
}

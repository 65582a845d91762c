//! Executes an operation: prepares it for its commit batch, and waits for the response.

use std::sync::Arc;

use super::open_book::shelf;
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
    order: OperationRequest,
) -> Result<OperationResponse, Problem> {
    if let Target::Customer(customer) = &order.target {
        let site = call.access.scope();
        app.limits.check_customer(|| customer.named_at(site))?;
    }
    let job = job(app, call, order).await?;
    app.ledger.coalescer.submit(app, job).await
}

/// Prepares an operation for its commit batch.
pub(crate) async fn job(
    app: &App,
    call: CallContext,
    order: OperationRequest,
) -> Result<PendingOperation, Problem> {
    let of = BookKey {
        website_id: Some(call.access.website_id.clone()),
        mode: call.access.mode,
    };
    let shelf = shelf(app, &of).await?;
    let attempt = KeyedRequest {
        tenant: format!("{}:{}", call.access.website_id, call.access.mode),
        key: call.key.clone(),
        fingerprint: call.fingerprint.clone(),
    };
    Ok(PendingOperation {
        attempt,
        call,
        shelf,
        order,
    })
}

//! Batches of spends: many spends of a website's customers in one request, each with its own idempotency key.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::spend::{SpendRequest, operation_request};
use crate::app::App;
use crate::credits::execution::execute::prepare;
use crate::credits::execution::request::{CallContext, OperationRequest, Target};
use crate::credits::execution::results::{Atomicity, OperationResult};
use crate::problem::Problem;

/// One spend of a batch.
pub(crate) struct BatchItem {
    /// Context of the call, as for a single spend.
    pub(crate) call: CallContext,
    /// The spend.
    pub(crate) request: SpendRequest,
}

/// Executes each spend once for its key, and returns the results in the order of the items.
pub(crate) async fn spend_batch(
    app: &Arc<App>,
    items: Vec<BatchItem>,
    atomicity: Atomicity,
) -> Result<Vec<OperationResult>, Problem> {
    let requested: Vec<(CallContext, OperationRequest)> = items
        .into_iter()
        .map(|item| (item.call, operation_request(item.request)))
        .collect();
    app.limits.check_customers(|| count_by_name(&requested))?;
    let mut pending_operations = Vec::with_capacity(requested.len());
    for (call, operation) in requested {
        pending_operations.push(prepare(app, call, operation).await?);
    }
    let batcher = &app.ledger.batcher;
    Ok(match atomicity {
        Atomicity::Independent => batcher.submit_each(app, pending_operations).await,
        Atomicity::AllOrNothing => batcher.submit_atomic(app, pending_operations).await,
    })
}

/// Counts the spends of each customer, by the name in the request.
fn count_by_name(requested: &[(CallContext, OperationRequest)]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (call, operation) in requested {
        if let Target::Customer(customer) = &operation.target {
            let site = call.access.scope();
            *counts.entry(customer.named_at(site)).or_default() += 1;
        }
    }
    counts
}

//! Spending in batches: many spends of a website's customers in one request, each with a key of its own.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::execute::{Call, Order, Target, job};
use super::spend::{SpendRequest, order};
use super::told::Told;
use crate::app::App;
use crate::problem::Problem;

/// One spend of a batch.
pub(crate) struct BatchItem {
    /// Who calls, under which key, for what: as if it came alone.
    pub(crate) call: Call,
    /// What is to be spent.
    pub(crate) request: SpendRequest,
}

/// What becomes of the others when one spend of a batch is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bond {
    /// Each is done or refused by itself.
    None,
    /// All are done, or none is.
    AllOrNone,
}

/// Spends once for each item's key; what each item is told, in their order.
pub(crate) async fn spend_batch(
    app: &Arc<App>,
    items: Vec<BatchItem>,
    bond: Bond,
) -> Result<Vec<Told>, Problem> {
    let asked: Vec<(Call, Order)> = items
        .into_iter()
        .map(|item| (item.call, order(item.request)))
        .collect();
    app.limits.of_customers(|| count_by_name(&asked))?;
    let mut jobs = Vec::with_capacity(asked.len());
    for (call, order) in asked {
        jobs.push(job(app, call, order).await?);
    }
    let coalescer = &app.ledger.coalescer;
    Ok(match bond {
        Bond::None => coalescer.submit_each(app, jobs).await,
        Bond::AllOrNone => coalescer.submit_together(app, jobs).await,
    })
}

/// How many of the spends are about each customer, by the name that it goes by.
fn count_by_name(asked: &[(Call, Order)]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (call, order) in asked {
        if let Target::Customer(customer) = &order.target {
            let site = (call.access.website_id.as_str(), call.access.mode);
            *counts.entry(customer.named_at(site)).or_default() += 1;
        }
    }
    counts
}

//! Spending: a website's back end uses a customer's credits.

use std::sync::Arc;

use super::charge::Charge;
use super::execute::{Act, Answer, Call, Order, Target, execute};
use crate::app::App;
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// What is to be spent.
pub(crate) struct SpendRequest {
    /// Whose credits.
    pub(crate) customer: CustomerRef,
    /// How many; none when what stood there is no amount, or no quantity.
    pub(crate) charge: Option<Charge>,
    /// What for, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Spends once for the call's key; refuses with 402 when there is too little.
pub(crate) async fn spend(
    app: &Arc<App>,
    call: Call,
    request: SpendRequest,
) -> Result<Answer, Problem> {
    execute(app, call, order(request)).await
}

/// What is asked of the ledger.
pub(super) fn order(request: SpendRequest) -> Order {
    Order {
        target: Target::Customer(request.customer),
        act: request.charge.map(Act::Spend),
        description: request.description,
        metadata: request.metadata,
    }
}

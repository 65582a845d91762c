//! Granting: a website gives a customer credits.

use std::sync::Arc;

use foundation::Timestamp;

use super::amount::Amount;
use super::execute::{Act, Answer, Call, Order, Target, execute};
use super::lot::LotKind;
use crate::app::App;
use crate::customers::CustomerRef;
use crate::problem::Problem;

/// What is to be granted.
pub(crate) struct GrantRequest {
    /// To whom.
    pub(crate) customer: CustomerRef,
    /// How many; none when what stood there is no amount.
    pub(crate) amount: Option<Amount>,
    /// The code of the one feature they can be used for; none for any use.
    pub(crate) feature: Option<String>,
    /// What they come from.
    pub(crate) kind: LotKind,
    /// When they can no longer be used.
    pub(crate) expires_at: Option<Timestamp>,
    /// When they are used, against others; 0 to 100.
    pub(crate) priority: Option<i16>,
    /// Why, in words for the customer.
    pub(crate) reason: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Grants once for the call's key.
pub(crate) async fn grant(
    app: &Arc<App>,
    call: Call,
    request: GrantRequest,
) -> Result<Answer, Problem> {
    let kind = request.kind;
    let order = Order {
        target: Target::Customer(request.customer),
        act: request.amount.map(|amount| Act::Grant {
            amount,
            feature: request.feature,
            kind,
            expires_at: request.expires_at,
            priority: request.priority.unwrap_or(kind.default_priority()),
        }),
        description: request.reason,
        metadata: request.metadata,
    };
    execute(app, call, order).await
}

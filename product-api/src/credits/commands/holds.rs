//! Holds for a website's server: opening, capturing, voiding and extending.

use std::sync::Arc;
use std::time::Duration;

use foundation::id;

use crate::app::App;
use crate::credits::execution::execute::execute;
use crate::credits::execution::request::{Act, Answer, Call, Order, Target};
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
    call: Call,
    request: HoldRequest,
) -> Result<Answer, Problem> {
    let public_id = id::new("hold", &app.clock, &app.random)?;
    let terms = HoldTerms {
        public_id,
        ttl: request.ttl,
        on_expiry: request.on_expiry,
    };
    let order = Order {
        target: Target::Customer(request.customer),
        act: request.charge.map(|charge| Act::Hold(charge, terms)),
        description: request.description,
        metadata: request.metadata,
    };
    execute(app, call, order).await
}

/// Description and metadata of a transaction.
pub(crate) struct Words {
    /// Purpose, in words for the customer.
    pub(crate) description: Option<String>,
    /// A JSON object of the website's own.
    pub(crate) metadata: String,
}

/// Captures credits of a hold once for the call's key. None is a capture whose amount is invalid.
pub(crate) async fn capture(
    app: &Arc<App>,
    call: Call,
    (hold, capture): (String, Option<(Capture, Option<Charge>)>),
    words: Words,
) -> Result<Answer, Problem> {
    let order = Order {
        target: Target::Hold(hold),
        act: capture.map(|(capture, charge)| Act::Capture(capture, charge)),
        description: words.description,
        metadata: words.metadata,
    };
    execute(app, call, order).await
}

/// Voids a hold once for the call's key.
pub(crate) async fn void(app: &Arc<App>, call: Call, hold: String) -> Result<Answer, Problem> {
    let act = Act::Void(hold.clone());
    execute(app, call, silent(hold, act)).await
}

/// Extends a hold once for the call's key.
pub(crate) async fn extend(
    app: &Arc<App>,
    call: Call,
    (hold, ttl): (String, Duration),
) -> Result<Answer, Problem> {
    let act = Act::Extend(hold.clone(), ttl);
    execute(app, call, silent(hold, act)).await
}

fn silent(hold: String, act: Act) -> Order {
    Order {
        target: Target::Hold(hold),
        act: Some(act),
        description: None,
        metadata: "{}".to_owned(),
    }
}

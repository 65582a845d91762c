//! Takes transactions back for a website's server or its owner: reverses spends and captures, voids grants.

use std::sync::Arc;

use super::holds::Words;
use crate::app::App;
use crate::credits::execution::execute::execute;
use crate::credits::execution::request::{Act, Answer, Call, Order, Target};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::operation::Reverse;
use crate::problem::Problem;

/// Part of a transaction that is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HowMuch {
    /// All credits that were not given back before.
    All,
    /// An amount; none if the request's amount is invalid.
    Part(Option<Amount>),
}

/// Reverses a spend or a capture, once for the call's key.
pub(crate) async fn reverse(
    app: &Arc<App>,
    call: Call,
    (original, how_much): (String, HowMuch),
    words: Words,
) -> Result<Answer, Problem> {
    let reverse = |amount| {
        Act::Reverse(Reverse {
            original: original.clone(),
            amount,
        })
    };
    let act = match how_much {
        HowMuch::All => Some(reverse(None)),
        HowMuch::Part(amount) => amount.map(|amount| reverse(Some(amount))),
    };
    let order = Order {
        target: Target::Transaction(original),
        act,
        description: words.description,
        metadata: words.metadata,
    };
    execute(app, call, order).await
}

/// Takes back what is left of a grant, once for the call's key.
pub(crate) async fn void_grant(
    app: &Arc<App>,
    call: Call,
    grant: String,
    words: Words,
) -> Result<Answer, Problem> {
    let order = Order {
        target: Target::Grant(grant.clone()),
        act: Some(Act::VoidGrant(grant)),
        description: words.description,
        metadata: words.metadata,
    };
    execute(app, call, order).await
}

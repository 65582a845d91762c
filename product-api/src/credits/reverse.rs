//! Takes transactions back for a website's server or its owner: reverses spends and captures, voids grants.

use std::sync::Arc;

use super::amount::Amount;
use super::execute::{Act, Answer, Call, Order, Target, execute};
use super::reversal::Reverse;
use super::set_aside::Words;
use crate::app::App;
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

//! Takes transactions back for a website's server or its owner: reverses spends and captures, voids grants.

use std::sync::Arc;

use super::holds::TransactionTexts;
use crate::app::App;
use crate::credits::execution::execute::execute;
use crate::credits::execution::request::{
    CallContext, LedgerCommand, OperationRequest, OperationResponse, Target,
};
use crate::credits::ledger::amount::Amount;
use crate::credits::ledger::operation::ReversalRequest;
use crate::problem::Problem;

/// Part of a transaction that is given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReversalAmount {
    /// All credits that were not given back before.
    All,
    /// An amount; none if the request's amount is invalid.
    Part(Option<Amount>),
}

/// Reverses a spend or a capture, once for the call's key.
pub(crate) async fn reverse(
    app: &Arc<App>,
    call: CallContext,
    original: String,
    how_much: ReversalAmount,
    words: TransactionTexts,
) -> Result<OperationResponse, Problem> {
    let reverse = |amount| {
        LedgerCommand::Reverse(ReversalRequest {
            original: original.clone(),
            amount,
        })
    };
    let command = match how_much {
        ReversalAmount::All => Some(reverse(None)),
        ReversalAmount::Part(amount) => amount.map(|amount| reverse(Some(amount))),
    };
    let operation = OperationRequest {
        target: Target::Transaction(original),
        command,
        description: words.description,
        metadata: words.metadata,
    };
    execute(app, call, operation).await
}

/// Takes back what is left of a grant, once for the call's key.
pub(crate) async fn void_grant(
    app: &Arc<App>,
    call: CallContext,
    grant: String,
    words: TransactionTexts,
) -> Result<OperationResponse, Problem> {
    let operation = OperationRequest {
        target: Target::Grant(grant.clone()),
        command: Some(LedgerCommand::VoidGrant(grant)),
        description: words.description,
        metadata: words.metadata,
    };
    execute(app, call, operation).await
}

//! Captures of holds on a merged wallet: reserved credits come from that wallet, all others from the merge target. Credits that
//! such a hold releases move to the merge target.

use std::collections::BTreeSet;

use foundation::{Connection, Failure, Timestamp};

use super::resolve::{MissingTarget, ResolvedTarget};
use super::save::name_txns;
use crate::app::App;
use crate::credits::ledger::merge_transfer::{BookedTransfer, settle_both, transfer_released};
use crate::credits::ledger::merged_holds::{MergedHoldOutcome, RequestedCapture};
use crate::credits::ledger::operation::{LedgerOperation, LedgerRefusal};
use crate::credits::ledger::posting::TransactionDetails;
use crate::credits::ledger::state::AccountState;
use crate::credits::store::transfers;

/// Finds the merges that closed the wallets of the used holds. All of these wallets are locked.
pub(crate) async fn find_merges(
    db: &mut Connection<'_>,
    targets: &mut [Result<ResolvedTarget, MissingTarget>],
) -> Result<(), Failure> {
    let left = targets
        .iter()
        .flatten()
        .filter(|target| target.merge_target.is_some());
    let left = left.filter_map(|target| target.wallet.owner.customer_id());
    let left: BTreeSet<&str> = left.collect();
    let leads = transfers::leads(db, &left.into_iter().collect::<Vec<_>>()).await?;
    for target in targets.iter_mut().flatten() {
        let target_id = target
            .merge_target
            .as_ref()
            .and_then(|of| of.owner.customer_id());
        let of_hold = target.wallet.owner.customer_id();
        let lead = of_hold.and_then(|id| leads.get(id));
        let lead = lead.filter(|lead| target_id == Some(lead.into.as_str()));
        target.merge_id = lead.map(|lead| lead.merge_id.clone());
    }
    Ok(())
}

/// Limit of the merge target's open lots. Each release adds lots there; above the limit, released credits wait for the next
/// sweep of user changes, which moves them together.
const MANY_LOTS: usize = 1000;

/// Relation of a wallet to the wallet of its merge target.
pub(crate) struct MergeContext<'a> {
    /// The merge target's wallet, if the wallet's owner was merged.
    pub(crate) merge_target: Option<&'a mut AccountState>,
    /// Id of the merge that closed the wallet, if one did.
    pub(crate) merge_id: Option<&'a str>,
    /// Transfers to the merge target, to be recorded.
    pub(crate) transfers: &'a mut Vec<BookedTransfer>,
}

/// An operation, and the details of its transaction.
pub(crate) struct DetailedOperation<'o> {
    /// The operation.
    pub(crate) operation: &'o LedgerOperation,
    /// Details of the transaction.
    pub(crate) details: TransactionDetails,
}

/// Executes one operation on its account, and on the merge target's if the account was merged. Released credits move at once:
/// the operation may use those that were released before it, and the balance in the response contains those that it releases.
pub(crate) fn apply_with_merge_target(
    app: &App,
    state: &mut AccountState,
    context: MergeContext<'_>,
    requested: DetailedOperation<'_>,
    now: Timestamp,
) -> Result<Result<MergedHoldOutcome, LedgerRefusal>, Failure> {
    let keys = &app.ledger.keys;
    let DetailedOperation { operation, details } = requested;
    let MergeContext {
        merge_target,
        merge_id,
        transfers,
    } = context;
    let Some(merge_target) = merge_target else {
        let done = state.apply(operation, details, now, keys);
        name_txns(app, state)?;
        return Ok(done.map(MergedHoldOutcome::new));
    };
    settle_both(state, merge_target, now, keys);
    let mut move_released =
        |state: &mut AccountState, merge_target: &mut AccountState| -> Result<(), Failure> {
            let has_room = || merge_target.open_lots() < MANY_LOTS;
            let merge_id = merge_id.filter(|_| state.account.is_closed && has_room());
            if let Some(merge_id) = merge_id {
                transfers.extend(transfer_released(state, merge_target, merge_id, now, keys)?);
            }
            Ok(())
        };
    move_released(state, merge_target)?;
    let done = if let LedgerOperation::Capture(capture) = operation {
        state.capture_with_merge_target(
            merge_target,
            RequestedCapture { capture, details },
            now,
            keys,
        )
    } else {
        state
            .apply(operation, details, now, keys)
            .map(MergedHoldOutcome::new)
    };
    move_released(state, merge_target)?;
    name_txns(app, state)?;
    name_txns(app, merge_target)?;
    Ok(done)
}

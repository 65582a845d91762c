//! Gives credits of a purchase back, in the open transaction of a use case that records a failed refund or a won dispute.

use std::collections::HashMap;

use foundation::{Connection, Failure};

use super::lock_purchase::{booking_time, details, lock_home};
use crate::app::App;
use crate::credits::execution::save::save;
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::claw_back::{BookedClawBack, ClawBackReturn};
use crate::credits::ledger::lot::burn_order;
use crate::credits::ledger::original::{LotShare, OriginalTransaction};
use crate::credits::ledger::state::AccountState;
use crate::credits::ledger::txn_kind::TxnKind;
use crate::credits::store::claw_backs::Settlement;
use crate::credits::store::originals::OriginalLot;
use crate::credits::store::{claw_backs, originals};

const DESCRIPTION: &str = "Credits of a payment were given back";

/// Gives credits of a purchase back: what was taken last comes first. Locks the owner's wallet until the transaction ends.
///
/// Credits come into the lots from which they were taken, or into a restored lot if the lot has expired or is on another wallet.
/// A debt that the claw-back has made becomes smaller. The caller marks the transaction with
/// [`crate::credits::Ledger::mark_in_flight`], and has locked the payment.
pub(crate) async fn give_back_within(
    app: &App,
    db: &mut Connection<'_>,
    wallet: &WalletKey,
    reference: &str,
    amount: i64,
) -> Result<(), Failure> {
    let settlements = claw_backs::settlements(db, wallet.book_id, reference).await?;
    let Some(mut returns) = plan(&settlements, wallet, amount) else {
        return Err(Failure::defect(
            "more credits are given back than were taken back",
        ));
    };
    if returns.is_empty() {
        return Ok(());
    }
    let mut state = lock_home(app, db, wallet).await?;
    read_lots(db, &mut state, &mut returns).await?;
    let (now, keys) = (app.clock.now(), &app.ledger.keys);
    let at = booking_time(&state, now);
    let before = state.alert_baseline();
    for (one, number) in returns.iter().zip(settlements.len() + 1..) {
        let details = details(reference, number, DESCRIPTION);
        let booked = state.undo_claw_back(one, details, at, keys);
        booked.map_err(|_refusal| Failure::defect("a balance would be out of range"))?;
    }
    state.expire_ended(at, keys);
    state.emit_alerts(before, at, keys);
    save(app, db, &mut state, now).await
}

/// Chooses the claw-backs to be undone, the last one first; none if less is left of them.
fn plan(
    settlements: &[Settlement],
    wallet: &WalletKey,
    amount: i64,
) -> Option<Vec<ClawBackReturn>> {
    let (mut left, mut returns) = (amount, Vec::new());
    let claws = settlements
        .iter()
        .rev()
        .filter(|one| one.reverses.is_none());
    for one in claws {
        let reversals = settlements.iter();
        let reversals = reversals.filter(|reversal| reversal.reverses == Some(one.id));
        let claw = BookedClawBack {
            original: OriginalTransaction {
                id: one.id,
                public_id: String::new(),
                wallet: wallet.clone(),
                kind: TxnKind::ClawBack,
                amount: one.clawed_back - one.written_off,
                owed: one.owed,
                shares: Vec::new(),
                reversals: Vec::new(),
            },
            written_off: one.written_off,
            given_back: reversals.map(|reversal| -reversal.clawed_back).sum(),
        };
        let part = claw.left().min(left);
        if part > 0 {
            left -= part;
            returns.push(ClawBackReturn { claw, amount: part });
        }
    }
    (left == 0).then_some(returns)
}

/// Adds the lots from which credits were taken. The state gets those of its own lots that are used up, which may get credits
/// again.
async fn read_lots(
    db: &mut Connection<'_>,
    state: &mut AccountState,
    returns: &mut [ClawBackReturn],
) -> Result<(), Failure> {
    let ids: Vec<i64> = returns.iter().map(|one| one.claw.original.id).collect();
    let mut shares: HashMap<i64, Vec<LotShare>> = HashMap::new();
    for taken in originals::lots_taken(db, &ids).await? {
        let OriginalLot {
            original,
            account_id,
            amount,
            lot,
        } = taken;
        if account_id == state.account.id && state.lots.index_of(lot.id).is_none() {
            state.lots.push(lot.clone());
        }
        let of_claw = shares.entry(original).or_default();
        of_claw.push(LotShare { lot, amount });
    }
    for one in returns {
        let mut of_claw = shares.remove(&one.claw.original.id).unwrap_or_default();
        of_claw.sort_unstable_by(|left, right| burn_order(&left.lot, &right.lot));
        one.claw.original.shares = of_claw;
    }
    Ok(())
}

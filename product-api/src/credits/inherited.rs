//! Captures of holds on a merged wallet: reserved credits come from that wallet, all others from the merge target. Credits that
//! such a hold releases move to the merge target.

use std::collections::BTreeSet;

use foundation::{Connection, Failure, Timestamp};

use super::amount::Amount;
use super::caps::draw_of;
use super::charge::Billed;
use super::hand_over::{Carried, move_on, settle_both};
use super::hold::Hold;
use super::holding::{Capture, Overage};
use super::keys::Keys;
use super::ledger::AccountState;
use super::operation::{Applied, Operation, Refusal};
use super::pinning::{billed, feature_of};
use super::posting::Slip;
use super::save::name_txns;
use super::store::transfers;
use super::target::{Missing, Use};
use crate::app::App;

/// Prefix of the operation key of a transaction that takes credits beyond a hold.
pub(super) const BEYOND: &str = "beyond:";

/// Outcome of an operation on two wallets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inherited {
    /// Outcome on the wallet of the hold.
    pub(crate) applied: Applied,
    /// Index of the merge target's transaction, if the response shows that one.
    pub(crate) of_heir: Option<usize>,
}

impl Inherited {
    /// Returns the outcome of an operation on one wallet only.
    pub(crate) const fn of(applied: Applied) -> Self {
        Self {
            applied,
            of_heir: None,
        }
    }
}

impl AccountState {
    /// Captures from a hold of this merged wallet, within the spend limit of the merge target.
    pub(crate) fn capture_beside(
        &mut self,
        (heir, capture): (&mut Self, &Capture),
        slip: Slip,
        now: Timestamp,
        keys: &Keys,
    ) -> Result<Inherited, Refusal> {
        self.settle(now.max(self.account.last_booked_at), keys);
        let counted = if heir.account.is_limited() {
            draw_of(&Operation::Capture(capture.clone()), self).counted
        } else {
            0
        };
        let at = now.max(heir.account.last_booked_at);
        heir.account.allows(counted, at)?;
        let done = self.capture_from_both((heir, capture), slip, now, keys)?;
        heir.account.count(counted, at);
        Ok(done)
    }

    /// Captures from a hold of this wallet. Reserved credits are spent here. Credits beyond the hold, or in place of an expired
    /// hold, are spent on the merge target's wallet, which has the moved credits and the overdraft limit.
    fn capture_from_both(
        &mut self,
        (heir, capture): (&mut Self, &Capture),
        slip: Slip,
        now: Timestamp,
        keys: &Keys,
    ) -> Result<Inherited, Refusal> {
        let (place, hold) = self.hold(&capture.hold)?;
        let (is_late, left) = (hold.is_captured_late(capture), hold.left_for(capture));
        let amount = capture.amount.map_or(left, Amount::get);
        let of_hold = if is_late { 0 } else { amount.min(left) };
        // Credits that the hold released stay here until they are moved: after several merges in a row, or if they are too many
        // for the merge target.
        let at = now.max(self.account.last_booked_at);
        let feature = feature_of(hold, &slip)?;
        // This wallet is closed, and so it was read whole.
        let has_enough = || {
            let shares = self.shares((amount, feature), at);
            shares.is_ok_and(|(_, taken)| taken == amount)
        };
        let is_here = of_hold == amount || !is_late && !hold.is_open() || is_late && has_enough();
        if is_here || amount > left && capture.overage == Overage::Reject {
            let operation = Operation::Capture(capture.clone());
            return self.apply(&operation, slip, now, keys).map(Inherited::of);
        }
        let paper = if is_late {
            billed(slip.clone(), hold, amount)
        } else {
            paper_beyond(&slip, hold)
        };
        let beyond = (amount - of_hold, feature);
        let terms = (of_hold, capture.overage);
        let txn = heir.capture_for((beyond, terms), paper, now, keys)?;
        if is_late {
            self.note_late((place, capture), amount.min(left), &slip.op_key, at);
            let applied = Applied::hold(place);
            let of_heir = Some(txn);
            return Ok(Inherited { applied, of_heir });
        }
        let operation = Operation::Capture(Capture {
            amount: Amount::new(of_hold),
            ..capture.clone()
        });
        self.apply(&operation, slip, now, keys).map(Inherited::of)
    }

    /// Spends for a hold of another wallet, and returns the index of the transaction.
    fn capture_for(
        &mut self,
        (beyond, (of_hold, overage)): ((i64, Option<i64>), (i64, Overage)),
        slip: Slip,
        now: Timestamp,
        keys: &Keys,
    ) -> Result<usize, Refusal> {
        let at = now.max(self.account.last_booked_at);
        self.check_due(at)?;
        self.settle(at, keys);
        let before = self.standing();
        let (shares, owed) = self.beyond(beyond, overage, of_hold, at)?;
        let takes = shares.into_iter().collect();
        let txn = self.book_capture((beyond.0, owed, takes), slip, at, keys);
        self.tell_crossings(before, at, keys);
        Ok(txn)
    }
}

/// Returns the details of a transaction that takes credits beyond a hold. The capture's own transaction states the quantity.
fn paper_beyond(slip: &Slip, hold: &Hold) -> Slip {
    let named = slip.about.billed.clone().or(hold.billed.clone());
    let paper = Slip {
        op_key: format!("{BEYOND}{}", slip.op_key),
        ..slip.clone()
    };
    paper.billed(named.map(|named| Billed {
        usage: None,
        ..named
    }))
}

/// Finds the merges that closed the wallets of the used holds. All of these wallets are locked.
pub(super) async fn find_merges(
    db: &mut Connection<'_>,
    uses: &mut [Result<Use, Missing>],
) -> Result<(), Failure> {
    let left = uses.iter().flatten().filter(|used| used.heir.is_some());
    let left = left.filter_map(|used| used.wallet.owner.customer_id());
    let left: BTreeSet<&str> = left.collect();
    let leads = transfers::leads(db, &left.into_iter().collect::<Vec<_>>()).await?;
    for used in uses.iter_mut().flatten() {
        let of_heir = used.heir.as_ref().and_then(|of| of.owner.customer_id());
        let of_hold = used.wallet.owner.customer_id();
        let lead = of_hold.and_then(|id| leads.get(id));
        let lead = lead.filter(|lead| of_heir == Some(lead.into.as_str()));
        used.merge_id = lead.map(|lead| lead.merge_id.clone());
    }
    Ok(())
}

/// Limit of the merge target's open lots. Each release adds lots there; above the limit, released credits wait for the next
/// sweep of user changes, which moves them together.
const MANY_LOTS: usize = 1000;

/// Relation of a wallet to the wallet of its merge target.
pub(super) struct Beside<'a> {
    /// Id of the merge that closed the wallet, if one did.
    pub(super) merge_id: Option<&'a str>,
    /// Transfers to the merge target, to be recorded.
    pub(super) carried: &'a mut Vec<Carried>,
}

/// Executes one operation on its account, and on the merge target's if the account was merged. Released credits move at once:
/// the operation may use those that were released before it, and the balance in the response contains those that it releases.
pub(super) fn apply_beside(
    app: &App,
    (state, heir): (&mut AccountState, Option<&mut AccountState>),
    beside: Beside<'_>,
    (operation, slip): (&Operation, Slip),
    now: Timestamp,
) -> Result<Result<Inherited, Refusal>, Failure> {
    let keys = &app.ledger.keys;
    let Some(heir) = heir else {
        let done = state.apply(operation, slip, now, keys);
        name_txns(app, state)?;
        return Ok(done.map(Inherited::of));
    };
    let Beside { merge_id, carried } = beside;
    settle_both((state, heir), now, keys);
    let mut go_on = |state: &mut AccountState, heir: &mut AccountState| -> Result<(), Failure> {
        let has_room = || heir.open_lots() < MANY_LOTS;
        let merge_id = merge_id.filter(|_| state.account.is_closed && has_room());
        if let Some(merge_id) = merge_id {
            carried.extend(move_on((state, heir), merge_id, now, keys)?);
        }
        Ok(())
    };
    go_on(state, heir)?;
    let done = if let Operation::Capture(capture) = operation {
        state.capture_beside((heir, capture), slip, now, keys)
    } else {
        state.apply(operation, slip, now, keys).map(Inherited::of)
    };
    go_on(state, heir)?;
    name_txns(app, state)?;
    name_txns(app, heir)?;
    Ok(done)
}

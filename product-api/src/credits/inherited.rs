//! Operations beside an heir: of a capture whose wallet was handed over, what the hold has set aside is there, all else is
//! the heir's; what is let go there goes on to the heir.

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

/// How the name of what was taken beyond a hold begins, before the name of the operation.
pub(super) const BEYOND: &str = "beyond:";

/// What was done on two wallets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inherited {
    /// On the wallet of the hold.
    pub(crate) applied: Applied,
    /// The transaction on the heir's wallet, where it is the one that answers.
    pub(crate) of_heir: Option<usize>,
}

impl Inherited {
    /// What was done on one wallet only.
    pub(crate) const fn of(applied: Applied) -> Self {
        Self {
            applied,
            of_heir: None,
        }
    }
}

impl AccountState {
    /// Captures from a hold of this wallet, which was handed over, within the limit of what the heir may spend.
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

    /// Captures from a hold of this wallet. What the hold has set aside is spent here. What is
    /// taken beyond it, or in the place of a hold that has run out of time, is spent on the heir's wallet: there are the
    /// credits that were moved, and the limit of what may be owed.
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
        // What the hold has let go of is here until it is moved: where several merges have led to the heir, or where that is
        // too much for the heir.
        let at = now.max(self.account.last_booked_at);
        let feature = feature_of(hold, &slip)?;
        // This wallet was read whole: it is closed.
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

    /// Spends for a hold of another wallet; the place of the transaction.
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

/// The paper of what was taken beyond a hold: a transaction beside the one of the capture's key, which tells the quantity.
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

/// Finds the merges by which wallets were handed over that have the holds which are used; all of them are locked.
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

/// What is let go becomes lots of its own on the heir's wallet. Where that has so many already, it waits for the next look at
/// what became of users, which moves what has come together.
const MANY_LOTS: usize = 1000;

/// How a wallet stands to the one of its heir.
pub(super) struct Beside<'a> {
    /// The merge by which it was handed over, if one did.
    pub(super) merge_id: Option<&'a str>,
    /// Where it is noted what goes on to the heir.
    pub(super) carried: &'a mut Vec<Carried>,
}

/// Does one operation on its account, and on the heir's beside it where the account was handed over. What holds let go of
/// there goes on at once: what fell due before the operation is the heir's to use, and what the operation lets go of is in
/// the balance that is answered.
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

//! Takes credits of a purchase back, in the open transaction of a use case that records a refund or a dispute.

use std::collections::BTreeMap;

use foundation::{Connection, Failure};

use super::lock_purchase::{LockedPurchase, PurchaseCredits, booking_time, details, lock_purchase};
use crate::app::App;
use crate::credits::execution::save::save;
use crate::credits::ledger::claw_back::{ClawBack, Shortfall};
use crate::credits::ledger::state::AlertBaseline;
use crate::credits::store::claw_backs;

const DESCRIPTION: &str = "Credits of a payment were taken back";

/// Credits that were taken back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TakenBack {
    /// All credits that were taken back: out of lots, and as a shortfall.
    pub(crate) taken: i64,
    /// Credits that were taken out of lots, by the lot of the purchase that they came with.
    pub(crate) from_lots: Vec<(i64, i64)>,
    /// Credits that had left the lots before: spent ones, by the given rule, and unused ones, which are always written off.
    pub(crate) shortfall: i64,
    /// Credits that were not taken back, because holds of callers have pinned them.
    pub(crate) pinned: i64,
}

/// Number of credits for each part of a take-back.
struct Division {
    from_lots: i64,
    /// Part of `from_lots` that the system's hold has pinned.
    frozen: i64,
    pinned: i64,
    shortfall: i64,
}

impl Division {
    /// Divides an amount: first the credits that no hold has pinned, then those of the system's hold, then those that holds of
    /// callers have pinned. The rest has left the lots.
    fn new(amount: i64, purchase: &LockedPurchase, reference: &str) -> Self {
        let lots = purchase.roots();
        let states = || purchase.states.iter();
        let unpinned: i64 = states().map(|state| state.unpinned_in(&lots)).sum();
        let frozen: i64 = states().map(|state| state.frozen_of(reference)).sum();
        let from_lots = amount.min(unpinned + frozen);
        let pinned = (amount - from_lots).min(purchase.pinned());
        Self {
            from_lots,
            frozen: (from_lots - unpinned).max(0),
            pinned,
            shortfall: amount - from_lots - pinned,
        }
    }
}

/// Credits to be taken from one wallet, and its balance before.
struct WalletClaw {
    claw: ClawBack,
    before: AlertBaseline,
}

/// Takes credits of a purchase back. Locks its wallets until the transaction ends.
///
/// Credits that no hold has pinned are taken first, then those that the system's hold reserves, which becomes smaller by them.
/// Credits that holds of callers have pinned are left: the caller takes them back when these holds end. Credits that were spent
/// become a shortfall at once. The caller marks the transaction with [`crate::credits::Ledger::mark_in_flight`], and has locked
/// the payment.
pub(crate) async fn take_back_within(
    app: &App,
    db: &mut Connection<'_>,
    credits: &PurchaseCredits<'_>,
    amount: i64,
    shortfall: Shortfall,
) -> Result<TakenBack, Failure> {
    if amount < 0 {
        return Err(Failure::defect("fewer than no credits are taken back"));
    }
    if amount == 0 {
        return Ok(TakenBack::default());
    }
    let mut purchase = lock_purchase(app, db, credits).await?;
    let division = Division::new(amount, &purchase, credits.reference);
    let written_off = written_off(db, &purchase, shortfall, division.shortfall).await?;
    let mut claws = take(&mut purchase, credits, &division, app);
    if let Some(home) = claws.get_mut(purchase.home) {
        home.claw.owed = division.shortfall - written_off;
        home.claw.written_off = written_off;
    }
    let from_lots = by_root(&purchase, credits, &claws);
    book(app, db, &mut purchase, credits.reference, claws).await?;
    Ok(TakenBack {
        taken: division.from_lots + division.shortfall,
        from_lots,
        shortfall: division.shortfall,
        pinned: division.pinned,
    })
}

/// Returns the part of a shortfall that is written off: all of it by that rule, else the credits that left the lots without a
/// use, because they expired or a website voided their grant.
async fn written_off(
    db: &mut Connection<'_>,
    purchase: &LockedPurchase,
    rule: Shortfall,
    shortfall: i64,
) -> Result<i64, Failure> {
    if rule == Shortfall::WriteOff || shortfall == 0 {
        return Ok(shortfall);
    }
    let ids: Vec<i64> = purchase.lots.iter().map(|lot| lot.id).collect();
    let settlements = purchase.settlements.iter();
    let before: i64 = settlements.map(|one| one.written_off).sum();
    let unused = claw_backs::unused(db, &ids).await?;
    Ok((unused - before).clamp(0, shortfall))
}

/// Chooses the credits to be taken from each wallet, and releases those that the system's hold reserves.
fn take(
    purchase: &mut LockedPurchase,
    credits: &PurchaseCredits<'_>,
    division: &Division,
    app: &App,
) -> Vec<WalletClaw> {
    let lots = purchase.roots();
    let now = app.clock.now();
    let (mut frozen, mut left) = (division.frozen, division.from_lots);
    let mut claws = Vec::with_capacity(purchase.states.len());
    for state in &mut purchase.states {
        let before = state.alert_baseline();
        let released = frozen.min(state.frozen_of(credits.reference));
        frozen -= released;
        state.release_frozen(credits.reference, released, booking_time(state, now));
        let takes = state.unpinned_shares(&lots, left);
        left -= takes.iter().map(|(_, amount)| amount).sum::<i64>();
        let claw = ClawBack {
            takes,
            ..ClawBack::default()
        };
        claws.push(WalletClaw { claw, before });
    }
    claws
}

/// Adds up the credits taken from lots by the lots of the purchase. Restored credits count for its first lot.
fn by_root(
    purchase: &LockedPurchase,
    credits: &PurchaseCredits<'_>,
    claws: &[WalletClaw],
) -> Vec<(i64, i64)> {
    let roots = purchase.roots();
    let first = credits.lots.first();
    let mut amounts: BTreeMap<i64, i64> = BTreeMap::new();
    for (state, one) in purchase.states.iter().zip(claws) {
        for (index, amount) in &one.claw.takes {
            let lot = state.lots.get(*index);
            let root = lot.and_then(|lot| roots.get(&lot.id));
            let root = root.filter(|root| credits.lots.contains(root)).or(first);
            if let Some(root) = root {
                *amounts.entry(*root).or_default() += amount;
            }
        }
    }
    amounts.into_iter().collect()
}

/// Books one transaction for each wallet that loses credits, and saves all wallets.
async fn book(
    app: &App,
    db: &mut Connection<'_>,
    purchase: &mut LockedPurchase,
    reference: &str,
    claws: Vec<WalletClaw>,
) -> Result<(), Failure> {
    let (now, keys) = (app.clock.now(), &app.ledger.keys);
    let mut number = purchase.settlements.len();
    for (state, WalletClaw { claw, before }) in purchase.states.iter_mut().zip(claws) {
        let at = booking_time(state, now);
        if !claw.is_empty() {
            number += 1;
            let booked = state.claw_back(claw, details(reference, number, DESCRIPTION), at, keys);
            booked.map_err(|_refusal| Failure::defect("a debt would be out of range"))?;
            state.expire_ended(at, keys);
            state.emit_alerts(before, at, keys);
        }
        save(app, db, state, now).await?;
    }
    Ok(())
}

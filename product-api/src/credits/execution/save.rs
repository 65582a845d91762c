//! Saves the effects of operations on accounts. The number of statements grows neither with the operations nor with the
//! accounts.

use foundation::{Connection, Failure, Timestamp, id};
use serde_json::json;

use crate::app::App;
use crate::credits::ledger::account::{Debt, EventSubscription};
use crate::credits::ledger::lot::RowChange;
use crate::credits::ledger::posting::{Txn, WalletEvent};
use crate::credits::ledger::state::AccountState;
use crate::credits::store::accounts::NewAccount;
use crate::credits::store::bookings::EventRow;
use crate::credits::store::lots::LotRow;
use crate::credits::store::{accounts, bookings, holds, lots, topups};

/// Assigns public ids to the transactions that have none yet.
pub(crate) fn name_txns(app: &App, state: &mut AccountState) -> Result<(), Failure> {
    for txn in state.writes.txns.iter_mut().rev() {
        if !txn.public_id.is_empty() {
            break;
        }
        txn.public_id = id::new("txn", &app.clock, &app.random)?;
    }
    Ok(())
}

/// Writes all changes of one account, in the open transaction.
pub(crate) async fn save(
    app: &App,
    db: &mut Connection<'_>,
    state: &mut AccountState,
    now: Timestamp,
) -> Result<(), Failure> {
    save_all(app, db, &mut [state], now).await
}

/// Writes all changes of accounts, in the open transaction.
pub(crate) async fn save_all(
    app: &App,
    db: &mut Connection<'_>,
    states: &mut [&mut AccountState],
    now: Timestamp,
) -> Result<(), Failure> {
    debug_assert!(
        app.ledger.keys.is_any_in_flight(),
        "rows are written under keys that nobody waits for"
    );
    for state in states.iter_mut() {
        name_txns(app, state)?;
        state.emit_spend_event(&app.ledger.keys);
        state.recompute_due();
    }
    let states: Vec<&AccountState> = states
        .iter()
        .map(|state| &**state)
        .filter(|state| !state.is_unchanged())
        .collect();
    if states.is_empty() {
        return Ok(());
    }
    save_bookings(db, &states, now).await?;
    save_lots(db, &states).await?;
    save_holds(db, &states).await?;
    let changes: Vec<_> = states
        .iter()
        .map(|state| (&state.read, &state.account))
        .collect();
    accounts::update(db, &changes).await?;
    save_debts(db, &states, now).await?;
    let due = states.iter().filter(|state| state.writes.is_topup_due);
    let due: Vec<i64> = due.map(|state| state.account.id).collect();
    topups::insert_due(db, &due, now).await?;
    let events: Vec<EventRow<'_>> = states.iter().flat_map(|state| event_rows(state)).collect();
    bookings::insert_events(db, &events, now).await?;
    // Events and captures of held credits change no credits that an owner shows.
    let moved = states
        .iter()
        .filter(|state| state.read.credits() != state.account.credits());
    let moved: Vec<_> = moved.map(|state| &state.account).collect();
    accounts::project(db, &moved).await
}

/// Writes rows in the order of their keys, so that indexes grow at one end.
async fn save_bookings(
    db: &mut Connection<'_>,
    states: &[&AccountState],
    now: Timestamp,
) -> Result<(), Failure> {
    let writes = || states.iter().map(|state| &state.writes);
    let mut txns: Vec<(i64, &Txn)> = states
        .iter()
        .flat_map(|state| {
            let book_id = state.account.of.book_id;
            state.writes.txns.iter().map(move |txn| (book_id, txn))
        })
        .collect();
    txns.sort_unstable_by_key(|(_, txn)| txn.id);
    bookings::insert_txns(db, &txns, now).await?;
    let mut entries: Vec<_> = writes().flat_map(|writes| &writes.entries).collect();
    entries.sort_unstable_by_key(|entry| (entry.txn_id, entry.leg));
    bookings::insert_entries(db, &entries).await?;
    let mut moves: Vec<_> = writes().flat_map(|writes| &writes.moves).collect();
    moves.sort_unstable_by_key(|step| (step.txn_id, step.lot_id));
    bookings::insert_moves(db, &moves).await
}

async fn save_lots(db: &mut Connection<'_>, states: &[&AccountState]) -> Result<(), Failure> {
    let marked = |mark| -> Vec<LotRow<'_>> {
        let row = |state: &&AccountState, lot| LotRow {
            account_id: state.account.id,
            lot,
            at: state.account.last_booked_at,
        };
        states
            .iter()
            .flat_map(|state| state.lots.iter().map(move |lot| (state, lot)))
            .filter(|(_, lot)| lot.mark == mark)
            .map(|(state, lot)| row(state, lot))
            .collect()
    };
    lots::insert(db, &marked(RowChange::New)).await?;
    lots::update(db, &marked(RowChange::Changed)).await
}

/// Writes changed holds. Only operations on holds change them, so that others write nothing here.
async fn save_holds(db: &mut Connection<'_>, states: &[&AccountState]) -> Result<(), Failure> {
    let changed: Vec<_> = states
        .iter()
        .flat_map(|state| state.holds.iter().map(|hold| (state.account.id, hold)))
        .filter(|(_, hold)| hold.mark != RowChange::Unchanged)
        .collect();
    holds::save(db, &changed).await?;
    let events = states.iter().flat_map(|state| &state.writes.hold_events);
    holds::insert_events(db, &events.collect::<Vec<_>>()).await
}

/// Writes changed debts. Spends within the balance write nothing here.
async fn save_debts(
    db: &mut Connection<'_>,
    states: &[&AccountState],
    now: Timestamp,
) -> Result<(), Failure> {
    let moved = states
        .iter()
        .filter(|state| state.read.debt != state.account.debt);
    let (mut new, mut changes): (Vec<NewAccount<'_>>, Vec<(i64, Debt, Debt)>) = Default::default();
    for state in moved {
        let (read, debt) = (state.read.debt, state.account.debt);
        let Some(id) = debt.account_id else { continue };
        if read.account_id.is_none() {
            let of = &state.account.of;
            let kind = "debt";
            new.push(NewAccount { id, of, kind });
        }
        changes.push((id, read, debt));
    }
    accounts::insert(db, &new, now).await?;
    accounts::update_debts(db, &changes).await
}

fn event_rows(state: &AccountState) -> Vec<EventRow<'_>> {
    let row = |event: &WalletEvent| EventRow {
        of: &state.account.of,
        account_id: state.account.id,
        id: event.id,
        n: event.n,
        kind: event.kind.name(),
        payload: json!({
            "transaction": event.txn_id.and_then(|id| public_id_of(&state.writes.txns, id)),
            "hold": event.hold,
            "amount": event.amount,
            "posted": event.posted,
            "held": event.held,
            "debt": event.debt,
            "available": event.available,
            "at": event.at.to_iso8601(),
            "spends": event.detail.spends,
            "threshold": event.detail.threshold,
            "expires_at": event.detail.expires_at.map(Timestamp::to_iso8601),
            "billing": event.billing,
        })
        .to_string(),
        txn_id: event.txn_id,
        is_waiting: state.account.notices.subscription != EventSubscription::Unsubscribed,
    };
    state.writes.events.iter().map(row).collect()
}

fn public_id_of(txns: &[Txn], key: i64) -> Option<&str> {
    txns.iter()
        .find(|txn| txn.id == key)
        .map(|txn| txn.public_id.as_str())
}

//! Saving what operations did to one account, in a number of statements that does not grow with the operations.

use foundation::{Connection, Failure, Timestamp, id};
use serde_json::json;

use super::account::Owner;
use super::ledger::AccountState;
use super::lot::{Lot, Mark};
use super::posting::{Event, Txn};
use super::store::accounts::NewAccount;
use super::store::bookings::EventRow;
use super::store::{accounts, bookings, lots};
use crate::app::App;

/// Gives the transactions their public ids and writes everything, in the open transaction.
pub(super) async fn save(
    app: &App,
    db: &mut Connection<'_>,
    owner: &Owner,
    state: &mut AccountState,
    now: Timestamp,
) -> Result<(), Failure> {
    if state.writes.txns.is_empty() {
        return Ok(());
    }
    for txn in &mut state.writes.txns {
        txn.public_id = id::new("txn", &app.clock, &app.random)?;
    }
    let (account, writes) = (&state.account, &state.writes);
    bookings::insert_txns(db, account.book_id, &writes.txns, now).await?;
    bookings::insert_entries(db, &writes.entries).await?;
    bookings::insert_moves(db, &writes.moves).await?;
    save_lots(db, state).await?;
    accounts::update(db, &state.read, account).await?;
    save_debt(db, owner, state, now).await?;
    let customer_id = match owner {
        Owner::Customer(id) => Some(id.as_str()),
        Owner::User(_) => None,
    };
    let events = event_rows(state);
    let account_keys = (account.book_id, account.id);
    bookings::insert_events(db, account_keys, customer_id, &events, now).await?;
    accounts::project(db, owner, account.credits()).await
}

async fn save_lots(db: &mut Connection<'_>, state: &AccountState) -> Result<(), Failure> {
    let marked = |mark| -> Vec<&Lot> { state.lots.iter().filter(|lot| lot.mark == mark).collect() };
    let at = state.account.last_booked_at;
    lots::insert(db, state.account.id, &marked(Mark::New), at).await?;
    lots::update(db, &marked(Mark::Changed), at).await
}

/// Debts move seldom: a spend within the balance writes nothing here.
async fn save_debt(
    db: &mut Connection<'_>,
    owner: &Owner,
    state: &AccountState,
    now: Timestamp,
) -> Result<(), Failure> {
    let (read, debt) = (&state.read.debt, &state.account.debt);
    let Some(account_id) = debt.account_id.filter(|_| read != debt) else {
        return Ok(());
    };
    if read.account_id.is_none() {
        let account = NewAccount {
            id: account_id,
            book_id: state.account.book_id,
            kind: "debt",
        };
        accounts::insert(db, account, owner, now).await?;
    }
    accounts::update_debt(db, account_id, read, debt).await
}

fn event_rows(state: &AccountState) -> Vec<EventRow> {
    let row = |event: &Event| EventRow {
        id: event.id,
        n: event.n,
        kind: event.kind.name(),
        payload: json!({
            "transaction": public_id_of(&state.writes.txns, event.txn_id),
            "amount": event.amount,
            "available": event.available,
            "at": event.at.to_iso8601(),
        })
        .to_string(),
        txn_id: event.txn_id,
    };
    state.writes.events.iter().map(row).collect()
}

fn public_id_of(txns: &[Txn], key: i64) -> Option<&str> {
    txns.iter()
        .find(|txn| txn.id == key)
        .map(|txn| txn.public_id.as_str())
}

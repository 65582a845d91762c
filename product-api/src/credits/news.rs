//! Updates this server's balance cache with the wallets of a commit batch, so that no query reads them again.

use std::collections::HashSet;
use std::sync::Arc;

use foundation::read_cache::News;
use foundation::{Failure, Timestamp, Transaction};

use super::amount::LARGEST;
use super::ledger::AccountState;
use super::lot::{Lot, Unpinned};
use super::spend_limit::SpendLimit;
use super::store::quotes::{Found, Standing};
use crate::app::App;

/// Limit of the usable lots of a cached wallet. Larger wallets are rare, and would stay in memory.
const MOST_LOTS: usize = 16;

/// Snapshot of a wallet after a commit batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// Time for which the snapshot is correct.
    at: Timestamp,
    posted: i64,
    held: i64,
    debt: i64,
    /// Credits that can be spent, if the feature of lots is ignored.
    available: i64,
    /// Unused part of the overdraft limit.
    overdraft: i64,
    spend_limit: Option<SpendLimit>,
    version: i64,
    booked_at: Timestamp,
    lots: Vec<Unpinned>,
}

/// Commits a batch, and updates the cache with its wallets. `names` are the ids of all customers and API keys that may have
/// changed.
pub(super) async fn commit<'w>(
    app: &App,
    mut transaction: Transaction,
    names: impl Iterator<Item = &'w str>,
    accounts: impl Iterator<Item = &'w AccountState>,
    now: Timestamp,
) -> Result<(), Failure> {
    let news: Vec<News<Left>> = accounts.filter_map(|state| of_wallet(state, now)).collect();
    let told: HashSet<&str> = news.iter().map(|one| one.subject.as_str()).collect();
    transaction.changes_only(names.filter(|name| !told.contains(name)));
    let expected = app.standings.expect(&mut transaction, told);
    transaction.commit().await?;
    app.standings.tell(&expected, news);
    Ok(())
}

/// Returns the snapshot of a saved wallet, or none if a snapshot cannot determine its balance.
fn of_wallet(state: &AccountState, now: Timestamp) -> Option<News<Left>> {
    let account = &state.account;
    let customer_id = account
        .of
        .owner
        .customer_id()
        .filter(|_| state.is_whole())?;
    let at = now.max(account.last_booked_at);
    let is_due = account.next_due_at.is_some_and(|due| due <= at);
    let lots: Vec<Unpinned> = state.lots.iter().filter_map(Lot::unpinned_part).collect();
    if account.is_frozen || account.is_closed || is_due || lots.len() > MOST_LOTS {
        return None;
    }
    let begins = lots.iter().map(|lot| lot.effective_at);
    let next_lot_at = begins.filter(|begins| *begins > at).min();
    Some(News {
        subject: customer_id.to_owned(),
        from: at,
        until: account.next_due_at.into_iter().chain(next_lot_at).min(),
        told: Left {
            at,
            posted: account.posted,
            held: account.held,
            debt: account.debt.posted,
            available: account.available(),
            overdraft: account.overdraft_left(),
            spend_limit: account.spend_limit,
            version: account.version + i64::from(!state.is_as_read()),
            booked_at: account.last_booked_at,
            lots,
        },
    })
}

/// Returns a cached balance, updated by a snapshot. Returns none if nothing was booked when the balance was read, because the
/// book may have been absent.
pub(super) fn renewed(found: &Arc<Found>, left: &Left) -> Option<Arc<Found>> {
    let standing = found.standing.as_ref()?;
    if standing.version == 0 {
        return None;
    }
    let mut balance = standing.balance.clone();
    balance.posted = left.posted;
    balance.held = left.held;
    balance.debt = left.debt;
    balance.available = left.available;
    if left.booked_at > Timestamp::from_micros(0) {
        balance.updated_at = left.booked_at;
    }
    let feature = found.offer.as_ref().map(|offer| offer.feature_id);
    let usable = left.lots.iter().map(|lot| lot.usable(left.at, feature));
    Some(Arc::new(Found {
        standing: Some(Standing {
            available: (usable.sum::<i64>() + left.overdraft).min(LARGEST),
            spend_limit: left.spend_limit,
            version: left.version,
            balance,
            ..*standing
        }),
        offer: found.offer.clone(),
        ..**found
    }))
}

//! State that a process needs to write in the ledger.

use std::collections::HashMap;
use std::sync::Arc;

use foundation::{Clock, Connection, Database, Failure, Timestamp};

use super::batcher::OperationBatcher;
use crate::config::LedgerConfig;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::ledger::watermark::InFlightTransaction;
use crate::credits::queries::books::{BookCache, book_cache};
use crate::credits::queries::settled_wallets::settled;
use crate::credits::store;

/// State that a process needs to write in the ledger.
pub(crate) struct Ledger {
    /// Assigns the keys of rows.
    pub(crate) keys: Arc<RowIds>,
    /// Batches operations.
    pub(crate) batcher: OperationBatcher,
    /// Caches books with their websites.
    pub(crate) books: BookCache,
}

impl Ledger {
    /// Marks a transaction that will write ledger rows as in flight. The caller keeps the mark until the transaction has ended.
    pub(crate) fn mark_in_flight<'k>(&'k self, clock: &'k Clock) -> InFlightTransaction<'k> {
        self.keys.mark_in_flight(clock)
    }

    /// Counts the operations that wait for their transaction.
    pub(crate) fn waiting(&self) -> usize {
        self.batcher.waiting()
    }

    /// Returns the writer number of this start, and its key below which no more row will appear.
    pub(crate) fn complete_before(&self, clock: &Clock) -> (i64, i64) {
        (self.keys.writer(), self.keys.complete_before(clock))
    }

    /// Returns the keys of rows, which reads need to settle expiries in memory.
    pub(crate) const fn row_ids(&self) -> &Arc<RowIds> {
        &self.keys
    }

    /// Returns a key that no row has. Other modules use it for rows that transactions name.
    pub(crate) fn next_key(&self) -> i64 {
        self.keys.next()
    }

    /// Returns the credits that customers can spend, by their ids; none for a customer without a wallet in the book. The
    /// connection is of a snapshot.
    pub(crate) async fn available(
        &self,
        db: &mut Connection<'_>,
        book_id: i64,
        customer_ids: &[&str],
        now: Timestamp,
    ) -> Result<HashMap<String, i64>, Failure> {
        let wallet = |id: &&str| WalletKey {
            book_id,
            owner: Owner::Customer((*id).to_owned()),
        };
        let wallets: Vec<WalletKey> = customer_ids.iter().map(wallet).collect();
        let settled = settled(db, &wallets, now, &self.keys).await?;
        let available = settled.into_iter().filter_map(|(of, settled)| {
            let id = of.owner.customer_id()?.to_owned();
            Some((id, settled.account.available()))
        });
        Ok(available.collect())
    }
    /// Opens the ledger: takes the writer number on which the keys of this start depend.
    pub(crate) async fn open(database: &Database, config: &LedgerConfig) -> Result<Self, Failure> {
        let mut transaction = database.begin().await?;
        let number = store::books::next_writer(&mut transaction.connection()).await?;
        transaction.commit().await?;
        let keys = RowIds::for_writer(number)
            .ok_or_else(|| Failure::defect("the ledger has run out of keys"))?;
        Ok(Self {
            keys: Arc::new(keys),
            batcher: OperationBatcher::new(database, config),
            books: book_cache(),
        })
    }
}

//! Refresh tokens in batches: requests that arrive while a statement runs share the next one, and its commit.

use foundation::{Background, Clock, Database, Failure, Gather};

use super::store::refresh::{self, Found, Presented, RefreshToken};

/// How many batches of a kind run at a time.
const WAYS: usize = 2;

/// Finds and rotates refresh tokens in a database.
pub(crate) struct RefreshBatches {
    found: Gather<Presented, Option<Found>>,
    rotated: Gather<RefreshToken, bool>,
}

impl RefreshBatches {
    /// Creates the batches of a database. Tokens end by the clock.
    pub(crate) fn new(database: &Database, clock: &Clock, background: &Background) -> Self {
        let reads = database.clone();
        let found = move |presented| find_all(reads.clone(), presented);
        let (writes, clock) = (database.clone(), clock.clone());
        let rotated = move |successors| rotate_all(writes.clone(), clock.clone(), successors);
        Self {
            found: Gather::new(background.clone(), WAYS, found),
            rotated: Gather::new(background.clone(), WAYS, rotated),
        }
    }

    /// Finds a client's refresh token with its grant and its user, if all of them are active.
    pub(super) async fn find(&self, presented: Presented) -> Result<Option<Found>, Failure> {
        self.found.ask(presented).await
    }

    /// Stores a successor in the place of its predecessor, which it uses. Returns false if the predecessor does not count any
    /// more.
    pub(super) async fn rotate(&self, successor: RefreshToken) -> Result<bool, Failure> {
        self.rotated.ask(successor).await
    }
}

async fn find_all(
    database: Database,
    presented: Vec<Presented>,
) -> Result<Vec<Option<Found>>, Failure> {
    let mut reader = database.reader().await?;
    refresh::find_all(&mut reader.connection(), &presented).await
}

/// Commits a batch although none of its tokens may count: on SQLite the answer then comes after the commit of the transactions
/// that the batch has seen.
async fn rotate_all(
    database: Database,
    clock: Clock,
    successors: Vec<RefreshToken>,
) -> Result<Vec<bool>, Failure> {
    let mut transaction = database.begin().await?;
    let mut db = transaction.connection();
    let rotated = refresh::rotate(&mut db, &successors, clock.now()).await?;
    transaction.commit().await?;
    Ok(rotated)
}

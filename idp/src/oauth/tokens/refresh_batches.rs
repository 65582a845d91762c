//! Batches of refresh tokens: requests that arrive while a query runs share the next query and its commit.

use std::time::Duration;

use foundation::{Background, Clock, Database, Failure, QueryBatcher, within};

use super::store::refresh::{self, PresentedToken, RefreshToken, RefreshTokenLookup};

/// Maximum number of batches of a kind at a time.
const MAX_IN_FLIGHT: usize = 2;
/// Time limit of a batch that reads, which includes the wait for a connection: all clients share the batches.
pub(super) const MAX_READ_TIME: Duration = Duration::from_secs(5);
/// Time limit of a statement. It is shorter than a batch's, so that the engine ends the statement and the connection is free
/// again.
pub(super) const MAX_STATEMENT_TIME: Duration = Duration::from_secs(4);

/// Finds and rotates refresh tokens in a database.
pub(crate) struct RefreshBatches {
    lookups: QueryBatcher<PresentedToken, Option<RefreshTokenLookup>>,
    rotations: QueryBatcher<RefreshToken, bool>,
}

impl RefreshBatches {
    /// Creates the batches of a database; the clock decides which tokens have expired.
    pub(crate) fn new(database: &Database, clock: &Clock, background: &Background) -> Self {
        let reads = database.clone();
        let lookup = move |presented| find_all(reads.clone(), presented);
        let (writes, clock) = (database.clone(), clock.clone());
        let rotated = move |successors| rotate_all(writes.clone(), clock.clone(), successors);
        Self {
            lookups: QueryBatcher::new(background.clone(), MAX_IN_FLIGHT, lookup),
            rotations: QueryBatcher::new(background.clone(), MAX_IN_FLIGHT, rotated),
        }
    }

    /// Finds a client's refresh token with its grant and user, if all of them are active.
    pub(super) async fn find(
        &self,
        presented: PresentedToken,
    ) -> Result<Option<RefreshTokenLookup>, Failure> {
        self.lookups.ask(presented).await
    }

    /// Stores a successor, which uses its predecessor up. Returns false if the predecessor is no longer valid.
    pub(super) async fn rotate(&self, successor: RefreshToken) -> Result<bool, Failure> {
        self.rotations.ask(successor).await
    }
}

async fn find_all(
    database: Database,
    presented: Vec<PresentedToken>,
) -> Result<Vec<Option<RefreshTokenLookup>>, Failure> {
    let lookup = async {
        let mut snapshot = database.snapshot_for(MAX_STATEMENT_TIME).await?;
        refresh::find_all(&mut snapshot.connection(), &presented).await
    };
    within(MAX_READ_TIME, "finding refresh tokens", lookup).await
}

/// Commits a batch even if none of its tokens are valid. On SQLite the response then follows the commits of all
/// transactions that the batch has read.
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

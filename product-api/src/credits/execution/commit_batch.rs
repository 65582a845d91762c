//! A commit batch: operations that waited together, executed in one database transaction, each with its own result.
//!
//! A batch of any size takes eleven statements between begin and commit, each a round trip on PostgreSQL: read the idempotency
//! keys, find the customers, lock the wallets, read their lots, write the keys with their responses, the transactions, their
//! entries, their lot moves, the lots, the wallets, and the customers' balances. Named features take one more, for their
//! prices; API keys with a cap per day take two, to lock the keys first and to write their counters at the end; new customers
//! take one, for sign-up grants; large wallets take one for all first pages, and others when an operation needs more. A batch
//! of replays is one statement, and commits nothing. `tests/cost.rs` checks these numbers.

use std::collections::{BTreeSet, HashMap, HashSet};

use foundation::failure::{CommitOutcome, FailureKind};
use foundation::{Connection, Failure, Timestamp};

use super::key_caps::KeyCaps;
use super::load::load_all;
use super::originals::load_originals;
use super::pending::PendingOperation;
use super::prices::PriceList;
use super::request::{OperationOutcome, OperationResponse};
use super::resolve;
use super::resolve::{MissingTarget, ResolvedTarget};
use super::results::{Atomicity, BatchOutcome, BatchResults, OperationResult, aborted, replay};
use super::save::save_all;
use super::signup_grants::{apply_signup_grants, new_customers};
use crate::app::App;
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::state::AccountState;
use crate::credits::queries::read_accounts::NamedHold;
use crate::idempotency::{
    Fingerprint, KeyedRequest, KeyedResponse, StoredResponse, UsedKey, find_used_keys, keep,
    key_reused,
};

/// Reasons why a commit batch failed. The database has rolled it back, unless its outcome is unknown.
#[derive(Debug)]
pub(crate) enum BatchFailure {
    /// The transaction never started, so that no operation is the cause.
    NotStarted(Failure),
    /// Another transaction uses one of the keys, and did not end in time.
    KeyInUse,
    /// A failure occurred during the transaction.
    Failed(Failure),
}

impl BatchFailure {
    fn failure(&self) -> Option<&Failure> {
        match self {
            Self::NotStarted(failure) | Self::Failed(failure) => Some(failure),
            Self::KeyInUse => None,
        }
    }
}

impl From<Failure> for BatchFailure {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Executes all operations in one database transaction, and returns the results in the order of the callers. If that is too
/// much, some operations wait for the next transaction.
pub(crate) async fn run(
    app: &App,
    pending_operations: &[&PendingOperation],
    atomicity: Atomicity,
) -> Result<BatchResults, BatchFailure> {
    let in_flight = app.ledger.keys.mark_in_flight(&app.clock);
    let watch = app.clock.stopwatch();
    let results = in_transaction(app, pending_operations, atomicity).await;
    metrics::histogram!("api_ledger_batch_duration_seconds").record(watch.elapsed());
    let operations = u32::try_from(pending_operations.len()).unwrap_or(u32::MAX);
    metrics::histogram!("api_ledger_batch_size").record(operations);
    in_flight.finish_after(results.as_ref().err().and_then(BatchFailure::failure));
    results
}

async fn in_transaction(
    app: &App,
    pending_operations: &[&PendingOperation],
    atomicity: Atomicity,
) -> Result<BatchResults, BatchFailure> {
    let mut transaction = app
        .database
        .begin()
        .await
        .map_err(BatchFailure::NotStarted)?;
    let mut db = transaction.connection();
    let attempts: Vec<&KeyedRequest> = pending_operations
        .iter()
        .map(|pending| &pending.attempt)
        .collect();
    let known = find_used_keys(&mut db, &attempts).await?;
    if let Some(index) = atomicity.refused_by(&known) {
        transaction.rollback().await?;
        return Ok(aborted(known, index, None));
    }
    let mut batch = CommitBatch::load(app, &mut db, pending_operations, &known).await?;
    batch.atomicity = atomicity;
    let results = match batch.run_all(&mut db, pending_operations, &known).await? {
        BatchOutcome::All(round) => round,
        BatchOutcome::Refused(index, why) => {
            transaction.rollback().await?;
            return Ok(aborted(known, index, Some(why)));
        }
        BatchOutcome::Waits => {
            transaction.rollback().await?;
            return Err(postponed().into());
        }
    };
    if batch.is_empty() {
        transaction.rollback().await?;
        return Ok(results);
    }
    batch.save(&mut db, pending_operations).await?;
    transaction.commit().await?;
    Ok(results)
}

/// Returns the failure by which an atomic batch is retried as a whole.
fn postponed() -> Failure {
    Failure::busy("running an atomic batch", "one of its operations waits")
        .with_commit_outcome(CommitOutcome::RolledBack)
}

/// Returns the holds that operations name, each with the wallet of its operation.
fn named_holds<'a>(
    needed: &[Option<&'a PendingOperation>],
    targets: &'a [Result<ResolvedTarget, MissingTarget>],
) -> Vec<NamedHold<'a>> {
    let named = needed.iter().zip(targets).filter_map(|(pending, target)| {
        Some(NamedHold {
            public_id: (*pending)?.hold()?,
            wallet: &target.as_ref().ok()?.wallet,
        })
    });
    named.collect()
}

/// A response to be stored with the batch.
struct ResponseRecord {
    /// Index of the operation.
    index: usize,
    /// Fingerprint of the request.
    fingerprint: Fingerprint,
    stored: StoredResponse,
    /// Outcome of the operation; none for a refusal.
    done: Option<OperationOutcome>,
}

/// A commit batch in progress.
pub(crate) struct CommitBatch<'a> {
    pub(crate) app: &'a App,
    /// Decides if refusals are stored, or undo the batch.
    pub(crate) atomicity: Atomicity,
    /// Time of all operations in the batch, taken after the last lock.
    pub(crate) now: Timestamp,
    /// Wallet of each operation, or the reason why it has none.
    pub(crate) targets: Vec<Result<ResolvedTarget, MissingTarget>>,
    pub(crate) accounts: HashMap<WalletKey, AccountState>,
    /// Number of the lots that were read.
    pub(crate) lots_read: i64,
    /// Wallets whose next operation waits for the next transaction.
    pub(crate) waiting: HashSet<WalletKey>,
    /// Spend caps of the API keys.
    pub(crate) caps: KeyCaps,
    /// Prices of the named features at that time.
    pub(crate) prices: PriceList<'a>,
    outcomes: Vec<ResponseRecord>,
    /// Indexes of the outcomes by key, for duplicates in this batch.
    outcome_indexes: HashMap<(&'a str, &'a str), usize>,
}

impl<'a> CommitBatch<'a> {
    /// Finds, locks and reads the wallets of the operations whose keys are free.
    pub(crate) async fn load(
        app: &'a App,
        db: &mut Connection<'_>,
        pending_operations: &[&'a PendingOperation],
        known: &[Option<UsedKey>],
    ) -> Result<Self, Failure> {
        let is_needed = |index: usize, pending: &PendingOperation| {
            known.get(index).is_some_and(Option::is_none) && pending.request.command.is_some()
        };
        let needed: Vec<Option<&PendingOperation>> = pending_operations
            .iter()
            .enumerate()
            .map(|(index, pending)| is_needed(index, pending).then_some(*pending))
            .collect();
        let caps = KeyCaps::load(db, &needed).await?;
        let targets = resolve::find(app, db, &needed).await?;
        let wallets: BTreeSet<&WalletKey> = targets
            .iter()
            .flatten()
            .flat_map(ResolvedTarget::wallets)
            .collect();
        let wallets: Vec<WalletKey> = wallets.into_iter().cloned().collect();
        let mut accounts = load_all(app, db, &wallets, &named_holds(&needed, &targets)).await?;
        load_originals(db, &targets, &mut accounts).await?;
        let now = app.clock.now();
        let new = new_customers(&needed, &targets);
        apply_signup_grants(app, db, new, &mut accounts, now).await?;
        let lots_read: usize = accounts.values().map(|state| state.lots.len()).sum();
        Ok(Self {
            app,
            atomicity: Atomicity::Independent,
            accounts,
            lots_read: i64::try_from(lots_read).unwrap_or(i64::MAX),
            waiting: HashSet::new(),
            caps,
            prices: PriceList::read(db, &needed, now).await?,
            now,
            targets,
            outcomes: Vec::new(),
            outcome_indexes: HashMap::new(),
        })
    }

    /// Returns true if there is nothing to write.
    pub(crate) fn is_empty(&self) -> bool {
        self.outcomes.is_empty() && self.accounts.values().all(AccountState::is_unchanged)
    }

    /// Executes operations in memory. An atomic batch ends at the first one that is refused or waits.
    pub(crate) async fn run_all(
        &mut self,
        db: &mut Connection<'_>,
        pending_operations: &[&'a PendingOperation],
        known: &[Option<UsedKey>],
    ) -> Result<BatchOutcome, Failure> {
        let is_bound = self.atomicity == Atomicity::AllOrNothing;
        let mut round = Vec::with_capacity(pending_operations.len());
        for (index, (pending, used_key)) in pending_operations.iter().zip(known).enumerate() {
            let one = match used_key {
                Some(used_key) => Some(replay(used_key.clone())),
                None => self.run_one(db, index, pending).await?,
            };
            match one {
                Some(Err(why)) if is_bound => return Ok(BatchOutcome::Refused(index, why)),
                None if is_bound => return Ok(BatchOutcome::Waits),
                one => round.push(one),
            }
        }
        Ok(BatchOutcome::All(round))
    }

    /// Executes one operation in memory, unless a duplicate came before it in the batch; none if the operation waits.
    async fn run_one(
        &mut self,
        db: &mut Connection<'_>,
        index: usize,
        pending: &'a PendingOperation,
    ) -> Result<Option<OperationResult>, Failure> {
        if let Some(record) = self.outcome_indexes.get(&pending.attempt.name()) {
            return Ok(Some(self.duplicate_in_batch(*record, pending)));
        }
        let Some(done) = self.run_operation(db, index, pending).await? else {
            return Ok(None);
        };
        let (stored, done) = match done {
            Ok(done) => {
                let body = (pending.call.render)(&done)
                    .ok_or_else(|| Failure::defect("an operation lacks a part of its response"))?;
                (StoredResponse::ok(body), Some(done))
            }
            Err(problem)
                if problem.kind().is_stored() && self.atomicity == Atomicity::Independent =>
            {
                (
                    StoredResponse::from_problem(&problem, &pending.call.instance),
                    None,
                )
            }
            Err(problem) => return Ok(Some(Err(problem))),
        };
        let response = OperationResponse {
            stored: stored.clone(),
            is_replayed: false,
        };
        self.outcome_indexes
            .insert(pending.attempt.name(), self.outcomes.len());
        self.outcomes.push(ResponseRecord {
            index,
            fingerprint: pending.attempt.fingerprint.clone(),
            stored,
            done,
        });
        Ok(Some(Ok(response)))
    }

    /// Returns the result for a key that came before in this batch.
    fn duplicate_in_batch(&self, outcome: usize, pending: &PendingOperation) -> OperationResult {
        match self.outcomes.get(outcome) {
            Some(outcome) if outcome.fingerprint == pending.attempt.fingerprint => {
                Ok(OperationResponse {
                    stored: outcome.stored.clone(),
                    is_replayed: true,
                })
            }
            Some(_) | None => Err(key_reused()),
        }
    }

    /// Stores the keys with their responses, and writes all changes of the operations.
    ///
    /// Keys come first, so that two servers with different requests under one key meet there, and not at the rows that are
    /// booked under it. A server with the same request has waited for the wallet's lock.
    async fn save(
        &mut self,
        db: &mut Connection<'_>,
        pending_operations: &[&PendingOperation],
    ) -> Result<(), BatchFailure> {
        self.keep(db, pending_operations).await?;
        let mut states: Vec<&mut AccountState> = self.accounts.values_mut().collect();
        save_all(self.app, db, &mut states, self.now).await?;
        self.caps.save(db).await?;
        for outcome in &self.outcomes {
            if let (Some(pending), Some(done)) =
                (pending_operations.get(outcome.index), &outcome.done)
            {
                pending.audit(self.app, db, done).await?;
            }
        }
        Ok(())
    }

    async fn keep(
        &self,
        db: &mut Connection<'_>,
        pending_operations: &[&PendingOperation],
    ) -> Result<(), BatchFailure> {
        let mut kept = Vec::with_capacity(self.outcomes.len());
        for outcome in &self.outcomes {
            let Some(pending) = pending_operations.get(outcome.index) else {
                continue;
            };
            kept.push(KeyedResponse {
                attempt: &pending.attempt,
                response: &outcome.stored,
                result_id: outcome.done.as_ref().map(OperationOutcome::result_id),
            });
        }
        match keep(db, &mut kept, self.now).await {
            Ok(true) => Ok(()),
            // Another transaction has used one of the keys since they were read: the next run finds its response.
            Ok(false) => Err(
                Failure::busy("storing responses", "another request used a key")
                    .with_commit_outcome(CommitOutcome::RolledBack)
                    .into(),
            ),
            Err(failure)
                if failure.kind() == FailureKind::Busy
                    && failure.commit_outcome() != CommitOutcome::RolledBack =>
            {
                Err(BatchFailure::KeyInUse)
            }
            Err(failure) => Err(failure.into()),
        }
    }
}

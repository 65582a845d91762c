//! Executes one operation of a commit batch in memory, after reading the rows that it needs of a large wallet. An operation
//! that needs many more rows waits for the next transaction, so that the others of its batch are answered first.

use std::collections::HashMap;

use foundation::failure::CommitOutcome;
use foundation::{Connection, Failure, Timestamp};

use super::commit_batch::CommitBatch;
use super::pending::PendingOperation;
use super::refusal;
use super::request::OperationOutcome;
use super::resolve::{MissingTarget, ResolvedTarget};
use super::results::Atomicity;
use super::save::name_txns;
use crate::app::App;
use crate::credits::ledger::account::WalletKey;
use crate::credits::ledger::loaded_part::{LoadedPart, MissingRows, NeededRows};
use crate::credits::ledger::operation::LedgerRefusal;
use crate::credits::ledger::spend_amount::spend_amount;
use crate::credits::ledger::state::AccountState;
use crate::credits::queries::read_accounts::MAX_LOTS;
use crate::credits::queries::read_more::{MAX_DUE, read_more};
use crate::problem::Problem;

/// Reasons not to execute an operation.
enum ApplyError {
    /// The rules refused it.
    Refused(Problem),
    /// Rows of a large wallet must be read first.
    NotRead(MissingRows),
}

impl From<Problem> for ApplyError {
    fn from(problem: Problem) -> Self {
        Self::Refused(problem)
    }
}

impl CommitBatch<'_> {
    /// Executes or refuses one operation. Returns none if it waits for the next transaction; all later operations on its
    /// wallets then wait too, so that their order stays the same.
    pub(crate) async fn run_operation(
        &mut self,
        db: &mut Connection<'_>,
        index: usize,
        pending: &PendingOperation,
    ) -> Result<Option<Result<OperationOutcome, Problem>>, Failure> {
        if self.is_behind(index) {
            return Ok(None);
        }
        loop {
            let unread = match self.apply(index, pending)? {
                Ok(done) => return Ok(Some(Ok(done))),
                Err(ApplyError::Refused(problem)) => {
                    return Ok(Some(Err(self.with_topup(db, index, problem).await?)));
                }
                Err(ApplyError::NotRead(unread)) => unread,
            };
            if !self.may_read(unread) {
                self.put_off(index);
                return Ok(None);
            }
            self.read(db, unread).await?;
        }
    }

    /// Returns true if an earlier operation on one of its wallets waits for the next transaction.
    fn is_behind(&self, index: usize) -> bool {
        let target = self
            .targets
            .get(index)
            .and_then(|target| target.as_ref().ok());
        target.is_some_and(|target| target.wallets().any(|of| self.waiting.contains(of)))
    }

    fn put_off(&mut self, index: usize) {
        if let Some(Ok(target)) = self.targets.get(index) {
            self.waiting.extend(target.wallets().cloned());
        }
    }

    /// Returns true if the batch may read more rows in this transaction. It reads due rows of a wallet once, because the query
    /// returns the same rows until they are saved. For its first operation it reads all that the operation needs.
    fn may_read(&self, unread: MissingRows) -> bool {
        let is_read = match unread.need {
            NeededRows::Lots(_) => false,
            NeededRows::Due(_) => self.accounts.values().any(|state| {
                state.account.id == unread.account_id
                    && state.reach.as_ref().is_some_and(LoadedPart::is_due_read)
            }),
        };
        let is_within = self.atomicity == Atomicity::AllOrNothing || self.lots_read < MAX_LOTS;
        !is_read && (is_within || self.is_empty())
    }

    /// Reads rows of a locked wallet and settles expiries, also for an operation that will wait.
    async fn read(&mut self, db: &mut Connection<'_>, unread: MissingRows) -> Result<(), Failure> {
        let most_due = match self.atomicity {
            Atomicity::AllOrNothing => i64::MAX,
            Atomicity::Independent => MAX_DUE,
        };
        let is_it = |state: &&mut AccountState| state.account.id == unread.account_id;
        let state = self.accounts.values_mut().find(is_it);
        let state = state.ok_or_else(missing)?;
        self.lots_read += read_more(db, state, unread.need, most_due).await?;
        if let NeededRows::Due(at) = unread.need {
            state.settle(at, &self.app.ledger.keys);
            name_txns(self.app, state)?;
        }
        Ok(())
    }

    /// Executes one operation on its account, as far as its rows are in memory.
    fn apply(
        &mut self,
        index: usize,
        pending: &PendingOperation,
    ) -> Result<Result<OperationOutcome, ApplyError>, Failure> {
        let Some(command) = &pending.request.command else {
            return Ok(Err(refusal::no_amount().into()));
        };
        let target = match self.targets.get(index) {
            Some(Ok(target)) => target,
            Some(Err(MissingTarget::SwitchedOff)) => return Ok(Err(refusal::inactive().into())),
            Some(Err(MissingTarget::NotThere)) | None => {
                let problem = Problem::not_found(pending.request.target.noun());
                return Ok(Err(problem.into()));
            }
        };
        if !target.customer.holder_is_active && !command.is_allowed_for_inactive_user() {
            return Ok(Err(refusal::inactive().into()));
        }
        if target.is_outdated(&self.accounts) {
            return Err(outdated());
        }
        if target.is_frozen(&self.accounts) {
            return Ok(Err(refusal::frozen().into()));
        }
        let op_key = format!("key:{}", pending.attempt.key.as_str());
        let offer = self.prices.price_of(pending);
        let (operation, billed) = match command.operation(&op_key, offer) {
            Ok(made) => made,
            Err(refused) => return Ok(Err(refusal::problem_for_charge(refused).into())),
        };
        if let Some(unread) = settle(&mut self.accounts, target, self.app, self.now)? {
            return Ok(Err(ApplyError::NotRead(unread)));
        }
        let state = self.accounts.get_mut(&target.wallet).ok_or_else(missing)?;
        if lacks_hold(state, pending) {
            // A verification has frozen one of two wallets, so that a merge could not move the hold.
            let frozen = target.is_hold_elsewhere.then(refusal::frozen);
            return Ok(Err(frozen.ok_or_else(outdated)?.into()));
        }
        let draw = spend_amount(&operation, &state.holds);
        if let Err(reached) = self.caps.check(pending, draw, self.now) {
            return Ok(Err(reached.into()));
        }
        let details = pending.details(op_key, billed);
        let done = state.apply(&operation, details, self.now, &self.app.ledger.keys);
        name_txns(self.app, state)?;
        if done.is_ok() {
            self.caps.count(pending, draw, self.now);
        }
        let done = done.map(|done| pending.outcome(state, done, &target.customer));
        Ok(done.map_err(|refused| stop(refused, pending)))
    }
}

fn stop(refused: LedgerRefusal, pending: &PendingOperation) -> ApplyError {
    if let LedgerRefusal::NotRead(unread) = refused {
        return ApplyError::NotRead(unread);
    }
    refusal::problem_for_refusal(refused, pending.context.topup_url.as_deref()).into()
}

/// Returns true if the named hold is not on the wallet: it is open, and on another one.
fn lacks_hold(state: &AccountState, pending: &PendingOperation) -> bool {
    let named = pending.hold();
    named.is_some_and(|hold| state.hold(hold).is_err())
}

/// Settles expiries on the wallet of an operation. Returns the rows that must be read first, if any.
fn settle(
    accounts: &mut HashMap<WalletKey, AccountState>,
    target: &ResolvedTarget,
    app: &App,
    now: Timestamp,
) -> Result<Option<MissingRows>, Failure> {
    let state = accounts.get_mut(&target.wallet).ok_or_else(missing)?;
    let at = now.max(state.account.last_booked_at);
    let unread = state.unread_due(at);
    if unread.is_none() {
        state.settle(at, &app.ledger.keys);
        name_txns(app, state)?;
    }
    Ok(unread)
}

/// Returns the failure by which the batch is retried: another transaction has merged the customer since the lookup, or has undone
/// a merge, so that the name leads to another wallet now.
fn outdated() -> Failure {
    Failure::busy("using a wallet", "its customer was merged or separated")
        .with_commit_outcome(CommitOutcome::RolledBack)
}

fn missing() -> Failure {
    Failure::defect("a wallet was loaded and is not there")
}

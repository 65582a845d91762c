//! Executing an operation that moves money: key, account, rule, rows and answer in one transaction of the database.

use std::sync::Arc;

use foundation::failure::Fate;
use foundation::{Connection, Failure, Timestamp};
use serde_json::json;

use super::account::Owner;
use super::amount::Amount;
use super::balance::Balance;
use super::book::BookOf;
use super::ledger::{AccountState, Booked, Operation, Refusal};
use super::load::load;
use super::open::{Shelf, shelf};
use super::posting::Slip;
use super::refusal;
use super::rerun::{Stop, another};
use super::save::save;
use super::statement::Transaction;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::customers::{Customer, CustomerRef, Sources, resolve};
use crate::idempotency::{
    Attempt, Claim, Fingerprint, IdempotencyKey, StoredAnswer, claim, finish,
};
use crate::problem::{Place, Problem};
use crate::websites::{Actor, SiteAccess};

/// A call that moves money: who makes it, under which key, and how its answer is written.
pub(crate) struct Call {
    /// The website, the mode, and who acts.
    pub(crate) access: SiteAccess,
    /// The caller's name for this attempt.
    pub(crate) key: IdempotencyKey,
    /// What is asked under that name.
    pub(crate) fingerprint: Fingerprint,
    /// Where a refusal would occur.
    pub(crate) place: Place,
    /// Writes the answer's body; the bytes are stored and replayed.
    pub(crate) render: fn(&Done) -> String,
}

/// What was done.
#[derive(Clone, Debug)]
pub(crate) struct Done {
    /// The transaction.
    pub(crate) transaction: Transaction,
    /// The balance after it.
    pub(crate) balance: Balance,
}

/// An answer, and whether it was given before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Its bytes.
    pub(crate) stored: StoredAnswer,
    /// Whether it was given before.
    pub(crate) is_replayed: bool,
}

/// What is asked for whom.
pub(super) struct Order {
    pub(super) customer: CustomerRef,
    /// The amount; none when what stood there is no amount.
    pub(super) amount: Option<Amount>,
    pub(super) description: Option<String>,
    pub(super) metadata: String,
}

/// The outcome of an operation that was executed: its answer, and the id of its transaction unless it was refused.
type Outcome = (StoredAnswer, Option<String>);

/// Executes an operation once for its key.
///
/// A first spend is eleven statements between begin and commit, each a round trip on PostgreSQL: claim the key, find
/// the customer, lock the wallet, read its lots, write the transaction, its entries, its lot moves, the lots, the
/// wallet, the customer's balance, the answer. None is repeated for a lot or an entry. A repeat is two, claim and read
/// the answer, and commits nothing. `tests/cost.rs` holds it to that. Should the database undo the transaction because
/// it met another, all of it is run anew.
pub(super) async fn execute(
    app: &App,
    call: &Call,
    order: Order,
    operation: impl Fn(Amount, &str) -> Operation,
) -> Result<Answer, Problem> {
    let of = BookOf {
        website_id: Some(call.access.website_id.clone()),
        mode: call.access.mode,
    };
    let shelf = shelf(app, &of).await?;
    let attempt = Attempt {
        tenant: format!("{}:{}", call.access.website_id, call.access.mode),
        key: call.key.clone(),
        fingerprint: call.fingerprint.clone(),
    };
    let mut runs = 1;
    loop {
        let work = Work {
            app,
            call,
            shelf: Arc::clone(&shelf),
            now: app.clock.now(),
        };
        match work.once(&attempt, &order, &operation).await {
            Ok(answer) => return Ok(answer),
            Err(stop) => another(stop, runs, &app.random).await?,
        }
        runs += 1;
    }
}

fn replay(known: Claim) -> Result<Answer, Problem> {
    match known {
        Claim::Done(stored) => Ok(Answer {
            stored,
            is_replayed: true,
        }),
        Claim::Reused => Err(refusal::reused()),
        Claim::Pruned(transaction_id) => Err(refusal::pruned(transaction_id)),
        Claim::InFlight | Claim::Fresh => Err(refusal::in_flight()),
    }
}

/// One operation under way.
struct Work<'a> {
    app: &'a App,
    call: &'a Call,
    shelf: Arc<Shelf>,
    now: Timestamp,
}

impl Work<'_> {
    /// Runs the operation in one transaction of the database, from the claim of its key to the commit.
    async fn once(
        &self,
        attempt: &Attempt,
        order: &Order,
        operation: impl Fn(Amount, &str) -> Operation,
    ) -> Result<Answer, Stop> {
        let mut transaction = self.app.database.begin().await?;
        let mut db = transaction.connection();
        let known = claim(&mut db, attempt, self.now).await?;
        if known != Claim::Fresh {
            transaction.rollback().await?;
            return Ok(replay(known)?);
        }
        let (stored, transaction_id) = self.run(&mut db, order, operation).await?;
        finish(&mut db, attempt, &stored, transaction_id.as_deref()).await?;
        transaction.commit().await?;
        Ok(Answer {
            stored,
            is_replayed: false,
        })
    }

    /// Does the operation; a refusal that is stored is an outcome, one that is not is an error and leaves no trace.
    async fn run(
        &self,
        db: &mut Connection<'_>,
        order: &Order,
        operation: impl Fn(Amount, &str) -> Operation,
    ) -> Result<Outcome, Stop> {
        let Some(amount) = order.amount else {
            return Ok(self.refused(refusal::no_amount())?);
        };
        let Some(customer) = self.customer(db, &order.customer).await? else {
            return Ok(self.refused(Problem::not_found("customer"))?);
        };
        if !customer.holder_is_active {
            return Err(refusal::inactive().into());
        }
        let owner = Owner::Customer(customer.id.clone());
        let mut state = load(self.app, db, self.shelf.book.id, &owner).await?;
        if state.account.is_closed {
            // The customer was merged into another while this call was on its way: its name leads there now.
            let merged = Failure::busy("using a wallet", "its customer was merged into another");
            return Err(merged.with_fate(Fate::Undone).into());
        }
        let op_key = format!("key:{}", self.call.key.as_str());
        let operation = operation(amount, &op_key);
        let slip = Slip {
            op_key,
            actor: self.call.access.actor.to_string(),
            description: order.description.clone(),
            metadata: order.metadata.clone(),
        };
        let booked = state.apply(&operation, slip, self.now, &self.app.ledger.keys);
        if booked == Err(Refusal::ExpiresInThePast) {
            return Err(refusal::expires_in_the_past().into());
        }
        save(self.app, db, &owner, &mut state, self.now).await?;
        match booked {
            Ok(booked) => {
                let done = self.done(&state, booked, &customer)?;
                self.audit(db, &done).await?;
                let answer = StoredAnswer::ok((self.call.render)(&done));
                Ok((answer, Some(done.transaction.id)))
            }
            Err(refused) => {
                let problem = refusal::of_ledger(refused, self.shelf.website.as_ref());
                Ok(self.refused(problem)?)
            }
        }
    }

    async fn customer(
        &self,
        db: &mut Connection<'_>,
        reference: &CustomerRef,
    ) -> Result<Option<Customer>, Failure> {
        let access = &self.call.access;
        let sources = Sources {
            clock: &self.app.clock,
            random: &self.app.random,
        };
        resolve(db, (&access.website_id, access.mode), reference, sources).await
    }

    fn refused(&self, problem: Problem) -> Result<Outcome, Problem> {
        if problem.kind().is_stored() {
            Ok((StoredAnswer::of_problem(&problem, &self.call.place), None))
        } else {
            Err(problem)
        }
    }

    fn done(
        &self,
        state: &AccountState,
        booked: Booked,
        customer: &Customer,
    ) -> Result<Done, Failure> {
        let txn = state
            .writes
            .txns
            .get(booked.txn)
            .ok_or_else(|| Failure::defect("an operation was booked and is not there"))?;
        let site = self.shelf.website.clone();
        Ok(Done {
            transaction: Transaction {
                id: txn.public_id.clone(),
                kind: txn.kind.name().to_owned(),
                amount: txn.amount,
                balance_after: txn.balance_after,
                customer_id: Some(customer.id.clone()),
                website: site.clone(),
                description: txn.slip.description.clone(),
                metadata: txn.slip.metadata.clone(),
                booked_at: txn.booked_at,
            },
            balance: Balance::after(
                &state.account,
                &self.shelf.book,
                customer,
                (site, self.call.access.mode),
            ),
        })
    }

    /// What an owner does in person stands in the trail; what a back end does stands in the transactions.
    async fn audit(&self, db: &mut Connection<'_>, done: &Done) -> Result<(), Failure> {
        let Actor::Owner(owner) = &self.call.access.actor else {
            return Ok(());
        };
        let transaction = &done.transaction;
        let event = Event {
            actor: owner,
            action: Action::CreditsGranted,
            website_id: Some(&self.call.access.website_id),
            subject: &transaction.id,
            details: json!({"customer": transaction.customer_id, "amount": transaction.amount}),
        };
        audit::record(db, &event, &self.app.clock, &self.app.random).await
    }
}

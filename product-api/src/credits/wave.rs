//! A wave: operations that waited together, done in one transaction of the database, each with its own answer or refusal.
//!
//! However many they are, a wave is eleven statements between begin and commit, each a round trip on PostgreSQL: read the
//! keys, find the customers, lock the wallets, read their lots, write the transactions, their entries, their lot moves,
//! the lots, the wallets, the customers' balances, the keys with their answers. A wave of repeats is one, and commits
//! nothing. `tests/cost.rs` holds it to that.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use foundation::failure::{Fate, Kind as FailureKind};
use foundation::{Connection, Failure, Timestamp};
use serde_json::json;

use super::account::{Owner, WalletOf};
use super::balance::Balance;
use super::execute::{Answer, Call, Done, Order};
use super::ledger::{AccountState, Booked};
use super::load::load_all;
use super::open::Shelf;
use super::posting::Slip;
use super::refusal;
use super::save::{name_txns, save_all};
use super::statement::Transaction;
use crate::app::App;
use crate::audit::{self, Action, Event};
use crate::customers::{Customer, Name, Sources, resolve_all};
use crate::idempotency::{Attempt, Fingerprint, Kept, Known, StoredAnswer, keep, known};
use crate::problem::Problem;
use crate::websites::Actor;

/// One operation that waits for its wave.
pub(super) struct Job {
    /// Its key, and what is asked under it.
    pub(super) attempt: Attempt,
    /// Who calls.
    pub(super) call: Call,
    /// The book it is in.
    pub(super) shelf: Arc<Shelf>,
    /// What is asked.
    pub(super) order: Order,
}

/// What a caller is told.
pub(super) type Told = Result<Answer, Problem>;

/// Why a wave came to nothing; everything in it is undone, unless its fate is unknown.
#[derive(Debug)]
pub(super) enum Broken {
    /// It never began: whatever is in the way is not one of its operations.
    NotBegun(Failure),
    /// One of its keys is being used elsewhere, and that did not end in time.
    KeyInUse,
    /// Machinery broke on the way.
    Failed(Failure),
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Does everything in one transaction of the database; what each caller is told, in their order.
pub(super) async fn run(app: &App, jobs: &[&Job]) -> Result<Vec<Told>, Broken> {
    let mut transaction = app.database.begin().await.map_err(Broken::NotBegun)?;
    let mut db = transaction.connection();
    let attempts: Vec<&Attempt> = jobs.iter().map(|job| &job.attempt).collect();
    let known = known(&mut db, &attempts).await?;
    let mut wave = Wave::load(app, &mut db, jobs, &known).await?;
    let mut told = Vec::with_capacity(jobs.len());
    for (place, (job, known)) in jobs.iter().zip(known).enumerate() {
        told.push(match known {
            Some(known) => replay(known),
            None => wave.answer(place, job)?,
        });
    }
    if wave.is_empty() {
        transaction.rollback().await?;
        return Ok(told);
    }
    wave.save(&mut db, jobs).await?;
    transaction.commit().await?;
    Ok(told)
}

fn replay(known: Known) -> Told {
    match known {
        Known::Done(stored) => Ok(Answer {
            stored,
            is_replayed: true,
        }),
        Known::Reused => Err(refusal::reused()),
        Known::Pruned(transaction_id) => Err(refusal::pruned(transaction_id)),
    }
}

/// An answer that is kept with the wave.
struct Outcome {
    /// The place of its job.
    place: usize,
    /// What was asked.
    fingerprint: Fingerprint,
    stored: StoredAnswer,
    /// What was done; none for a refusal.
    done: Option<Done>,
}

/// A wave under way.
struct Wave<'a> {
    app: &'a App,
    /// The instant at which everything in it is done: after the last lock was had.
    now: Timestamp,
    /// Whom each job is about; none when its customer is nobody.
    customers: Vec<Option<Customer>>,
    accounts: HashMap<WalletOf, AccountState>,
    outcomes: Vec<Outcome>,
    /// Keys that were answered in this wave, with the place of their outcome.
    answered: HashMap<(&'a str, &'a str), usize>,
}

impl<'a> Wave<'a> {
    /// Finds the customers of the jobs whose keys are free, and locks and reads their accounts.
    async fn load(
        app: &'a App,
        db: &mut Connection<'_>,
        jobs: &[&'a Job],
        known: &[Option<Known>],
    ) -> Result<Self, Failure> {
        let is_needed = |place: usize, job: &Job| {
            known.get(place).is_some_and(Option::is_none) && job.order.amount.is_some()
        };
        let needed: Vec<Option<Name<'_>>> = jobs
            .iter()
            .enumerate()
            .map(|(place, job)| is_needed(place, job).then(|| job.name()))
            .collect();
        let names: HashSet<Name<'_>> = needed.iter().copied().flatten().collect();
        let names: Vec<Name<'_>> = names.into_iter().collect();
        let sources = Sources {
            clock: &app.clock,
            random: &app.random,
        };
        let found = resolve_all(db, &names, sources).await?;
        let found: HashMap<_, _> = names.into_iter().zip(found).collect();
        let customers: Vec<Option<Customer>> = needed
            .into_iter()
            .map(|name| found.get(&name?).cloned().flatten())
            .collect();
        let wallets: BTreeSet<WalletOf> = jobs
            .iter()
            .zip(&customers)
            .filter_map(|(job, customer)| Some(job.wallet(customer.as_ref()?)))
            .collect();
        let wallets: Vec<WalletOf> = wallets.into_iter().collect();
        Ok(Self {
            app,
            accounts: load_all(app, db, &wallets).await?,
            now: app.clock.now(),
            customers,
            outcomes: Vec::new(),
            answered: HashMap::new(),
        })
    }

    /// Whether there is nothing to write.
    fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
            && self
                .accounts
                .values()
                .all(|state| state.writes.txns.is_empty())
    }

    /// Does one job in memory, unless a twin of it was done before it.
    fn answer(&mut self, place: usize, job: &'a Job) -> Result<Told, Failure> {
        if let Some(twin) = self.answered.get(&job.attempt.name()) {
            return Ok(self.twin(*twin, job));
        }
        let (stored, done) = match self.apply(place, job)? {
            Ok(done) => (StoredAnswer::ok((job.call.render)(&done)), Some(done)),
            Err(problem) if problem.kind().is_stored() => {
                (StoredAnswer::of_problem(&problem, &job.call.place), None)
            }
            Err(problem) => return Ok(Err(problem)),
        };
        let answer = Answer {
            stored: stored.clone(),
            is_replayed: false,
        };
        self.answered
            .insert(job.attempt.name(), self.outcomes.len());
        self.outcomes.push(Outcome {
            place,
            fingerprint: job.attempt.fingerprint.clone(),
            stored,
            done,
        });
        Ok(Ok(answer))
    }

    /// What a key gets that was answered earlier in this wave.
    fn twin(&self, outcome: usize, job: &Job) -> Told {
        match self.outcomes.get(outcome) {
            Some(outcome) if outcome.fingerprint == job.attempt.fingerprint => Ok(Answer {
                stored: outcome.stored.clone(),
                is_replayed: true,
            }),
            Some(_) | None => Err(refusal::reused()),
        }
    }

    /// Does one job on its account in memory.
    fn apply(&mut self, place: usize, job: &Job) -> Result<Result<Done, Problem>, Failure> {
        let Some(amount) = job.order.amount else {
            return Ok(Err(refusal::no_amount()));
        };
        let Some(customer) = self.customers.get(place).and_then(Option::as_ref) else {
            return Ok(Err(Problem::not_found("customer")));
        };
        if !customer.holder_is_active {
            return Ok(Err(refusal::inactive()));
        }
        let state = self
            .accounts
            .get_mut(&job.wallet(customer))
            .ok_or_else(|| Failure::defect("a wallet was loaded and is not there"))?;
        if state.account.is_closed {
            // The customer was merged into another while this wave was on its way: its name leads there now.
            let merged = Failure::busy("using a wallet", "its customer was merged into another");
            return Err(merged.with_fate(Fate::Undone));
        }
        let op_key = format!("key:{}", job.attempt.key.as_str());
        let operation = job.order.act.operation(amount, &op_key);
        let slip = Slip {
            op_key,
            actor: job.call.access.actor.to_string(),
            description: job.order.description.clone(),
            metadata: job.order.metadata.clone(),
        };
        match state.apply(&operation, slip, self.now, &self.app.ledger.keys) {
            Ok(booked) => {
                name_txns(self.app, state)?;
                job.done(state, booked, customer).map(Ok)
            }
            Err(refused) => {
                let website = job.shelf.website.as_ref();
                Ok(Err(refusal::of_ledger(refused, website)))
            }
        }
    }

    /// Writes everything that the jobs did, and their answers.
    async fn save(&mut self, db: &mut Connection<'_>, jobs: &[&Job]) -> Result<(), Broken> {
        let mut states: Vec<&mut AccountState> = self.accounts.values_mut().collect();
        save_all(self.app, db, &mut states, self.now).await?;
        let mut kept = Vec::with_capacity(self.outcomes.len());
        for outcome in &self.outcomes {
            let Some(job) = jobs.get(outcome.place) else {
                continue;
            };
            if let Some(done) = &outcome.done {
                job.audit(self.app, db, done).await?;
            }
            kept.push(Kept {
                attempt: &job.attempt,
                answer: &outcome.stored,
                transaction_id: outcome
                    .done
                    .as_ref()
                    .map(|done| done.transaction.id.as_str()),
            });
        }
        match keep(db, &mut kept, self.now).await {
            Ok(true) => Ok(()),
            // Somebody else has used one of the keys since they were read: the next run finds the answer.
            Ok(false) => Err(Failure::busy("keeping answers", "a key was used meanwhile")
                .with_fate(Fate::Undone)
                .into()),
            Err(failure)
                if failure.kind() == FailureKind::Busy && failure.fate() != Fate::Undone =>
            {
                Err(Broken::KeyInUse)
            }
            Err(failure) => Err(failure.into()),
        }
    }
}

impl Job {
    /// What its customer is called.
    fn name(&self) -> Name<'_> {
        Name {
            website_id: &self.call.access.website_id,
            mode: self.call.access.mode,
            reference: &self.order.customer,
        }
    }

    /// The wallet it uses, when this is its customer.
    fn wallet(&self, customer: &Customer) -> WalletOf {
        WalletOf {
            book_id: self.shelf.book.id,
            owner: Owner::Customer(customer.id.clone()),
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
    async fn audit(&self, app: &App, db: &mut Connection<'_>, done: &Done) -> Result<(), Failure> {
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
        audit::record(db, &event, &app.clock, &app.random).await
    }
}

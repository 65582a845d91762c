//! A wave: operations that waited together, done in one transaction of the database, each with its own answer or refusal.
//!
//! However many they are, a wave is eleven statements between begin and commit, each a round trip on PostgreSQL: read the
//! keys, find the customers, lock the wallets, read their lots, write the keys with their answers, the transactions, their
//! entries, their lot moves, the lots, the wallets, the customers' balances. A wave in which features are named reads
//! their prices in one more; one that spends by API keys with a cap per day locks these keys first, and writes at the end
//! what they have spent; one that makes customers reads in one more what their websites give them at the first contact; one
//! that uses holds that merged customers left reads in one more where these lead, and writes in three more what went on from
//! there. A wave of repeats is one statement, and commits nothing. `tests/cost.rs` holds it to that, but for holds that were
//! left.

use std::collections::{BTreeSet, HashMap};

use foundation::failure::{Fate, Kind as FailureKind};
use foundation::{Connection, Failure, Timestamp, Transaction};

use super::account::WalletOf;
use super::batch::Bond;
use super::caps::{Caps, draw_of};
use super::execute::{Answer, Done};
use super::hand_over::{Carried, write_down};
use super::inherited::{Beside, apply_beside, find_merges};
use super::job::Job;
use super::ledger::AccountState;
use super::load::load_all;
use super::news;
use super::offers::Offers;
use super::originals::load_originals;
use super::refusal;
use super::save::{name_txns, save_all};
use super::target::{self, Missing, Use, Uses};
use super::told::{Told, aborted, replay};
use super::welcome::welcome;
use crate::app::App;
use crate::idempotency::{Attempt, Fingerprint, Kept, Known, StoredAnswer, keep, known};
use crate::problem::Problem;

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

impl Broken {
    fn failure(&self) -> Option<&Failure> {
        match self {
            Self::NotBegun(failure) | Self::Failed(failure) => Some(failure),
            Self::KeyInUse => None,
        }
    }
}

impl From<Failure> for Broken {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Does everything in one transaction of the database; what each caller is told, in their order.
pub(super) async fn run(app: &App, jobs: &[&Job], bond: Bond) -> Result<Vec<Told>, Broken> {
    let under_way = app.ledger.keys.under_way(&app.clock);
    let watch = app.clock.stopwatch();
    let told = in_transaction(app, jobs, bond).await;
    metrics::histogram!("api_ledger_batch_duration_seconds").record(watch.elapsed());
    let operations = u32::try_from(jobs.len()).unwrap_or(u32::MAX);
    metrics::histogram!("api_ledger_batch_size").record(operations);
    under_way.failed_by(told.as_ref().err().and_then(Broken::failure));
    told
}

async fn in_transaction(app: &App, jobs: &[&Job], bond: Bond) -> Result<Vec<Told>, Broken> {
    let mut transaction = app.database.begin().await.map_err(Broken::NotBegun)?;
    let mut db = transaction.connection();
    let attempts: Vec<&Attempt> = jobs.iter().map(|job| &job.attempt).collect();
    let known = known(&mut db, &attempts).await?;
    if let Some(place) = bond.refused_by(&known) {
        transaction.rollback().await?;
        return Ok(aborted(known, (place, None)));
    }
    let mut wave = Wave::load(app, &mut db, jobs, &known).await?;
    wave.bond = bond;
    let mut told = Vec::with_capacity(jobs.len());
    for (place, (job, answered)) in jobs.iter().zip(&known).enumerate() {
        let one = match answered {
            Some(answered) => replay(answered.clone()),
            None => wave.answer(place, job)?,
        };
        if bond == Bond::AllOrNone && one.is_err() {
            transaction.rollback().await?;
            return Ok(aborted(known, (place, one.err())));
        }
        told.push(one);
    }
    if wave.is_empty() {
        transaction.rollback().await?;
        return Ok(told);
    }
    wave.save(&mut db, jobs).await?;
    wave.commit(transaction).await?;
    Ok(told)
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
    /// Whether refusals are kept, or undo everything.
    bond: Bond,
    /// The instant at which everything in it is done: after the last lock was had.
    now: Timestamp,
    /// Whose wallet each job uses, or why it uses none.
    uses: Vec<Result<Use, Missing>>,
    /// Whether no other customers were changed to find these.
    others_stand: bool,
    accounts: HashMap<WalletOf, AccountState>,
    /// What holds of merged customers have let go of, and went on to the heirs.
    carried: Vec<Carried>,
    /// What the keys of the jobs may spend.
    caps: Caps,
    /// What the features cost at that instant that the jobs name.
    offers: Offers<'a>,
    outcomes: Vec<Outcome>,
    /// Keys that were answered in this wave, with the place of their outcome.
    answered: HashMap<(&'a str, &'a str), usize>,
}

impl<'a> Wave<'a> {
    /// Finds the wallets of the jobs whose keys are free, and locks and reads them.
    async fn load(
        app: &'a App,
        db: &mut Connection<'_>,
        jobs: &[&'a Job],
        known: &[Option<Known>],
    ) -> Result<Self, Failure> {
        let is_needed = |place: usize, job: &Job| {
            known.get(place).is_some_and(Option::is_none) && job.order.act.is_some()
        };
        let needed: Vec<Option<&Job>> = jobs
            .iter()
            .enumerate()
            .map(|(place, job)| is_needed(place, job).then_some(*job))
            .collect();
        let caps = Caps::load(db, &needed).await?;
        let Uses {
            each: mut uses,
            others_stand,
        } = target::find(app, db, &needed).await?;
        let wallets: BTreeSet<&WalletOf> = uses.iter().flatten().flat_map(Use::wallets).collect();
        let wallets: Vec<WalletOf> = wallets.into_iter().cloned().collect();
        let holds: Vec<&str> = needed
            .iter()
            .flatten()
            .filter_map(|job| job.hold())
            .collect();
        let mut accounts = load_all(app, db, &wallets, &holds).await?;
        load_originals(db, &uses, &mut accounts).await?;
        find_merges(db, &mut uses).await?;
        let now = app.clock.now();
        welcome(app, db, (&needed, &uses), &mut accounts, now).await?;
        Ok(Self {
            app,
            bond: Bond::None,
            accounts,
            carried: Vec::new(),
            caps,
            offers: Offers::read(db, &needed, now).await?,
            now,
            uses,
            others_stand,
            outcomes: Vec::new(),
            answered: HashMap::new(),
        })
    }

    /// Makes what it has saved last. It may have changed how those stand whom it names, and what its API keys have spent; who
    /// looks for somebody by a subject that is not settled may join customers, and have changed anything.
    async fn commit(&self, transaction: Transaction) -> Result<(), Failure> {
        if !self.others_stand {
            return transaction.commit().await;
        }
        let customers = self.uses.iter().flatten().map(|used| &*used.customer.id);
        let owners = self.accounts.keys().map(|of| of.owner.id());
        let names = customers.chain(owners).chain(self.caps.keys());
        news::commit(
            self.app,
            transaction,
            names,
            self.accounts.values(),
            self.now,
        )
        .await
    }

    /// Whether there is nothing to write.
    fn is_empty(&self) -> bool {
        self.outcomes.is_empty() && self.accounts.values().all(AccountState::is_as_read)
    }

    /// Does one job in memory, unless a twin of it was done before it.
    fn answer(&mut self, place: usize, job: &'a Job) -> Result<Told, Failure> {
        if let Some(twin) = self.answered.get(&job.attempt.name()) {
            return Ok(self.twin(*twin, job));
        }
        let (stored, done) = match self.apply(place, job)? {
            Ok(done) => {
                let body = (job.call.render)(&done).ok_or_else(|| {
                    Failure::defect("an operation has not made what its answer tells of")
                })?;
                (StoredAnswer::ok(body), Some(done))
            }
            Err(problem) if problem.kind().is_stored() && self.bond == Bond::None => {
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
        let Some(act) = &job.order.act else {
            return Ok(Err(refusal::no_amount()));
        };
        let used = match self.uses.get(place) {
            Some(Ok(used)) => used,
            Some(Err(Missing::SwitchedOff)) => return Ok(Err(refusal::inactive())),
            Some(Err(Missing::NotThere)) | None => {
                return Ok(Err(Problem::not_found(job.order.target.noun())));
            }
        };
        if !used.customer.holder_is_active && !act.ends_what_was_begun() {
            return Ok(Err(refusal::inactive()));
        }
        if used.is_outdated(&self.accounts) {
            // The customer was merged into another while this wave was on its way: its name leads there now.
            let merged = Failure::busy("using a wallet", "its customer was merged into another");
            return Err(merged.with_fate(Fate::Undone));
        }
        if used.is_frozen(&self.accounts) {
            return Ok(Err(refusal::frozen()));
        }
        let op_key = format!("key:{}", job.attempt.key.as_str());
        let offer = self.offers.of(job);
        let (operation, billed) = match act.operation(&op_key, offer) {
            Ok(made) => made,
            Err(refused) => return Ok(Err(refusal::of_charge(refused))),
        };
        // The heir's too, whatever is done: its balance is what is answered.
        for of in std::iter::once(&used.wallet).chain(&used.heir) {
            let state = self.accounts.get_mut(of).ok_or_else(missing)?;
            state.settle(
                self.now.max(state.account.last_booked_at),
                &self.app.ledger.keys,
            );
            name_txns(self.app, state)?;
        }
        let state = self.accounts.get(&used.wallet).ok_or_else(missing)?;
        let draw = draw_of(&operation, state);
        if let Err(reached) = self.caps.check(job, draw, self.now) {
            return Ok(Err(reached));
        }
        let slip = job.slip(op_key, billed);
        let found = self.accounts.remove_entry(&used.wallet);
        let (of, mut state) = found.ok_or_else(missing)?;
        let heir = used.heir.as_ref();
        let mut heir = heir.and_then(|of| self.accounts.remove_entry(of));
        let wallets = (&mut state, heir.as_mut().map(|(_, heir)| heir));
        let beside = Beside {
            merge_id: used.merge_id.as_deref(),
            carried: &mut self.carried,
        };
        let done = apply_beside(self.app, wallets, beside, (&operation, slip), self.now)?;
        if done.is_ok() {
            self.caps.count(job, draw, self.now);
        }
        let wallets = (&state, heir.as_ref().map(|(_, heir)| heir));
        let done = done.map(|done| job.done(wallets, done, &used.customer));
        self.accounts.insert(of, state);
        self.accounts.extend(heir);
        let website = job.shelf.website.as_ref();
        Ok(done.map_err(|refused| refusal::of_ledger(refused, website)))
    }

    /// Takes the keys with their answers, and writes everything that the jobs did.
    ///
    /// Keys come first, so that two servers that were asked for different things under one key meet there, and not at what is
    /// booked under it; who was asked for the same has waited at the wallet.
    async fn save(&mut self, db: &mut Connection<'_>, jobs: &[&Job]) -> Result<(), Broken> {
        self.keep(db, jobs).await?;
        let mut states: Vec<&mut AccountState> = self.accounts.values_mut().collect();
        save_all(self.app, db, &mut states, self.now).await?;
        write_down(db, &self.carried).await?;
        self.caps.save(db).await?;
        for outcome in &self.outcomes {
            if let (Some(job), Some(done)) = (jobs.get(outcome.place), &outcome.done) {
                job.audit(self.app, db, done).await?;
            }
        }
        Ok(())
    }

    async fn keep(&self, db: &mut Connection<'_>, jobs: &[&Job]) -> Result<(), Broken> {
        let mut kept = Vec::with_capacity(self.outcomes.len());
        for outcome in &self.outcomes {
            let Some(job) = jobs.get(outcome.place) else {
                continue;
            };
            kept.push(Kept {
                attempt: &job.attempt,
                answer: &outcome.stored,
                result_id: outcome.done.as_ref().map(Done::result_id),
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

fn missing() -> Failure {
    Failure::defect("a wallet was loaded and is not there")
}

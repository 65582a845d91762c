//! Finding the wallet that an operation uses: by a customer's name, or by what was made on it before.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use foundation::{Connection, Failure};

use super::account::{Owner, WalletOf};
use super::execute::Target;
use super::job::Job;
use super::ledger::AccountState;
use super::original::Original;
use super::store::{holds, originals};
use crate::app::App;
use crate::customers::{Customer, CustomerRef, Name, Sources, resolve_all};

/// Whose wallet an operation uses.
pub(super) struct Use {
    /// The customer, as its names lead to it now.
    pub(super) customer: Customer,
    /// The wallet: the customer's, or the one that a hold is on.
    pub(super) wallet: WalletOf,
    /// The customer's wallet, where the one that a hold is on was handed over to it.
    pub(super) heir: Option<WalletOf>,
    /// The merge by which it was handed over; none where several have led there one after the other.
    pub(super) merge_id: Option<String>,
    /// The transaction that is taken back, with the wallet it is about.
    pub(super) original: Option<Original>,
}

impl Use {
    /// The wallets that it locks. Whoever takes back locks the one of the transaction too: that is where it is decided
    /// what is left to be taken back. Whoever uses a hold that a merged customer left locks the heir's too: there is what
    /// may be taken beyond the hold, and the balance.
    pub(super) fn wallets(&self) -> impl Iterator<Item = &WalletOf> {
        let original = self.original.as_ref().map(|original| &original.wallet);
        let others = original.into_iter().chain(&self.heir);
        std::iter::once(&self.wallet).chain(others)
    }

    /// Whether a verification has frozen one of its wallets.
    pub(super) fn is_frozen(&self, accounts: &HashMap<WalletOf, AccountState>) -> bool {
        let is_frozen = |of| accounts.get(of).is_some_and(|one| one.account.is_frozen);
        self.wallets().any(is_frozen)
    }

    /// Whether the customer was merged into another, or is separate again, since it was found: its own wallet is open, and
    /// the one that was left to it, with a hold or with what is taken back, is closed.
    pub(super) fn is_outdated(&self, accounts: &HashMap<WalletOf, AccountState>) -> bool {
        let is_closed = |of: &WalletOf| accounts.get(of).is_some_and(|one| one.account.is_closed);
        let own = self.heir.as_ref().unwrap_or(&self.wallet);
        let original = self.original.as_ref().map(|original| &original.wallet);
        let of_hold = self.heir.as_ref().map(|_| &self.wallet);
        let left = original.or(of_hold).filter(|wallet| *wallet != own);
        is_closed(own) || left.is_some_and(|wallet| !is_closed(wallet))
    }
}

/// Whose wallets the operations of a wave use.
pub(super) struct Uses {
    /// Of each operation, in their order, or why it uses none; [`Missing::NotThere`] also where there is none.
    pub(super) each: Vec<Result<Use, Missing>>,
    /// Whether to find them no other customer was changed.
    pub(super) others_stand: bool,
}

/// Why an operation uses nobody's wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    /// What it names is not there.
    NotThere,
    /// It names somebody who was never here, and is switched off.
    SwitchedOff,
}

impl Target {
    /// What is not there when it leads to nothing.
    pub(super) fn noun(&self) -> &'static str {
        match self {
            Self::Customer(_) => "customer",
            Self::Hold(_) => "hold",
            Self::Transaction(_) => "transaction",
            Self::Grant(_) => "grant",
        }
    }
}

/// Whose wallets jobs use.
pub(super) async fn find(
    app: &App,
    db: &mut Connection<'_>,
    jobs: &[Option<&Job>],
) -> Result<Uses, Failure> {
    let made = Made {
        holds: wallets_of_holds(db, jobs).await?,
        originals: originals_of(db, jobs).await?,
    };
    let references: Vec<Option<CustomerRef>> = jobs
        .iter()
        .map(|job| made.reference(job.as_ref()?))
        .collect();
    let names: Vec<Option<Name<'_>>> = jobs
        .iter()
        .zip(&references)
        .map(|(job, reference)| Some(name(job.as_ref()?, reference.as_ref()?)))
        .collect();
    // New customers are made in one order by everybody, so that no two wait for each other.
    let asked: BTreeSet<Name<'_>> = names.iter().copied().flatten().collect();
    let asked: Vec<Name<'_>> = asked.into_iter().collect();
    let sources = Sources {
        clock: &app.clock,
        random: &app.random,
    };
    let found = resolve_all(db, &asked, sources).await?;
    let others_stand = found.others_stand;
    let found = asked.into_iter().zip(found.customers);
    let customers: BTreeMap<Name<'_>, Option<Customer>> = found.collect();
    let uses = jobs.iter().zip(&names).map(|(job, name)| {
        let (job, name) = ((*job)?, (*name)?);
        let customer = customers.get(&name)?.clone()?;
        if customer.is_not_met() {
            return Some(Err(Missing::SwitchedOff));
        }
        let own = WalletOf {
            book_id: job.shelf.book.id,
            owner: Owner::Customer(customer.id.clone()),
        };
        let (wallet, heir) = match job.hold() {
            Some(hold) => {
                let of_hold = made.holds.get(hold)?.clone();
                let heir = (of_hold != own).then_some(own);
                (of_hold, heir)
            }
            None => (own, None),
        };
        let original = job
            .original()
            .and_then(|id| made.originals.get(id))
            .cloned();
        Some(Ok(Use {
            customer,
            wallet,
            heir,
            merge_id: None,
            original,
        }))
    });
    let each = uses.map(|found| found.unwrap_or(Err(Missing::NotThere)));
    Ok(Uses {
        each: each.collect(),
        others_stand,
    })
}

async fn wallets_of_holds(
    db: &mut Connection<'_>,
    jobs: &[Option<&Job>],
) -> Result<HashMap<String, WalletOf>, Failure> {
    let asked: HashSet<(i64, &str)> = jobs
        .iter()
        .flatten()
        .filter_map(|job| Some((job.shelf.book.id, job.hold()?)))
        .collect();
    holds::owners(db, &asked.into_iter().collect::<Vec<_>>()).await
}

async fn originals_of(
    db: &mut Connection<'_>,
    jobs: &[Option<&Job>],
) -> Result<HashMap<String, Original>, Failure> {
    let asked: HashSet<(i64, &str)> = jobs
        .iter()
        .flatten()
        .filter_map(|job| Some((job.shelf.book.id, job.original()?)))
        .collect();
    originals::find(db, &asked.into_iter().collect::<Vec<_>>()).await
}

/// What was made before and leads to a wallet.
struct Made {
    holds: HashMap<String, WalletOf>,
    originals: HashMap<String, Original>,
}

impl Made {
    fn reference(&self, job: &Job) -> Option<CustomerRef> {
        let wallet = match &job.order.target {
            Target::Customer(reference) => return Some(reference.clone()),
            Target::Hold(hold) => self.holds.get(hold)?,
            Target::Transaction(id) | Target::Grant(id) => &self.originals.get(id)?.wallet,
        };
        let id = wallet.owner.customer_id()?;
        Some(CustomerRef::Id(id.to_owned()))
    }
}

fn name<'a>(job: &'a Job, reference: &'a CustomerRef) -> Name<'a> {
    Name {
        website_id: &job.call.access.website_id,
        mode: job.call.access.mode,
        reference,
    }
}

//! Finds the wallet of an operation: by a customer's name, or by a hold or transaction that is on it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use foundation::{Connection, Failure};

use super::pending::PendingOperation;
use super::request::Target;
use crate::app::App;
use crate::credits::ledger::account::{Owner, WalletKey};
use crate::credits::ledger::original::OriginalTransaction;
use crate::credits::ledger::state::AccountState;
use crate::credits::store::{holds, originals};
use crate::customers::{Customer, CustomerRef, Name, Sources, resolve_all};

/// Wallet of an operation.
pub(crate) struct ResolvedTarget {
    /// Customer to whom the name leads now.
    pub(crate) customer: Customer,
    /// The customer's wallet.
    pub(crate) wallet: WalletKey,
    /// True if the named hold was on another wallet at the lookup. An open hold then waits for its merge.
    pub(crate) is_hold_elsewhere: bool,
    /// Transaction to be taken back, with its wallet.
    pub(crate) original: Option<OriginalTransaction>,
}

impl ResolvedTarget {
    /// Returns the wallets that the operation locks. A reversal also locks the wallet of its original, where the rules decide
    /// what is left to be taken back.
    pub(crate) fn wallets(&self) -> impl Iterator<Item = &WalletKey> {
        let original = self.original.as_ref().map(|original| &original.wallet);
        std::iter::once(&self.wallet).chain(original)
    }

    /// Returns true if a verification has frozen one of the wallets.
    pub(crate) fn is_frozen(&self, accounts: &HashMap<WalletKey, AccountState>) -> bool {
        let is_frozen = |of| accounts.get(of).is_some_and(|one| one.account.is_frozen);
        self.wallets().any(is_frozen)
    }

    /// Returns true if the customer was merged, or a merge was undone, since the lookup. Otherwise the customer's own wallet is
    /// open, and the merged wallet of an original is closed.
    pub(crate) fn is_outdated(&self, accounts: &HashMap<WalletKey, AccountState>) -> bool {
        let is_closed = |of: &WalletKey| accounts.get(of).is_some_and(|one| one.account.is_closed);
        let mut others = self.wallets().filter(|of| **of != self.wallet);
        is_closed(&self.wallet) || others.any(|of| !is_closed(of))
    }
}

/// Reasons why an operation has no wallet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MissingTarget {
    /// Its target does not exist.
    NotThere,
    /// Its target is an inactive user who never was a customer here.
    SwitchedOff,
}

impl Target {
    /// Returns the name of the missing object, for a 404.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Customer(_) => "customer",
            Self::Hold(_) => "hold",
            Self::Transaction(_) => "transaction",
            Self::Grant(_) => "grant",
        }
    }
}

/// Finds the wallet of each operation, in order, or the reason why it has none; [`MissingTarget::NotThere`] also for an absent one.
pub(crate) async fn find(
    app: &App,
    db: &mut Connection<'_>,
    pending_operations: &[Option<&PendingOperation>],
) -> Result<Vec<Result<ResolvedTarget, MissingTarget>>, Failure> {
    let made = TargetWallets {
        holds: wallets_of_holds(db, pending_operations).await?,
        originals: originals_of(db, pending_operations).await?,
    };
    let references: Vec<Option<CustomerRef>> = pending_operations
        .iter()
        .map(|pending| made.reference(pending.as_ref()?))
        .collect();
    let names: Vec<Option<Name<'_>>> = pending_operations
        .iter()
        .zip(&references)
        .map(|(pending, reference)| Some(name(pending.as_ref()?, reference.as_ref()?)))
        .collect();
    // Every transaction creates new customers in one order, so that no two wait for each other.
    let asked: BTreeSet<Name<'_>> = names.iter().copied().flatten().collect();
    let asked: Vec<Name<'_>> = asked.into_iter().collect();
    let sources = Sources {
        clock: &app.clock,
        random: &app.random,
    };
    let found = resolve_all(db, &asked, sources).await?;
    let found = asked.into_iter().zip(found);
    let customers: BTreeMap<Name<'_>, Option<Customer>> = found.collect();
    let targets = pending_operations
        .iter()
        .zip(&names)
        .map(|(pending, name)| {
            let (pending, name) = ((*pending)?, (*name)?);
            let customer = customers.get(&name)?.clone()?;
            if customer.is_not_met() {
                return Some(Err(MissingTarget::SwitchedOff));
            }
            let wallet = WalletKey {
                book_id: pending.context.book.id,
                owner: Owner::Customer(customer.id.clone()),
            };
            let of_hold = pending.hold().and_then(|hold| made.holds.get(hold));
            let is_hold_elsewhere = of_hold.is_some_and(|of_hold| *of_hold != wallet);
            let original = pending
                .original()
                .and_then(|id| made.originals.get(id))
                .cloned();
            Some(Ok(ResolvedTarget {
                customer,
                wallet,
                is_hold_elsewhere,
                original,
            }))
        });
    Ok(targets
        .map(|found| found.unwrap_or(Err(MissingTarget::NotThere)))
        .collect())
}

async fn wallets_of_holds(
    db: &mut Connection<'_>,
    pending_operations: &[Option<&PendingOperation>],
) -> Result<HashMap<String, WalletKey>, Failure> {
    let asked: HashSet<(i64, &str)> = pending_operations
        .iter()
        .flatten()
        .filter_map(|pending| Some((pending.context.book.id, pending.hold()?)))
        .collect();
    holds::owners(db, &asked.into_iter().collect::<Vec<_>>()).await
}

async fn originals_of(
    db: &mut Connection<'_>,
    pending_operations: &[Option<&PendingOperation>],
) -> Result<HashMap<String, OriginalTransaction>, Failure> {
    let asked: HashSet<(i64, &str)> = pending_operations
        .iter()
        .flatten()
        .filter_map(|pending| Some((pending.context.book.id, pending.original()?)))
        .collect();
    originals::find(db, &asked.into_iter().collect::<Vec<_>>()).await
}

/// Wallets of holds and original transactions, by public id.
struct TargetWallets {
    holds: HashMap<String, WalletKey>,
    originals: HashMap<String, OriginalTransaction>,
}

impl TargetWallets {
    fn reference(&self, pending: &PendingOperation) -> Option<CustomerRef> {
        let wallet = match &pending.request.target {
            Target::Customer(reference) => return Some(reference.clone()),
            Target::Hold(hold) => self.holds.get(hold)?,
            Target::Transaction(id) | Target::Grant(id) => &self.originals.get(id)?.wallet,
        };
        let id = wallet.owner.customer_id()?;
        Some(CustomerRef::Id(id.to_owned()))
    }
}

fn name<'a>(pending: &'a PendingOperation, reference: &'a CustomerRef) -> Name<'a> {
    Name {
        website_id: &pending.call.access.website_id,
        mode: pending.call.access.mode,
        reference,
    }
}

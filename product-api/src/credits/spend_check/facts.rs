//! Facts of spend checks: what the spends would read, for all concurrent checks in one snapshot.
//!
//! Nothing is written, and nothing is kept for the next check.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use foundation::{Background, Clock, Connection, Database, Failure, Gather, Timestamp};

use crate::app::App;
use crate::caller::{Mode, SiteScope, SpendCap};
use crate::credits::account::{Account, Owner, WalletOf};
use crate::credits::keys::Keys;
use crate::credits::open::Ledger;
use crate::credits::settled::settled;
use crate::credits::store::unusable::WalletUse;
use crate::credits::store::{caps, unusable};
use crate::customers::{self, Customer, CustomerRef, Name};
use crate::features::{FeatureName, FeaturePrice, offers};
use crate::signups;
use crate::websites::{Actor, SiteAccess};

/// Snapshots that may be read at a time: with one, most checks go together.
const MAX_READS: usize = 1;

/// Reads the facts of concurrent checks together.
pub(crate) type SpendChecks = Gather<Question, Facts>;

/// Creates the batcher of a database's checks.
pub(crate) fn spend_checks(
    database: &Database,
    ledger: &Ledger,
    clock: &Clock,
    background: &Background,
) -> SpendChecks {
    let (database, clock, keys) = (database.clone(), clock.clone(), Arc::clone(&ledger.keys));
    let read = move |questions: Vec<Question>| {
        let (database, keys, now) = (database.clone(), Arc::clone(&keys), clock.now());
        async move {
            let mut snapshot = database.snapshot().await?;
            read(&mut snapshot.connection(), &questions, now, &keys).await
        }
    };
    Gather::new(background.clone(), MAX_READS, read)
}

/// A check in a batch.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    website_id: String,
    mode: Mode,
    customer: CustomerRef,
    /// Code of the feature.
    feature: Option<String>,
    /// Key of the website's book; none before its first use.
    book_id: Option<i64>,
    /// Id of the API key, if it has a cap per day.
    capped_key: Option<String>,
}

impl Question {
    pub(super) fn new(
        access: &SiteAccess,
        customer: &CustomerRef,
        feature: Option<&str>,
        book_id: Option<i64>,
    ) -> Self {
        let is_capped = access.cap.is_some_and(|cap| cap.per_day.is_some());
        let key_id = match &access.actor {
            Actor::Key(id) => Some(id.clone()),
            Actor::Owner(_) => None,
        };
        Self {
            website_id: access.website_id.clone(),
            mode: access.mode,
            customer: customer.clone(),
            feature: feature.map(str::to_owned),
            book_id,
            capped_key: key_id.filter(|_| is_capped),
        }
    }

    fn name(&self) -> Name<'_> {
        Name {
            website_id: &self.website_id,
            mode: self.mode,
            reference: &self.customer,
        }
    }

    fn feature_name(&self) -> Option<FeatureName<'_>> {
        Some(FeatureName {
            website_id: &self.website_id,
            mode: self.mode,
            code: self.feature.as_deref()?,
        })
    }

    fn wallet_of(&self, customer: &Customer) -> Option<WalletOf> {
        Some(WalletOf {
            book_id: self.book_id?,
            owner: Owner::Customer(customer.id.clone()),
        })
    }
}

/// Facts that decide a check.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// The customer; none for a name that is new, or leads to another row, or may.
    pub(super) customer: Option<Customer>,
    pub(super) wallet: Option<CheckedWallet>,
    /// The feature, with its price.
    pub(super) offer: Option<FeaturePrice>,
    /// Cap of the API key, with the credits that it has spent today.
    pub(super) cap: Option<SpendCap>,
    /// The customer that a spend would create.
    pub(super) newcomer: Newcomer,
}

/// A wallet after its expiries.
#[derive(Clone, Debug)]
pub(crate) struct CheckedWallet {
    pub(super) account: Account,
    /// Credits that can be spent on the feature.
    pub(super) available: i64,
}

/// A customer that a spend would create.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Newcomer {
    pub(super) is_inactive: bool,
    /// Credits of the website's sign-up grant.
    pub(super) signup: i64,
}

/// Reads the facts of checks in a snapshot, in their order.
async fn read(
    db: &mut Connection<'_>,
    questions: &[Question],
    now: Timestamp,
    keys: &Keys,
) -> Result<Vec<Facts>, Failure> {
    let names: Vec<Name<'_>> = questions.iter().map(Question::name).collect();
    let customers = customers::look_all(db, &names).await?;
    let features = questions.iter().filter_map(Question::feature_name);
    let features: Vec<FeatureName<'_>> = features.collect::<HashSet<_>>().into_iter().collect();
    let offers = offers(db, &features, now).await?;
    let capped = questions.iter().filter_map(|one| one.capped_key.as_deref());
    let capped: Vec<&str> = capped.collect::<BTreeSet<_>>().into_iter().collect();
    let caps = caps::read(db, &capped).await?;
    let both = questions.iter().zip(customers);
    let mut facts: Vec<Facts> = both
        .map(|(question, customer)| Facts {
            customer,
            offer: question
                .feature_name()
                .and_then(|name| offers.get(&name).cloned()),
            cap: question
                .capped_key
                .as_ref()
                .and_then(|key| caps.get(key).copied()),
            ..Facts::default()
        })
        .collect();
    read_wallets(db, questions, &mut facts, now, keys).await?;
    Ok(facts)
}

/// Adds the wallets to facts whose customers are known.
async fn read_wallets(
    db: &mut Connection<'_>,
    questions: &[Question],
    facts: &mut [Facts],
    now: Timestamp,
    keys: &Keys,
) -> Result<(), Failure> {
    let both = questions.iter().zip(facts.iter());
    let wallets: Vec<Option<WalletOf>> = both
        .map(|(question, facts)| question.wallet_of(facts.customer.as_ref()?))
        .collect();
    let distinct: BTreeSet<&WalletOf> = wallets.iter().flatten().collect();
    let distinct: Vec<WalletOf> = distinct.into_iter().cloned().collect();
    let settled = settled(db, &distinct, now, keys).await?;
    let found = wallets.iter().map(|of| settled.get(of.as_ref()?));
    let found = facts.iter_mut().zip(found);
    let found: Vec<_> = found
        .filter_map(|(facts, wallet)| Some((facts, wallet?)))
        .collect();
    let uses = found.iter().map(|(facts, wallet)| WalletUse {
        account_id: wallet.account.id,
        feature: facts.offer.as_ref().map(|offer| offer.feature_id),
        at: wallet.account.read_at(now),
    });
    let uses: Vec<WalletUse> = uses.collect();
    let sums = unusable::sums(db, &uses).await?;
    for ((facts, wallet), (one, sum)) in found.into_iter().zip(uses.iter().zip(sums)) {
        facts.wallet = Some(CheckedWallet {
            account: wallet.account.clone(),
            available: wallet.spendable(sum, one.feature, one.at),
        });
    }
    Ok(())
}

/// Returns the facts about a customer.
pub(super) async fn find(app: &App, question: Question) -> Result<Facts, Failure> {
    let facts = app.spend_checks.ask(question.clone()).await?;
    if facts.customer.is_some() {
        return Ok(facts);
    }
    // This case is rare, and boxed so that the usual future stays small.
    Box::pin(find_again(app, question, facts)).await
}

/// Finds the customer of a name that leads to another row, or the one that a spend would create.
async fn find_again(app: &App, question: Question, mut facts: Facts) -> Result<Facts, Failure> {
    let site = SiteScope {
        website_id: &question.website_id,
        mode: question.mode,
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if let Some(customer) = customers::look_up(&mut db, site, &question.customer).await? {
        drop(reader);
        let customer = CustomerRef::Id(customer.id);
        let question = Question {
            customer,
            ..question
        };
        return app.spend_checks.ask(question).await;
    }
    let grants = signups::enabled(&mut db, &[site]).await?;
    facts.newcomer = Newcomer {
        is_inactive: customers::is_inactive(&mut db, &question.customer).await?,
        signup: grants.into_values().map(|grant| grant.amount).sum(),
    };
    Ok(facts)
}

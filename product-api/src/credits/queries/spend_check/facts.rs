//! Facts of spend checks: what the spends would read, of one snapshot.
//!
//! Nothing is written, and nothing is kept for the next check.

use std::collections::{BTreeSet, HashSet};
use std::slice;

use foundation::{Connection, Failure, Timestamp};

use super::question::SpendCheckQuery;
use crate::caller::SpendCap;
use crate::credits::ledger::account::{Account, WalletKey};
use crate::credits::ledger::row_ids::RowIds;
use crate::credits::queries::balance::read_balance;
use crate::credits::queries::books::find_site_book;
use crate::credits::queries::settled_wallets::{SettledWallet, read_settled_rows, settled};
use crate::credits::store::rows::Balance;
use crate::credits::store::statements::OwnerFilter;
use crate::credits::store::unusable::WalletUse;
use crate::credits::store::{caps, unusable};
use crate::customers::{self, Customer, Name};
use crate::features::{FeatureName, FeaturePrice, offers};
use crate::signups;

/// Facts that decide a check, all of one snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpendCheckFacts {
    /// The customer; none if a spend would create it, or refuse its id.
    pub(crate) customer: Option<Customer>,
    pub(crate) wallet: Option<CheckedWallet>,
    /// The balance of a customer without a wallet, or in a book that was not known before.
    pub(crate) balance: Option<Balance>,
    /// The feature, with its price.
    pub(crate) offer: Option<FeaturePrice>,
    /// Cap of the API key, with the credits that it has spent today.
    pub(crate) cap: Option<SpendCap>,
    /// The customer that a spend would create.
    pub(crate) newcomer: Newcomer,
}

/// A wallet after its expiries.
#[derive(Clone, Debug)]
pub(crate) struct CheckedWallet {
    pub(crate) account: Account,
    /// Credits that can be spent on the feature.
    pub(crate) available: i64,
}

/// A customer that a spend would create.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Newcomer {
    pub(crate) is_inactive: bool,
    /// Credits of the website's sign-up grant.
    pub(crate) signup: i64,
}

/// Reads the facts of checks by the rows of customers and wallets, in the order of the checks. None for a check that needs
/// more: its customer's name is new or leads to another row, or its wallet is absent or has something due.
pub(crate) async fn read_by_rows(
    db: &mut Connection<'_>,
    questions: &[SpendCheckQuery],
    now: Timestamp,
) -> Result<Vec<Option<SpendCheckFacts>>, Failure> {
    let mut facts = read_known(db, questions, now).await?;
    let both = questions.iter().zip(&facts);
    let wallets = both.map(|(question, facts)| question.wallet_of(facts.customer.as_ref()?));
    let wallets: Vec<Option<WalletKey>> = wallets.collect();
    let distinct: BTreeSet<&WalletKey> = wallets.iter().flatten().collect();
    let distinct: Vec<WalletKey> = distinct.into_iter().cloned().collect();
    let settled = read_settled_rows(db, &distinct, now).await?;
    let found = wallets.iter().map(|of| settled.get(of.as_ref()?));
    let found = facts.iter_mut().zip(found);
    let found = found.filter_map(|(facts, wallet)| Some((facts, wallet?)));
    add_wallets(db, found.collect(), now).await?;
    let whole = |facts: SpendCheckFacts| facts.wallet.is_some().then_some(facts);
    Ok(facts.into_iter().map(whole).collect())
}

/// Reads all facts of a check in a snapshot, in which a name leads to one customer, also while customers are merged.
pub(crate) async fn read_all(
    db: &mut Connection<'_>,
    question: &SpendCheckQuery,
    now: Timestamp,
    keys: &RowIds,
) -> Result<SpendCheckFacts, Failure> {
    let known = read_known(db, slice::from_ref(question), now).await?.pop();
    let mut facts = known.ok_or_else(|| Failure::defect("a check was left without its facts"))?;
    if facts.customer.is_none() {
        facts.customer = customers::look_up(db, question.site(), question.name().reference).await?;
    }
    let Some(customer) = facts.customer.clone() else {
        facts.newcomer = read_newcomer(db, question).await?;
        return Ok(facts);
    };
    // The book may have been opened since the check began.
    let book_id = match question.book_id() {
        Some(book_id) => Some(book_id),
        None => find_site_book(db, question.site())
            .await?
            .map(|book| book.id),
    };
    let wallet = question.in_book(book_id).wallet_of(&customer);
    let settled = settled(db, wallet.as_slice(), now, keys).await?;
    let found = settled.values().next();
    if let Some(wallet) = found {
        add_wallets(db, vec![(&mut facts, wallet)], now).await?;
    }
    if facts.wallet.is_none() || question.book_id().is_none() {
        let site = question.site();
        let whose = OwnerFilter::Customer(&customer.id, site.website_id, site.mode);
        facts.balance = read_balance(db, whose, now, keys).await?;
    }
    Ok(facts)
}

/// Reads customers by their own names, offers and caps, in a number of statements that does not depend on the checks.
async fn read_known(
    db: &mut Connection<'_>,
    questions: &[SpendCheckQuery],
    now: Timestamp,
) -> Result<Vec<SpendCheckFacts>, Failure> {
    let names: Vec<Name<'_>> = questions.iter().map(SpendCheckQuery::name).collect();
    let customers = customers::look_up_all(db, &names).await?;
    let features = questions.iter().filter_map(SpendCheckQuery::feature_name);
    let features: Vec<FeatureName<'_>> = features.collect::<HashSet<_>>().into_iter().collect();
    let offers = offers(db, &features, now).await?;
    let capped = questions.iter().filter_map(SpendCheckQuery::capped_key);
    let capped: Vec<&str> = capped.collect::<BTreeSet<_>>().into_iter().collect();
    let caps = caps::read(db, &capped).await?;
    let both = questions.iter().zip(customers);
    let facts = both.map(|(question, customer)| SpendCheckFacts {
        customer,
        offer: question
            .feature_name()
            .and_then(|name| offers.get(&name).cloned()),
        cap: question.capped_key().and_then(|key| caps.get(key).copied()),
        ..SpendCheckFacts::default()
    });
    Ok(facts.collect())
}

/// Adds wallets to the facts of their checks.
async fn add_wallets(
    db: &mut Connection<'_>,
    found: Vec<(&mut SpendCheckFacts, &SettledWallet)>,
    now: Timestamp,
) -> Result<(), Failure> {
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

/// Reads what a spend would find out about a customer that it creates.
async fn read_newcomer(
    db: &mut Connection<'_>,
    question: &SpendCheckQuery,
) -> Result<Newcomer, Failure> {
    let grants = signups::enabled(db, &[question.site()]).await?;
    Ok(Newcomer {
        is_inactive: customers::is_inactive(db, question.name().reference).await?,
        signup: grants.into_values().next().map_or(0, |grant| grant.amount),
    })
}

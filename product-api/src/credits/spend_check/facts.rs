//! Facts of spend checks: what the spends would read, for all concurrent checks in one snapshot.
//!
//! Nothing is written, and nothing is kept for the next check.

use std::collections::{BTreeSet, HashMap, HashSet};

use foundation::{Connection, Failure, Timestamp};

use super::question::Question;
use crate::caller::SpendCap;
use crate::credits::account::{Account, WalletOf};
use crate::credits::balance::{Balance, balance_in};
use crate::credits::keys::Keys;
use crate::credits::open::known_book;
use crate::credits::settled::{Settled, settled, settled_by_rows};
use crate::credits::store::unusable::WalletUse;
use crate::credits::store::{caps, unusable};
use crate::customers::{self, Customer, Name};
use crate::features::{FeatureName, Offer, offers};
use crate::signups;

/// Facts that decide a check, all of one snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// The customer; none if a spend would create it, or refuse its id.
    pub(super) customer: Option<Customer>,
    pub(super) wallet: Option<CheckedWallet>,
    /// The balance of a customer without a wallet, or in a book that was not known before.
    pub(super) balance: Option<Balance>,
    /// The feature, with its price.
    pub(super) offer: Option<Offer>,
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

/// Reads the facts of checks by the rows of customers and wallets, in the order of the checks. None for a check that needs
/// more: its customer's name is new or leads to another row, or its wallet is absent, is large, or has something due.
pub(super) async fn read_by_rows(
    db: &mut Connection<'_>,
    questions: &[Question],
    now: Timestamp,
) -> Result<Vec<Option<Facts>>, Failure> {
    let mut facts = read_known(db, questions, now).await?;
    let wallets = wallets_of(questions, &facts);
    let settled = settled_by_rows(db, &each_once(&wallets), now).await?;
    add_wallets(db, &mut facts, (&wallets, &settled), now).await?;
    let whole = |facts: Facts| facts.wallet.is_some().then_some(facts);
    Ok(facts.into_iter().map(whole).collect())
}

/// Reads all facts of checks in a snapshot, in the order of the checks. In one snapshot a name leads to one customer, also
/// while customers are merged.
pub(super) async fn read_all(
    db: &mut Connection<'_>,
    questions: &[Question],
    now: Timestamp,
    keys: &Keys,
) -> Result<Vec<Facts>, Failure> {
    let mut facts = read_known(db, questions, now).await?;
    let mut in_books = Vec::with_capacity(questions.len());
    for (question, facts) in questions.iter().zip(&mut facts) {
        if facts.customer.is_none() {
            facts.customer =
                customers::look(db, question.site(), question.name().reference).await?;
        }
        in_books.push(in_its_book(db, question).await?);
    }
    let wallets = wallets_of(&in_books, &facts);
    let settled = settled(db, &each_once(&wallets), now, keys).await?;
    add_wallets(db, &mut facts, (&wallets, &settled), now).await?;
    add_balances(db, questions, &mut facts, (now, keys)).await?;
    add_newcomers(db, questions, &mut facts).await?;
    Ok(facts)
}

/// Reads customers by their own names, offers and caps, in a number of statements that does not depend on the checks.
async fn read_known(
    db: &mut Connection<'_>,
    questions: &[Question],
    now: Timestamp,
) -> Result<Vec<Facts>, Failure> {
    let names: Vec<Name<'_>> = questions.iter().map(Question::name).collect();
    let customers = customers::look_all(db, &names).await?;
    let features = questions.iter().filter_map(Question::feature_name);
    let features: Vec<FeatureName<'_>> = features.collect::<HashSet<_>>().into_iter().collect();
    let offers = offers(db, &features, now).await?;
    let capped = questions.iter().filter_map(Question::capped_key);
    let capped: Vec<&str> = capped.collect::<BTreeSet<_>>().into_iter().collect();
    let caps = caps::read(db, &capped).await?;
    let both = questions.iter().zip(customers);
    let facts = both.map(|(question, customer)| Facts {
        customer,
        offer: question
            .feature_name()
            .and_then(|name| offers.get(&name).cloned()),
        cap: question.capped_key().and_then(|key| caps.get(key).copied()),
        ..Facts::default()
    });
    Ok(facts.collect())
}

/// Returns the check with its book, which may have been opened since the check began.
async fn in_its_book(db: &mut Connection<'_>, question: &Question) -> Result<Question, Failure> {
    let book_id = match question.book_id() {
        Some(book_id) => Some(book_id),
        None => known_book(db, question.site()).await?.map(|book| book.id),
    };
    Ok(question.in_book(book_id))
}

/// Returns the keys of the wallets of those customers that are known.
fn wallets_of(questions: &[Question], facts: &[Facts]) -> Vec<Option<WalletOf>> {
    let both = questions.iter().zip(facts);
    both.map(|(question, facts)| question.wallet_of(facts.customer.as_ref()?))
        .collect()
}

fn each_once(wallets: &[Option<WalletOf>]) -> Vec<WalletOf> {
    let distinct: BTreeSet<&WalletOf> = wallets.iter().flatten().collect();
    distinct.into_iter().cloned().collect()
}

/// Adds the wallets that were read.
async fn add_wallets(
    db: &mut Connection<'_>,
    facts: &mut [Facts],
    (wallets, settled): (&[Option<WalletOf>], &HashMap<WalletOf, Settled>),
    now: Timestamp,
) -> Result<(), Failure> {
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

/// Adds the balances of customers without a wallet, and of those whose book was not known.
async fn add_balances(
    db: &mut Connection<'_>,
    questions: &[Question],
    facts: &mut [Facts],
    (now, keys): (Timestamp, &Keys),
) -> Result<(), Failure> {
    for (question, facts) in questions.iter().zip(facts) {
        let Some(customer) = &facts.customer else {
            continue;
        };
        if facts.wallet.is_none() || question.book_id().is_none() {
            facts.balance = balance_in(db, question.site(), &customer.id, (now, keys)).await?;
        }
    }
    Ok(())
}

/// Adds the customers that spends would create.
async fn add_newcomers(
    db: &mut Connection<'_>,
    questions: &[Question],
    facts: &mut [Facts],
) -> Result<(), Failure> {
    let both = questions.iter().zip(facts);
    let new: Vec<(&Question, &mut Facts)> =
        both.filter(|(_, facts)| facts.customer.is_none()).collect();
    let sites = new.iter().map(|(question, _)| question.site());
    let sites: Vec<_> = sites.collect::<BTreeSet<_>>().into_iter().collect();
    let grants = signups::enabled(db, &sites).await?;
    for (question, facts) in new {
        let (website_id, mode) = question.site();
        let site = (website_id.to_owned(), mode.word().to_owned());
        facts.newcomer = Newcomer {
            is_inactive: customers::is_inactive(db, question.name().reference).await?,
            signup: grants.get(&site).map_or(0, |grant| grant.amount),
        };
    }
    Ok(())
}

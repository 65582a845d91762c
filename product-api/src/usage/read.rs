//! Reads usage: rolled-up days plus the transactions since, in one snapshot.

use std::collections::{BTreeMap, HashMap};

use foundation::{Connection, Failure};

use super::store::days::{self, UsageOwner};
use super::store::rest;
use super::store::writers::{self, Writer};
use super::usage::{
    Day, Grouping, NO_FEATURE, Period, Sums, Totals, UsageKey, UsageTransaction, add,
};
use super::usage_query::{UsageQuery, too_many};
use crate::app::App;
use crate::credits::{self, Book, CREDIT, OwnWallets};
use crate::customers;
use crate::problem::{FieldError, Kind, Problem};
use crate::users::AuthenticatedUser;
use crate::websites::{self, SiteAccess};

/// Maximum number of items of a response.
const MAX_ITEMS: usize = 5000;
/// Maximum number of a writer's transactions that a read adds up. More wait only during the first roll-up of a history, or
/// if rolling up fails.
const MAX_OTHERS: i64 = 50_000;

/// The response to a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    /// The name of one credit.
    pub(super) unit: String,
    /// Its decimal places, for display only.
    pub(super) scale: i16,
    pub(super) period: Period,
    pub(super) items: Vec<Item>,
}

/// The usage of a day, of a feature, or of both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// `None` if days are combined.
    pub(super) day: Option<Day>,
    /// `None` if features are combined, and for usage without a feature.
    pub(super) feature: Option<String>,
    pub(super) sums: Sums,
}

/// The owner of the usage, by the keys of the tables.
pub(super) struct UsageScope {
    /// The book; `None` for the wallets of a user, which are in several books.
    pub(super) book: Option<Book>,
    /// The wallets; all of the book if absent.
    pub(super) wallets: Option<Vec<i64>>,
    /// Decimal places in which the credits are displayed.
    pub(super) scale: i16,
}

impl UsageScope {
    fn has(&self, used: &UsageTransaction) -> bool {
        let is_in_book = self
            .book
            .as_ref()
            .is_none_or(|book| book.id == used.book_id);
        let wallets = self.wallets.as_ref();
        is_in_book && wallets.is_none_or(|wallets| wallets.contains(&used.account_id))
    }

    fn book_id(&self) -> i64 {
        self.book.as_ref().map_or(0, |book| book.id)
    }

    fn owners(&self) -> (UsageOwner, Vec<i64>) {
        match &self.wallets {
            Some(wallets) => (UsageOwner::Wallet, wallets.clone()),
            None => (UsageOwner::Book, vec![self.book_id()]),
        }
    }
}

/// Returns the usage of a website, or of one of its customers.
pub(super) async fn website_usage(
    app: &App,
    access: &SiteAccess,
    question: &UsageQuery,
) -> Result<Usage, Problem> {
    let site = access.scope();
    let wallets = match &question.customer {
        None => None,
        Some(id) => {
            let customer = customers::find(app, access, id).await?;
            Some(credits::wallets_of_customer(app, &customer.id, site).await?)
        }
    };
    let book = {
        let mut reader = app.database.reader().await?;
        credits::find_site_book(&mut reader.connection(), site).await?
    };
    let scope = UsageScope {
        scale: websites::scale_of(app, site.website_id).await?,
        book,
        wallets,
    };
    match scope.book {
        Some(_) => read(app, &scope, question).await,
        None => Ok(usage_of(&scope, question.period, Vec::new())),
    }
}

/// Returns the usage of a user: of one balance, or of all live ones that the token shows if they have equal decimal places.
pub(super) async fn user_usage<S>(
    app: &App,
    holder: &AuthenticatedUser<S>,
    question: &UsageQuery,
) -> Result<Usage, Problem> {
    let OwnWallets { keys, scales } =
        credits::wallets_of_holder(app, holder, question.customer.as_deref()).await?;
    if scales.len() > 1 {
        let detail = "This is required: your balances have different decimal places. Send the customer of one.";
        return Err(Problem::invalid(&[FieldError::parameter(
            "customer", detail,
        )]));
    }
    let scope = UsageScope {
        book: None,
        wallets: Some(keys),
        scale: scales.first().copied().unwrap_or_default(),
    };
    read(app, &scope, question).await
}

async fn read(app: &App, scope: &UsageScope, question: &UsageQuery) -> Result<Usage, Problem> {
    let (period, by) = (question.period, question.by);
    // The snapshot neither misses nor double-counts transactions that are rolled up concurrently.
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let writers = writers::open(&mut db).await?;
    let rest = rest_of(&mut db, scope, &writers).await?;
    let totals = totals(&mut db, scope, period, by, &rest).await?;
    if totals.len() > MAX_ITEMS {
        return Err(too_many());
    }
    let features: Vec<i64> = totals.keys().map(|key| key.feature_id).collect();
    let codes = days::codes(&mut db, &named(features)).await?;
    let items = items(&totals, &codes.into_iter().collect(), by.day);
    Ok(usage_of(scope, period, items))
}

/// Returns the transactions of writers since their roll-up; refuses while there are too many.
pub(super) async fn rest_of(
    db: &mut Connection<'_>,
    scope: &UsageScope,
    writers: &[Writer],
) -> Result<Vec<UsageTransaction>, Problem> {
    if rest::count(db, writers, MAX_OTHERS).await? >= MAX_OTHERS {
        return Err(behind());
    }
    let mut rest = rest::all(db, writers, scope.book_id()).await?;
    rest.retain(|used| scope.has(used));
    Ok(rest)
}

/// Returns the usage on some days: the rolled-up part and the rest.
pub(super) async fn totals(
    db: &mut Connection<'_>,
    scope: &UsageScope,
    period: Period,
    by: Grouping,
    rest: &[UsageTransaction],
) -> Result<Totals, Failure> {
    let (whose, owners) = scope.owners();
    let mut totals = days::read(db, whose, &owners, period, by).await?;
    for used in rest.iter().filter(|used| period.has(used.day)) {
        let day = if by.day { used.day } else { Day(0) };
        let feature_id = if by.feature {
            used.feature_id
        } else {
            NO_FEATURE
        };
        if let Some(sums) = used.sums {
            let key = UsageKey {
                owner: 0,
                day,
                feature_id,
            };
            add(&mut totals, key, sums);
        }
    }
    Ok(totals)
}

fn behind() -> Problem {
    Problem::new(
        Kind::Unavailable,
        "What was used before is still being added up. Nothing is lost; ask again.",
    )
    .retry_after(30)
}

fn usage_of(scope: &UsageScope, period: Period, items: Vec<Item>) -> Usage {
    let book = scope.book.as_ref();
    Usage {
        unit: book.map_or(CREDIT, |book| &book.unit).to_owned(),
        scale: scope.scale,
        period,
        items,
    }
}

/// Returns the features among keys, without duplicates.
fn named(mut features: Vec<i64>) -> Vec<i64> {
    features.retain(|feature| *feature != NO_FEATURE);
    features.sort_unstable();
    features.dedup();
    features
}

/// Returns the items in order: by day, then by the feature's code, those without a feature first. Features of several
/// websites with one code are combined.
fn items(totals: &Totals, codes: &HashMap<i64, String>, is_by_day: bool) -> Vec<Item> {
    let mut merged: BTreeMap<(Day, Option<&str>), Sums> = BTreeMap::new();
    for (key, sums) in totals {
        let code = codes.get(&key.feature_id).map(String::as_str);
        let known = merged.entry((key.day, code)).or_default();
        *known = known.and(*sums);
    }
    let merged = merged.into_iter().map(|((day, feature), sums)| Item {
        day: is_by_day.then_some(day),
        feature: feature.map(ToOwned::to_owned),
        sums,
    });
    merged.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_of_one_code_are_summed_and_none_is_first() {
        let sums = |spent| Sums {
            spent,
            ..Sums::default()
        };
        let key = |day, feature_id| UsageKey {
            owner: 0,
            day: Day(day),
            feature_id,
        };
        let totals = Totals::from([
            (key(1, NO_FEATURE), sums(1)),
            (key(1, 7), sums(2)),
            (key(1, 8), sums(3)),
            (key(0, 7), sums(4)),
        ]);
        let codes = HashMap::from([(7, "image".to_owned()), (8, "image".to_owned())]);
        let merged: Vec<(Option<Day>, Option<String>, i64)> = items(&totals, &codes, true)
            .into_iter()
            .map(|item| (item.day, item.feature, item.sums.spent))
            .collect();
        let image = || Some("image".to_owned());
        let expected = vec![
            (Some(Day(0)), image(), 4),
            (Some(Day(1)), None, 1),
            (Some(Day(1)), image(), 5),
        ];
        assert_eq!(merged, expected);
        assert_eq!(named(vec![8, 0, 7, 8]), [7, 8]);
    }
}

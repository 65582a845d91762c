//! Key figures of a website in one snapshot: its customers, their credits and debts, and recent spends.

use foundation::{Connection, Failure, Timestamp};
use std::time::Duration;

use super::read::{UsageScope, rest_of, totals};
use super::store::credits_by_kind::{self, CreditsByKind, NET};
use super::store::writers;
use super::usage::{Day, Grouping, Period, Totals, UsageTransaction};
use crate::app::App;
use crate::caller::SiteScope;
use crate::credits::{self, Book, CREDIT};
use crate::customers::{self, CustomerCounts};
use crate::problem::Problem;
use crate::websites;

/// Duration for which customers count as new.
const NEW: Duration = Duration::from_hours(30 * 24);
/// Days of a month and of a week in the figures.
const MONTH: i64 = 30;
const WEEK: i64 = 7;

/// Key figures of a website in one mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) unit: String,
    pub(super) scale: i16,
    pub(super) customers: CustomerCounts,
    /// Credits by the kind of their lots; empty kinds are left out.
    pub(super) outstanding: Vec<(String, i64)>,
    pub(super) held: i64,
    pub(super) owed: i64,
    pub(super) spent: RecentSpend,
}

/// Recent spends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RecentSpend {
    /// Credits spent today and on the 29 days before.
    pub(super) month: i64,
    /// Credits spent on the thirty days before these.
    pub(super) month_before: i64,
    /// Mean of the credits spent on the seven days before today.
    pub(super) a_day: i64,
    /// Time of the first spend.
    pub(super) first_at: Option<Timestamp>,
}

/// Returns the key figures of a website.
pub(super) async fn summarize(app: &App, site: SiteScope<'_>) -> Result<Summary, Problem> {
    let scale = websites::scale_of(app, site.website_id).await?;
    let mut snapshot = app.database.snapshot().await?;
    read(&mut snapshot.connection(), site, scale, app.clock.now()).await
}

async fn read(
    db: &mut Connection<'_>,
    site: SiteScope<'_>,
    scale: i16,
    now: Timestamp,
) -> Result<Summary, Problem> {
    let customers = customers::count(db, site, now.minus(NEW)).await?;
    let book = credits::find_site_book(db, site).await?;
    let summary = Summary {
        unit: book.as_ref().map_or(CREDIT, |book| &book.unit).to_owned(),
        scale,
        customers,
        ..Summary::default()
    };
    match book {
        Some(book) => summarize_book(db, book, summary, now).await,
        None => Ok(summary),
    }
}

async fn summarize_book(
    db: &mut Connection<'_>,
    book: Book,
    summary: Summary,
    now: Timestamp,
) -> Result<Summary, Problem> {
    let id = book.id;
    let scope = UsageScope {
        scale: book.scale,
        book: Some(book),
        wallets: None,
    };
    let writers = writers::open(db).await?;
    let rest = rest_of(db, &scope, &writers).await?;
    let today = Day::from_timestamp(now);
    let period = Period {
        from: today.before(2 * MONTH - 1),
        to: today,
    };
    let days = totals(db, &scope, period, Grouping::DAY, &rest).await?;
    let credits = credits_by_kind::read(db, id, &writers).await?;
    let first_at = first(db, id, &rest).await?;
    Ok(Summary {
        held: credits_by_kind::held(db, id).await?,
        owed: owed(&credits),
        outstanding: outstanding(credits),
        spent: RecentSpend {
            first_at,
            ..spent(&days, today)
        },
        ..summary
    })
}

async fn first(
    db: &mut Connection<'_>,
    book_id: i64,
    rest: &[UsageTransaction],
) -> Result<Option<Timestamp>, Failure> {
    let known = credits_by_kind::first(db, book_id).await?;
    let later = rest.iter().filter_map(UsageTransaction::spent_at).min();
    Ok(known.into_iter().chain(later).min())
}

/// Returns the debts: the credits in lots minus the net amount of wallets and debts.
fn owed(totals: &CreditsByKind) -> i64 {
    let net = totals.get(NET).copied().unwrap_or_default();
    let in_lots: i64 = totals
        .iter()
        .filter(|(kind, _)| *kind != NET)
        .fold(0, |sum, (_, credits)| sum.saturating_add(*credits));
    in_lots.saturating_sub(net)
}

fn outstanding(totals: CreditsByKind) -> Vec<(String, i64)> {
    let kinds = totals.into_iter();
    kinds
        .filter(|(kind, credits)| kind != NET && *credits != 0)
        .collect()
}

fn spent(days: &Totals, today: Day) -> RecentSpend {
    let between = |from: i64, to: i64| {
        let period = Period {
            from: today.before(from),
            to: today.before(to),
        };
        let days = days.iter().filter(|(key, _)| period.has(key.day));
        days.fold(0_i64, |sum, (_, sums)| sum.saturating_add(sums.spent))
    };
    RecentSpend {
        month: between(MONTH - 1, 0),
        month_before: between(2 * MONTH - 1, MONTH),
        a_day: rounded(between(WEEK, 1), WEEK),
        first_at: None,
    }
}

/// Divides an amount, rounded to the nearest whole credit.
fn rounded(amount: i64, parts: i64) -> i64 {
    let half = parts.div_euclid(2);
    amount.saturating_add(half).div_euclid(parts)
}

#[cfg(test)]
mod tests {
    use foundation::{Database, on_both_engines, on_engine};

    use super::super::usage::{NO_FEATURE, Sums, UsageKey};
    use super::*;
    use crate::MIGRATIONS;
    use crate::caller::Mode;

    #[test]
    fn days_are_grouped_by_period() {
        let today = Day(100);
        let on = |ago: i64, spent: i64| {
            let sums = Sums {
                spent,
                ..Sums::default()
            };
            let key = UsageKey {
                owner: 0,
                day: today.before(ago),
                feature_id: NO_FEATURE,
            };
            (key, sums)
        };
        let rows = [
            (vec![], (0, 0, 0)),
            (vec![on(0, 7)], (7, 0, 0)),
            (vec![on(1, 7)], (7, 0, 1)),
            (vec![on(7, 3)], (3, 0, 0)),
            (vec![on(7, 4)], (4, 0, 1)),
            (vec![on(8, 7)], (7, 0, 0)),
            (vec![on(29, 7), on(30, 5)], (7, 5, 0)),
            (vec![on(59, 5), on(60, 9)], (0, 5, 0)),
        ];
        for (days, expected) in rows {
            let found = spent(&days.iter().copied().collect(), today);
            let found = (found.month, found.month_before, found.a_day);
            assert_eq!(found, expected, "{days:?}");
        }
    }

    #[test]
    fn owed_credits_follow_from_the_lots() {
        let totals = CreditsByKind::from([
            ("net".to_owned(), 70),
            ("promo".to_owned(), 60),
            ("purchase".to_owned(), 40),
            ("restored".to_owned(), 0),
        ]);
        assert_eq!(owed(&totals), 30);
        let expected = [("promo".to_owned(), 60), ("purchase".to_owned(), 40)];
        assert_eq!(outstanding(totals), expected);
    }

    async fn run(database: &Database, texts: [&'static str; 3]) {
        let mut transaction = database.begin().await.unwrap();
        for text in texts {
            let done = on_engine!(&mut transaction.connection(), |c| {
                sqlx::query(text).execute(c).await.map(drop)
            });
            done.unwrap();
        }
        transaction.commit().await.unwrap();
    }

    on_both_engines!(
        MIGRATIONS,
        async fn summary_is_of_one_instant(database: Database) {
            run(&database, [
                "INSERT INTO users (id, claims_at, created_at, updated_at) VALUES ('usr_1', 0, 0, 0)",
                "INSERT INTO websites (id, owner_user_id, name, url, client_id, status, created_at) VALUES ('web_1', 'usr_1', 'One', 'https://one.example', 'c1', 'active', 0)",
                "INSERT INTO customers (id, website_id, mode, created_at, updated_at) VALUES ('cus_1', 'web_1', 'live', 0, 0)",
            ])
            .await;
            let site = SiteScope {
                website_id: "web_1",
                mode: Mode::Live,
            };
            let now = Timestamp::from_seconds(1_800_000_000);
            let mut before = database.snapshot().await.unwrap();
            let first = read(&mut before.connection(), site, 2, now).await.unwrap();
            assert_eq!((first.customers.all, first.held), (1, 0));
            run(&database, [
                "INSERT INTO customers (id, website_id, mode, created_at, updated_at, subscribed) VALUES ('cus_2', 'web_1', 'live', 0, 0, TRUE)",
                "INSERT INTO book (id, website_id, kind, mode, unit, scale, created_at) VALUES (16, 'web_1', 'website', 'live', 'credit', 2, 0)",
                "INSERT INTO account (id, book_id, kind, owner_kind, owner_id, posted, held, created_at) VALUES (40, 16, 'wallet', 'customer', 'cus_2', 9, 7, 0)",
            ])
            .await;
            let again = read(&mut before.connection(), site, 2, now).await.unwrap();
            assert_eq!(again, first);
            drop(before);
            let mut after = database.snapshot().await.unwrap();
            let found = read(&mut after.connection(), site, 2, now).await.unwrap();
            let found = (
                found.customers.all,
                found.customers.subscribed,
                found.scale,
                found.held,
            );
            assert_eq!(found, (2, 1, 2, 7));
        }
    );
}

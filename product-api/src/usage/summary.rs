//! How a website does: its customers, what they hold and owe, and what was spent of late; as of one instant.

use foundation::{Connection, Failure, Timestamp};
use std::time::Duration;

use super::read::{Scope, rest_of, totals};
use super::store::standings::{self, NET, Standing};
use super::store::writers;
use super::usage::{By, Day, Period, Totals, Used};
use crate::app::App;
use crate::caller::Mode;
use crate::credits::{self, Book, CREDIT};
use crate::customers::{self, Counts};
use crate::problem::Problem;

/// Customers are new for so long.
const NEW: Duration = Duration::from_hours(30 * 24);
/// The days of a month, and of a week, as they are told.
const MONTH: i64 = 30;
const WEEK: i64 = 7;

/// How a website does in one mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    pub(super) unit: String,
    pub(super) scale: i16,
    pub(super) customers: Counts,
    /// Credits by the kind of their lots; kinds of which there are none are left out.
    pub(super) outstanding: Vec<(String, i64)>,
    pub(super) held: i64,
    pub(super) owed: i64,
    pub(super) spent: Spent,
}

/// What was spent of late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spent {
    /// Today and on the 29 days before.
    pub(super) month: i64,
    /// On the thirty days before these.
    pub(super) month_before: i64,
    /// On one of the seven days before today, in the middle.
    pub(super) a_day: i64,
    /// The first time.
    pub(super) first_at: Option<Timestamp>,
}

/// How a website does.
pub(super) async fn of_site(app: &App, site: (&str, Mode)) -> Result<Summary, Problem> {
    let now = app.clock.now();
    let customers = customers::count(app, site, now.minus(NEW)).await?;
    let book = credits::known_book(app, site).await?;
    let summary = Summary {
        unit: book.as_ref().map_or(CREDIT, |book| &book.unit).to_owned(),
        scale: book.as_ref().map_or(0, |book| book.scale),
        customers,
        ..Summary::default()
    };
    match book {
        Some(book) => of_book(app, book, (summary, now)).await,
        None => Ok(summary),
    }
}

async fn of_book(
    app: &App,
    book: Book,
    (summary, now): (Summary, Timestamp),
) -> Result<Summary, Problem> {
    let id = book.id;
    let scope = Scope {
        book: Some(book),
        wallets: None,
    };
    let mut snapshot = app.database.snapshot().await?;
    let mut db = snapshot.connection();
    let writers = writers::open(&mut db).await?;
    let rest = rest_of(&mut db, &scope, &writers).await?;
    let today = Day::of(now);
    let period = Period {
        from: today.before(2 * MONTH - 1),
        to: today,
    };
    let days = totals(&mut db, &scope, (period, By::DAY), &rest).await?;
    let standing = standings::of_book(&mut db, id, &writers).await?;
    let first_at = first(&mut db, id, &rest).await?;
    Ok(Summary {
        held: standings::held(&mut db, id).await?,
        owed: owed(&standing),
        outstanding: outstanding(standing),
        spent: Spent {
            first_at,
            ..spent(&days, today)
        },
        ..summary
    })
}

async fn first(
    db: &mut Connection<'_>,
    book_id: i64,
    rest: &[Used],
) -> Result<Option<Timestamp>, Failure> {
    let known = standings::first(db, book_id).await?;
    let later = rest.iter().filter_map(Used::spent_at).min();
    Ok(known.into_iter().chain(later).min())
}

/// What is owed is what lots hold beyond what wallets and debts come to together.
fn owed(standing: &Standing) -> i64 {
    let net = standing.get(NET).copied().unwrap_or_default();
    let in_lots: i64 = standing
        .iter()
        .filter(|(kind, _)| *kind != NET)
        .fold(0, |sum, (_, credits)| sum.saturating_add(*credits));
    in_lots.saturating_sub(net)
}

fn outstanding(standing: Standing) -> Vec<(String, i64)> {
    let kinds = standing.into_iter();
    kinds
        .filter(|(kind, credits)| kind != NET && *credits != 0)
        .collect()
}

fn spent(days: &Totals, today: Day) -> Spent {
    let between = |from: i64, to: i64| {
        let period = Period {
            from: today.before(from),
            to: today.before(to),
        };
        let days = days.iter().filter(|((_, day, _), _)| period.has(*day));
        days.fold(0_i64, |sum, (_, sums)| sum.saturating_add(sums.spent))
    };
    Spent {
        month: between(MONTH - 1, 0),
        month_before: between(2 * MONTH - 1, MONTH),
        a_day: rounded(between(WEEK, 1), WEEK),
        first_at: None,
    }
}

/// A part of an amount, to the nearest whole credit.
fn rounded(amount: i64, parts: i64) -> i64 {
    let half = parts.div_euclid(2);
    amount.saturating_add(half).div_euclid(parts)
}

#[cfg(test)]
mod tests {
    use super::super::usage::{NO_FEATURE, Sums};
    use super::*;

    #[test]
    fn which_days_are_told_together() {
        let today = Day(100);
        let on = |ago: i64, spent: i64| {
            let sums = Sums {
                spent,
                ..Sums::default()
            };
            ((0, today.before(ago), NO_FEATURE), sums)
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
            let told = spent(&days.iter().copied().collect(), today);
            let told = (told.month, told.month_before, told.a_day);
            assert_eq!(told, expected, "{days:?}");
        }
    }

    #[test]
    fn what_is_owed_is_what_lots_hold_beyond_all() {
        let standing = Standing::from([
            ("net".to_owned(), 70),
            ("promo".to_owned(), 60),
            ("purchase".to_owned(), 40),
            ("restored".to_owned(), 0),
        ]);
        assert_eq!(owed(&standing), 30);
        let expected = [("promo".to_owned(), 60), ("purchase".to_owned(), 40)];
        assert_eq!(outstanding(standing), expected);
    }
}

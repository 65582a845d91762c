//! Reads the money that a website owes for credits.

use std::collections::BTreeMap;

use foundation::Timestamp;

use super::store::{self, DeferredLots};
use crate::app::App;
use crate::billing::currency::{Currency, Money};
use crate::credits::find_site_book;
use crate::problem::{FieldError, Problem};
use crate::websites::SiteAccess;

/// Money that a website owes as credits.
pub(super) struct Liability {
    /// The time at which it was owed.
    pub(super) at: Timestamp,
    /// The sums by currency.
    pub(super) deferred: Vec<Money>,
    /// The lots whose credits are owed now, by the month of their purchase; none for an earlier time.
    pub(super) ages: Option<Vec<DeferredAge>>,
}

/// Lots that were bought in one month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeferredAge {
    /// The month.
    pub(super) month: String,
    pub(super) currency: Currency,
    /// The number of lots.
    pub(super) lots: i64,
    /// The credits that are left in them.
    pub(super) credits: i64,
    /// The part of their cost that is deferred, in minor units.
    pub(super) deferred_minor: i64,
}

/// Reads the money that a website owed as credits at a time; now if it is absent.
pub(super) async fn read_liability(
    app: &App,
    access: &SiteAccess,
    at: Option<&str>,
) -> Result<Liability, Problem> {
    let now = app.clock.now();
    let asked = at.map(|text| read_instant(text, now)).transpose()?;
    let at = asked.unwrap_or(now);
    let mut liability = Liability {
        at,
        deferred: Vec::new(),
        ages: asked.is_none().then(Vec::new),
    };
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    if let Some(book) = find_site_book(&mut db, access.scope()).await? {
        liability.deferred = store::deferred_at(&mut db, book.id, at).await?;
        if asked.is_none() {
            liability.ages = Some(by_month(store::deferred_lots(&mut db, book.id).await?));
        }
    }
    Ok(liability)
}

/// Reads the instant of a request; 400 for any other text, and for the future.
fn read_instant(text: &str, now: Timestamp) -> Result<Timestamp, Problem> {
    let detail = "Must be an instant such as 2026-01-31T12:00:00Z that is not in the future.";
    let at = Timestamp::from_iso8601(text).filter(|at| *at <= now);
    at.ok_or_else(|| Problem::invalid(&[FieldError::parameter("at", detail)]))
}

/// Adds the lots of days up by months.
fn by_month(days: Vec<DeferredLots>) -> Vec<DeferredAge> {
    let mut months: BTreeMap<(String, Currency), DeferredAge> = BTreeMap::new();
    for lots in days {
        let month = lots.day.month_text();
        let key = (month.clone(), lots.currency);
        let age = months.entry(key).or_insert_with(|| DeferredAge {
            month,
            currency: lots.currency,
            lots: 0,
            credits: 0,
            deferred_minor: 0,
        });
        age.lots = age.lots.saturating_add(lots.lots);
        age.credits = age.credits.saturating_add(lots.credits);
        age.deferred_minor = age.deferred_minor.saturating_add(lots.deferred_minor);
    }
    months.into_values().collect()
}

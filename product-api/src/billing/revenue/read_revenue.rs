//! Adds up the money journal of a website, or of all websites, and counts their subscriptions.

use std::collections::BTreeMap;

use foundation::{Connection, Failure};

use super::accounting_period::AccountingPeriod;
use super::find_book::read_period;
use super::recurring_revenue::{RecurringRevenue, add_up_subscriptions};
use super::revenue_sums::{PeriodLength, RevenueAmounts, sum_up};
use super::store::{self, RevenueScope};
use crate::app::App;
use crate::billing::currency::Currency;
use crate::caller::Mode;
use crate::credits::find_site_book;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Parameters of a request for sums.
#[derive(Clone, Copy, Debug)]
pub(super) struct RevenueRequest<'a> {
    /// The first day.
    pub(super) from: Option<&'a str>,
    /// The last day.
    pub(super) to: Option<&'a str>,
    /// The length of the periods.
    pub(super) length: PeriodLength,
}

/// The revenue of a period of time, and the subscriptions now.
pub(super) struct Revenue {
    pub(super) period: AccountingPeriod,
    /// The sums by period and currency.
    pub(super) sums: BTreeMap<(String, Currency), RevenueAmounts>,
    /// The live subscriptions by currency.
    pub(super) subscriptions: BTreeMap<Currency, RecurringRevenue>,
}

/// Adds up the money journal of a website by days or months, and counts its subscriptions.
pub(super) async fn read_revenue(
    app: &App,
    access: &SiteAccess,
    request: RevenueRequest<'_>,
) -> Result<Revenue, Problem> {
    let period = read_period(app, request.from, request.to)?;
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let Some(book) = find_site_book(&mut db, access.scope()).await? else {
        return Ok(Revenue {
            period,
            sums: BTreeMap::new(),
            subscriptions: BTreeMap::new(),
        });
    };
    let scope = RevenueScope::Book(book.id);
    Ok(add_up(&mut db, scope, period, request.length).await?)
}

/// Adds up the money journals of all websites and of the platform in a mode, and counts their subscriptions.
pub(super) async fn read_all_revenue(
    app: &App,
    mode: Mode,
    request: RevenueRequest<'_>,
) -> Result<Revenue, Problem> {
    let period = read_period(app, request.from, request.to)?;
    let mut reader = app.database.reader().await?;
    let scope = RevenueScope::Mode(mode);
    Ok(add_up(&mut reader.connection(), scope, period, request.length).await?)
}

async fn add_up(
    db: &mut Connection<'_>,
    scope: RevenueScope,
    period: AccountingPeriod,
    length: PeriodLength,
) -> Result<Revenue, Failure> {
    let days = store::sum_days(db, scope, period).await?;
    let discounts = store::sum_discounts(db, scope, period).await?;
    let groups = store::subscription_groups(db, scope).await?;
    Ok(Revenue {
        period,
        sums: sum_up(&days, &discounts, length),
        subscriptions: add_up_subscriptions(&groups),
    })
}

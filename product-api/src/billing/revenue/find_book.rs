//! Finds the book whose money journal a caller reads.

use super::accounting_period::AccountingPeriod;
use crate::app::App;
use crate::billing::journal::AccountingDay;
use crate::caller::{Mode, SiteScope};
use crate::credits::{find_platform_book, find_site_book};
use crate::problem::Problem;
use crate::websites::{self, SiteAccess};

/// The word for the books of the platform.
const PLATFORM: &str = "platform";

/// A book whose journal is read, with the name under which cursors are sealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct JournalBook {
    /// The name of the list.
    pub(super) list: String,
    /// The book; none if the website has no credits yet.
    pub(super) book_id: Option<i64>,
}

/// Returns the book of the caller's website.
pub(super) async fn find_own_book(app: &App, access: &SiteAccess) -> Result<JournalBook, Problem> {
    let mut reader = app.database.reader().await?;
    let book = find_site_book(&mut reader.connection(), access.scope()).await?;
    Ok(JournalBook {
        list: format!("journal of {} {}", access.website_id, access.mode),
        book_id: book.map(|book| book.id),
    })
}

/// Returns the book of any website, or of the platform, for the operator. 404 if there is no such website.
pub(super) async fn find_any_book(
    app: &App,
    website: &str,
    mode: Mode,
) -> Result<JournalBook, Problem> {
    let is_platform = website == PLATFORM;
    if !is_platform && websites::find(app, website).await?.is_none() {
        return Err(Problem::not_found("website"));
    }
    let mut reader = app.database.reader().await?;
    let mut db = reader.connection();
    let book = if is_platform {
        find_platform_book(&mut db, mode).await?
    } else {
        let site = SiteScope {
            website_id: website,
            mode,
        };
        find_site_book(&mut db, site).await?
    };
    Ok(JournalBook {
        list: format!("journal of {website} {mode} for the operator"),
        book_id: book.map(|book| book.id),
    })
}

/// Reads the period of a file.
pub(super) fn read_period(
    app: &App,
    from: Option<&str>,
    to: Option<&str>,
) -> Result<AccountingPeriod, Problem> {
    let today = AccountingDay::from_timestamp(app.clock.now());
    AccountingPeriod::read(from, to, today)
}

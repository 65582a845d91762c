//! The terms of a book: what a website decides about its ledger (c.6).

use std::time::Duration;

use foundation::{Failure, Timestamp};
use serde_json::json;

use super::listen::book_of;
use super::lot::LotKind;
use super::store::book_terms as store;
use crate::app::App;
use crate::audit::Action;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// What holds for every wallet of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Terms {
    /// For how many days credits can be used that come back after the end of their lot, 1 to 3650.
    pub(crate) restored_days: u32,
    /// Which grants repay what is owed.
    pub(crate) debt_repaid_by: RepaidBy,
}

/// Which grants repay what is owed before they can be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RepaidBy {
    /// All.
    AllGrants,
    /// Those that were bought.
    Purchases,
}

impl Default for Terms {
    fn default() -> Self {
        Self {
            restored_days: 30,
            debt_repaid_by: RepaidBy::AllGrants,
        }
    }
}

impl Terms {
    /// When credits end that come back at an instant after the end of their lot.
    pub(super) fn end_of_restored(self, at: Timestamp) -> Timestamp {
        at.plus(Duration::from_hours(24 * u64::from(self.restored_days)))
    }
}

impl RepaidBy {
    /// Whether credits of a kind repay what is owed.
    pub(super) fn includes(self, kind: LotKind) -> bool {
        match self {
            Self::AllGrants => true,
            Self::Purchases => kind == LotKind::Purchase,
        }
    }

    /// The word of it, as the API and the trail say it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::AllGrants => "all_grants",
            Self::Purchases => "purchases",
        }
    }
}

/// The terms of a website's book, in the mode of the call.
pub(crate) async fn terms_of(app: &App, access: &SiteAccess) -> Result<Terms, Failure> {
    let book_id = book_of(app, (access.website_id.as_str(), access.mode)).await?;
    let mut reader = app.database.reader().await?;
    store::read(&mut reader.connection(), book_id).await
}

/// Sets them: what is granted and given back from now on goes by them, and what was before stays.
pub(crate) async fn set_terms(app: &App, access: &SiteAccess, terms: Terms) -> Result<(), Problem> {
    let book_id = book_of(app, (access.website_id.as_str(), access.mode)).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::set(&mut db, book_id, terms).await?;
    let details = json!({
        "restored_days": terms.restored_days, "debt_repaid_by": terms.debt_repaid_by.word(), "mode": access.mode.word(),
    });
    let change = (Action::CreditPolicySet, access.website_id.as_str(), details);
    access.record(app, &mut db, change).await?;
    transaction.commit().await?;
    Ok(())
}

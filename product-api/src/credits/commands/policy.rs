//! Reads and sets the terms of a website's book.

use foundation::Failure;
use serde_json::json;

use crate::app::App;
use crate::audit::Action;
use crate::credits::execution::open_book::open_site_book;
use crate::credits::ledger::terms::BookTerms;
use crate::credits::store::book_terms as store;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Reads the terms of a website's book, in the mode of the call.
pub(crate) async fn terms_of(app: &App, access: &SiteAccess) -> Result<BookTerms, Failure> {
    let book_id = open_site_book(app, access.scope()).await?;
    let mut reader = app.database.reader().await?;
    store::read(&mut reader.connection(), book_id).await
}

/// Sets the terms for later grants and reversals; earlier ones stay as they are.
pub(crate) async fn set_terms(
    app: &App,
    access: &SiteAccess,
    terms: BookTerms,
) -> Result<(), Problem> {
    let book_id = open_site_book(app, access.scope()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    store::set(&mut db, book_id, terms).await?;
    let details = json!({
        "restored_days": terms.restored_days, "debt_repaid_by": terms.debt_repaid_by.word(), "mode": access.mode.word(),
    });
    let change = Action::CreditPolicySet.on(&access.website_id, details);
    access.record(app, &mut db, change).await?;
    transaction.commit().await?;
    Ok(())
}

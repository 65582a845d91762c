//! Alerts for a website when a customer's credits run low.

use serde_json::json;

use crate::app::App;
use crate::audit::Action;
use crate::credits;
use crate::problem::Problem;
use crate::websites::SiteAccess;

/// Returns the threshold of `credits.low`; `None` if the alert is off.
pub(super) async fn low_at(app: &App, access: &SiteAccess) -> Result<Option<i64>, Problem> {
    let book_id = credits::open_site_book(app, access.scope()).await?;
    let mut reader = app.database.reader().await?;
    Ok(credits::low_at(&mut reader.connection(), book_id).await?)
}

/// Sets the threshold, which applies to later bookings.
pub(super) async fn set_low_at(
    app: &App,
    access: &SiteAccess,
    low_at: Option<i64>,
) -> Result<(), Problem> {
    let book_id = credits::open_site_book(app, access.scope()).await?;
    let mut transaction = app.database.begin().await?;
    let mut db = transaction.connection();
    credits::set_low_at(&mut db, book_id, low_at).await?;
    let details = json!({ "low_credits": low_at, "mode": access.mode.word() });
    access
        .record(
            app,
            &mut db,
            Action::AlertsChanged.on(&access.website_id, details),
        )
        .await?;
    transaction.commit().await?;
    Ok(())
}

//! Reads and sets the branding of a website's clients on the sign-in pages.

use super::branding::Branding;
use super::change::{change, read_own};
use super::details::WebsiteChange;
use super::store::clients as store;
use crate::app::App;
use crate::audit::UserActor;
use crate::problem::Problem;

/// Returns the branding of a user's website. Loads it from the idp once if the database does not have it.
pub(super) async fn read_branding(app: &App, user_id: &str, id: &str) -> Result<Branding, Problem> {
    let detail = read_own(app, user_id, id).await?;
    if let Some(branding) = detail.branding {
        return Ok(branding);
    }
    let Some(registration) = app.registrar.find(&detail.website.client_id).await? else {
        return Ok(Branding::default());
    };
    let branding = registration.branding();
    let mut transaction = app.database.begin().await?;
    store::remember_branding(&mut transaction.connection(), id, &branding).await?;
    transaction.commit().await?;
    // Another request may have set the branding since the first read.
    let detail = read_own(app, user_id, id).await?;
    Ok(detail.branding.unwrap_or(branding))
}

/// Replaces the branding of a user's website.
pub(super) async fn set_branding(
    app: &App,
    actor: UserActor<'_>,
    id: &str,
    branding: Branding,
) -> Result<Branding, Problem> {
    let requested = WebsiteChange {
        branding: Some(branding),
        ..WebsiteChange::default()
    };
    let detail = change(app, actor, id, requested).await?;
    Ok(detail.branding.unwrap_or_default())
}

//! Reads recent requests of a website's clients at the identity provider.

use super::activity::SignInActivity;
use super::store::clients as store;
use crate::app::App;
use crate::problem::Problem;

/// Returns the requests of the clients of a user's own website, newest first.
pub(super) async fn read_activity(
    app: &App,
    user_id: &str,
    website_id: &str,
    limit: i64,
) -> Result<SignInActivity, Problem> {
    let found = {
        let mut reader = app.database.reader().await?;
        store::detail(&mut reader.connection(), website_id).await?
    };
    let own = found.filter(|found| found.website.owner_user_id == user_id);
    let own = own.ok_or_else(|| Problem::not_found("website"))?;
    let public = own.public_client.as_ref();
    let public = public.map(|public| public.client_id.as_str());
    let client_id = &own.website.client_id;
    Ok(app.registrar.activity(client_id, public, limit).await?)
}

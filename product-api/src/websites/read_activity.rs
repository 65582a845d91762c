//! Reading what a website's client asked at the identity provider lately.

use super::activity::Activity;
use super::read::find_own;
use crate::app::App;
use crate::problem::Problem;

/// What the client of one's own website asked, the newest first.
pub(super) async fn read_activity(
    app: &App,
    (user_id, website_id): (&str, &str),
    limit: i64,
) -> Result<Activity, Problem> {
    let website = find_own(app, user_id, website_id).await?;
    Ok(app.registrar.activity(&website.client_id, limit).await?)
}

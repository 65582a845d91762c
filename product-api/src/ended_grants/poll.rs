//! Polls the idp once for ended grants.

use foundation::Failure;

use crate::app::App;
use crate::idp::EndedGrantsPage;

const FOLLOWING: &str = "following ended grants";

/// Reads the grants that ended since the last poll, and returns their number. It reads the whole list at the first poll, and if
/// the idp no longer lists the last known grant. Known grants are kept until their tokens have expired.
pub async fn once(app: &App) -> Result<usize, Failure> {
    let mut cursor = app.grant_polling.cursor().lock().await;
    app.verifier.ended_grants().forget(app.clock.now());
    let (mut count, mut is_read_again) = (0, false);
    loop {
        let Some(page) = app.user_admin.ended_grants_after(cursor.as_ref()).await? else {
            if is_read_again || cursor.take().is_none() {
                let cause = "the identity provider does not list them from the first on";
                return Err(Failure::unavailable(FOLLOWING, cause));
            }
            is_read_again = true;
            continue;
        };
        count += page.items.len();
        let last = page.items.last().map(|grant| grant.cursor.clone());
        let is_last_page = page.next.is_none();
        remember(app, page)?;
        // A page without progress ends the poll, which would otherwise never end.
        let Some(last) = last.filter(|last| last.is_after(cursor.as_ref())) else {
            return Ok(count);
        };
        *cursor = Some(last);
        if is_last_page {
            return Ok(count);
        }
    }
}

fn remember(app: &App, page: EndedGrantsPage) -> Result<(), Failure> {
    let grants = page
        .items
        .into_iter()
        .map(|grant| (grant.id().to_owned(), grant.tokens_end_at));
    let added = app.verifier.ended_grants().add(grants);
    added.map_err(|error| Failure::unavailable(FOLLOWING, error))
}

//! Lists ended grants for resource servers that refuse their access tokens.

use std::time::Duration;

use foundation::database::page::{cut, one_more};
use foundation::{Failure, Timestamp};

use crate::app::App;
use crate::oauth::tokens::ACCESS_TOKEN_LIFETIME;
use crate::protocol::grants::ended::{EndedGrant, store};

/// Maximum time between reading a grant and signing a token of it.
const SIGNING: Duration = Duration::from_mins(1);

/// Query for a page of ended grants.
#[derive(Clone, Copy, Debug)]
pub(super) struct EndedGrantsQuery<'a> {
    /// The last grant that the client has read; none for the first page.
    pub(super) after: Option<(i64, &'a str)>,
    /// The maximum number of items of the page.
    pub(super) length: i64,
}

/// A page of ended grants.
#[derive(Clone, Debug)]
pub(super) struct EndedGrantsPage {
    /// The grants, in the order of their sequences.
    pub(super) items: Vec<EndedGrant>,
    /// True if there are more.
    pub(super) is_more: bool,
}

/// Returns a time at which all access tokens of an ended grant have expired. A token is signed soon after its grant is
/// read, and a numbered grant can no longer be read.
pub(super) fn tokens_end_at(grant: &EndedGrant) -> Timestamp {
    grant.numbered_at.plus(ACCESS_TOKEN_LIFETIME + SIGNING)
}

/// Returns the ended grants after another whose access tokens may be in use; `None` if this database does not list that grant.
pub(super) async fn find_ended_grants(
    app: &App,
    query: EndedGrantsQuery<'_>,
) -> Result<Option<EndedGrantsPage>, Failure> {
    let since = app.clock.now().minus(ACCESS_TOKEN_LIFETIME + SIGNING);
    let most = one_more(query.length);
    if !is_listed(app, query.after).await? {
        return Ok(None);
    }
    number(app, since, most).await?;
    let after = query.after.map_or(0, |(sequence, _)| sequence);
    let mut reader = app.database.reader().await?;
    let found = store::list(&mut reader.connection(), after, since, most).await?;
    let (items, is_more) = cut(found, query.length);
    Ok(Some(EndedGrantsPage { items, is_more }))
}

async fn is_listed(app: &App, grant: Option<(i64, &str)>) -> Result<bool, Failure> {
    let Some((sequence, grant_id)) = grant else {
        return Ok(true);
    };
    let mut reader = app.database.reader().await?;
    store::is_listed(&mut reader.connection(), sequence, grant_id).await
}

/// Numbers the grants that ended since a time, as many as a page may need. Tokens of earlier grants have expired.
async fn number(app: &App, since: Timestamp, most: i64) -> Result<(), Failure> {
    let mut reader = app.database.reader().await?;
    if !store::has_unnumbered(&mut reader.connection(), since).await? {
        return Ok(());
    }
    drop(reader);
    let mut transaction = app.database.begin().await?;
    store::number(&mut transaction.connection(), since, most, app.clock.now()).await?;
    transaction.commit().await
}

//! Reads pages of a website's disputes.

use crate::app::App;
use crate::billing::payments::{DisputeState, ListedDispute, disputes_of_book};
use crate::credits::find_site_book;
use crate::problem::Problem;
use crate::schema::{Cursor, page_size};
use crate::websites::SiteAccess;

/// Parameters of a request for a page.
#[derive(Debug)]
pub(super) struct DisputePageParams {
    pub(super) state: Option<DisputeState>,
    pub(super) limit: Option<i32>,
    pub(super) cursor: Option<String>,
}

/// One page of disputes.
pub(super) struct DisputePage {
    pub(super) items: Vec<ListedDispute>,
    pub(super) next_cursor: Option<String>,
}

/// Reads one page of a website's disputes, newest first.
pub(super) async fn list_disputes(
    app: &App,
    access: &SiteAccess,
    params: DisputePageParams,
) -> Result<DisputePage, Problem> {
    let limit = page_size(params.limit)?;
    let state = params.state.map_or("", DisputeState::word);
    let list = format!("disputes of {} {} {state}", access.website_id, access.mode);
    let after = Cursor::open(&app.sealer, &list, params.cursor.as_deref())?;
    let after = after.unwrap_or_else(Cursor::newest);
    let mut items = {
        let mut reader = app.database.reader().await?;
        let mut db = reader.connection();
        match find_site_book(&mut db, access.scope()).await? {
            Some(book) => {
                disputes_of_book(&mut db, book.id, params.state, &after, limit + 1).await?
            }
            None => Vec::new(),
        }
    };
    let length = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = items.len() > length;
    items.truncate(length);
    let next_cursor = items.last().filter(|_| has_more).map(|last| {
        let cursor = Cursor {
            at: last.dispute.opened_at,
            id: last.dispute.id.clone(),
        };
        cursor.seal(&app.sealer, &list)
    });
    Ok(DisputePage {
        items,
        next_cursor: next_cursor.transpose()?,
    })
}

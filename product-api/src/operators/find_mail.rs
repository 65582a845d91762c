//! Finds emails of the identity provider: queued, sent and given up.

use crate::app::App;
use crate::idp::{IdpMailDelivery, MailFilter};
use crate::problem::{FieldError, Problem};
use crate::schema::{PageParams, page_size};

/// The states in the query; empty means all.
const STATES: [&str; 4] = ["", "waiting", "sent", "given_up"];
/// Maximum length of an address in the query, in bytes.
const MAX_INPUT_LENGTH: usize = 254;

/// Returns a page of emails, newest first, and the cursor of the next page.
pub(super) async fn find_mail(
    app: &App,
    state: &str,
    recipient: &str,
    page: PageParams<'_>,
) -> Result<(Vec<IdpMailDelivery>, Option<String>), Problem> {
    if !STATES.contains(&state) {
        let detail = "Must be `waiting`, `sent` or `given_up`.";
        return Err(Problem::invalid(&[FieldError::parameter("state", detail)]));
    }
    if recipient.len() > MAX_INPUT_LENGTH {
        let detail = "Must be at most 254 bytes.";
        return Err(Problem::invalid(&[FieldError::parameter("q", detail)]));
    }
    let filter = MailFilter {
        state,
        recipient,
        limit: page_size(page.limit)?,
        cursor: page.cursor,
    };
    let page = app.directory.mail_deliveries(filter).await?;
    let page = page.ok_or_else(|| {
        let detail = "Must be a next_cursor of this list.";
        Problem::invalid(&[FieldError::parameter("cursor", detail)])
    })?;
    Ok((page.deliveries, page.next_cursor))
}

//! Lists emails: those in the queue, and the outcome of the others.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use crate::app::App;
use crate::identity::mail::store::deliveries::{self, EmailFilter, ListedEmail};

/// Returns a page of emails, the newest first, and whether there are more.
pub(super) async fn find_mail(
    app: &App,
    filter: EmailFilter<'_>,
) -> Result<(Vec<ListedEmail>, bool), Failure> {
    let length = filter.length;
    let filter = EmailFilter {
        length: one_more(length),
        ..filter
    };
    let mut reader = app.database.reader().await?;
    let page = deliveries::list(&mut reader.connection(), filter).await?;
    Ok(cut(page, length))
}

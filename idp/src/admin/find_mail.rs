//! Lists emails: those in the queue, and the outcome of the others.

use foundation::Failure;
use foundation::database::page::{cut, one_more};

use crate::app::App;
use crate::mail::store::deliveries::{self, EmailFilter, ListedEmail};

/// Returns a page of emails, the newest first, and whether there are more.
pub(super) async fn find_mail(
    app: &App,
    wanted: EmailFilter<'_>,
) -> Result<(Vec<ListedEmail>, bool), Failure> {
    let length = wanted.length;
    let wanted = EmailFilter {
        length: one_more(length),
        ..wanted
    };
    let mut reader = app.database.reader().await?;
    let told = deliveries::list(&mut reader.connection(), wanted).await?;
    Ok(cut(told, length))
}
